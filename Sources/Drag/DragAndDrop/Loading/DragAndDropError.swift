public import DescribedErrors

/// An error that prevented a step of a drag, or the start of a load in a drop session.
///
/// A load that starts and then fails reports the source's own error or an `ItemProviderError` instead.
public struct DragAndDropError: DescribedError, Sendable {
  /// The kind of failure; further kinds can be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, which is also the name of its constant.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A load was started before the drop; before `performDrop`, only types, names and counts are available.
    public static let loadBeforeDrop = Code(rawValue: "loadBeforeDrop")
    /// A load was started after `performDrop` had returned.
    public static let loadAfterDrop = Code(rawValue: "loadAfterDrop")
    /// A drag was moved, dropped or cancelled after its end.
    public static let sessionEnded = Code(rawValue: "sessionEnded")
  }

  /// The kind of failure.
  public let code: Code
  /// The subject of the reason, such as a type of an item; nil if the reason itself names the subject.
  public let subject: String?
  /// A description of the failure and its remedy, worded to continue a sentence that begins with the
  /// subject.
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
