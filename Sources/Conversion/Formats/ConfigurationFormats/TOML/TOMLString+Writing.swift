import ByteTools

// The forms of a string, in the order of preference:
//
//   on one line      "…" with escapes; '…' if this form needs escapes and '…' can contain the text
//   several lines    """…""" with escapes; '''…''' under the same condition
//
// Only text with a line break before its end is written on several lines, and only as the whole value of a
// key. Inline tables and arrays have strings on one line.

extension TOMLString {
  private static let quote = UInt8(ascii: "\"")
  private static let apostrophe = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether a text is written on several lines.
  static func isMultiline(_ text: ArraySlice<UInt8>) -> Bool {
    text.dropLast().contains(lineFeed)
  }

  // MARK: One line

  /// Appends a string on one line.
  static func appendLine(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var hasMarks = false
    var isLiteral = true
    for byte in text {
      if byte == quote || byte == backslash { hasMarks = true }
      if byte == apostrophe || byte < 0x20 || byte == 0x7F { isLiteral = false }
    }
    if hasMarks, isLiteral {
      output.append(apostrophe)
      output.append(contentsOf: text)
      output.append(apostrophe)
      return
    }
    output.append(quote)
    if hasMarks || !isLiteral {
      for byte in text {
        if byte == quote { output.append(backslash) }
        append(byte, keeping: nil, to: &output)
      }
    } else {
      output.append(contentsOf: text)
    }
    output.append(quote)
  }

  /// Appends a byte of a string in quotation marks; a quotation mark is appended as it is.
  ///
  /// - Parameter kept: the control characters that are not escaped.
  private static func append(_ byte: UInt8, keeping kept: ClosedRange<UInt8>?, to output: inout [UInt8]) {
    let isPlain = byte >= 0x20 && byte != 0x7F && byte != backslash
    switch byte {
    case _ where isPlain || kept?.contains(byte) == true: output.append(byte)
    case backslash: output.append(contentsOf: #"\\"#.utf8)
    case 0x08: output.append(contentsOf: #"\b"#.utf8)
    case 0x09: output.append(contentsOf: #"\t"#.utf8)
    case 0x0A: output.append(contentsOf: #"\n"#.utf8)
    case 0x0C: output.append(contentsOf: #"\f"#.utf8)
    case 0x0D: output.append(contentsOf: #"\r"#.utf8)
    default:
      let (high, low) = byte.hexadecimalDigits(capitals: true)
      output.append(contentsOf: #"\u00"#.utf8)
      output.append(high)
      output.append(low)
    }
  }

  // MARK: Several lines

  /// Appends a string on several lines.
  ///
  /// A reader drops the line break after the opening quotes.
  static func appendMultiline(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if needsEscapes(text), canBeMultilineLiteral(text) {
      output.append(contentsOf: "'''\n".utf8)
      output.append(contentsOf: text)
      output.append(contentsOf: "'''".utf8)
      return
    }
    output.append(contentsOf: "\"\"\"\n".utf8)
    var quoteCount = 0
    for (place, byte) in zip(text.indices, text) {
      if byte == quote {
        // Three quotation marks end the string, and so would the last one of the text.
        if quoteCount == 2 || place == text.endIndex - 1 {
          output.append(backslash)
          quoteCount = 0
        } else {
          quoteCount += 1
        }
        output.append(quote)
      } else {
        quoteCount = 0
        append(byte, keeping: 0x09...0x0A, to: &output)
      }
    }
    output.append(contentsOf: "\"\"\"".utf8)
  }

  /// Whether a text has backslashes, or three quotation marks in a row.
  private static func needsEscapes(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(backslash) || hasThree(quote, in: text)
  }

  private static func canBeMultilineLiteral(_ text: ArraySlice<UInt8>) -> Bool {
    !hasThree(apostrophe, in: text) && text.last != apostrophe
      && text.allSatisfy { $0 == 0x09 || $0 == lineFeed || $0 >= 0x20 && $0 != 0x7F }
  }

  private static func hasThree(_ mark: UInt8, in text: ArraySlice<UInt8>) -> Bool {
    var count = 0
    for byte in text {
      count = byte == mark ? count + 1 : 0
      if count == 3 { return true }
    }
    return false
  }
}
