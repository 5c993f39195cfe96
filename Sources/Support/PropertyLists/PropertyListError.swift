import DescribedErrors

/// Why bytes are not a property list, or why a node cannot be written as one.
package struct PropertyListError: DescribedError, Sendable {
  /// The kind of an error.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes end before their value does.
    package static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A character stands where the grammar has another.
    package static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// Something follows the value.
    package static let trailingData = Code(rawValue: "trailingData")
    /// Containers stand deeper inside one another than the limit.
    package static let tooDeep = Code(rawValue: "tooDeep")
    /// Objects that several others name would make the value larger than the limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// A number that is spelled wrongly, or is of a size nothing writes.
    package static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A date that is spelled wrongly, or is not a date.
    package static let invalidDate = Code(rawValue: "invalidDate")
    /// Text that is not base64 where data must stand.
    package static let invalidData = Code(rawValue: "invalidData")
    /// A dictionary's key that is missing, stands where none can, or is not a string.
    package static let invalidKey = Code(rawValue: "invalidKey")
    /// A string that holds bytes its encoding does not allow.
    package static let invalidText = Code(rawValue: "invalidText")
    /// Text in an encoding that is not known.
    package static let unknownEncoding = Code(rawValue: "unknownEncoding")
    /// Bytes that begin as no form of property list does.
    package static let wrongFormat = Code(rawValue: "wrongFormat")
    /// A node that the form has no way to write.
    package static let unwritable = Code(rawValue: "unwritable")

    /// An end tag that ends no open element.
    package static let mismatchedTag = Code(rawValue: "mismatchedTag")
    /// An element that property lists do not have.
    package static let unknownElement = Code(rawValue: "unknownElement")
    /// An entity that XML does not define itself.
    package static let unknownEntity = Code(rawValue: "unknownEntity")
    /// An element, or its text, where property lists have none.
    package static let misplacedElement = Code(rawValue: "misplacedElement")

    /// Sizes and counts in the last 32 bytes of a binary list that do not fit the file.
    package static let invalidTrailer = Code(rawValue: "invalidTrailer")
    /// An object that lies outside the part of the file where objects are.
    package static let offsetOutOfRange = Code(rawValue: "offsetOutOfRange")
    /// A reference to an object that the file does not have.
    package static let referenceOutOfRange = Code(rawValue: "referenceOutOfRange")
    /// An object of a kind that property lists do not have.
    package static let unknownObject = Code(rawValue: "unknownObject")
    /// A container that contains itself.
    package static let cycle = Code(rawValue: "cycle")
    /// Objects that use the same bytes.
    package static let overlappingObjects = Code(rawValue: "overlappingObjects")
  }

  /// Where it went wrong.
  package enum Position: Equatable, Sendable {
    /// The offset of a byte in a binary list.
    case byte(Int)
    /// A line and a column in Unicode scalars, both from 1.
    case line(Int, column: Int)
  }

  package let code: Code
  /// What is wrong, without the place.
  package let reason: String
  /// Where it is wrong; nil for a node that cannot be written.
  package let position: Position?

  init(_ code: Code, _ reason: String, at position: Position? = nil) {
    self.code = code
    self.reason = reason
    self.position = position
  }
}

extension PropertyListError {
  /// The place, as in `line 3, column 14`.
  package var subject: String? {
    switch position {
    case .byte(let offset): "byte \(offset)"
    case .line(let line, let column): "line \(line), column \(column)"
    case nil: nil
    }
  }

  /// The place and the reason, as in `line 3, column 14: a <key> stands outside a dictionary`.
  package var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The parser has no underlying error.
  package var cause: (any Error)? { nil }

  package var description: String { message }
}

extension PropertyListError.Position {
  /// The line and column of an offset in UTF-8 text; its cost is that of counting lines up to there.
  ///
  /// A carriage return, a line feed, or both together end a line.
  static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Self {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r")) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 && byte != UInt8(ascii: "\n") {
        column += 1
      }
      previous = byte
    }
    return .line(line, column: column)
  }
}
