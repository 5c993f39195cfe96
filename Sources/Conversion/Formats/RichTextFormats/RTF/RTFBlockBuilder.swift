import ProfferConversions

/// Makes blocks of a row of paragraphs and tables: finds which paragraphs are items of one list, which are in one
/// quotation and which lines are one piece of code.
struct RTFBlockBuilder {
  var losses: LossCounter
  /// The item count of each list, by level, so that a list continues its numbers after an interruption.
  private var counts: [Int: [Int]] = [:]

  init(losses: LossCounter) { self.losses = losses }

  /// The blocks of a text.
  mutating func blocks(of pieces: [RTFPiece]) -> [RichText.Block] {
    blocks(of: pieces, depth: 0, cellAlignment: nil)
  }

  /// The blocks of a text inside others.
  ///
  /// - Parameter cellAlignment: the alignment of the cell around the text, which its paragraphs need not repeat.
  private mutating func blocks(
    of pieces: [RTFPiece], depth: Int, cellAlignment: RichText.Alignment?
  ) -> [RichText.Block] {
    var stack = RTFOpenBlocks(depthLimit: RichText.depthLimit - depth)
    add(pieces.indices, of: pieces, depth: depth, cellAlignment: cellAlignment, to: &stack)
    return finish(&stack)
  }

  /// The last blocks of a text.
  mutating func finish(_ stack: inout RTFOpenBlocks) -> [RichText.Block] {
    let blocks = stack.finish()
    losses.add(.formatting, RichText.List.outerNumberDetail, count: stack.lostNumberCount)
    return blocks
  }

  /// Adds some pieces of a text outside of all others, which stand between others of it.
  mutating func add(_ range: Range<Int>, of pieces: [RTFPiece], to stack: inout RTFOpenBlocks) {
    add(range, of: pieces, depth: 0, cellAlignment: nil, to: &stack)
  }

  private mutating func add(
    _ range: Range<Int>, of pieces: [RTFPiece], depth: Int, cellAlignment: RichText.Alignment?,
    to stack: inout RTFOpenBlocks
  ) {
    for index in range {
      switch pieces[index] {
      case .paragraph(let paragraph):
        if paragraph.name.kind == .caption, index + 1 < pieces.count, case .table = pieces[index + 1] {
          // It is the next table's.
          continue
        }
        if depth == 0, paragraph.isEmptyLine, !Self.keepsApart(index, in: pieces) {
          losses.add(.layout, "empty paragraphs")
        }
        add(paragraph, to: &stack, cellAlignment: cellAlignment)
      case .pageBreak:
        stack.setContainers([])
        stack.append(.pageBreak)
      case .table(let rows):
        var caption: [RichText.Inline] = []
        if index > 0, case .paragraph(let before) = pieces[index - 1], before.name.kind == .caption {
          caption = [RichText.Inline](runs: before.runs)
        }
        stack.setContainers(rows.first?.around ?? [])
        let tableDepth = depth + stack.depth + 1
        if tableDepth + 2 > RichText.depthLimit {
          losses.add(.tables, "tables too deep inside others")
          for row in rows {
            for cell in row.cells {
              for block in blocks(of: cell.pieces, depth: tableDepth, cellAlignment: nil) {
                stack.append(block)
              }
            }
          }
        } else {
          stack.append(.table(table(rows, caption: caption, depth: tableDepth)))
        }
      }
    }
  }

  /// Whether an empty paragraph is at an edge of the text, or only keeps two lists, tables or the like apart.
  private static func keepsApart(_ index: Int, in pieces: [RTFPiece]) -> Bool {
    guard index > 0, index + 1 < pieces.count else { return true }
    return [pieces[index - 1], pieces[index + 1]].contains { piece in
      guard case .paragraph(let paragraph) = piece else { return true }
      return paragraph.item != nil || !paragraph.name.containers.isEmpty || paragraph.name.kind != .paragraph
    }
  }

