import DescribedErrors

/// An error in an XML document, with its position.
package struct XMLError: DescribedError, Equatable, Sendable {
  /// The kind of an error; other modules can add their own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The document ends inside a construct or before the end tag of an element, or has no element.
    package static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// The grammar does not allow the character at this position.
    package static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// An element or text follows the end of the outermost element.
    package static let trailingData = Code(rawValue: "trailingData")
    /// An end tag does not match the open element.
    package static let mismatchedTag = Code(rawValue: "mismatchedTag")
    /// A tag contains an attribute twice.
    package static let duplicateAttribute = Code(rawValue: "duplicateAttribute")
    /// The entity is not predefined by XML, or a reference is malformed.
    package static let unknownEntity = Code(rawValue: "unknownEntity")
    /// The bytes are invalid in the encoding of the document.
    package static let invalidText = Code(rawValue: "invalidText")
    /// The encoding of the document is unknown.
    package static let unknownEncoding = Code(rawValue: "unknownEncoding")
    /// Elements are nested deeper than the limit.
    package static let tooDeep = Code(rawValue: "tooDeep")
    /// A tag or the set of namespaces exceeds its limit.
    package static let tooLarge = Code(rawValue: "tooLarge")

    /// The bytes end inside a token, but the document may continue; never thrown by a reader.
    static let incomplete = Code(rawValue: "incomplete")
  }

  package let code: Code
  /// The reason for the error, without its position.
  package let reason: String
  /// The position of the error.
  package let position: XMLPosition

  package init(_ code: Code, _ reason: String, at position: XMLPosition) {
    self.code = code
    self.reason = reason
    self.position = position
  }

  /// The position, as in `line 3, column 14`.
  package var subject: String? { "line \(position.line), column \(position.column)" }

  /// The position and the reason, as in `line 3, column 14: </b> does not match the open element <a>`.
  package var message: String { "line \(position.line), column \(position.column): \(reason)" }

  /// Always nil, because the parser has no underlying errors.
  package var cause: (any Error)? { nil }

  package var description: String { message }
}
