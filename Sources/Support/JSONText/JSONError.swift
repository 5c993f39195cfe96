import DescribedErrors

/// An error in JSON text, with its position.
package struct JSONError: DescribedError, Equatable, Sendable {
  /// The kind of an error; other modules can add their own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text ends inside a value.
    package static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A character that the grammar does not allow at its position.
    package static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// A literal that begins like `true`, `false` or `null` is misspelled.
    package static let invalidLiteral = Code(rawValue: "invalidLiteral")
    /// A sign, point or exponent without its digits.
    package static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A number of several digits begins with 0.
    package static let leadingZero = Code(rawValue: "leadingZero")
    /// A backslash is followed by a character that does not form a JSON escape.
    package static let invalidEscape = Code(rawValue: "invalidEscape")
    /// Half of a `\u` surrogate pair without the other half.
    package static let loneSurrogate = Code(rawValue: "loneSurrogate")
    /// An unescaped control character (below 0x20) in a string.
    package static let controlCharacter = Code(rawValue: "controlCharacter")
    /// A string whose bytes are not UTF-8.
    package static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// A byte order mark where none is allowed.
    package static let byteOrderMark = Code(rawValue: "byteOrderMark")
    /// Further data follows the value.
    package static let trailingData = Code(rawValue: "trailingData")
    /// Objects and arrays are nested deeper than the limit.
    package static let tooDeep = Code(rawValue: "tooDeep")
    /// The text has more bytes than the limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// An object contains a key twice, and duplicate keys are not allowed.
    package static let duplicateKey = Code(rawValue: "duplicateKey")
  }

  package let code: Code
  /// The reason for the error, without its position.
  package let reason: String
  /// The byte offset of the error in the scanned buffer.
  package let offset: Int
  /// The line number of the error, from 1.
  package let line: Int
  /// The column of the error in Unicode scalars, from 1.
  package let column: Int
  /// Whether the bytes at the offset are valid in JSON5, such as a comment or a comma before a bracket.
  package let mayBeJSON5: Bool

  /// The position, as in `line 3, column 14`.
  package var subject: String? { "line \(line), column \(column)" }

  /// The position and the reason, as in `line 3, column 14: expected ':' after the key "name"`.
  package var message: String { "line \(line), column \(column): \(reason)" }

  /// Always nil, because the parser has no underlying errors.
  package var cause: (any Error)? { nil }

  /// Creates an error for an offset in `bytes`.
  ///
  /// Takes time proportional to the offset, because the lines before the offset are counted.
  package init(code: Code, reason: String, at offset: Int, in bytes: UnsafeRawBufferPointer) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.code = code
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
    mayBeJSON5 =
      [.unexpectedCharacter, .trailingData, .invalidNumber].contains(code)
      && Self.isExtension(at: offset, in: bytes)
  }

  /// Returns whether a comment, a quote, a key without quotes, a comma before a bracket or a number of JSON5 is
  /// at an offset.
  private static func isExtension(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard offset < bytes.count else { return false }
    let rest = bytes[offset...]
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch bytes[offset] {
    case UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "."): return true
    case UInt8(ascii: "/"): return rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return bytes[..<offset].last { !isSpace($0) } == UInt8(ascii: ",")
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return offset > 0 && bytes[offset - 1] == UInt8(ascii: "0")
    default:
      if rest.starts(with: "Infinity".utf8) || rest.starts(with: "NaN".utf8) { return true }
      let name = rest.prefix {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") || $0 >= 0x80
      }
      return !name.isEmpty && rest[name.endIndex...].first { !isSpace($0) } == UInt8(ascii: ":")
    }
  }
}

extension JSONError {
  package var description: String { message }
}

extension JSONError {
  /// Returns a string in double quotes that is safe to show on a terminal.
  ///
  /// A long string is truncated. Control and format characters, which could move the cursor or reverse the
  /// line, are shown as escapes.
  package static func quoted(_ text: String) -> String {
    let longest = 60
    var shown = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == longest {
        shown += "…"
        break
      }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        if scalar == "\"" || scalar == "\\" { shown += "\\" }
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown + "\""
  }
}
