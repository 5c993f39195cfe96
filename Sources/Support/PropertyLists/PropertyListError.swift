import DescribedErrors
import XMLText

/// An error in reading or writing a property list.
package struct PropertyListError: DescribedError, Sendable {
  /// The kind of an error.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The data ends inside a value.
    package static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// The grammar does not allow the character at this position.
    package static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// Further data follows the value.
    package static let trailingData = Code(rawValue: "trailingData")
    /// Containers are nested deeper than the limit.
    package static let tooDeep = Code(rawValue: "tooDeep")
    /// Shared objects would make the value larger than the limit.
    package static let tooLarge = Code(rawValue: "tooLarge")
    /// A number is malformed or has an invalid size.
    package static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A date is malformed or does not exist.
    package static let invalidDate = Code(rawValue: "invalidDate")
    /// Text in a data element is not base64.
    package static let invalidData = Code(rawValue: "invalidData")
    /// A dictionary's key is missing, misplaced or not a string.
    package static let invalidKey = Code(rawValue: "invalidKey")
    /// A string contains bytes that are invalid in its encoding.
    package static let invalidText = Code(rawValue: "invalidText")
    /// The encoding of the text is unknown.
    package static let unknownEncoding = Code(rawValue: "unknownEncoding")
    /// The first bytes match no form of property list.
    package static let wrongFormat = Code(rawValue: "wrongFormat")
    /// The output form cannot represent the node.
    package static let unwritable = Code(rawValue: "unwritable")

    /// An end tag does not match the open element.
    package static let mismatchedTag = Code(rawValue: "mismatchedTag")
    /// The element does not exist in property lists.
    package static let unknownElement = Code(rawValue: "unknownElement")
    /// The entity is not predefined by XML.
    package static let unknownEntity = Code(rawValue: "unknownEntity")
    /// An element or its text is not allowed at its position.
    package static let misplacedElement = Code(rawValue: "misplacedElement")

    /// Sizes and counts in the last 32 bytes of a binary list do not match the file.
    package static let invalidTrailer = Code(rawValue: "invalidTrailer")
    /// An object is outside the object area of the file.
    package static let offsetOutOfRange = Code(rawValue: "offsetOutOfRange")
    /// A reference points to an object that does not exist.
    package static let referenceOutOfRange = Code(rawValue: "referenceOutOfRange")
    /// The type of an object does not exist in property lists.
    package static let unknownObject = Code(rawValue: "unknownObject")
    /// A container contains itself.
    package static let cycle = Code(rawValue: "cycle")
    /// Several objects use the same bytes.
    package static let overlappingObjects = Code(rawValue: "overlappingObjects")
  }

  /// The position of an error.
  package enum Position: Equatable, Sendable {
    /// The offset of a byte in a binary list.
    case byte(Int)
    /// A line and a column in Unicode scalars, both from 1.
    case line(Int, column: Int)
  }

  package let code: Code
  /// The reason for the error, without its position.
  package let reason: String
  /// The position of the error; nil for a node that cannot be written.
  package let position: Position?

  init(_ code: Code, _ reason: String, at position: Position? = nil) {
    self.code = code
    self.reason = reason
    self.position = position
  }
}

extension PropertyListError {
  /// The position as text, such as `line 3, column 14`; nil if there is no position.
  package var subject: String? {
    switch position {
    case .byte(let offset): "byte \(offset)"
    case .line(let line, let column): "line \(line), column \(column)"
    case nil: nil
    }
  }

  /// The position and the reason, such as `line 3, column 14: a <key> stands outside a dictionary`.
  package var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// Always nil, because property list errors have no underlying error.
  package var cause: (any Error)? { nil }

  package var description: String { message }
}

extension PropertyListError {
  /// An error of the XML of a property list, with the same code, reason and position.
  init(_ error: XMLError) {
    self.init(
      Code(rawValue: error.code.rawValue), error.reason,
      at: .line(error.position.line, column: error.position.column))
  }
}

extension PropertyListError.Position {
  /// Returns the line and column of an offset in UTF-8 text, in time proportional to the offset.
  static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> Self {
    let position = XMLPosition(of: offset, in: bytes)
    return .line(position.line, column: position.column)
  }
}
