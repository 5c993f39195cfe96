import ByteTools
import Foundation

/// Chooses how a string is written in YAML, so that readers of YAML 1.1 and 1.2 read the same string.
enum YAMLScalarText {
  enum Form {
    case plain, singleQuoted, doubleQuoted
    /// A literal block scalar.
    case literal
  }

  /// Returns the form in which a string is written.
  ///
  /// - Parameter mayBeBlock: whether the string may be a block scalar, which a key cannot be.
  static func form(of text: UnsafeRawBufferPointer, mayBeBlock: Bool) -> Form {
    var hasBreak = false
    var hasQuoteOrBackslash = false
    var mayBePlain = true
    var mayBeLiteral = true
    var needsEscape = false
    var place = 0
    while place < text.count {
      let byte = text[place]
      switch byte {
      case 0x0A:
        hasBreak = true
        // White space at the end of a line is invisible, and editors remove it.
        if place > 0, isWhite(text[place - 1]) { mayBeLiteral = false }
      case 0x09: mayBePlain = false
      case 0..<0x20, 0x7F: needsEscape = true
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): hasQuoteOrBackslash = true
      case UInt8(ascii: ":"):
        if place + 1 == text.count || isWhite(text[place + 1]) { mayBePlain = false }
      case UInt8(ascii: "#"): if place > 0, isWhite(text[place - 1]) { mayBePlain = false }
      case 0xC2, 0xE2, 0xEF: if isUnprintable(text, place) { needsEscape = true }
      default: break
      }
      place += 1
    }
    if needsEscape { return .doubleQuoted }
    if hasBreak {
      let isLiteral =
        mayBeBlock && mayBeLiteral && text.contains { $0 != 0x0A } && !isWhite(text[text.count - 1])
      return isLiteral ? .literal : .doubleQuoted
    }
    if mayBePlain, canBePlain(text), !YAMLAmbiguity.isAmbiguous(text) { return .plain }
    // A tab in single quotes is invisible.
    return hasQuoteOrBackslash && !text.contains(0x09) ? .singleQuoted : .doubleQuoted
  }

  private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether the character at an offset is one that YAML does not allow, or that is a line end in YAML 1.1:
  /// U+0080 to U+009F, U+2028, U+2029, U+FEFF, U+FFFE or U+FFFF.
  fileprivate static func isUnprintable(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    let second = text[place + 1]
    switch text[place] {
    case 0xC2: return second < 0xA0
    case 0xE2: return second == 0x80 && (text[place + 2] == 0xA8 || text[place + 2] == 0xA9)
    default:
      return second == 0xBB && text[place + 2] == 0xBF || second == 0xBF && text[place + 2] >= 0xBE
    }
  }

  /// Whether a text of one line can be written without quotes, apart from the characters inside it.
  private static func canBePlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first, let last = text.last, !isWhite(first), !isWhite(last) else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      // Some readers of YAML 1.1 take `-,` and the like for indicators.
      guard text.count > 1, !isWhite(text[1]), !",[]{}".utf8.contains(text[1]) else { return false }
      return !(first == UInt8(ascii: "-") && text.starts(with: "---".utf8))
    case UInt8(ascii: "."): return !text.starts(with: "...".utf8)
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "`"):
      return false
    default: return true
    }
  }

  // MARK: Quotes

  static func appendSingleQuoted(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "'"))
    for byte in text {
      output.append(byte)
      if byte == UInt8(ascii: "'") { output.append(byte) }
    }
    output.append(UInt8(ascii: "'"))
  }

  static func appendDoubleQuoted(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var place = 0
    while place < text.count {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0: output.append(contentsOf: "\\0".utf8)
      case 0x01..<0x20, 0x7F: appendEscape("\\x", UInt32(byte), digitCount: 2, to: &output)
      case 0xC2 where isUnprintable(text, place):
        appendEscape("\\x", UInt32(text[place + 1]), digitCount: 2, to: &output)
        place += 1
      case 0xE2 where isUnprintable(text, place), 0xEF where isUnprintable(text, place):
        let scalar =
          UInt32(byte & 0x0F) << 12 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
        appendEscape("\\u", scalar, digitCount: 4, to: &output)
        place += 2
      default: output.append(byte)
      }
      place += 1
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(
    _ start: String, _ value: UInt32, digitCount: Int, to output: inout [UInt8]
  ) {
    output.append(contentsOf: start.utf8)
    for place in (0..<digitCount / 2).reversed() {
      let byte = UInt8(truncatingIfNeeded: value >> UInt32(8 * place))
      let (high, low) = byte.hexadecimalDigits(capitals: true)
      output.append(high)
      output.append(low)
    }
  }

  // MARK: Literals

  /// Appends a literal block scalar, from its indicator to its last line end.
  ///
  /// - Parameters:
  ///   - indent: the number of spaces before each line.
  ///   - indicator: the number of spaces in relation to the collection around the scalar.
  static func appendLiteral(
    _ text: UnsafeRawBufferPointer, indent: Int, indicator: UInt8, to output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "|"))
    // Without the number, white space at the beginning would count as indentation.
    if text[0] == 0x20 || text[0] == 0x0A { output.append(0x30 + indicator) }
    if text[text.count - 1] != 0x0A {
      output.append(UInt8(ascii: "-"))
    } else if text[text.count - 2] == 0x0A {
      output.append(UInt8(ascii: "+"))
    }
    output.append(0x0A)
    var start = 0
    while start < text.count {
      let lineEnd = text.firstPlace(of: 0x0A, from: start) ?? text.count
      if lineEnd > start {
        output.append(contentsOf: repeatElement(0x20, count: indent))
        output.append(contentsOf: text[start..<lineEnd])
      }
      output.append(0x0A)
      start = lineEnd + 1
    }
  }
}
