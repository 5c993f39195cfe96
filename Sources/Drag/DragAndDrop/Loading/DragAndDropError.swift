public import DescribedErrors

/// Why a step of a drag, or a load of a drop session, did not happen.
///
/// A load that fails has the source's own error or an `ItemProviderError`.
public struct DragAndDropError: DescribedError, Sendable {
  /// What kind of failure this is; the list is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A load was started before the drop: until `performDrop` there are only types, names and counts.
    public static let loadBeforeDrop = Code(rawValue: "loadBeforeDrop")
    /// A load was started after `performDrop` had returned.
    public static let loadAfterDrop = Code(rawValue: "loadAfterDrop")
    /// A drag was moved, dropped or cancelled after its end.
    public static let sessionEnded = Code(rawValue: "sessionEnded")
  }

  /// What kind of failure this is.
  public let code: Code
  /// What the reason is about, such as a type of an item; nil when the reason names it.
  public let subject: String?
  /// What happened and what to do; continues a sentence that begins with the subject.
  public let reason: String
  /// The underlying error, if there is one.
  public let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: String? = nil, _ reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The subject and the reason; one line without a full stop.
  public var message: String { subject.map { "\($0) \(reason)" } ?? reason }

  /// The message, followed by the description of the cause.
  public var description: String { cause.map { "\(message): \($0)" } ?? message }
}
