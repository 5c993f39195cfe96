import ProfferConversions

/// Writes rich text as Markdown that reads back as the same text.
///
/// The output is common Markdown, with few escapes, `*` and `**`, and short list markers. If Markdown has
/// no delimiter for a style, or if the delimiter would not be recognized, an HTML element is written.
struct MarkdownWriter {
  var inlines = MarkdownInlineWriter()
  var losses = LossCounter()
  /// The budget of grid positions without a cell, shared by all tables.
  var cellBudget = CellBudget()
  var output: [UInt8] = []
  /// The prefix that the open blocks add to each line.
  private var prefix: [UInt8] = []
  /// The prefix of the next line: `prefix`, and the markers of items that begin in this line.
  private var lineStart: [UInt8] = []

  /// The context of the next top-level block.
  private var neighbours = Neighbours(Surroundings())
  /// The columns of the table that is being written row by row; nil if no table is open.
  var openTable: Columns?

  /// The context in which a sequence of blocks is written.
  private struct Surroundings {
    /// Whether blank lines must not separate the blocks.
    var isTight = false
    /// Whether a marker precedes the first block on the same line.
    var isAfterMark = false
    /// Whether the check box of a task precedes the first block; only a paragraph can begin on the same
    /// line.
    var isAfterBox = false
  }

  /// The context in which the next block is written.
  private struct Neighbours {
    let place: Surroundings
    var previous: RichText.Block?
    /// The marker character of the preceding list; 0 if no list precedes.
    var bullet: UInt8 = 0

    init(_ place: Surroundings) { self.place = place }
  }
}

// MARK: - The document

extension MarkdownWriter {
  /// Writes the metadata.
  mutating func begin(_ metadata: RichText.Metadata) {
    if let frontMatter = MarkdownFrontMatter.text(metadata, &losses) { output += frontMatter.utf8 }
  }

  /// Writes a top-level block.
  mutating func write(_ block: RichText.Block) {
    var neighbours = neighbours
    write(block, &neighbours)
    self.neighbours = neighbours
  }

  /// Begins a paragraph that is written in parts.
  mutating func beginParagraph(_ layout: RichText.Layout) {
    begin(.paragraph(RichText.Paragraph([])))
    count(layout)
  }

  /// Writes a part of the open paragraph.
  mutating func writeWords(_ content: [RichText.Inline]) {
    for line in inlines.lines(ofPart: content) { addLine(line) }
  }

  /// Ends the open paragraph.
  mutating func endParagraph() { if let line = inlines.lastLine() { addLine(line) } }

  /// Begins a block whose content is written separately.
  mutating func begin(_ block: RichText.Block) {
    var neighbours = neighbours
    _ = separate(block, &neighbours)
    neighbours.previous = block
    self.neighbours = neighbours
  }

  /// Writes all notes below the text, including notes inside notes.
  mutating func writeNotes() {
    var number = 0
    while let (mark, blocks) = inlines.note(number) {
      addBlankLine()
      lineStart = Array("\(mark): ".utf8)
      prefix = Array("    ".utf8)
      // Only a paragraph can begin on the line of the mark.
      if case .paragraph? = blocks.first {
      } else {
        addLine([])
        addBlankLine()
      }
      write(blocks, Surroundings())
      (lineStart, prefix) = ([], [])
      number += 1
    }
  }

  /// All losses of the writer.
  var allLosses: [Loss] { (losses.total + inlines.losses.total).total() }
}

// MARK: - Blocks

extension MarkdownWriter {
  private mutating func write(_ blocks: [RichText.Block], _ place: Surroundings) {
    var neighbours = Neighbours(place)
    for block in blocks { write(block, &neighbours) }
  }

  private mutating func write(_ block: RichText.Block, _ neighbours: inout Neighbours) {
    let standsFree = separate(block, &neighbours)
    write(block, bullet: neighbours.bullet, standsFree: standsFree)
    neighbours.previous = block
  }

