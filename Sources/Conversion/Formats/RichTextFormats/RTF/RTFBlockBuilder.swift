import ProfferConversions

/// Builds blocks from a sequence of paragraphs and tables.
///
/// The builder combines paragraphs into lists and quotations, and lines of code into code blocks.
struct RTFBlockBuilder {
  var losses: LossCounter
  /// The item counts of each list, by level.
  ///
  /// With these counts, a list continues its numbers after an interruption.
  private var counts: [Int: [Int]] = [:]

  init(losses: LossCounter) { self.losses = losses }

  /// Returns the blocks of a text.
  mutating func blocks(of pieces: [RTFPiece]) -> [RichText.Block] {
    blocks(of: pieces, depth: 0, cellAlignment: nil)
  }

  /// Returns the blocks of a text in a cell, or of a whole text.
  ///
  /// - Parameter cellAlignment: the alignment of the enclosing cell. The layouts of its paragraphs do not
  ///   repeat this alignment.
  private mutating func blocks(
    of pieces: [RTFPiece], depth: Int, cellAlignment: RichText.Alignment?
  ) -> [RichText.Block] {
    var stack = OpenBlocks(depthLimit: RichText.depthLimit - depth)
    add(pieces.indices, of: pieces, depth: depth, cellAlignment: cellAlignment, to: &stack)
    return finish(&stack)
  }

  /// Closes all open blocks and returns the remaining blocks of a text.
  mutating func finish(_ stack: inout OpenBlocks) -> [RichText.Block] {
    let blocks = stack.finish()
    losses.add(.formatting, RichText.List.outerNumberDetail, count: stack.lostNumberCount)
    losses.add(.formatting, RichText.nestingDetail, count: stack.tooDeepCount)
    return blocks
  }

  /// Adds some pieces of a top-level text.
  mutating func add(_ range: Range<Int>, of pieces: [RTFPiece], to stack: inout OpenBlocks) {
    add(range, of: pieces, depth: 0, cellAlignment: nil, to: &stack)
  }

