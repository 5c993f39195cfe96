/// Why something about a drag did not happen.
///
/// What goes wrong inside a load is the source's own error or an `ItemProviderError`; this one speaks of the
/// conversation around it.
public struct DragAndDropError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure this is; the list is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A load was started before the drop: until `performDrop` there are only types, names and counts.
    public static let loadBeforeDrop = Code(rawValue: "loadBeforeDrop")
    /// A load was started after `performDrop` had returned.
    public static let loadAfterDrop = Code(rawValue: "loadAfterDrop")
    /// A drag was played on after its end.
    public static let sessionEnded = Code(rawValue: "sessionEnded")
    /// A line of a script says nothing that can be played.
    public static let badScript = Code(rawValue: "badScript")
    /// Nothing that an item offers is accepted.
    public static let nothingAccepted = Code(rawValue: "nothingAccepted")
    /// A file is not the journal of a drop, or one of another version.
    public static let badJournal = Code(rawValue: "badJournal")
    /// A file that was to be taken back is no longer as the drop left it.
    public static let changedSinceDrop = Code(rawValue: "changedSinceDrop")
    /// What takes a drop back cannot be written, so that the drop is not done.
    public static let notRecorded = Code(rawValue: "notRecorded")
    /// The record of a drop is in use by another program.
    public static let folderInUse = Code(rawValue: "folderInUse")
  }

  /// What kind of failure this is.
  public let code: Code
  /// What happened, to which thing, and what to do; one line without a full stop.
  public let message: String
  /// What lies underneath, where something does.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, and after it the cause's own words.
  public var description: String { cause.map { "\(message): \($0)" } ?? message }
}
