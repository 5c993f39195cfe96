/// Finds the ends of HTML tags among words (Source: CommonMark 0.31.2, "Raw HTML").
enum MarkdownTagScanner {
  /// The end of the opening or closing tag at the beginning of some bytes; nil if none is there.
  static func tagEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    return tagEnd(bytes, &place, range.upperBound)
  }

  /// The same, with the place up to which bytes were looked at.
  static func tagEnd(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Int? {
    place += 1
    guard place < end else { return nil }
    let isClosing = bytes[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    guard place < end, MarkdownCharacters.isLetter(bytes[place]) else { return nil }
    while place < end
      && (MarkdownCharacters.isAlphanumeric(bytes[place]) || bytes[place] == UInt8(ascii: "-"))
    {
      place += 1
    }
    if !isClosing {
      while let isWhole = skipAttribute(bytes, &place, end) { guard isWhole else { return nil } }
    }
    skipSpace(bytes, &place, end)
    if !isClosing, place < end, bytes[place] == UInt8(ascii: "/") { place += 1 }
    guard place < end, bytes[place] == UInt8(ascii: ">") else { return nil }
    place += 1
    return place
  }

  /// Steps over an attribute; nil if there is none, false if its value has no end.
  private static func skipAttribute(_ bytes: [UInt8], _ place: inout Int, _ end: Int) -> Bool? {
    let start = place
    skipSpace(bytes, &place, end)
    guard place > start, place < end, isNameStart(bytes[place]) else {
      place = start
      return nil
    }
    while place < end && isNamePart(bytes[place]) { place += 1 }
    let nameEnd = place
    skipSpace(bytes, &place, end)
    guard place < end, bytes[place] == UInt8(ascii: "=") else {
      place = nameEnd
      return true
    }
    place += 1
    skipSpace(bytes, &place, end)
    guard place < end else { return false }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      place += 1
      while place < end && bytes[place] != quote { place += 1 }
      guard place < end else { return false }
      place += 1
      return true
    }
    let valueStart = place
    while place < end && isUnquoted(bytes[place]) { place += 1 }
    return place > valueStart
  }

  private static func skipSpace(_ bytes: [UInt8], _ place: inout Int, _ end: Int) {
    while place < end && MarkdownCharacters.isSpace(bytes[place]) { place += 1 }
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    MarkdownCharacters.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || MarkdownCharacters.isDigit(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      false
    default: !MarkdownCharacters.isSpace(byte)
    }
  }
}
