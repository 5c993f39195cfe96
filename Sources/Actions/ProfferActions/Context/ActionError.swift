package import DescribedErrors

/// The reason why an action ends without its result.
package struct ActionError: DescribedError, Sendable {
  /// The kind of error; more kinds may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What the error means for the request.
  package let kind: ErrorKind
  /// The thing that is wrong, as the user wrote it; nil if ``reason`` names it.
  package let subject: String?
  /// What is wrong, and a remedy.
  package let reason: String
  /// The underlying error, if any.
  package let cause: (any Error)?
  /// The name of the code; nil takes that of the cause, or of the kind.
  private let name: String?
  /// Whether a result with the same information has already been given to the user.
  package var isReported = false

  package init(
    _ kind: ErrorKind, subject: String? = nil, reason: String, cause: (any Error)? = nil, name: String? = nil,
    isReported: Bool = false
  ) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
    self.cause = cause
    self.name = name
    self.isReported = isReported
  }

  package var code: Code {
    if let name { return Code(rawValue: name) }
    if let cause = cause as? any DescribedError { return Code(rawValue: cause.codeName) }
    return switch kind {
    case .negative: Code(rawValue: "no")
    case .failure: Code(rawValue: "failed")
    case .misuse: Code(rawValue: "usage")
    }
  }

  /// The subject and the reason.
  package var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The message.
  package var description: String { message }

  /// A negative answer to a valid request.
  package static func negative(
    _ reason: String, of subject: String? = nil, name: String? = nil, isReported: Bool = false
  ) -> ActionError {
    ActionError(.negative, subject: subject, reason: reason, name: name, isReported: isReported)
  }

  /// A failure.
  package static func failure(
    _ reason: String, of subject: String? = nil, cause: (any Error)? = nil, name: String? = nil,
    isReported: Bool = false
  ) -> ActionError {
    ActionError(
      .failure, subject: subject, reason: reason, cause: cause, name: name, isReported: isReported)
  }

  /// A request whose parts are valid one by one and contradict each other.
  package static func usage(_ reason: String) -> ActionError { ActionError(.misuse, reason: reason) }
}
