/// Finds the blocks of a Markdown document, line by line.
///
/// The time is proportional to the number of bytes times the number of open blocks. The block tree limits
/// the number of open blocks.
///
/// Source: CommonMark 0.31.2, "Block structure".
struct MarkdownBlockScanner {
  private let dialect: MarkdownDialect
  private var tree: MarkdownBlockTree
  private var line: MarkdownLineCursor

  private init(_ bytes: [UInt8], dialect: MarkdownDialect) {
    self.dialect = dialect
    tree = MarkdownBlockTree(bytes, dialect: dialect)
    line = MarkdownLineCursor(bytes)
  }

  /// Returns the blocks of a document.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 with line feeds as line ends and without NUL.
  ///   - start: the offset of the first block, after front matter.
  static func blocks(of bytes: [UInt8], from start: Int, dialect: MarkdownDialect) -> MarkdownBlockTree {
    var scanner = MarkdownBlockScanner(bytes, dialect: dialect)
    var lineStart = start
    while lineStart < bytes.count {
      scanner.line.begin(at: lineStart)
      scanner.scanLine()
      lineStart = scanner.line.lineEnd + 1
    }
    scanner.tree.closeAll()
    return scanner.tree
  }

  /// Returns the blocks up to an offset at which no block is open, and this offset.
  ///
  /// The blocks may also end before an item of a top-level list, which then continues in the next blocks.
  ///
  /// - Parameters:
  ///   - start: the offset of the first block.
  ///   - minimum: the minimum offset at which the blocks may end.
  ///   - isLast: whether the bytes contain the end of the document, where the blocks may also end.
  ///   - isEnd: a function that decides whether the blocks end at a possible offset.
  /// - Returns: the blocks and their end; nil if the bytes contain no such offset.
  static func run(
    of bytes: [UInt8], from start: Int, atLeastTo minimum: Int, isLast: Bool, dialect: MarkdownDialect,
    isEnd: (MarkdownBlockTree, _ end: Int) -> Bool
  ) -> (MarkdownBlockTree, end: Int)? {
    var scanner = MarkdownBlockScanner(bytes, dialect: dialect)
    // The last line may be incomplete.
    let limit = isLast ? bytes.count : bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var lineStart = start
    while lineStart < limit {
      scanner.line.begin(at: lineStart)
      scanner.scanLine()
      lineStart = scanner.line.lineEnd + 1
      guard lineStart >= minimum else { continue }
      let isBeforeItem = scanner.tree.open.count > 1 && lineStart < limit && scanner.isItem(at: lineStart)
      if scanner.tree.open.count == 1 || isBeforeItem, isEnd(scanner.tree, lineStart) {
        scanner.tree.closeAll(beforeItem: isBeforeItem)
        return (scanner.tree, lineStart)
      }
    }
    guard isLast else { return nil }
    scanner.tree.closeAll()
    return (scanner.tree, bytes.count)
  }

  /// Returns whether the line at an offset is the next item of the open top-level list.
  private mutating func isItem(at lineStart: Int) -> Bool {
    guard tree.open.count > 2, case .list(let mark) = tree.blocks[tree.open[1]].kind,
      case .item(let contentIndent) = tree.blocks[tree.open[2]].kind
    else { return false }
    line.begin(at: lineStart)
    line.findContent()
    guard !line.isBlank, line.indent < min(contentIndent, 4), !line.isThematicBreak() else { return false }
    return line.listMark(interruptsParagraph: false)?.mark.continues(mark) ?? false
  }

  private mutating func scanLine() {
    var matched = matchOpenBlocks()
    guard matched > 0 else { return }
    let allMatched = matched == tree.open.count
    let lastIsParagraph = tree.blocks[tree.tip].kind == .paragraph
    var isNew = false
    while !tree.blocks[tree.open[matched - 1]].takesAnyLine {
      switch openBlock(after: matched, paragraphIsOpen: lastIsParagraph && !isNew) {
      case .opened:
        matched = tree.open.count
        isNew = true
        continue
      case .complete:
        tree.markFullLine()
        return
      case .none: break
      }
      break
    }
    line.findContent()
    if !isNew && !allMatched && lastIsParagraph && !line.isBlank {
      // The line continues the paragraph, although the markers of the enclosing blocks are missing.
      return tree.addLine(line.rest(from: line.content))
    }
    tree.close(downTo: matched)
    tree.markLine(isBlank: line.isBlank, lineEnd: line.lineEnd)
    addContent()
  }

