/// What went wrong with types: which rule was broken, and by which identifier, tag or declaration.
public struct TypeError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  ///
  /// More kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String
    /// Makes a kind of any name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a type identifier.
    public static let malformedIdentifier = Code(rawValue: "malformedIdentifier")
    /// The identifier is in the domain `dyn.`, where nothing may be declared.
    public static let reservedIdentifier = Code(rawValue: "reservedIdentifier")
    /// Two exported declarations claim one identifier.
    public static let duplicateExport = Code(rawValue: "duplicateExport")
    /// A declaration conforms to a type that is not declared.
    public static let unknownParent = Code(rawValue: "unknownParent")
    /// Declarations conform to each other in a circle.
    public static let conformanceCycle = Code(rawValue: "conformanceCycle")
    /// A tag does not have the shape that its class requires.
    public static let malformedTag = Code(rawValue: "malformedTag")
    /// A table of types or signatures cannot be read.
    public static let malformedTable = Code(rawValue: "malformedTable")
    /// A registry was installed too late or a second time.
    public static let registryInUse = Code(rawValue: "registryInUse")
  }

  /// The kind of failure.
  public let code: Code
  /// The identifier or tag that the failure is about, as it was written; nil when the reason names what it is about.
  public let subject: String?
  /// What is wrong with the subject, and what to do about it.
  public let reason: String
  /// The failure that caused this one, if there was one.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - subject: what the error is about; nil where the reason names it.
  ///   - reason: what happened, and what can be done.
  ///   - cause: the underlying error, if any.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// What happened, to which thing as it was written, and what to do about it; one line without a full stop.
  public var message: String { subject.map { "“\($0)” \(reason)" } ?? reason }

  /// The message.
  public var description: String { message }
}

extension TypeError {
  /// The error for text that is not an identifier.
  package static func malformed(_ identifier: TypeIdentifier) -> TypeError {
    TypeError(
      .malformedIdentifier, subject: identifier.text,
      reason:
        "is not a type identifier: write letters, digits and hyphens in two or more parts joined by periods, "
        + "such as com.example.note")
  }
}
