/// The marks that may come next in a line.
extension MarkdownLineCursor {
  /// The level of the heading whose signs come next; nil if none does.
  func headingLevel() -> Int? {
    var end = content
    while end < lineEnd && end - content < 7 && bytes[end] == UInt8(ascii: "#") { end += 1 }
    guard end - content <= 6, end == lineEnd || MarkdownCharacters.isBlank(bytes[end]) else { return nil }
    return end - content
  }

  /// The words of the heading of a level that comes next, without signs at its end.
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

  /// The fence of code that comes next; nil if none does.
  func fence() -> MarkdownBlock.Fence? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard end - content >= 3 else { return nil }
    if sign == UInt8(ascii: "`"), bytes[end..<lineEnd].contains(sign) { return nil }
    return MarkdownBlock.Fence(sign: sign, count: end - content, indent: indent, info: end..<lineEnd)
  }

  /// Whether what comes next ends a block of fenced code.
  func isClosing(_ fence: MarkdownBlock.Fence) -> Bool {
    guard indent <= 3, contentByte == fence.sign else { return false }
    var end = content
    while end < lineEnd && bytes[end] == fence.sign { end += 1 }
    return end - content >= fence.count && bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank)
  }

  /// The level of the heading whose underline comes next; nil if none does.
  func underlineLevel() -> Int? {
    let sign = contentByte
    var end = content
    while end < lineEnd && bytes[end] == sign { end += 1 }
    guard bytes[end..<lineEnd].allSatisfy(MarkdownCharacters.isBlank) else { return nil }
    return sign == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether a rule comes next.
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

  /// The mark of a list's item that comes next, and its length; nil if none does.
  ///
  /// - Parameter interruptsParagraph: whether the line could go on with a paragraph instead.
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