  /// Writes the separator before a block, and returns whether the separator is a blank line.
  private mutating func separate(_ block: RichText.Block, _ neighbours: inout Neighbours) -> Bool {
    let place = neighbours.place
    var isClose = place.isTight
    if let previous = neighbours.previous {
      switch Gap(between: previous, and: block, isTight: place.isTight) {
      case .none: break
      case .comment: addLine("<!-- -->".utf8)
      case .blank:
        isClose = false
        addBlankLine()
      case .blankAndComment:
        isClose = false
        addBlankLine()
        addLine("<!-- -->".utf8)
        addBlankLine()
      }
    } else if place.isAfterBox {
      if case .paragraph = block {
      } else {
        addLine([])
        if case .list(let list) = block, !list.canInterruptParagraph { addLine("<!-- -->".utf8) }
        isClose = true
      }
    }
    if case .list(let list) = block, case .bullet = list.marker {
      // Two adjacent lists with the same marker would be read as one list.
      let isSame = neighbours.previous?.isBulletList ?? false
      let dash = UInt8(ascii: "-")
      neighbours.bullet = isSame && neighbours.bullet == dash ? UInt8(ascii: "*") : dash
      // Three equal markers without content would be read as a thematic break.
      if lineStart.suffix(4).elementsEqual("- - ".utf8) { neighbours.bullet = UInt8(ascii: "+") }
    }
    return neighbours.previous != nil && !isClose
  }

  /// The separator that is required between two blocks.
  private enum Gap {
    case none
    case comment
    case blank
    case blankAndComment

    init(between first: RichText.Block, and second: RichText.Block, isTight: Bool) {
      if case .list(let list) = first, case .list(let other) = second, list.runsInto(other) {
        self = .blankAndComment
        return
      }
      guard isTight else {
        self = .blank
        return
      }
      switch (first, second) {
      case (.heading, _), (.rule, _), (.codeBlock, _): self = .none
      case (.paragraph, .list(let list)): self = list.canInterruptParagraph ? .none : .comment
      case (.paragraph, .blockQuote), (.paragraph, .codeBlock), (.paragraph, .heading), (.paragraph, .rule):
        self = .none
      default: self = .blank
      }
    }
  }

  /// - Parameter standsFree: whether a blank line precedes the block.
  private mutating func write(_ block: RichText.Block, bullet: UInt8, standsFree: Bool) {
    switch block {
    case .paragraph(let paragraph):
      count(paragraph.layout)
      for line in inlines.lines(paragraph.content) { addLine(line) }
    case .heading(let level, let paragraph):
      count(paragraph.layout)
      let signs = [UInt8](repeating: UInt8(ascii: "#"), count: level)
      let words = inlines.heading(paragraph.content)
      addLine(words.isEmpty ? signs : signs + [0x20] + words)
    case .list(let list): write(list, bullet: bullet)
    case .blockQuote(let blocks):
      prefix += "> ".utf8
      lineStart += "> ".utf8
      write(blocks, Surroundings(isAfterMark: true))
      prefix.removeLast(2)
      lineStart = prefix
    case .codeBlock(let code): write(code)
    case .table(let table): _ = writeTable(table)
    case .rule: addLine(standsFree ? "---".utf8 : "___".utf8)
    case .definitions, .pageBreak: writeHTML(block)
    }
  }

  private mutating func write(_ code: RichText.CodeBlock) {
    var fence = Array("```".utf8)
    fence += repeatElement(UInt8(ascii: "`"), count: max(0, code.text.longestRun(of: UInt8(ascii: "`")) - 2))
    if let language = code.language, let info = MarkdownEscaping.info(language) {
      addLine(fence + info)
    } else {
      if code.language != nil { losses.add(.metadata, "languages of code blocks that are not one word") }
      addLine(fence)
    }
    var lines = code.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.removeLast()
    for line in lines { addLine(line) }
    addLine(fence)
  }

  /// Writes a block as HTML without blank lines, because a blank line ends an HTML block in Markdown.
  private mutating func writeHTML(_ block: RichText.Block) {
    var writer = HTMLWriter()
    writer.write(block)
    writer.endNotes()
    losses.add(contentsOf: writer.losses.total)
    var line: [UInt8] = []
    for next in writer.output.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
      if next.allSatisfy(MarkdownCharacters.isBlank) {
        // A blank line in code is written as a character reference at the end of the preceding line.
        line += "&#10;".utf8 + next
      } else {
        if !line.isEmpty { addLine(line) }
        line = Array(next)
      }
    }
    addLine(line)
  }

  private mutating func count(_ layout: RichText.Layout) {
    if layout.isLost(countingBackgroundIn: &losses) {
      losses.add(.layout, "paragraphs with an alignment, a direction or an indentation")
    }
  }
}

