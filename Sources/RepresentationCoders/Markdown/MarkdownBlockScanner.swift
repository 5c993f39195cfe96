/// Finds the blocks of a Markdown document, line by line (Source: CommonMark 0.31.2, "Block structure").
///
/// Time is linear in the bytes, with the number of open blocks as factor, which `depthLimit` bounds.
struct MarkdownBlockScanner {
  /// The document: UTF-8 with line feeds only and no NUL.
  let bytes: [UInt8]
  let dialect: MarkdownDialect
  /// Where the document begins, after front matter.
  let start: Int
  private(set) var blocks: [MarkdownBlock] = [
    MarkdownBlock(.document, lines: 0..<0, firstLineEnd: 0)
  ]
  private(set) var lines: [MarkdownLine] = []
  private(set) var definitions: MarkdownDefinitions
  /// How many times a mark was taken for words, because it stood too deep.
  private(set) var tooDeepCount = 0

  /// The open blocks from the document down; each is the last child of the one before.
  private var open = [0]
  /// How many of them are lists or quotations.
  private var depth = 0
  /// The current line: its end, the place in it, and what comes next there.
  private var lineEnd = 0
  private var place = 0
  private var column = 0
  /// Columns that remain of a tab of which a block took a part.
  private var tabRest = 0
  private var content = 0
  private var contentColumn = 0

  private static let depthLimit = RichText.depthLimit - 1

  init(_ bytes: [UInt8], from start: Int = 0, dialect: MarkdownDialect) {
    self.bytes = bytes
    self.start = start
    self.dialect = dialect
    definitions = MarkdownDefinitions(byteCount: bytes.count, hasFootnotes: dialect.hasFootnotes)
  }

  /// Reads the whole document.
  mutating func scan() {
    var lineStart = start
    while lineStart < bytes.count {
      lineEnd = lineStart
      while lineEnd < bytes.count && bytes[lineEnd] != 0x0A { lineEnd += 1 }
      (place, column, tabRest, content) = (lineStart, 0, 0, lineStart - 1)
      scanLine()
      lineStart = lineEnd + 1
    }
    close(downTo: 0)
    finish(0)
  }
}

// MARK: - A line

extension MarkdownBlockScanner {
  private var indent: Int { contentColumn - column }
  private var isBlank: Bool { content == lineEnd }
  private var contentByte: UInt8 { content < lineEnd ? bytes[content] : 0x0A }

  private mutating func scanLine() {
    var matched = matchOpenBlocks()
    guard matched > 0 else { return }
    let allMatched = matched == open.count
    let lastIsParagraph = blocks[open[open.count - 1]].kind == .paragraph
    var isNew = false
    while !blocks[open[matched - 1]].takesAnyLine {
      switch openBlock(after: matched, paragraphIsOpen: lastIsParagraph && !isNew) {
      case .opened:
        matched = open.count
        isNew = true
        continue
      case .complete:
        for block in open { blocks[block].endsBlank = false }
        return
      case .none: break
      }
      break
    }
    findContent()
    if !isNew && !allMatched && lastIsParagraph && !isBlank {
      // The paragraph goes on, although the marks of the blocks around it are missing.
      return addLine(content)
    }
    close(downTo: matched)
    markBlankLine()
    addContent()
  }

  /// Goes over the marks of the open blocks, and gives how many of them go on; 0 when the line is used up.
  private mutating func matchOpenBlocks() -> Int {
    var matched = 1
    while matched < open.count {
      findContent()
      let block = open[matched]
      switch blocks[block].kind {
      case .quotation:
        guard indent <= 3, contentByte == UInt8(ascii: ">") else { return matched }
        skipQuotationMark()
      case .item(let contentIndent):
        if indent >= contentIndent {
          skip(columns: contentIndent)
        } else if isBlank, blocks[block].firstChild != nil {
          skipToContent()
        } else {
          return matched
        }
      case .fencedCode(let fence):
        if isClosing(fence) {
          close(downTo: matched)
          return 0
        }
        skip(columns: min(fence.indent, indent))
      case .indentedCode:
        if indent >= 4 { skip(columns: 4) } else if isBlank { skipToContent() } else { return matched }
      case .html(let rule) where rule >= 6: if isBlank { return matched }
      case .paragraph, .table: if isBlank { return matched }
      case .document, .list, .html: break
      case .heading, .rule, .nothing: return matched
      }
      matched += 1
    }
    return matched
  }

