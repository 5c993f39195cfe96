import ProfferConversions

extension RTFWriter {
  mutating func write(_ blocks: [RichText.Block]) {
    var previous: RichText.Block?
    for block in blocks {
      write(block, after: previous)
      previous = block
    }
  }

  mutating func write(_ block: RichText.Block, after previous: RichText.Block?) {
    // Two adjacent blocks of these kinds would be read as one block, so an empty paragraph separates them.
    switch (previous, block) {
    case (.blockQuote, .blockQuote), (.codeBlock, .codeBlock), (.definitions, .definitions):
      beginParagraph(.init())
    default: break
    }
    write(block)
  }

  private mutating func write(_ block: RichText.Block) {
    switch block {
    case .paragraph(let paragraph): write(paragraph, .paragraph)
    case .heading(let level, let paragraph): write(paragraph, .heading(level))
    case .list(let list): write(list)
    case .blockQuote(let blocks): contain(.quotation) { $0.write(blocks) }
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .rule: beginParagraph(Start(kind: .rule))
    case .definitions(let definitions): write(definitions)
    case .pageBreak:
      guard containers.isEmpty, tableDepth == 0 else {
        return losses.add(.layout, "page breaks inside other blocks")
      }
      beginParagraph(Start())
      add(#"\page "#)
    }
  }

  /// Writes each term as a paragraph, followed by the indented definitions of the terms.
  private mutating func write(_ definitions: [RichText.Definition]) {
    for definition in definitions {
      for term in definition.terms {
        beginParagraph(Start(kind: .term))
        write(term.runs, format: CharacterFormat())
      }
      for (index, meaning) in definition.meanings.enumerated() {
        if index > 0 { beginParagraph(Start(kind: .term)) }
        contain(.meaning) { $0.write(meaning) }
      }
    }
  }

  /// Writes the blocks in a container.
  private mutating func contain(_ container: ParagraphStyleName.Container, _ write: (inout RTFWriter) -> Void)
  {
    guard containers.count < Self.containerLimit else {
      losses.add(.formatting, RichText.nestingDetail)
      return write(&self)
    }
    containers.append(container)
    isBegun.append(false)
    let outerList = itemList
    if container != .list { itemList = nil }
    defer { if container != .list { itemList = outerList } }
    write(&self)
    containers.removeLast()
    isBegun.removeLast()
  }

  private mutating func write(
    _ paragraph: RichText.Paragraph, _ kind: ParagraphStyleName.Kind, item: Start.Item? = nil
  ) {
    let first = paragraph.content.prefix(Self.portion).runs
    beginParagraph(
      Start(kind: kind, layout: paragraph.layout, item: item, beginsWithMarker: RTFTypedMarker(first) != nil))
    if case .heading = kind, let identifier = headingIdentifiers.next(paragraph.content) {
      headings.append((body.count, identifier))
    }
    write(first, format: format(of: kind))
    var rest = paragraph.content.dropFirst(Self.portion)
    while !rest.isEmpty {
      write(rest.prefix(Self.portion).runs, format: format(of: kind))
      rest = rest.dropFirst(Self.portion)
    }
  }

  /// The number of inlines whose runs are held at the same time.
  ///
  /// A link is outermost in normalized content, so that a portion never ends inside a link.
  private static let portion = 1_024

  /// Writes a part of a top-level paragraph.
  ///
  /// - Parameter layout: the layout of the paragraph if this part is the first; nil for later parts.
  mutating func writePart(_ runs: [RichText.Run], ofParagraph layout: RichText.Layout?) {
    if let layout {
      beginParagraph(Start(layout: layout, beginsWithMarker: RTFTypedMarker(runs) != nil))
    }
    write(runs, format: CharacterFormat())
  }

  private func format(of kind: ParagraphStyleName.Kind) -> CharacterFormat {
    guard case .heading(let level) = kind else { return CharacterFormat() }
    return CharacterFormat(flags: .bold, size: Self.headingSizes[level - 1])
  }

  // MARK: Code

  private mutating func write(_ code: RichText.CodeBlock) {
    var language = code.language
    if let name = language, !Self.isStyleNamePart(name) {
      losses.add(.metadata, "code block languages that are not valid style names")
      language = nil
    }
    let lines = code.lines
    if lines.isEmpty { losses.add(.formatting, "empty code blocks") }
    for line in lines {
      beginParagraph(Start(kind: .code(language: language)))
      addText(String(line))
    }
  }

  private static func isStyleNamePart(_ name: String) -> Bool {
    !name.isEmpty && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "," && $0 != ";" }
  }

