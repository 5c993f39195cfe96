import ByteTools
import ProfferConversions
import StructuredFormats

extension TOMLScanner {
  private static let quote = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")
  /// The number of quotes around a string of several lines.
  private static let multilineQuoteCount = 3

  // MARK: Strings on one line

  /// Reads a string in quotation marks, with escapes.
  mutating func basicString() throws(CoderError) -> TOMLString {
    let start = position + 1
    var place = start
    var hasEscapes = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Self.quote {
        position = place + 1
        return TOMLString(content: start..<place, hasEscapes: hasEscapes)
      }
      if byte == Self.backslash {
        hasEscapes = true
        place += try escape(at: place).length
      } else if Self.isControl(byte) {
        throw brokenLine(at: place)
      } else {
        place += 1
      }
    }
    throw unended(from: start - 1)
  }

  /// Reads a string in apostrophes, without escapes.
  mutating func literalString() throws(CoderError) -> TOMLString {
    let start = position + 1
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Self.apostrophe {
        position = place + 1
        return TOMLString(content: start..<place)
      }
      guard !Self.isControl(byte) else { throw brokenLine(at: place) }
      place += 1
    }
    throw unended(from: start - 1)
  }

  private func brokenLine(at place: Int) -> CoderError {
    guard lineBreakLength(at: place) > 0 else { return control(at: place, in: "a string") }
    return error(
      .controlCharacter, "a string on several lines must be between triple quotes",
      at: place)
  }

  private func unended(from start: Int) -> CoderError {
    error(.unexpectedEnd, "the string that begins here is not closed", at: start)
  }

  // MARK: Strings of several lines

  mutating func multilineBasicString() throws(CoderError) -> TOMLString {
    try multilineString(between: Self.quote)
  }

  mutating func multilineLiteralString() throws(CoderError) -> TOMLString {
    try multilineString(between: Self.apostrophe)
  }

  /// Reads a string on several lines; one between quotation marks can have escapes.
  private mutating func multilineString(between quote: UInt8) throws(CoderError) -> TOMLString {
    let opening = position
    let start = contentStart
    var place = start
    var string = TOMLString(content: start..<start)
    while place < bytes.count {
      switch bytes[place] {
      case quote:
        if try endContent(&place, quote) {
          string.content = start..<place
          return string
        }
      case Self.backslash where quote == Self.quote:
        string.hasEscapes = true
        if let end = endOfJoinedLines(at: place) {
          place = end
        } else {
          place += try escape(at: place).length
        }
      case let byte where Self.isControl(byte):
        if try skipLineBreak(in: &place) { string.hasCarriageReturns = true }
      default: place += 1
      }
    }
    throw unended(from: opening)
  }

  /// The offset after the opening quotes and a line break directly after them.
  private var contentStart: Int {
    let start = position + Self.multilineQuoteCount
    return start + lineBreakLength(at: start)
  }

  /// Reads the quotes at an offset, and returns whether they end the string.
  ///
  /// Up to two quotes directly before the closing quotes belong to the content. If the string ends, `place`
  /// becomes the end of the content.
  private mutating func endContent(_ place: inout Int, _ quote: UInt8) throws(CoderError) -> Bool {
    var end = place
    while byte(at: end) == quote, end - place < 2 * Self.multilineQuoteCount { end += 1 }
    let count = end - place
    guard count >= Self.multilineQuoteCount else {
      place = end
      return false
    }
    guard count < 2 * Self.multilineQuoteCount else {
      throw error(
        .unexpectedCharacter, "a string contains three quotes in a row; write one of them as an escape",
        at: place)
    }
    position = end
    place = end - Self.multilineQuoteCount
    return true
  }

  /// Reads a line break in a string; returns whether it is a carriage return and a line feed.
  private func skipLineBreak(in place: inout Int) throws(CoderError) -> Bool {
    let length = lineBreakLength(at: place)
    guard length > 0 else { throw control(at: place, in: "a string") }
    place += length
    return length > 1
  }

  /// Returns the offset after the space that a backslash at the end of a line removes; nil for any other
  /// backslash.
  private func endOfJoinedLines(at backslash: Int) -> Int? {
    var place = backslash + 1
    var hasLineBreak = false
    while true {
      let length = lineBreakLength(at: place)
      if length > 0 {
        hasLineBreak = true
        place += length
      } else if byte(at: place) == UInt8(ascii: " ") || byte(at: place) == UInt8(ascii: "\t") {
        place += 1
      } else {
        return hasLineBreak ? place : nil
      }
    }
  }

  // MARK: Escapes

  /// Returns the character of an escape, and the number of bytes of the escape.
  private func escape(at place: Int) throws(CoderError) -> (scalar: Unicode.Scalar, length: Int) {
    switch byte(at: place + 1) {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case Self.quote: return ("\"", 2)
    case Self.backslash: return ("\\", 2)
    case UInt8(ascii: "u"): return (try scalar(at: place, digitCount: 4), 6)
    case UInt8(ascii: "U"): return (try scalar(at: place, digitCount: 8), 10)
    default:
      guard place + 1 < bytes.count else {
        throw error(.unexpectedEnd, "the escape is incomplete", at: place)
      }
      throw error(
        .invalidEscape,
        "TOML has no such escape; write \\\\ for a backslash",
        at: place)
    }
  }

  private func scalar(at place: Int, digitCount: Int) throws(CoderError) -> Unicode.Scalar {
    var value: UInt32 = 0
    for offset in 0..<digitCount {
      guard let digit = byte(at: place + 2 + offset).hexadecimalDigit else {
        throw error(.invalidEscape, "the escape needs \(digitCount) hexadecimal digits", at: place)
      }
      value = value << 4 | UInt32(digit)
    }
    guard let scalar = Unicode.Scalar(value) else {
      if 0xD800...0xDFFF ~= value {
        throw error(
          .loneSurrogate, "the escape is half of a surrogate pair; use \\U and eight digits", at: place)
      }
      throw error(.invalidEscape, "the escape is beyond U+10FFFF", at: place)
    }
    return scalar
  }

  // MARK: Texts

  /// Returns the text of a string.
  func text(of string: TOMLString) -> String {
    if string.isPlain { return String(decoding: bytes[string.content], as: UTF8.self) }
    return String(decoding: decoded(string), as: UTF8.self)
  }

  /// Returns the bytes of a string that has escapes or carriage returns.
  func decoded(_ string: TOMLString) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.content.count)
    var place = string.content.lowerBound
    while place < string.content.upperBound {
      let byte = bytes[place]
      if byte == Self.backslash, string.hasEscapes {
        if let end = endOfJoinedLines(at: place) {
          place = min(end, string.content.upperBound)
          continue
        }
        do throws(CoderError) {
          let escape = try escape(at: place)
          text.append(contentsOf: String(escape.scalar).utf8)
          place += escape.length
        } catch {
          preconditionFailure("an escape that was read is malformed: \(error)")
        }
      } else {
        let length = max(1, lineBreakLength(at: place))
        text.append(length == 2 ? UInt8(ascii: "\n") : byte)
        place += length
      }
    }
    return text
  }
}
