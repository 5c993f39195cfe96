public import DescribedErrors

/// An error for bytes that are invalid for their declared type, or for a value that cannot be written.
public struct CoderError: DescribedError, Sendable {
  /// A kind of error; custom coders can add their own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a custom code.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The position of the error in the bytes.
  public enum Position: Hashable, Sendable {
    /// The offset of a byte from the start, for binary formats.
    case byte(Int)
    /// A line and a column, both counted from 1; the column counts Unicode scalars.
    case line(Int, column: Int)
  }

  /// The kind of error.
  public let code: Code
  /// The affected part of the input, such as the name of a declaration, spelled as in the input.
  ///
  /// Nil if the error concerns the input as a whole.
  public let subject: String?
  /// The reason, without subject and position.
  public let reason: String
  /// The position of the error; nil if the error has no single position.
  public let position: Position?
  /// The underlying error, if any.
  public let cause: (any Error)?
  /// The type that the bytes may have instead of the declared type; nil if the error gives no hint.
  package var suggestedTypeIdentifier: String?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - reason: the reason, and a possible solution.
  ///   - subject: the affected part of the input; nil for the input as a whole.
  ///   - position: the position of the error; nil if the error has no single position.
  ///   - cause: the underlying error, if any.
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

  /// The position, the subject and the reason.
  public var message: String {
    [position?.description, subject, reason].compactMap(\.self).joined(separator: ": ")
  }

  /// The same text as the message.
  public var description: String { message }
}

extension CoderError.Position: CustomStringConvertible {
  /// The position in the form used in messages: `line 3, column 14`.
  public var description: String {
    switch self {
    case .byte(let offset): "byte \(offset)"
    case .line(let line, let column): "line \(line), column \(column)"
    }
  }
}

// MARK: - Codes of all formats

extension CoderError.Code {
  /// The bytes end before the value is complete.
  public static let unexpectedEnd = Self(rawValue: "unexpectedEnd")
  /// A character that the grammar does not allow at the character's position.
  public static let unexpectedCharacter = Self(rawValue: "unexpectedCharacter")
  /// There are more bytes after the value.
  public static let trailingData = Self(rawValue: "trailingData")
  /// Containers are nested more deeply than the limit.
  public static let tooDeep = Self(rawValue: "tooDeep")
  /// The value would be larger than the limit.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A malformed number, or a number stored in more bytes than the reader supports.
  public static let invalidNumber = Self(rawValue: "invalidNumber")
  /// A malformed date, or a date that does not exist.
  public static let invalidDate = Self(rawValue: "invalidDate")
  /// Text that is not base64, where the format requires base64 data.
  public static let invalidData = Self(rawValue: "invalidData")
  /// A dictionary key that is missing, misplaced or not a string.
  public static let invalidKey = Self(rawValue: "invalidKey")
  /// A string with bytes that its encoding does not allow.
  public static let invalidText = Self(rawValue: "invalidText")
  /// Text in an encoding that the reader does not support.
  public static let unknownEncoding = Self(rawValue: "unknownEncoding")
  /// Bytes that are not in the declared format.
  public static let wrongFormat = Self(rawValue: "wrongFormat")
  /// A value that the format cannot represent.
  public static let unwritable = Self(rawValue: "unwritable")
  /// The library that reads or writes the format is not installed.
  public static let missingLibrary = Self(rawValue: "missingLibrary")
}

// MARK: - Codes of XML property lists

extension CoderError.Code {
  /// An end tag without a matching open element.
  public static let mismatchedTag = Self(rawValue: "mismatchedTag")
  /// An element that property lists do not have.
  public static let unknownElement = Self(rawValue: "unknownElement")
  /// An entity that XML does not predefine.
  ///
  /// Entities that the document declares are never expanded.
  public static let unknownEntity = Self(rawValue: "unknownEntity")
  /// An element or text in a place where property lists do not allow it.
  public static let misplacedElement = Self(rawValue: "misplacedElement")
}

// MARK: - Codes of binary property lists

extension CoderError.Code {
  /// A size or count in the trailer, the last 32 bytes, that does not match the file.
  public static let invalidTrailer = Self(rawValue: "invalidTrailer")
  /// An object outside the object area of the file.
  public static let offsetOutOfRange = Self(rawValue: "offsetOutOfRange")
  /// A reference to an object that is not in the file.
  public static let referenceOutOfRange = Self(rawValue: "referenceOutOfRange")
  /// An object of a kind that property lists do not have.
  public static let unknownObject = Self(rawValue: "unknownObject")
  /// A container that contains itself.
  public static let cycle = Self(rawValue: "cycle")
  /// Objects that share bytes.
  public static let overlappingObjects = Self(rawValue: "overlappingObjects")
}

// MARK: - Codes of links

extension CoderError.Code {
  /// Text that is not a single URL with a scheme.
  public static let notALink = Self(rawValue: "notALink")
  /// A link file without a link.
  public static let noLink = Self(rawValue: "noLink")
  /// A link of a kind that the type does not allow.
  public static let unsuitableLink = Self(rawValue: "unsuitableLink")
}

extension CoderError.Position {
  /// Returns the line and column of an offset in UTF-8 text.
  ///
  /// The lines up to the offset are counted. A line ends with a carriage return, a line feed, or a carriage
  /// return followed by a line feed.
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
