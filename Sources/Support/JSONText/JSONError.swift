import DescribedErrors

/// Why a text is not the JSON that was wanted, and where.
package struct JSONError: DescribedError, Equatable, Sendable {
  /// The kind of an error; other modules may add their own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text ends before its value does.
    package static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A character stands where the grammar has another.
    package static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// Something begins like `true`, `false` or `null` and goes on differently.
    package static let invalidLiteral = Code(rawValue: "invalidLiteral")
    /// A sign, point or exponent without its digits.
    package static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A number of several digits that begins with 0.
    package static let leadingZero = Code(rawValue: "leadingZero")
    /// A backslash before something that JSON gives no meaning.
    package static let invalidEscape = Code(rawValue: "invalidEscape")
    /// Half of a `\u` surrogate pair without the other half.
    package static let loneSurrogate = Code(rawValue: "loneSurrogate")
    /// A byte below 0x20 in a string that is not written as an escape.
    package static let controlCharacter = Code(rawValue: "controlCharacter")
    /// A string whose bytes are not UTF-8.
    package static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// A byte order mark, where none was allowed.
    package static let byteOrderMark = Code(rawValue: "byteOrderMark")
    /// Something follows the value.
    package static let trailingData = Code(rawValue: "trailingData")
    /// Objects and arrays stand deeper inside one another than the limit.
    package static let tooDeep = Code(rawValue: "tooDeep")
    /// The text has more bytes than the limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// An object names a member twice, where that was refused.
    package static let duplicateKey = Code(rawValue: "duplicateKey")
  }

  package let code: Code
  /// What is wrong, without the place.
  package let reason: String
  /// The place in bytes, from the start of the scanned buffer.
  package let offset: Int
  /// The place's line, from 1.
  package let line: Int
  /// The place's column in Unicode scalars, from 1.
  package let column: Int

  /// The place, as in `line 3, column 14`.
  package var subject: String? { "line \(line), column \(column)" }

  /// The place and the reason, as in `line 3, column 14: expected ':' after the key "name"`.
  package var message: String { "line \(line), column \(column): \(reason)" }

  /// The parser has no underlying error.
  package var cause: (any Error)? { nil }

  /// Makes the error for a place in `bytes`; its cost is that of counting lines up to there.
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
  }
}

extension JSONError {
  package var description: String { message }
}

extension JSONError {
  /// A string in double quotes that is safe to show on a terminal, shortened when it is long.
  ///
  /// Control and format characters (which could move the cursor or turn the line around) are shown as escapes.
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