  private mutating func add(
    _ range: Range<Int>, of pieces: [RTFPiece], depth: Int, cellAlignment: RichText.Alignment?,
    to stack: inout OpenBlocks
  ) {
    for index in range {
      switch pieces[index] {
      case .paragraph(let paragraph):
        if paragraph.form.name.kind == .caption, index + 1 < pieces.count, case .table = pieces[index + 1] {
          // The caption becomes part of the next table.
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
        if index > 0, case .paragraph(let before) = pieces[index - 1], before.form.name.kind == .caption {
          caption = before.content
        }
        stack.setContainers(rows.first?.around ?? [])
        let tableDepth = depth + stack.depth + 1
        if tableDepth + 2 > RichText.depthLimit {
          losses.add(.tables, RichText.Table.nestingDetail)
          for cell in rows.lazy.flatMap(\.cells) {
            let blocks = blocks(of: cell.pieces, depth: tableDepth, cellAlignment: nil)
            for block in blocks { stack.append(block) }
          }
        } else {
          stack.append(.table(table(rows, caption: caption, depth: tableDepth)))
        }
      }
    }
  }

  /// Returns whether an empty paragraph is at the beginning or end of the text, or only separates lists,
  /// tables or similar blocks.
  private static func keepsApart(_ index: Int, in pieces: [RTFPiece]) -> Bool {
    guard index > 0, index + 1 < pieces.count else { return true }
    return [pieces[index - 1], pieces[index + 1]].contains { piece in
      guard case .paragraph(let paragraph) = piece else { return true }
      let form = paragraph.form
      return form.item != nil || !form.name.containers.isEmpty || form.name.kind != .paragraph
    }
  }

  private mutating func add(
    _ paragraph: RTFParagraph, to stack: inout OpenBlocks, cellAlignment: RichText.Alignment?
  ) {
    let form = paragraph.form
    if let item = form.item {
      let start = beginCounting(item)
      stack.beginItem(item, marker: item.marker.counting(from: start), containers: form.name.containers)
    } else {
      stack.setContainers(form.name.containers)
    }
    switch form.name.kind {
    case .code(let language):
      let runs = paragraph.content.runs
      let anchorCount = runs.count { if case .anchor = $0.content { true } else { false } }
      losses.add(.links, LinkAnchors.detail, count: anchorCount)
      let noteCount = runs.count { if case .note = $0.content { true } else { false } }
      losses.add(.formatting, "notes in code", count: noteCount)
      return stack.append(codeLine: runs.codeLine, language)
    case .rule: return stack.append(.rule)
    case .term: return stack.append(term: paragraph.content)
    case .paragraph, .heading, .caption: break
    }
    var layout = form.layout.layout(isContained: !form.name.containers.isEmpty || form.item != nil)
    if let cellAlignment, form.layout.explicit == nil, layout.alignment == cellAlignment {
      layout.alignment = nil
    }
    let content = RichText.Paragraph(paragraph.content, layout: layout)
    if case .heading(let level) = form.name.kind {
      stack.append(.heading(level: level, content))
    } else if content.content.isEmpty {
      stack.endSeries()
    } else {
      stack.append(.paragraph(content))
    }
  }

  /// Counts an item, and returns the number of preceding items of its list.
  private mutating func beginCounting(_ item: ParagraphItem) -> Int {
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
    // The cells that extend into the next row, by their first column, with the row and index of each cell.
    var above: [Int: (row: Int, place: Int)] = [:]
    for row in rows {
      var cells: [RichText.TableCell] = []
      var reaching: [Int: (row: Int, place: Int)] = [:]
      var column = 0
      var begun: Int?
      for cell in row.cells {
        let end = edges.column(of: cell.definition.right, after: column)
        let span = end - column
        if cell.definition.continuesBefore {
          if let begun, cells.indices.contains(begun) {
            cells[begun].columnSpan += span
            cells[begun].blocks += content(of: cell, depth: depth).blocks
          }
        } else if cell.definition.verticalMerge == .continued, let first = above[column] {
          result[first.row][first.place].rowSpan += 1
          result[first.row][first.place].blocks += content(of: cell, depth: depth).blocks
          reaching[column] = first
          begun = nil
        } else {
          var made = content(of: cell, depth: depth)
          made.columnSpan = span
          if cell.definition.verticalMerge != .none { reaching[column] = (result.count, cells.count) }
          begun = cells.count
          cells.append(made)
        }
        column = end
      }
      above = reaching
      result.append(cells)
    }
    let headerRowCount = rows.prefix { $0.definition.isHeader || $0.isOfHeadings }.count
    for row in 0..<headerRowCount {
      for cell in result[row].indices { result[row][cell].isRowHeading = false }
    }
    return RichText.Table(caption: caption, headerRowCount: headerRowCount, rows: result)
      .droppingEmptyHeadings()
  }

  private mutating func content(of cell: RTFCell, depth: Int) -> RichText.TableCell {
    var explicit: RTFLayout.ExplicitAlignment?
    var alignments: [RichText.Alignment?] = []
    var emptyAlignments: [RichText.Alignment?] = []
    for case .paragraph(let paragraph) in cell.pieces {
      let layout = paragraph.form.layout
      if let said = layout.explicitCell { explicit = said }
      let alignment = layout.explicit == nil ? layout.layout(isContained: false).alignment : nil
      if paragraph.content.isEmpty { emptyAlignments.append(alignment) } else { alignments.append(alignment) }
    }
    if alignments.isEmpty { alignments = emptyAlignments }
    let alignment: RichText.Alignment?
    if let explicit {
      alignment = explicit.alignment?.value
    } else {
      // Cells of RTF have no alignment. A cell is aligned if all its paragraphs have the same alignment.
      alignment = alignments.first.flatMap { first in alignments.allSatisfy { $0 == first } ? first : nil }
    }
    let blocks = blocks(of: cell.pieces, depth: depth + 1, cellAlignment: alignment)
    return RichText.TableCell(
      blocks, alignment: alignment, isRowHeading: cell.isRowHeading, background: cell.definition.background)
  }
}

extension RichText.Marker {
  /// Returns the marker for the rest of a list, after the given number of items.
  fileprivate func counting(from count: Int) -> RichText.Marker {
    guard case .number(let start, let style, let delimiter) = self else { return self }
    return .number(start: min(start + count, 999_999_999), style: style, delimiter: delimiter)
  }
}

extension [RichText.Run] {
  /// The plain text of the runs, as one or more lines of code.
  fileprivate var codeLine: String {
    var line = ""
    for run in self {
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

  /// The maximum distance of two edges that are treated as one edge, in twentieths of a point.
  ///
  /// Word does not align the edges of different rows exactly.
  private static let nearness = 30

  init(_ rows: [RTFRow]) {
    let all = rows.flatMap { $0.cells.map(\.definition.right) }.sorted()
    for edge in all where edges.last.map({ edge - $0 > Self.nearness }) ?? true { edges.append(edge) }
  }

  /// Returns the number of columns up to an edge; the result is greater than `column`.
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