  private func isClosing(_ fence: MarkdownBlock.Fence) -> Bool {
    guard indent <= 3, contentByte == fence.sign else { return false }
    var end = content
    while end < lineEnd && bytes[end] == fence.sign { end += 1 }
    return end - content >= fence.count && bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank)
  }

  /// What the marks at a place begin.
  private enum Beginning {
    /// Nothing.
    case none
    /// A block, whose content may stand in the rest of the line.
    case opened
    /// A block, and the line is used up.
    case complete
  }

  /// Opens the block that begins here.
  ///
  /// - Parameter paragraphIsOpen: whether the line could go on with a paragraph instead.
  private mutating func openBlock(after matched: Int, paragraphIsOpen: Bool) -> Beginning {
    findContent()
    let container = open[matched - 1]
    let isParagraph = blocks[container].kind == .paragraph
    if indent >= 4 {
      guard !paragraphIsOpen, !isBlank else { return .none }
      skip(columns: 4)
      add(.indentedCode, after: matched)
      addLine(place)
      return .complete
    }
    switch contentByte {
    case UInt8(ascii: ">"):
      guard canNest() else { return .none }
      skipQuotationMark()
      add(.quotation, after: matched)
      return .opened
    case UInt8(ascii: "#"):
      guard let level = headingLevel() else { return .none }
      addHeading(level, after: matched)
      return .complete
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let fence = fence() else { return .none }
      add(.fencedCode(fence), after: matched)
      return .complete
    case UInt8(ascii: "<"):
      guard
        let rule = MarkdownHTMLBlock.rule(bytes, content..<lineEnd, interruptsParagraph: paragraphIsOpen)
      else { return .none }
      add(.html(rule: rule), after: matched)
      return .opened
    case UInt8(ascii: "="), UInt8(ascii: "-"):
      if isParagraph, let level = underlineLevel(), endParagraphAsHeading(container, level: level) {
        return .complete
      }
      fallthrough
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "|"), UInt8(ascii: ":"):
      if isThematicBreak() {
        add(.rule, after: matched)
        return .complete
      }
      if let mark = listMark(interruptsParagraph: isParagraph), addItem(mark, after: matched) {
        return .opened
      }
      if isParagraph, dialect.hasTables, startTable(container, after: matched) { return .complete }
      return .none
    default: return .none
    }
  }

  /// Adds what the line holds besides marks to the innermost open block.
  private mutating func addContent() {
    let tip = open[open.count - 1]
    switch blocks[tip].kind {
    case .indentedCode, .fencedCode: addLine(place)
    case .html(let rule):
      addLine(place)
      if MarkdownHTMLBlock.ends(bytes, place..<lineEnd, rule: rule) { close(downTo: open.count - 1) }
    case .paragraph, .table: if !isBlank { addLine(content) }
    case .document, .quotation, .list, .item, .heading, .rule, .nothing:
      guard !isBlank else { return }
      add(.paragraph, after: open.count)
      addLine(content)
    }
  }

  private mutating func markBlankLine() {
    let tip = open[open.count - 1]
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
}

// MARK: - Places in the line

extension MarkdownBlockScanner {
  /// Finds what comes after spaces and tabs.
  private mutating func findContent() {
    guard content < place else { return }
    content = place
    contentColumn = column
    while content < lineEnd {
      if bytes[content] == 0x20 {
        contentColumn += 1
      } else if bytes[content] == 0x09 {
        contentColumn += content == place && tabRest > 0 ? tabRest : 4 - contentColumn % 4
      } else {
        break
      }
      content += 1
    }
  }

