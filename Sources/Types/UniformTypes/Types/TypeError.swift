public import DescribedErrors

/// An error about types: the broken rule, and the identifier, tag or declaration that breaks it.
public struct TypeError: DescribedError, Sendable {
  /// The kind of failure.
  ///
  /// More kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String
    /// Creates a kind with any name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a type identifier.
    public static let malformedIdentifier = Code(rawValue: "malformedIdentifier")
    /// The identifier is in the reserved domain `dyn.`, in which types cannot be declared.
    public static let reservedIdentifier = Code(rawValue: "reservedIdentifier")
    /// Two exported declarations have the same identifier.
    public static let duplicateExport = Code(rawValue: "duplicateExport")
    /// A declaration conforms to a type that is not declared.
    public static let unknownParent = Code(rawValue: "unknownParent")
    /// Declarations conform to each other in a cycle.
    public static let conformanceCycle = Code(rawValue: "conformanceCycle")
    /// A tag does not have the form that its class requires.
    public static let malformedTag = Code(rawValue: "malformedTag")
    /// A table of types or signatures cannot be read.
    public static let malformedTable = Code(rawValue: "malformedTable")
    /// A registry was installed too late, or a second time.
    public static let registryInUse = Code(rawValue: "registryInUse")
  }

  /// The kind of failure.
  public let code: Code
  /// The identifier or tag that caused the failure, as it was written; nil if `reason` names the cause.
  public let subject: String?
  /// A description of the failure, with a remedy.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - subject: the identifier or tag that caused the failure; nil if `reason` names the cause.
  ///   - reason: a description of the failure, with a remedy.
  ///   - cause: the underlying error, if any.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The error message in one line without a full stop: the subject as it was written, the failure and a
  /// remedy.
  public var message: String { subject.map { "“\($0)” \(reason)" } ?? reason }

  /// The message.
  public var description: String { message }
}

extension TypeError {
  /// Returns the error for text that is not an identifier.
  package static func malformed(_ identifier: TypeIdentifier) -> TypeError {
    TypeError(
      .malformedIdentifier, subject: identifier.text,
      reason:
        "is not a type identifier: write letters, digits and hyphens in two or more parts joined by periods, "
        + "such as com.example.note")
  }
}