  private mutating func add(
    _ paragraph: RTFParagraph, to stack: inout RTFOpenBlocks, cellAlignment: RichText.Alignment?
  ) {
    if let item = paragraph.item {
      let start = beginCounting(item)
      stack.beginItem(item, marker: item.marker.counting(from: start), containers: paragraph.name.containers)
    } else {
      stack.setContainers(paragraph.name.containers)
    }
    if case .code(let language) = paragraph.name.kind {
      let anchorCount = paragraph.runs.count { if case .anchor = $0.content { true } else { false } }
      losses.add(.links, LinkAnchors.detail, count: anchorCount)
      let noteCount = paragraph.runs.count { if case .note = $0.content { true } else { false } }
      losses.add(.formatting, "notes in code", count: noteCount)
      return stack.append(codeLine: paragraph.codeLine, language)
    }
    if paragraph.name.kind == .rule { return stack.append(.rule) }
    if paragraph.name.kind == .term { return stack.append(term: [RichText.Inline](runs: paragraph.runs)) }
    var layout = paragraph.layout.layout(
      isContained: !paragraph.name.containers.isEmpty || paragraph.item != nil)
    if let cellAlignment, paragraph.layout.explicit == nil, layout.alignment == cellAlignment {
      layout.alignment = nil
    }
    let content = RichText.Paragraph([RichText.Inline](runs: paragraph.runs), layout: layout)
    switch paragraph.name.kind {
    case .heading(let level): stack.append(.heading(level: level, content))
    default: if content.content.isEmpty { stack.endSeries() } else { stack.append(.paragraph(content)) }
    }
  }

  /// Counts an item; the number of its list's first one if it is that.
  private mutating func beginCounting(_ item: RTFParagraph.Item) -> Int {
    if RTFTypedMarker.isTyped(list: item.list) { return 0 }
    var levels = counts[item.list] ?? [Int](repeating: 0, count: 9)
    let count = levels[item.level]
    levels[item.level] += 1
    for level in levels.indices where level > item.level { levels[level] = 0 }
    counts[item.list] = levels
    return count
  }

  // MARK: Tables

  private mutating func table(_ rows: [RTFRow], caption: [RichText.Inline], depth: Int) -> RichText.Table {
    var result: [[RichText.TableCell]] = []
    let edges = RTFColumnEdges(rows)
    // The cells that reach down from above, by the column they begin in: the row and place of each.
    var above: [Int: (row: Int, place: Int)] = [:]
    for row in rows {
      var cells: [RichText.TableCell] = []
      var reaching: [Int: (row: Int, place: Int)] = [:]
      var column = 0
      var begun: Int?
      for cell in row.cells {
        let end = edges.column(of: cell.right, after: column)
        let span = end - column
        if cell.continuesBefore {
          if let begun, cells.indices.contains(begun) {
            cells[begun].columnSpan += span
            cells[begun].blocks += content(of: cell, depth: depth).blocks
          }
        } else if cell.verticalMerge == .continued, let first = above[column] {
          result[first.row][first.place].rowSpan += 1
          result[first.row][first.place].blocks += content(of: cell, depth: depth).blocks
          reaching[column] = first
          begun = nil
        } else {
          var made = content(of: cell, depth: depth)
          made.columnSpan = span
          if cell.verticalMerge != .none { reaching[column] = (result.count, cells.count) }
          begun = cells.count
          cells.append(made)
        }
        column = end
      }
      above = reaching
      result.append(cells)
    }
    let headerRowCount = rows.prefix { $0.isHeader || $0.isOfHeadings }.count
    for row in 0..<headerRowCount {
      for cell in result[row].indices { result[row][cell].isRowHeading = false }
    }
    return RichText.Table(caption: caption, headerRowCount: headerRowCount, rows: result)
  }

  private mutating func content(of cell: RTFCell, depth: Int) -> RichText.TableCell {
    var explicit: RTFLayout.ExplicitAlignment?
    var alignments: [RichText.Alignment?] = []
    var emptyAlignments: [RichText.Alignment?] = []
    for case .paragraph(let paragraph) in cell.pieces {
      if let said = paragraph.layout.explicitCell { explicit = said }
      let alignment =
        paragraph.layout.explicit == nil ? paragraph.layout.layout(isContained: false).alignment : nil
      if paragraph.runs.isEmpty { emptyAlignments.append(alignment) } else { alignments.append(alignment) }
    }
    if alignments.isEmpty { alignments = emptyAlignments }
    let alignment: RichText.Alignment?
    if let explicit {
      alignment = explicit.alignment?.value
    } else {
      // Cells have no alignment in RTF; that which all of its paragraphs have is the cell's.
      alignment = alignments.first.flatMap { first in alignments.allSatisfy { $0 == first } ? first : nil }
    }
    let blocks = blocks(of: cell.pieces, depth: depth + 1, cellAlignment: alignment)
    return RichText.TableCell(
      blocks, alignment: alignment, isRowHeading: cell.isRowHeading, background: cell.background)
  }
}

extension RichText.Marker {
  /// The marker of a list that begins after so many items.
  fileprivate func counting(from count: Int) -> RichText.Marker {
    guard case .number(let start, let style, let delimiter) = self else { return self }
    return .number(start: min(start + count, 999_999_999), style: style, delimiter: delimiter)
  }
}

