/// The blocks of a Markdown document that have been found so far.
///
/// Each open block is the last child of the preceding open block.
struct MarkdownBlockTree {
  /// The document: UTF-8 with line feeds as line ends and without NUL.
  let bytes: [UInt8]
  private(set) var blocks = [MarkdownBlock(.document, lines: 0..<0, firstLineEnd: 0)]
  private(set) var lines: [MarkdownLine] = []
  private(set) var definitions: MarkdownDefinitions
  /// The number of block markers that are read as text, because they are nested too deeply.
  private(set) var tooDeepCount = 0

  /// Whether the last block is a list that continues after the bytes.
  private(set) var endsInsideList = false

  /// The open blocks, from the document to the innermost block.
  private(set) var open = [0]
  /// The number of open lists and quotations.
  private var depth = 0

  private static let depthLimit = RichText.depthLimit - 1

  init(_ bytes: [UInt8], dialect: MarkdownDialect) {
    self.bytes = bytes
    definitions = MarkdownDefinitions(byteCount: bytes.count, hasFootnotes: dialect.hasFootnotes)
  }

  /// The index of the innermost open block.
  var tip: Int { open[open.count - 1] }

  /// Returns whether another list or quotation may be opened, and counts the marker if not.
  mutating func canNest() -> Bool {
    if depth < Self.depthLimit { return true }
    tooDeepCount += 1
    return false
  }

  /// Opens a block in the innermost of the first `matched` open blocks that can contain the new block.
  ///
  /// - Parameter lineEnd: the end of the line in which the block begins.
  mutating func add(_ kind: MarkdownBlock.Kind, after matched: Int, lineEnd: Int) {
    var count = matched
    var isItem = false
    if case .item = kind { isItem = true }
    while count > 1 {
      let parent = blocks[open[count - 1]]
      if case .list = parent.kind { if isItem { break } } else if !parent.isLeaf { break }
      count -= 1
    }
    close(downTo: count)
    let parent = open[count - 1]
    let block = blocks.count
    blocks.append(MarkdownBlock(kind, lines: lines.count..<lines.count, firstLineEnd: lineEnd))
    if let last = blocks[parent].lastChild {
      blocks[last].next = block
    } else {
      blocks[parent].firstChild = block
    }
    blocks[parent].lastChild = block
    open.append(block)
    switch kind {
    case .quotation, .list: depth += 1
    case .rule: closeTip()
    default: break
    }
  }

  /// Adds a line to the innermost open block.
  mutating func addLine(_ line: MarkdownLine) {
    lines.append(line)
    blocks[tip].lines = blocks[tip].lines.lowerBound..<lines.count
  }

  /// Closes all open blocks except the first `count`.
  mutating func close(downTo count: Int) {
    while open.count > max(count, 1) { finish(open.removeLast()) }
  }

  /// Closes the innermost open block.
  mutating func closeTip() { close(downTo: open.count - 1) }

  /// Closes all blocks at the end of the document.
  ///
  /// - Parameter isBeforeItem: whether the open top-level list continues with another item.
  mutating func closeAll(beforeItem isBeforeItem: Bool = false) {
    endsInsideList = isBeforeItem
    close(downTo: 0)
    finish(0)
  }

  private mutating func finish(_ block: Int) {
    switch blocks[block].kind {
    case .paragraph: takeDefinitions(from: block)
    case .list:
      depth -= 1
      blocks[block].isTight = isTight(block)
    case .quotation: depth -= 1
    default: break
    }
  }

  /// Removes the link reference definitions from the beginning of a paragraph.
  private mutating func takeDefinitions(from block: Int) {
    var range = blocks[block].lines
    if range.isEmpty { blocks[block].kind = .nothing }
    guard !range.isEmpty, bytes[lines[range.lowerBound].range.lowerBound] == UInt8(ascii: "[") else { return }
    let words = words(range)
    let lineCount = definitions.read(words.bytes, words.range)
    range = range.lowerBound + lineCount..<range.upperBound
    blocks[block].lines = range
    if range.isEmpty { blocks[block].kind = .nothing }
  }
}

// MARK: - Changes of open blocks

extension MarkdownBlockTree {
  /// Adds a heading with a text.
  mutating func addHeading(level: Int, _ words: Range<Int>, after matched: Int, lineEnd: Int) {
    add(.heading(level: level), after: matched, lineEnd: lineEnd)
    addLine(MarkdownLine(range: words, padding: 0))
    closeTip()
  }