// MARK: - Lists

extension MarkdownWriter {
  private mutating func write(_ list: RichText.List, bullet: UInt8) {
    if list.hasOtherMarker { losses.add(.formatting, "list markers") }
    if list.followsOuterNumber {
      losses.add(.formatting, RichText.List.outerNumberDetail, count: list.items.count)
    }
    var isTight = list.isTight
    if isTight, !list.items.allSatisfy(Self.canBeTight) {
      isTight = false
      losses.add(.layout, "lists without space between items")
    } else if !isTight, list.items.count == 1, list.items[0].blocks.count < 2 {
      losses.add(.layout, "lists with space between items")
    }
    for (index, item) in list.items.enumerated() {
      if index > 0 && !isTight { addBlankLine() }
      var mark: [UInt8]
      switch list.marker {
      case .bullet: mark = [bullet, 0x20]
      case .number(let start, _, let delimiter):
        let number = min(max(start, 0) &+ index, 999_999_999)
        mark = Array("\(number)\(delimiter == .period ? "." : ")") ".utf8)
      }
      let indent = mark.count
      if let isChecked = item.isChecked { mark += (isChecked ? "[x] " : "[ ] ").utf8 }
      lineStart += mark
      prefix += repeatElement(0x20, count: indent)
      let byteCount = output.count
      write(item.blocks, Surroundings(isTight: isTight, isAfterMark: true, isAfterBox: item.isChecked != nil))
      if output.count == byteCount { addLine([]) }
      prefix.removeLast(indent)
      lineStart = prefix
    }
  }

  /// Returns whether the blocks of an item can be written without blank lines between them.
  private static func canBeTight(_ item: RichText.ListItem) -> Bool {
    zip(item.blocks, item.blocks.dropFirst()).allSatisfy { first, second in
      switch Gap(between: first, and: second, isTight: true) {
      case .none, .comment: true
      case .blank, .blankAndComment: false
      }
    }
  }
}

extension RichText.Block {
  fileprivate var isBulletList: Bool {
    if case .list(let list) = self, case .bullet = list.marker { true } else { false }
  }
}

extension RichText.List {
  /// Whether the list may directly follow a paragraph.
  ///
  /// The first item must not be empty, and a numbered list must begin with 1.
  fileprivate var canInterruptParagraph: Bool {
    guard let first = items.first, !first.blocks.isEmpty || first.isChecked != nil else { return false }
    if case .number(let start, _, _) = marker { return start == 1 }
    return true
  }

  /// Returns whether the other list would be read as a continuation of this list.
  ///
  /// The result is false for bullet lists, because adjacent bullet lists are written with different markers.
  fileprivate func runsInto(_ other: RichText.List) -> Bool {
    guard case .number(_, _, let delimiter) = marker, case .number(_, _, let otherDelimiter) = other.marker
    else {
      return false
    }
    return delimiter == otherDelimiter
  }

  fileprivate var hasOtherMarker: Bool {
    switch marker {
    case .bullet(let bullet): bullet != .disc
    case .number(_, let style, _): style != .decimal
    }
  }
}

// MARK: - Lines

extension MarkdownWriter {
  /// Adds a line after the markers of the open blocks; a line without content has no trailing spaces.
  mutating func addLine(_ line: some Collection<UInt8>) {
    beginLine()
    output += line
    if line.isEmpty { trimLine() }
    endLine()
  }

  /// Adds the markers of the open blocks before the content of a line.
  mutating func beginLine() { output += lineStart }

  /// Ends a line.
  mutating func endLine() {
    output.append(0x0A)
    lineStart = prefix
  }

  private mutating func addBlankLine() {
    output += prefix
    trimLine()
    output.append(0x0A)
  }

  private mutating func trimLine() { while output.last == 0x20 { output.removeLast() } }
}

extension String {
  /// Returns the length of the longest run of a byte.
  func longestRun(of byte: UInt8) -> Int {
    var (longest, current) = (0, 0)
    for other in utf8 {
      current = other == byte ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
