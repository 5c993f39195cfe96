import ByteTools

/// A position in a line of a Markdown document, in bytes and in columns.
///
/// A tab extends to the next column that is a multiple of four. If a block uses only a part of a tab as
/// indentation, the rest of the tab remains.
struct MarkdownLineCursor {
  /// The document.
  let bytes: [UInt8]
  /// The offset of the end of the line.
  private(set) var lineEnd = 0
  /// The position in bytes.
  private(set) var place = 0
  private(set) var column = 0
  /// The number of remaining columns of a tab, after a block has used a part of the tab.
  private(set) var tabRest = 0
  /// The offset of the next byte that is neither a space nor a tab.
  private(set) var content = 0
  private var contentColumn = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of columns of white space after the position.
  var indent: Int { contentColumn - column }
  /// Whether the rest of the line is blank.
  var isBlank: Bool { content == lineEnd }
  /// The next byte that is neither a space nor a tab; a line feed if the rest of the line is blank.
  var contentByte: UInt8 { content < lineEnd ? bytes[content] : 0x0A }

  /// Returns the rest of the line, from the position or from the next content.
  func rest(from start: Int) -> MarkdownLine {
    guard tabRest > 0, start == place else { return MarkdownLine(range: start..<lineEnd, padding: 0) }
    // The remaining columns of the tab become spaces.
    return MarkdownLine(range: start + 1..<lineEnd, padding: tabRest)
  }

  /// Moves to the line that begins at an offset.
  mutating func begin(at lineStart: Int) {
    lineEnd = bytes.withUnsafeBytes { $0.firstPlace(of: 0x0A, from: lineStart) } ?? bytes.count
    (place, column, tabRest, content) = (lineStart, 0, 0, lineStart - 1)
  }

  /// Finds the next content after spaces and tabs.
  mutating func findContent() {
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

  /// Skips spaces and tabs up to the next content.
  mutating func skipToContent() {
    guard place < content else { return }
    (place, column, tabRest) = (content, contentColumn, 0)
  }

  /// Skips columns of white space; the last tab may be skipped in part.
  mutating func skip(columns: Int) {
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

  /// Skips `>` and one following column of white space.
  mutating func skipQuotationMark() {
    skipToContent()
    skip(columns: 1)
    if place < lineEnd, MarkdownCharacters.isBlank(bytes[place]) { skip(columns: 1) }
    content = place - 1
  }

  /// Skips a list marker.
  ///
  /// If more than four columns of white space follow the marker, only one column belongs to the marker, and
  /// the item begins with indented code. If no content follows, only one column belongs to the marker, and
  /// the item is empty.
  ///
  /// - Returns: the number of columns between the marker and its content.
  mutating func skipListMark(length: Int) -> Int {
    skipToContent()
    skip(columns: length)
    let mark = self
    while column - mark.column <= 5 && place < lineEnd && MarkdownCharacters.isBlank(bytes[place]) {
      skip(columns: 1)
    }
    var gap = column - mark.column
    if gap >= 5 || gap < 1 || place == lineEnd {
      self = mark
      if gap > 0 { skip(columns: 1) }
      gap = 1
    }
    content = place - 1
    return gap
  }
}

/// Recognizes the block markers that can follow in a line.
extension MarkdownLineCursor {
  /// Returns the level of a heading whose number signs follow; nil if no heading follows.
  func headingLevel() -> Int? {
    var end = content
    while end < lineEnd && end - content < 7 && bytes[end] == UInt8(ascii: "#") { end += 1 }
    guard end - content <= 6, end == lineEnd || MarkdownCharacters.isBlank(bytes[end]) else { return nil }
    return end - content
  }

  /// Returns the range of a heading's text, without closing number signs.
  func headingWords(level: Int) -> Range<Int> {
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
    return start..<end
  }

  /// Returns the code fence that follows; nil if no code fence follows.
  func fence() -> MarkdownBlock.Fence? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard end - content >= 3 else { return nil }
    if sign == UInt8(ascii: "`"), bytes[end..<lineEnd].contains(sign) { return nil }
    return MarkdownBlock.Fence(sign: sign, count: end - content, indent: indent, info: end..<lineEnd)
  }

  /// Returns whether a closing fence for a code block follows.
  func isClosing(_ fence: MarkdownBlock.Fence) -> Bool {
    guard indent <= 3, contentByte == fence.sign else { return false }
    var end = content
    while end < lineEnd && bytes[end] == fence.sign { end += 1 }
    return end - content >= fence.count && bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank)
  }

  /// Returns the level of a heading whose underline follows; nil if no underline follows.
  func underlineLevel() -> Int? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank) else { return nil }
    return sign == UInt8(ascii: "=") ? 1 : 2
  }

  /// Returns whether a thematic break follows.
  func isThematicBreak() -> Bool {
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

  /// Returns the list marker that follows, and its length; nil if no list marker follows.
  ///
  /// - Parameter interruptsParagraph: whether the line could continue a paragraph instead.
  func listMark(interruptsParagraph: Bool) -> (mark: MarkdownBlock.Mark, length: Int)? {
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
}