  private mutating func skipToContent() {
    guard place < content else { return }
    (place, column, tabRest) = (content, contentColumn, 0)
  }

  /// Steps over spaces and tabs; of a tab that is wider than what is left, a part remains.
  private mutating func skip(columns: Int) {
    var columns = columns
    while columns > 0 && place < lineEnd {
      let width = tabRest > 0 ? tabRest : bytes[place] == 0x09 ? 4 - column % 4 : 1
      if width > columns {
        tabRest = width - columns
        column += columns
        return
      }
      column += width
      columns -= width
      tabRest = 0
      place += 1
    }
  }

  private mutating func skipQuotationMark() {
    skipToContent()
    skip(columns: 1)
    if place < lineEnd, MarkdownCharacters.isBlank(bytes[place]) { skip(columns: 1) }
    content = place - 1
  }
}

// MARK: - The tree

extension MarkdownBlockScanner {
  /// Whether another list or quotation may open.
  private mutating func canNest() -> Bool {
    if depth < Self.depthLimit { return true }
    tooDeepCount += 1
    return false
  }

  /// Opens a block in the last of some open ones that can hold it.
  private mutating func add(_ kind: MarkdownBlock.Kind, after matched: Int) {
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
    case .rule: close(downTo: open.count - 1)
    default: break
    }
  }

  private mutating func addLine(_ start: Int) {
    lines.append(MarkdownLine(range: start..<lineEnd, padding: start == place ? tabRest : 0))
    if tabRest > 0 && start == place {
      // The tab itself stands for the spaces that are left of it.
      lines[lines.count - 1].range = start + 1..<lineEnd
    }
    let tip = open[open.count - 1]
    blocks[tip].lines = blocks[tip].lines.lowerBound..<lines.count
  }

  private mutating func close(downTo count: Int) {
    while open.count > max(count, 1) { finish(open.removeLast()) }
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

  /// Moves the definitions of links at a paragraph's beginning out of it.
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

  private func isTight(_ list: Int) -> Bool {
    var next = child(blocks[list].firstChild)
    while let item = next {
      if blocks[item].endsBlank && blocks[item].next != nil { return false }
      var nextPart = child(blocks[item].firstChild)
      while let part = nextPart {
        nextPart = child(blocks[part].next)
        if (blocks[item].next != nil || nextPart != nil) && endsBlank(part) { return false }
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

// MARK: - Beginnings of blocks

extension MarkdownBlockScanner {
  private func headingLevel() -> Int? {
    var end = content
    while end < lineEnd && end - content < 7 && bytes[end] == UInt8(ascii: "#") { end += 1 }
    guard end - content <= 6, end == lineEnd || MarkdownCharacters.isBlank(bytes[end]) else { return nil }
    return end - content
  }

  private mutating func addHeading(_ level: Int, after matched: Int) {
    var start = content + level
    while start < lineEnd && MarkdownCharacters.isBlank(bytes[start]) { start += 1 }
    var end = lineEnd
    while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    var signs = end
    while signs > start && bytes[signs - 1] == UInt8(ascii: "#") { signs -= 1 }
    if signs == start {
      end = start
    } else if MarkdownCharacters.isBlank(bytes[signs - 1]) {
      end = signs - 1
      while end > start && MarkdownCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    }
    add(.heading(level: level), after: matched)
    let heading = open[open.count - 1]
    lines.append(MarkdownLine(range: start..<end, padding: 0))
    blocks[heading].lines = lines.count - 1..<lines.count
    close(downTo: open.count - 1)
  }

  private func fence() -> MarkdownBlock.Fence? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard end - content >= 3 else { return nil }
    if sign == UInt8(ascii: "`"), bytes[end..<lineEnd].contains(sign) { return nil }
    return MarkdownBlock.Fence(sign: sign, count: end - content, indent: indent, info: end..<lineEnd)
  }

  private func underlineLevel() -> Int? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank) else { return nil }
    return sign == UInt8(ascii: "=") ? 1 : 2
  }

  /// Makes a heading of a paragraph that is more than definitions of links.
  private mutating func endParagraphAsHeading(_ block: Int, level: Int) -> Bool {
    takeDefinitions(from: block)
    guard blocks[block].kind == .paragraph else {
      // What follows the definitions is the underline itself, as words.
      blocks[block].kind = .paragraph
      blocks[block].lines = lines.count..<lines.count
      return false
    }
    blocks[block].kind = .heading(level: level)
    close(downTo: open.count - 1)
    return true
  }

  private func isThematicBreak() -> Bool {
    let sign = contentByte
    guard sign == UInt8(ascii: "*") || sign == UInt8(ascii: "-") || sign == UInt8(ascii: "_") else {
      return false
    }
    var count = 0
    for byte in bytes[content..<lineEnd] {
      if byte == sign { count += 1 } else if !MarkdownCharacters.isBlank(byte) { return false }
    }
    return count >= 3
  }

  private func listMark(interruptsParagraph: Bool) -> (mark: MarkdownBlock.Mark, length: Int)? {
    var mark: MarkdownBlock.Mark
    var end = content
    switch contentByte {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      mark = MarkdownBlock.Mark(sign: contentByte)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var number = 0
      while end < lineEnd && end - content < 9 && MarkdownCharacters.isDigit(bytes[end]) {
        number = number * 10 + Int(bytes[end] - UInt8(ascii: "0"))
        end += 1
      }
      guard end < lineEnd, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")"),
        !interruptsParagraph || number == 1
      else { return nil }
      mark = MarkdownBlock.Mark(sign: bytes[end], start: number)
    default: return nil
    }
    end += 1
    guard end == lineEnd || MarkdownCharacters.isBlank(bytes[end]) else { return nil }
    if interruptsParagraph, bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank) { return nil }
    return (mark, end - content)
  }

  /// Opens an item; false where it would open a list that stands too deep.
  private mutating func addItem(_ found: (mark: MarkdownBlock.Mark, length: Int), after matched: Int) -> Bool
  {
    let (mark, length) = found
    var isInList = false
    var container = matched
    if case .list(let other) = blocks[open[matched - 1]].kind {
      isInList = mark.continues(other)
      if !isInList { container -= 1 }
    }
    if !isInList {
      // A list that ends here makes room for the new one.
      close(downTo: container)
      guard canNest() else { return false }
    }
    let markIndent = indent
    skipToContent()
    skip(columns: length)
    let (markEnd, markColumn, markTabRest) = (place, column, tabRest)
    while column - markColumn <= 5 && place < lineEnd && MarkdownCharacters.isBlank(bytes[place]) {
      skip(columns: 1)
    }
    var gap = column - markColumn
    if gap >= 5 || gap < 1 || place == lineEnd {
      // Code begins the item, or nothing does: one column belongs to the mark.
      (place, column, tabRest) = (markEnd, markColumn, markTabRest)
      if gap > 0 { skip(columns: 1) }
      gap = 1
    }
    content = place - 1
    if !isInList {
      add(.list(mark), after: container)
      container = open.count
    }
    add(.item(contentIndent: markIndent + length + gap), after: container)
    return true
  }

  /// Begins a table whose head is the last line of a paragraph and whose second line is this one.
  private mutating func startTable(_ paragraph: Int, after matched: Int) -> Bool {
    guard let alignments = MarkdownTable.alignments(bytes, content..<lineEnd),
      let last = blocks[paragraph].lines.last,
      MarkdownTable.cells(bytes, lines[last].range).count == alignments.count
    else { return false }
    let range = blocks[paragraph].lines
    if range.count == 1 {
      blocks[paragraph].kind = .table
    } else {
      blocks[paragraph].lines = range.lowerBound..<last
      add(.table, after: matched)
      blocks[open[open.count - 1]].lines = last..<range.upperBound
    }
    addLine(content)
    return true
  }
}

// MARK: - Boxes of tasks

extension MarkdownBlockScanner {
  /// Takes `[ ]` or `[x]` off the beginning of a paragraph, and tells whether it is ticked; nil if none is there.
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
