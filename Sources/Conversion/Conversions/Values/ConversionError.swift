public import DescribedErrors

/// An error that prevents or stops a conversion.
public struct ConversionError: DescribedError, Sendable {
  /// A kind of error; programs can add their own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a custom code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No coder reads any of the offered types.
    public static let unreadable = Code(rawValue: "unreadable")
    /// No coder writes the requested type.
    public static let unwritable = Code(rawValue: "unwritable")
    /// The source can be read and the destination written, but no path connects them.
    public static let noPath = Code(rawValue: "noPath")
    /// Every path has a coder with a requirement that is not installed; the cause is the coder's error.
    public static let missingRequirement = Code(rawValue: "missingRequirement")
    /// The source is a folder, but its reader accepts only bytes.
    public static let folder = Code(rawValue: "folder")
    /// The task of the conversion was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
  }

  /// The kind of error.
  public let code: Code
  /// The name, path or type of the affected document; nil if the reason names everything that is affected.
  public let subject: String?
  /// The reason, the types concerned, and a possible solution.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - reason: the reason, the types concerned, and a possible solution.
  ///   - subject: the name, path or type of the affected document; nil if the reason names everything that is
  ///     affected.
  ///   - cause: the underlying error, if any.
  public init(_ code: Code, _ reason: String, subject: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The subject and the reason.
  public var message: String { subject.map { "\($0) \(reason)" } ?? reason }

  /// The same text as the message.
  public var description: String { message }
}