  /// Converts a paragraph to a heading, unless the paragraph contains only link reference definitions.
  mutating func endParagraphAsHeading(_ block: Int, level: Int) -> Bool {
    takeDefinitions(from: block)
    guard blocks[block].kind == .paragraph else {
      // The underline becomes the text of a paragraph after the definitions.
      blocks[block].kind = .paragraph
      blocks[block].lines = lines.count..<lines.count
      return false
    }
    blocks[block].kind = .heading(level: level)
    closeTip()
    return true
  }

  /// Begins a table; the last line of a paragraph becomes the header row.
  ///
  /// - Returns: whether the header row and the delimiter row have the same number of cells; if not, nothing
  ///   is changed.
  mutating func startTable(
    _ paragraph: Int, columnCount: Int, _ secondLine: MarkdownLine, after matched: Int, lineEnd: Int
  ) -> Bool {
    guard let last = blocks[paragraph].lines.last,
      MarkdownTable.cells(bytes, lines[last].range).count == columnCount
    else { return false }
    let range = blocks[paragraph].lines
    if range.count == 1 {
      blocks[paragraph].kind = .table
    } else {
      blocks[paragraph].lines = range.lowerBound..<last
      add(.table, after: matched, lineEnd: lineEnd)
      blocks[tip].lines = last..<range.upperBound
    }
    addLine(secondLine)
    return true
  }

  /// Removes the check box `[ ]` or `[x]` from the beginning of a paragraph.
  ///
  /// - Returns: whether the box is checked; nil if the paragraph has no box.
  mutating func takeBox(_ paragraph: Int) -> Bool? {
    guard let first = blocks[paragraph].lines.first else { return nil }
    var range = lines[first].range
    guard range.count >= 3, bytes[range.lowerBound] == UInt8(ascii: "["),
      bytes[range.lowerBound + 2] == UInt8(ascii: "]")
    else { return nil }
    let sign = bytes[range.lowerBound + 1]
    guard sign == 0x20 || sign | 0x20 == UInt8(ascii: "x") else { return nil }
    var start = range.lowerBound + 3
    guard start == range.upperBound || MarkdownCharacters.isBlank(bytes[start]) else { return nil }
    while start < range.upperBound && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    range = start..<range.upperBound
    lines[first].range = range
    if range.isEmpty { blocks[paragraph].lines = first + 1..<blocks[paragraph].lines.upperBound }
    return sign != 0x20
  }
}

// MARK: - Blank lines

extension MarkdownBlockTree {
  /// Records for all open blocks that the last line was not blank.
  mutating func markFullLine() {
    for block in open { blocks[block].endsBlank = false }
  }

  /// Records for all open blocks whether the last line was blank.
  mutating func markLine(isBlank: Bool, lineEnd: Int) {
    let tip = tip
    let block = blocks[tip]
    if isBlank, let last = block.lastChild { blocks[last].endsBlank = true }
    let isEmptyItem =
      switch block.kind {
      case .item: block.firstChild == nil && block.firstLineEnd == lineEnd
      default: false
      }
    switch block.kind {
    case .quotation, .heading, .rule, .fencedCode: blocks[tip].endsBlank = false
    default: blocks[tip].endsBlank = isBlank && !isEmptyItem
    }
    for block in open.dropLast() { blocks[block].endsBlank = false }
  }

  /// Returns whether no blank lines separate the items of a list, or the blocks of an item.
  private func isTight(_ list: Int) -> Bool {
    let continues = endsInsideList && list == blocks[0].lastChild
    var next = child(blocks[list].firstChild)
    while let item = next {
      let hasNext = blocks[item].next != nil || continues
      if blocks[item].endsBlank && hasNext { return false }
      var nextPart = child(blocks[item].firstChild)
      while let part = nextPart {
        nextPart = child(blocks[part].next)
        if (hasNext || nextPart != nil) && endsBlank(part) { return false }
      }
      next = child(blocks[item].next)
    }
    return true
  }

  private func endsBlank(_ block: Int) -> Bool {
    var block = block
    while true {
      switch blocks[block].kind {
      case .list, .item:
        guard !blocks[block].endsBlank, let last = lastChild(of: block) else {
          return blocks[block].endsBlank
        }
        block = last
      default: return blocks[block].endsBlank
      }
    }
  }
}