  /// Skips the markers of the open blocks.
  ///
  /// - Returns: the number of open blocks that continue; 0 if the whole line has been processed.
  private mutating func matchOpenBlocks() -> Int {
    var matched = 1
    while matched < tree.open.count {
      line.findContent()
      let block = tree.blocks[tree.open[matched]]
      switch block.kind {
      case .quotation:
        guard line.indent <= 3, line.contentByte == UInt8(ascii: ">") else { return matched }
        line.skipQuotationMark()
      case .item(let contentIndent):
        if line.indent >= contentIndent {
          line.skip(columns: contentIndent)
        } else if line.isBlank, block.firstChild != nil {
          line.skipToContent()
        } else {
          return matched
        }
      case .fencedCode(let fence):
        if line.isClosing(fence) {
          tree.close(downTo: matched)
          return 0
        }
        line.skip(columns: min(fence.indent, line.indent))
      case .indentedCode:
        if line.indent >= 4 {
          line.skip(columns: 4)
        } else if line.isBlank {
          line.skipToContent()
        } else {
          return matched
        }
      case .html(let rule) where rule >= 6: if line.isBlank { return matched }
      case .paragraph, .table: if line.isBlank { return matched }
      case .document, .list, .html: break
      case .heading, .rule, .nothing: return matched
      }
      matched += 1
    }
    return matched
  }
}

// MARK: - New blocks

extension MarkdownBlockScanner {
  /// Whether a block begins at the current position.
  private enum Beginning {
    /// No block begins.
    case none
    /// A block begins, and the rest of the line may contain its content.
    case opened
    /// A block begins and occupies the whole line.
    case complete
  }

  /// Opens the block that begins at the current position.
  ///
  /// - Parameter paragraphIsOpen: whether the line could continue a paragraph instead.
  private mutating func openBlock(after matched: Int, paragraphIsOpen: Bool) -> Beginning {
    line.findContent()
    let container = tree.open[matched - 1]
    let isParagraph = tree.blocks[container].kind == .paragraph
    if line.indent >= 4 {
      guard !paragraphIsOpen, !line.isBlank else { return .none }
      line.skip(columns: 4)
      add(.indentedCode, after: matched)
      tree.addLine(line.rest(from: line.place))
      return .complete
    }
    switch line.contentByte {
    case UInt8(ascii: ">"):
      guard tree.canNest() else { return .none }
      line.skipQuotationMark()
      add(.quotation, after: matched)
      return .opened
    case UInt8(ascii: "#"):
      guard let level = line.headingLevel() else { return .none }
      tree.addHeading(
        level: level, line.headingWords(level: level), after: matched, lineEnd: line.lineEnd)
      return .complete
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let fence = line.fence() else { return .none }
      add(.fencedCode(fence), after: matched)
      return .complete
    case UInt8(ascii: "<"):
      guard
        let rule = MarkdownHTMLBlock.rule(
          line.bytes, line.content..<line.lineEnd, interruptsParagraph: paragraphIsOpen)
      else { return .none }
      add(.html(rule: rule), after: matched)
      return .opened
    case UInt8(ascii: "="), UInt8(ascii: "-"):
      if isParagraph, let level = line.underlineLevel(), tree.endParagraphAsHeading(container, level: level) {
        return .complete
      }
      fallthrough
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "|"), UInt8(ascii: ":"):
      if line.isThematicBreak() {
        add(.rule, after: matched)
        return .complete
      }
      if let mark = line.listMark(interruptsParagraph: isParagraph), addItem(mark, after: matched) {
        return .opened
      }
      if isParagraph, dialect.hasTables, startTable(container, after: matched) { return .complete }
      return .none
    default: return .none
    }
  }

  /// Opens a list item, and returns false if its list would be nested too deeply.
  private mutating func addItem(_ found: (mark: MarkdownBlock.Mark, length: Int), after matched: Int) -> Bool
  {
    var container = matched
    var isInList = false
    if case .list(let other) = tree.blocks[tree.open[matched - 1]].kind {
      isInList = found.mark.continues(other)
      if !isInList { container -= 1 }
    }
    if !isInList {
      // Closing the list that ends here reduces the depth before the new list is opened.
      tree.close(downTo: container)
      guard tree.canNest() else { return false }
    }
    let markIndent = line.indent
    let gap = line.skipListMark(length: found.length)
    if !isInList {
      add(.list(found.mark), after: container)
      container = tree.open.count
    }
    add(.item(contentIndent: markIndent + found.length + gap), after: container)
    return true
  }

  /// Begins a table.
  ///
  /// The last line of a paragraph becomes the header row, and the current line is the delimiter row.
  private mutating func startTable(_ paragraph: Int, after matched: Int) -> Bool {
    guard let alignments = MarkdownTable.alignments(line.bytes, line.content..<line.lineEnd) else {
      return false
    }
    return tree.startTable(
      paragraph, columnCount: alignments.count, line.rest(from: line.content), after: matched,
      lineEnd: line.lineEnd)
  }

  private mutating func add(_ kind: MarkdownBlock.Kind, after matched: Int) {
    tree.add(kind, after: matched, lineEnd: line.lineEnd)
  }

  /// Adds the content of the current line, without markers, to the innermost open block.
  private mutating func addContent() {
    switch tree.blocks[tree.tip].kind {
    case .indentedCode, .fencedCode: tree.addLine(line.rest(from: line.place))
    case .html(let rule):
      tree.addLine(line.rest(from: line.place))
      if MarkdownHTMLBlock.ends(line.bytes, line.place..<line.lineEnd, rule: rule) { tree.closeTip() }
    case .paragraph, .table: if !line.isBlank { tree.addLine(line.rest(from: line.content)) }
    case .document, .quotation, .list, .item, .heading, .rule, .nothing:
      guard !line.isBlank else { return }
      add(.paragraph, after: tree.open.count)
      tree.addLine(line.rest(from: line.content))
    }
  }
}

