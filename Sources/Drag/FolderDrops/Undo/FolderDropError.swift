public import DescribedErrors
public import ProfferFileSystem

/// Why a drop into a folder, or the undo of one, did not happen.
///
/// A load that fails has the source's own error or an `ItemProviderError`; what the system refuses is a
/// `FileSystemError`.
public struct FolderDropError: DescribedError, Sendable {
  /// What kind of failure this is; the list is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No representation of an item is accepted.
    public static let nothingAccepted = Code(rawValue: "nothingAccepted")
    /// A file is not the journal of a drop, or one of another version.
    public static let badJournal = Code(rawValue: "badJournal")
    /// A file has changed since it was dropped, or while it was copied or moved.
    public static let changedSinceDrop = Code(rawValue: "changedSinceDrop")
    /// The undo record cannot be written, so the drop is not performed.
    public static let notRecorded = Code(rawValue: "notRecorded")
    /// The record of a drop, or a file that it names, is in use by another program.
    public static let folderInUse = Code(rawValue: "folderInUse")
  }

  /// What kind of failure this is.
  public let code: Code
  /// The file or folder that the reason is about; nil when the reason names it, or there is none.
  public let subject: FilePath?
  /// What happened and what to do; continues a sentence that begins with the subject.
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