/// A block of a Markdown document; its text is not parsed yet.
///
/// Blocks are stored in one array and refer to one another by index.
struct MarkdownBlock {
  enum Kind: Equatable {
    case document
    case quotation
    case list(Mark)
    case item(contentIndent: Int)
    case paragraph
    case heading(level: Int)
    case indentedCode
    case fencedCode(Fence)
    /// An HTML block that ends by the rule of the specification with this number.
    case html(rule: Int)
    case table
    case rule
    /// A paragraph that contained only link reference definitions.
    case nothing
  }

  /// The marker of a list's items.
  struct Mark: Equatable {
    /// The character `-`, `+` or `*`, or the delimiter after the number.
    var sign: UInt8
    /// The number of the first item; nil for a bullet.
    var start: Int?

    /// Returns whether an item with this marker continues a list with the other marker.
    func continues(_ other: Mark) -> Bool { sign == other.sign && (start == nil) == (other.start == nil) }
  }

  /// The fence that opens a code block.
  struct Fence: Equatable {
    var sign: UInt8
    var count: Int
    var indent: Int
    var info: Range<Int>
  }

  var kind: Kind
  var firstChild: Int?
  var lastChild: Int?
  var next: Int?
  /// The range of the block's lines in the tree's lines.
  var lines: Range<Int>
  /// The offset of the end of the line in which the block began.
  let firstLineEnd: Int
  /// Whether the last line of the block is blank.
  var endsBlank = false
  /// Whether a list is tight.
  var isTight = true

  init(_ kind: Kind, lines: Range<Int>, firstLineEnd: Int) {
    self.kind = kind
    self.lines = lines
    self.firstLineEnd = firstLineEnd
  }

  /// Whether the block can contain only text or lines.
  var isLeaf: Bool {
    switch kind {
    case .document, .quotation, .list, .item: false
    default: true
    }
  }

  /// Whether the block contains every line up to its end.
  var takesAnyLine: Bool {
    switch kind {
    case .indentedCode, .fencedCode, .html: true
    default: false
    }
  }
}

/// A line of a leaf block, without the markers of the enclosing blocks and without the line end.
struct MarkdownLine {
  var range: Range<Int>
  /// The number of spaces for the rest of a tab, if a block has used a part of the tab as indentation.
  var padding: Int
}

/// Functions for the contents of complete blocks.
extension MarkdownBlockTree {
  /// Returns the first block, from the given block onwards through its siblings, whose kind is not `nothing`;
  /// nil if no such block exists.
  func child(_ block: Int?) -> Int? {
    var child = block
    while let this = child, case .nothing = blocks[this].kind { child = blocks[this].next }
    return child
  }

  /// Returns the last child whose kind is not `nothing`; nil if the block has no such child.
  func lastChild(of block: Int) -> Int? {
    guard let last = blocks[block].lastChild else { return nil }
    if case .nothing = blocks[last].kind {} else { return last }
    var (found, next): (Int?, Int?) = (nil, child(blocks[block].firstChild))
    while let this = next {
      found = this
      next = child(blocks[this].next)
    }
    return found
  }

  /// Returns the text of some lines as contiguous bytes, with a line feed between two lines.
  ///
  /// If the lines are contiguous in the document, the result contains the bytes of the document itself.
  func words(_ range: Range<Int>) -> (bytes: [UInt8], range: Range<Int>) {
    guard let first = range.first else { return (bytes, 0..<0) }
    let start = lines[first].range.lowerBound
    var end = lines[first].range.upperBound
    var isWhole = true
    for line in lines[range].dropFirst() {
      if line.range.lowerBound != end + 1 {
        isWhole = false
        break
      }
      end = line.range.upperBound
    }
    if isWhole { return (bytes, start..<end) }
    var joined: [UInt8] = []
    for line in lines[range] {
      joined += bytes[line.range]
      joined.append(0x0A)
    }
    return (joined, 0..<joined.count - 1)
  }

  /// Returns the bytes of some lines, with the spaces that remain of tabs, and with a line feed after each
  /// line.
  func codeBytes(_ range: Range<Int>) -> [UInt8] {
    var code: [UInt8] = []
    for line in lines[range] {
      code.append(contentsOf: repeatElement(0x20, count: line.padding))
      code += bytes[line.range]
      code.append(0x0A)
    }
    return code
  }

  func isBlank(_ line: MarkdownLine) -> Bool { bytes[line.range].allSatisfy(MarkdownCharacters.isBlank) }
}
