public import DescribedErrors
public import ProfferFileSystem

/// An error that prevented a drop into a folder, or the undo of such a drop.
///
/// If a load fails, the error is the source's own error or an `ItemProviderError`. Errors of the operating
/// system are reported as `FileSystemError`.
public struct FolderDropError: DescribedError, Sendable {
  /// The kind of failure; further kinds can be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, which is also the name of its constant.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No representation of an item is accepted.
    public static let nothingAccepted = Code(rawValue: "nothingAccepted")
    /// A file is not a journal of a drop, or its journal version is not supported.
    public static let badJournal = Code(rawValue: "badJournal")
    /// A file has changed since it was dropped, or while it was copied or moved.
    public static let changedSinceDrop = Code(rawValue: "changedSinceDrop")
    /// The undo record cannot be written, so the drop is not performed.
    public static let notRecorded = Code(rawValue: "notRecorded")
    /// The record of a drop, or a file that the record contains, is in use by another program.
    public static let folderInUse = Code(rawValue: "folderInUse")
  }

  /// The kind of failure.
  public let code: Code
  /// The file or folder that the error concerns; nil if there is no such file or if the reason itself names
  /// the file.
  public let subject: FilePath?
  /// A description of the failure and its remedy, worded to continue a sentence that begins with the
  /// subject.
  public let reason: String
  /// The underlying error, if there is one.
  public let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: FilePath? = nil, _ reason: String, cause: (any Error)? = nil) {
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