extension RTFParagraph {
  /// The characters alone, as one or more lines of code.
  fileprivate var codeLine: String {
    var line = ""
    for run in runs {
      switch run.content {
      case .text(let text): line += text
      case .softBreak: line += " "
      case .hardBreak: line += "\n"
      case .attachment(let attachment): line += attachment.alternativeText
      case .anchor: break
      case .note(let blocks): line += " (\(blocks.words))"
      }
    }
    return line + "\n"
  }
}

/// The edges between the columns of a table.
struct RTFColumnEdges {
  private var edges: [Int] = []

  /// Edges that are nearer than this, in twentieths of a point, are one: Word draws rows a little askew.
  private static let nearness = 30

  init(_ rows: [RTFRow]) {
    let all = rows.flatMap { $0.cells.map(\.right) }.sorted()
    for edge in all where edges.last.map({ edge - $0 > Self.nearness }) ?? true { edges.append(edge) }
  }

  /// How many columns end at an edge or before it; more than those before the cell.
  func column(of edge: Int, after column: Int) -> Int {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= edge { low = middle + 1 } else { high = middle }
    }
    return max(low, column + 1)
  }
}

/// The lists, quotations and meanings of terms that are open while the paragraphs of a text find their places.
struct RTFOpenBlocks {
  private struct Open {
    var container: RTFStyleName.Container
    /// The blocks of a quotation, of a meaning, or of a list's last item.
    var blocks: [RichText.Block] = []
    /// Whether a list of terms at the end of these cannot be continued.
    var areTermsEnded = false
    // Of a list.
    var marker = RichText.Marker.bullet(.disc)
    var followsOuterNumber = false
    var isTight = true
    var items: [RichText.ListItem] = []
    var isChecked: Bool?
    var number = 0
    var level = 0
  }

  private var blocks: [RichText.Block] = []
  private var open: [Open] = []
  private let depthLimit: Int
  /// Whether the last block is code that a further line can continue.
  private var isInCode = false
  /// Whether a list of terms outside of all blocks cannot be continued.
  private var areTermsEnded = false

  init(depthLimit: Int) { self.depthLimit = depthLimit }

  /// How many items lost the number of the item around, as they are in none.
  private(set) var lostNumberCount = 0

  /// How many blocks are open.
  var depth: Int { open.count }

  mutating func append(_ block: RichText.Block) {
    isInCode = false
    if open.isEmpty { blocks.append(block) } else { open[open.count - 1].blocks.append(block) }
  }

  /// Ends code, and a list of terms, at the place of an empty paragraph.
  mutating func endSeries() {
    isInCode = false
    if open.isEmpty { areTermsEnded = true } else { open[open.count - 1].areTermsEnded = true }
  }

  // MARK: Terms

  /// Appends a term to the list of terms before it, or begins one; an empty term only ends a meaning.
  mutating func append(term: [RichText.Inline]) {
    if term.isEmpty { return }
    changeDefinitions { definitions in
      if let last = definitions.indices.last, definitions[last].meanings.isEmpty {
        definitions[last].terms.append(term)
      } else {
        definitions.append(RichText.Definition([term], meanings: []))
      }
    }
  }

  private mutating func append(meaning: [RichText.Block]) {
    if meaning.isEmpty { return }
    changeDefinitions { definitions in
      if definitions.isEmpty { definitions.append(RichText.Definition([], meanings: [])) }
      definitions[definitions.count - 1].meanings.append(meaning)
    }
  }

  private mutating func changeDefinitions(_ change: (inout [RichText.Definition]) -> Void) {
    isInCode = false
    if open.isEmpty {
      Self.changeDefinitions(of: &blocks, &areTermsEnded, change)
    } else {
      let last = open.count - 1
      var areEnded = open[last].areTermsEnded
      Self.changeDefinitions(of: &open[last].blocks, &areEnded, change)
      open[last].areTermsEnded = areEnded
    }
  }

  private static func changeDefinitions(
    of blocks: inout [RichText.Block], _ areTermsEnded: inout Bool,
    _ change: (inout [RichText.Definition]) -> Void
  ) {
    if !areTermsEnded, case .definitions(var definitions)? = blocks.last {
      // The array gives up its reference first, so that it grows in place.
      blocks[blocks.count - 1] = .rule
      change(&definitions)
      blocks[blocks.count - 1] = .definitions(definitions)
    } else {
      areTermsEnded = false
      var definitions: [RichText.Definition] = []
      change(&definitions)
      blocks.append(.definitions(definitions))
    }
  }