  // MARK: Lists

  private mutating func write(_ list: RichText.List) {
    contain(.list) { $0.writeItems(of: list) }
  }

  private mutating func writeItems(of list: RichText.List) {
    guard containers.last == .list, !list.items.isEmpty else {
      return list.items.forEach { write($0.blocks) }
    }
    let level = min(containers.count { $0 == .list } - 1, 8)
    let outer = itemList
    let number = number(of: list, level: level)
    let path = outer?.number == number ? outer?.path : nil
    // Otherwise a second list in the enclosing item would continue the numbers of this list.
    defer { itemList = nil }
    for (index, item) in list.items.enumerated() {
      let (mark, ownPath) = list.mark(ofItem: index, after: path)
      let start = Start.Item(
        list: number, level: level, mark: mark, isTight: list.isTight, isChecked: item.isChecked)
      itemList = (number, level, ownPath)
      switch item.blocks.first {
      case .paragraph(let paragraph)?: write(paragraph, .paragraph, item: start)
      case .heading(let level, let paragraph)?: write(paragraph, .heading(level), item: start)
      default:
        // Only a paragraph can have a marker, so an item that begins with another block gets an empty
        // paragraph.
        beginParagraph(Start(item: start))
        write(item.blocks)
        continue
      }
      write(Array(item.blocks.dropFirst()))
    }
  }

  /// Returns the number of a list in the list table.
  ///
  /// If the list can be a level of the enclosing list, the number is the enclosing list's number.
  private mutating func number(of list: RichText.List, level: Int) -> Int {
    var written = WrittenList.Level(
      marker: list.marker, followsOuterNumber: list.followsOuterNumber,
      indentation: indentation(of: containers))
    if let outer = itemList, outer.level + 1 == level, containers.dropLast().last == .list {
      let known = lists[outer.number - 1][level]
      if known == nil
        || known?.marker == list.marker && known?.followsOuterNumber == list.followsOuterNumber
      {
        lists[outer.number - 1].set(written, number: level)
        return outer.number
      }
    }
    if list.followsOuterNumber {
      losses.add(.formatting, RichText.List.outerNumberDetail, count: list.items.count)
      written.followsOuterNumber = false
    }
    lists.append(WrittenList(levels: [(level, written)]))
    return lists.count
  }

  // MARK: The beginning of a paragraph

  /// The beginning of a paragraph.
  struct Start {
    var kind = ParagraphStyleName.Kind.paragraph
    var layout = RichText.Layout()
    var item: Item?
    /// Whether the text begins like a list item, although the paragraph is not a list item.
    var beginsWithMarker = false

    /// Whether the paragraph has only default properties.
    var isPlain: Bool {
      kind == .paragraph && item == nil && !beginsWithMarker && layout == RichText.Layout()
    }

    struct Item {
      var list: Int
      var level: Int
      var mark: String
      var isTight: Bool
      var isChecked: Bool?
    }
  }

  /// Ends the preceding paragraph and begins a paragraph at the current position.
  mutating func beginParagraph(_ start: Start) {
    if hasOpenParagraph { add("\\par\n") }
    hasOpenParagraph = true
    endsInTable = false
    for index in isBegun.indices { isBegun[index] = true }
    addStart(start, containers: containers)
  }