/// Functions for the lines of a table (Source: GitHub Flavored Markdown, "Tables").
enum MarkdownTable {
  /// Returns the alignments of the columns from a delimiter row; nil if the line is not a delimiter row.
  static func alignments(_ bytes: [UInt8], _ range: Range<Int>) -> [RichText.Alignment?]? {
    guard range.allSatisfy({ isMark(bytes[$0]) }) else { return nil }
    let cells = cells(bytes, range)
    guard !cells.isEmpty else { return nil }
    var alignments: [RichText.Alignment?] = []
    for cell in cells {
      guard let first = cell.first else { return nil }
      let opens = bytes[first] == UInt8(ascii: ":")
      let closes = bytes[cell.upperBound - 1] == UInt8(ascii: ":")
      let dashes = cell.dropFirst(opens ? 1 : 0).dropLast(closes ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
      alignments.append(opens ? (closes ? .center : .left) : closes ? .right : nil)
    }
    return alignments
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ":")
      || MarkdownCharacters.isBlank(byte)
  }

  /// Returns the cells of a line, without surrounding spaces.
  ///
  /// An escaped `|` does not end a cell. The function ``unescaped(_:_:)`` removes the backslash.
  static func cells(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    while start < end && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    if start < end && bytes[start] == UInt8(ascii: "|") { start += 1 }
    var cells: [Range<Int>] = []
    var place = start
    while place < end {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if bytes[place] == UInt8(ascii: "|") {
        cells.append(trimmed(bytes, start..<place))
        place += 1
        start = place
      } else {
        place += 1
      }
    }
    if start < end { cells.append(trimmed(bytes, start..<end)) }
    return cells
  }

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the bytes of a cell with `|` for every `\|`, including in code; nil if the cell contains no
  /// `\|`.
  static func unescaped(_ bytes: [UInt8], _ cell: Range<Int>) -> [UInt8]? {
    var result: [UInt8]?
    for place in cell {
      let isEscape =
        bytes[place] == UInt8(ascii: "\\") && place + 1 < cell.upperBound
        && bytes[place + 1] == UInt8(ascii: "|")
      if isEscape && result == nil { result = Array(bytes[cell.lowerBound..<place]) }
      if !isEscape { result?.append(bytes[place]) }
    }
    return result
  }
}
