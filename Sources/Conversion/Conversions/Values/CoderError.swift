/// Why bytes are not what their type says, or why a value cannot be written as a type.
public struct CoderError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open, and coders of your own may name codes of their own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of what went wrong.
    public let rawValue: String

    /// Makes a code of a name of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Where in the bytes it went wrong.
  public enum Position: Hashable, Sendable {
    /// The offset of a byte from the start, for formats that are not text.
    case byte(Int)
    /// A line and a column in Unicode scalars, both from 1.
    case line(Int, column: Int)
  }

  /// What went wrong.
  public let code: Code
  /// The thing that the error is about, as its author wrote it, such as the name of a declaration; nil for the bytes or
  /// the value that the coder was given.
  public let subject: String?
  /// What happened, without subject and position.
  public let reason: String
  /// Where it happened; nil when it is not one place.
  public let position: Position?
  /// The underlying error, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - reason: what happened, and what can be done.
  ///   - subject: the thing that the error is about.
  ///   - position: where it was found.
  ///   - cause: the underlying error, where there is one.
  public init(
    _ code: Code, _ reason: String, subject: String? = nil, at position: Position? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.position = position
    self.cause = cause
  }

  /// Where it happened, to which thing, and what happened.
  public var message: String {
    [position?.description, subject, reason].compactMap(\.self).joined(separator: ": ")
  }

  /// The message.
  public var description: String { message }
}

extension CoderError.Position: CustomStringConvertible {
  /// The position as messages say it: `line 3, column 14`.
  public var description: String {
    switch self {
    case .byte(let offset): "byte \(offset)"
    case .line(let line, let column): "line \(line), column \(column)"
    }
  }
}

// MARK: - Codes of all formats

extension CoderError.Code {
  /// The bytes end before their value does.
  public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
  /// A character that the grammar does not allow there.
  public static let unexpectedCharacter = Self(rawValue: "unexpectedCharacter")
  /// Something follows the value.
  public static let trailingData = Self(rawValue: "trailingData")
  /// Containers nest deeper than the limit.
  public static let tooDeep = Self(rawValue: "tooDeep")
  /// The value would be larger than the limit.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A number that is spelled wrongly, or is of a size nothing writes.
  public static let invalidNumber = Self(rawValue: "invalidNumber")
  /// A date that is spelled wrongly, or is not a date.
  public static let invalidDate = Self(rawValue: "invalidDate")
  /// Text that is not base64 where data must be.
  public static let invalidData = Self(rawValue: "invalidData")
  /// A dictionary's key that is missing, misplaced, or not a string.
  public static let invalidKey = Self(rawValue: "invalidKey")
  /// A string that holds bytes its encoding does not allow.
  public static let invalidText = Self(rawValue: "invalidText")
  /// Text in an encoding that this reader does not know.
  public static let unknownEncoding = Self(rawValue: "unknownEncoding")
  /// Bytes of another format than the one declared.
  public static let wrongFormat = Self(rawValue: "wrongFormat")
  /// A value that the format has no way to write.
  public static let unwritable = Self(rawValue: "unwritable")
}

// MARK: - Codes of XML property lists

extension CoderError.Code {
  /// An end tag that ends no open element.
  public static let mismatchedTag = Self(rawValue: "mismatchedTag")
  /// An element that property lists do not have.
  public static let unknownElement = Self(rawValue: "unknownElement")
  /// An entity that XML does not define itself; a document's own ones are never expanded.
  public static let unknownEntity = Self(rawValue: "unknownEntity")
  /// An element, or its text, where property lists have none.
  public static let misplacedElement = Self(rawValue: "misplacedElement")
}

// MARK: - Codes of binary property lists

extension CoderError.Code {
  /// Sizes and counts in the last 32 bytes that do not fit the file.
  public static let invalidTrailer = Self(rawValue: "invalidTrailer")
  /// An object that lies outside the part of the file where objects are.
  public static let offsetOutOfRange = Self(rawValue: "offsetOutOfRange")
  /// A reference to an object that the file does not have.
  public static let referenceOutOfRange = Self(rawValue: "referenceOutOfRange")
  /// An object of a kind that property lists do not have.
  public static let unknownObject = Self(rawValue: "unknownObject")
  /// A container that contains itself.
  public static let cycle = Self(rawValue: "cycle")
  /// Objects that use the same bytes.
  public static let overlappingObjects = Self(rawValue: "overlappingObjects")
}

// MARK: - Codes of links

extension CoderError.Code {
  /// Text that is not one URL with a scheme.
  public static let notALink = Self(rawValue: "notALink")
  /// A file of links that has no link.
  public static let noLink = Self(rawValue: "noLink")
  /// A link that is not of the kind the type wants.
  public static let unsuitableLink = Self(rawValue: "unsuitableLink")
}

extension CoderError.Position {
  /// The line and column of an offset in UTF-8 text; its cost is that of counting lines up to there.
  ///
  /// A carriage return, a line feed, or both together end a line.
  package static func line(of offset: Int, in bytes: UnsafeRawBufferPointer) -> CoderError.Position {
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