  /// Separates a table from a preceding table, without closing or opening containers.
  mutating func separateTables() {
    guard endsInTable else { return }
    hasOpenParagraph = true
    endsInTable = false
    addStart(Start(), containers: Array(containers[..<(isBegun.firstIndex(of: false) ?? containers.count)]))
  }

  private mutating func addStart(_ start: Start, containers: [ParagraphStyleName.Container]) {
    if isPlainCell, start.isPlain, containers.isEmpty { return add(#"\pard\plain\intbl\s0 "#) }
    let name = ParagraphStyleName(
      aroundTable: aroundTable, isRowHeading: isInRowHeading, containers: containers, kind: start.kind)
    let words = words(of: start, name: name)
    body += words.style
    if let item = start.item {
      add(#"\ls"#, item.list)
      add(#"\ilvl"#, item.level)
    }
    body += words.layout
    if let hint = cellHint {
      add(#"{\*\asmeant\intbl\#(hint.alignment?.word ?? "")}"#)
      cellHint = nil
    }
    endWords()
    if let item = start.item {
      add(#"{\listtext "#)
      addText(item.mark)
      add(#"\tab}"#)
      if let isChecked = item.isChecked { add(#"{\cs\#(Self.boxStyle)\u\#(isChecked ? 9745 : 9744)? }"#) }
    }
  }

  /// The control words at the beginning of a paragraph, before and after those of a list item.
  struct PlainWords {
    var style: [UInt8]
    var layout: [UInt8]
  }

  /// Everything that the control words of a paragraph with the default layout depend on.
  struct PlainStart: Hashable {
    let name: ParagraphStyleName
    let isItem: Bool
    let isTight: Bool
    let beginsWithMarker: Bool
    let cellAlignment: RichText.Alignment?
    let tableDepth: Int
  }

  private mutating func words(of start: Start, name: ParagraphStyleName) -> PlainWords {
    guard start.layout == RichText.Layout() else { return newWords(of: start, name: name) }
    let key = PlainStart(
      name: name, isItem: start.item != nil, isTight: start.item?.isTight ?? false,
      beginsWithMarker: start.beginsWithMarker, cellAlignment: cellAlignment, tableDepth: tableDepth)
    if let known = plainStarts[key] { return known }
    let words = newWords(of: start, name: name)
    plainStarts[key] = words
    return words
  }

  private mutating func newWords(of start: Start, name: ParagraphStyleName) -> PlainWords {
    var outer: [UInt8] = []
    swap(&outer, &body)
    defer { body = outer }
    add(#"\pard\plain"#)
    if tableDepth > 0 { add(tableDepth == 1 ? #"\intbl"# : #"\intbl\itap\#(tableDepth)"#) }
    add(#"\s"#, number(ofStyle: name))
    let style = body
    body = []
    addLayout(start, name: name)
    add(characterWords(of: name))
    return PlainWords(style: style, layout: body)
  }

  /// Whether paragraphs are directly in a cell of a top-level table and inherit nothing from the cell.
  private var isPlainCell: Bool {
    tableDepth == 1 && aroundTable == nil && !isInRowHeading && cellAlignment == nil && cellHint == nil
  }

  private mutating func addLayout(_ start: Start, name: ParagraphStyleName) {
    // The layout that the control words of the style express, with the indentation of the paragraph added.
    var words = RTFLayout()
    let indentation = indentation(of: name.containers)
    let explicit = rounded(start.layout)
    let leading = indentation + explicit.left
    let trailing = (name.containers.last == .quotation ? 720 : 0) + explicit.right
    words.isRightToLeft = explicit.direction == .rightToLeft
    (words.left, words.right) = words.isRightToLeft ? (trailing, leading) : (leading, trailing)
    (words.leading, words.trailing) = (leading, trailing)
    words.first = explicit.first + (start.item == nil ? 0 : -360)
    words.alignment = explicit.alignment ?? cellAlignment.map(RTFLayout.Alignment.init)
    switch start.kind {
    case .heading(let level): add(#"\sb240\sa\#(spaceAfter(start))\keepn\outlinelevel\#(level - 1)"#)
    case .rule: add(#"\brdrb\brdrs\brdrw10\brsp20"#)
    case .caption, .term: add(#"\keepn"#)
    default:
      let space = spaceAfter(start)
      if space > 0 { add(#"\sa\#(space)"#) }
    }
    if let background = start.layout.background { add(#"\cbpat\#(number(ofColor: background))"#) }
    if let alignment = words.alignment { add(alignment.word) }
    if explicit.direction != nil { add(words.isRightToLeft ? #"\rtlpar"# : #"\ltrpar"#) }
    for (word, value, twin) in [("li", words.left, "lin"), ("ri", words.right, "rin")] where value != 0 {
      add(#"\\#(word)\#(value)"#)
      add(#"\\#(twin)\#(word == "li" ? leading : trailing)"#)
    }
    if words.isRightToLeft, leading != 0 || trailing != 0 { add(#"\lin\#(leading)\rin\#(trailing)"#) }
    if words.first != 0 { add(#"\fi\#(words.first)"#) }
    guard start.kind != .rule else { return }
    if case .code = start.kind { return }
    addExplicit(
      explicit, words: words, isContained: !name.containers.isEmpty, beginsWithMarker: start.beginsWithMarker)
  }

  /// Writes the layout explicitly if readers would infer a different layout from the control words.
  private mutating func addExplicit(
    _ explicit: RTFLayout.Explicit, words: RTFLayout, isContained: Bool, beginsWithMarker: Bool
  ) {
    var exact = RTFLayout()
    exact.explicit = explicit
    let wanted = exact.layout(isContained: isContained)
    var read = words.layout(isContained: isContained)
    if let cellAlignment, read.alignment == cellAlignment { read.alignment = nil }
    // A marker that is only text must not be read as the marker of a list item.
    guard read != wanted || (beginsWithMarker && words.isHanging) else { return }
    add(#"{\*\asmeant\#(explicit.alignment?.word ?? "")"#)
    if let direction = explicit.direction { add(direction == .rightToLeft ? #"\rtlpar"# : #"\ltrpar"#) }
    add(#"\li\#(explicit.left)\ri\#(explicit.right)\fi\#(explicit.first)}"#)
  }

  private func spaceAfter(_ start: Start) -> Int {
    if let item = start.item { return item.isTight ? 0 : 160 }
    if case .heading = start.kind { return 80 }
    return containers.isEmpty && tableDepth == 0 && start.kind == .paragraph ? 160 : 0
  }

  /// Returns a layout in twentieths of a point.
  private mutating func rounded(_ layout: RichText.Layout) -> RTFLayout.Explicit {
    RTFLayout.Explicit(
      alignment: layout.alignment.map(RTFLayout.Alignment.init), direction: layout.direction,
      left: twips(layout.indentation), right: twips(layout.trailingIndentation),
      first: twips(layout.firstLineIndentation))
  }

  /// Returns a length in twentieths of a point, limited to the width of Word's widest page.
  mutating func twips(_ points: Double) -> Int {
    let twips = (points.isFinite ? min(max(points * 20, -31_680), 31_680) : 0).rounded()
    if twips != points * 20 {
      losses.add(.precision, "lengths that are not multiples of a twentieth of a point")
    }
    return Int(twips)
  }
}

extension RTFLayout.Alignment {
  init(_ alignment: RichText.Alignment) {
    switch alignment {
    case .left: self = .left
    case .right: self = .right
    case .center: self = .center
    case .justified: self = .justified
    }
  }

  var word: String {
    switch self {
    case .left: #"\ql"#
    case .right: #"\qr"#
    case .center: #"\qc"#
    case .justified: #"\qj"#
    }
  }
}