  mutating func append(codeLine line: String, _ language: String?) {
    if isInCode {
      let isSame =
        open.isEmpty
        ? Self.add(line, language, to: &blocks) : Self.add(line, language, to: &open[open.count - 1].blocks)
      if isSame { return }
    }
    append(.codeBlock(RichText.CodeBlock(line, language: language)))
    isInCode = true
  }

  /// Adds a line to the code that blocks end with; false when it is of another language.
  private static func add(_ line: String, _ language: String?, to blocks: inout [RichText.Block]) -> Bool {
    guard case .codeBlock(var code)? = blocks.last, code.language == language else { return false }
    // The array gives up its reference first, so that the text grows in place.
    blocks[blocks.count - 1] = .rule
    code.text += line
    blocks[blocks.count - 1] = .codeBlock(code)
    return true
  }

  // MARK: Containers

  /// Goes to the place of a paragraph that begins no item.
  mutating func setContainers(_ wanted: [RTFStyleName.Container]) {
    var matched = 0
    while matched < wanted.count, matched < open.count, open[matched].container == wanted[matched] {
      matched += 1
    }
    close(to: matched)
    // A list that is not open has no item to continue with.
    for container in wanted[matched...] where container != .list { openContainer(container) }
  }

  /// Goes to the place of an item's first paragraph, and begins the item.
  ///
  /// - Parameter wanted: what the style says is around it. A style that names one list or none leaves it to the level
  ///   how many there are.
  mutating func beginItem(
    _ item: RTFParagraph.Item, marker: RichText.Marker, containers wanted: [RTFStyleName.Container]
  ) {
    let outer: ArraySlice<RTFStyleName.Container>
    let isExact = wanted.count { $0 == .list } > 1 && wanted.last == .list
    if isExact {
      outer = wanted.dropLast()
    } else {
      outer = wanted.last == .list ? wanted.dropLast() : wanted[...]
    }
    var matched = 0
    while matched < outer.count, matched < open.count, open[matched].container == outer[matched] {
      matched += 1
    }
    if matched < outer.count {
      close(to: matched)
      for container in outer[matched...] where container != .list { openContainer(container) }
    }
    var place = matched < outer.count ? open.count : outer.count
    if !isExact {
      // The lists that are open here, those of lesser levels first.
      while place < open.count, open[place].container == .list, open[place].level < item.level { place += 1 }
    }
    if place < open.count, open[place].container == .list, open[place].number == item.list,
      isExact || open[place].level == item.level
    {
      close(to: place + 1)
      endItem()
      open[place].isChecked = item.isChecked
      return
    }
    close(to: place)
    isInCode = false
    guard mayNest else { return }
    open.append(
      Open(
        container: .list, marker: marker, followsOuterNumber: item.followsOuterNumber, isTight: item.isTight,
        isChecked: item.isChecked, number: item.list,
        level: item.level))
  }

  private var mayNest: Bool { open.count + 2 < depthLimit }

  private mutating func openContainer(_ container: RTFStyleName.Container) {
    isInCode = false
    if mayNest { open.append(Open(container: container)) }
  }

  private mutating func endItem() {
    let last = open.count - 1
    let item = RichText.ListItem(open[last].blocks, isChecked: open[last].isChecked)
    open[last].blocks = []
    open[last].items.append(item)
    isInCode = false
  }

  private mutating func close(to count: Int) {
    while open.count > count {
      if open[open.count - 1].container == .list { endItem() }
      let closed = open.removeLast()
      switch closed.container {
      case .quotation: append(.blockQuote(closed.blocks))
      case .meaning: append(meaning: closed.blocks)
      case .list:
        append(
          .list(
            RichText.List(
              closed.marker, isTight: closed.isTight, followsOuterNumber: keepsOuterNumber(of: closed),
              items: closed.items)))
      }
      isInCode = false
    }
  }

  /// Takes the blocks to which nothing more can come.
  mutating func takeBlocks() -> [RichText.Block] {
    var isLastOpen = isInCode && open.isEmpty && !blocks.isEmpty
    // The next term belongs to the same list, and so does a meaning that is still open.
    if case .definitions? = blocks.last, !areTermsEnded { isLastOpen = true }
    var taken = isLastOpen ? [blocks.removeLast()] : []
    swap(&taken, &blocks)
    return taken
  }

  /// Whether the numbers of a list that is closed follow those of the item around, which they do in the document.
  private mutating func keepsOuterNumber(of list: Open) -> Bool {
    guard list.followsOuterNumber else { return false }
    if let outer = open.last, outer.container == .list, outer.marker.isNumber, outer.number == list.number,
      outer.level == list.level - 1
    {
      return true
    }
    lostNumberCount += list.items.count
    return false
  }

  mutating func finish() -> [RichText.Block] {
    close(to: 0)
    return blocks
  }
}
