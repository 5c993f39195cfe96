/// Why there is no conversion, or why it stopped.
public struct ConversionError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of a name of your own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No coder reads any of the types offered.
    public static let unreadable = Code(rawValue: "unreadable")
    /// No coder writes the requested type.
    public static let unwritable = Code(rawValue: "unwritable")
    /// Coders read the source and write the destination, and nothing leads from one to the other.
    public static let noPath = Code(rawValue: "noPath")
    /// What a coder on the way needs is not installed; the cause is its ``CoderError``.
    public static let missingRequirement = Code(rawValue: "missingRequirement")
    /// The source is a folder, and its reader takes bytes.
    public static let folder = Code(rawValue: "folder")
    /// The task that ran the conversion was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
  }

  /// What went wrong.
  public let code: Code
  /// The thing that the error is about: the requested type, or the name of a document; nil where the reason names them
  /// all.
  public let subject: String?
  /// What happened, to which types, and what can be done.
  public let reason: String
  /// The underlying error, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - reason: what happened, to which types, and what can be done.
  ///   - subject: the thing that the error is about.
  ///   - cause: the underlying error, where there is one.
  public init(_ code: Code, _ reason: String, subject: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// What happened, to which thing, and what can be done.
  public var message: String { subject.map { "\($0) \(reason)" } ?? reason }

  /// The message.
  public var description: String { message }
}
