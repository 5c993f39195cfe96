package import Foundation
public import ItemProviders
public import ProfferConversions
public import ProfferFileSystem
public import ProviderBundles
public import UniformTypes

/// The context of an action: its types, folders, limits and callbacks.
///
/// A context is created once and then passed to actions. Actions do not read the environment or the
/// configuration, and do not change state that other actions of the process use. The only streams to which
/// actions write are the streams that they receive. Actions with different contexts can run concurrently.
public struct ActionContext: Sendable {
  /// The types available to the action.
  ///
  /// Opening a bundle adds the types that the bundle declares.
  package var types: TypeContext
  /// The folders for settings, state and temporary files.
  public var folders: ActionFolders
  /// The folders to search for external converters, in the format of `PATH`; if empty, none are found.
  public var searchPath: String
  /// The value of `SOURCE_DATE_EPOCH`, in seconds since 1970; if nil, output contains the times of files
  /// unchanged.
  public var sourceDateEpoch: String?
  /// Whether external converters are the only programs that this process starts.
  ///
  /// If true, orphaned processes of the converters are adopted and terminated. In a process that starts other
  /// programs, adoption could leave zombie processes, and could terminate processes that other code started.
  package var startsOnlyConverters = false
  /// The team and group of the receiver that reads bundles.
  ///
  /// By default, the receiver has no team or group.
  public var identity = ReceiverIdentity(team: nil, group: nil)
  /// The limits on the size and the expansion of bundles.
  public var limits = BundleLimits.standard
  /// The limits on documents that are converted, and on the values that readers make from them.
  public var readingLimits = ReadingLimits.standard
  /// The current time.
  package var now: @Sendable () -> Date = { Date() }
  /// Called with each note, possibly by several threads at the same time.
  ///
  /// The notes are sent in the order of the events that cause them.
  public var note: @Sendable (ActionNote) -> Void
  /// Called frequently with the progress of the action, by several threads.
  ///
  /// Must return immediately.
  public var progress: @Sendable (ActionProgress) -> Void = { _ in }
  /// Called before an operation that the user may not expect.
  ///
  /// Returns false to decline the operation, and nil if the user cannot be asked. The operation continues
  /// unless the function returns false.
  public var confirm: @Sendable (ActionQuestion) throws -> Bool? = { _ in nil }
  /// The flag that cancels the action; nil if the action cannot be cancelled.
  var cancellation: ActionCancellation?

  package init(
    types: TypeContext, folders: ActionFolders, searchPath: String = "", sourceDateEpoch: String? = nil,
    note: @escaping @Sendable (ActionNote) -> Void = { _ in }
  ) {
    self.types = types
    self.folders = folders
    self.searchPath = searchPath
    self.sourceDateEpoch = sourceDateEpoch
    self.note = note
  }

  /// Creates a context with the types of a registry, without external converters or desktop types.
  ///
  /// - Parameters:
  ///   - registry: the types. The types of the desktop's MIME type database are not added.
  ///   - folders: the folders; by default, only the temporary folder `/tmp`.
  public init(types registry: TypeRegistry, folders: ActionFolders = .standard) {
    self.init(types: TypeContext(registry), folders: folders)
  }

  /// A context that does not depend on the environment or the configuration.
  ///
  /// The context has the standard types, no external converters and no records of drops. Temporary files are
  /// in `/tmp`.
  public static var standard: ActionContext { ActionContext(types: .standard) }

  /// Whether the action can be cancelled.
  ///
  /// If true, the action must check for cancellation while it waits.
  package var isCancellable: Bool { cancellation != nil }

  /// Throws if the task of the action is cancelled.
  ///
  /// - Throws: `CancellationError`.
  package func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Whether the task of the action is cancelled.
  package var isCancelled: Bool { cancellation?.isCancelled ?? false }

  /// Reports that a number of further bytes have been processed.
  ///
  /// - Throws: `CancellationError` if the task of the action is cancelled.
  package func advance(by byteCount: UInt64) throws {
    try checkCancellation()
    progress(.advanced(byteCount: byteCount))
  }

  /// The latest time allowed in reproducible output; if nil, file times are unchanged.
  ///
  /// - Throws: ``ActionError`` if `SOURCE_DATE_EPOCH` is not a number of seconds since 1970, or if the time
  ///   is after the year 9999.
  package var latestTime: FileTime? {
    get throws {
      guard let text = sourceDateEpoch else { return nil }
      guard let seconds = Int64(text), seconds >= 0, seconds < 253_402_300_800 else {
        throw ActionError.failure(
          "SOURCE_DATE_EPOCH is \(text.debugDescription); it must be a number of seconds since 1970")
      }
      return FileTime(seconds: seconds, nanoseconds: 0)
    }
  }
}

/// The folders of an action.
public struct ActionFolders: Sendable {
  /// The folder for temporary files.
  public var temporary: FilePath
  /// The settings folder, with the subfolders `types`, `coders` and `profiles`; nil if there are no settings.
  public var configuration: FilePath?
  /// The folder for state that is kept between actions, such as records of drops; if nil, none is kept.
  public var state: FilePath?
  /// The folders of the desktop's MIME type database, highest precedence first.
  public var mimeDatabase: [FilePath]
  /// The folder for files that are private to the user and needed only until the end of the login session.
  ///
  /// If nil, ``temporary`` is used.
  public var runtime: FilePath?
  /// The folder against which relative paths are resolved.
  public var current = FilePath.currentFolder

  /// Creates a set of folders; by default, there are no settings, no records and no database.
  ///
  /// - Parameters:
  ///   - temporary: the folder for temporary files.
  ///   - configuration: the settings folder.
  ///   - state: the folder for records.
  ///   - mimeDatabase: the folders of the desktop's MIME type database, highest precedence first.
  public init(
    temporary: FilePath, configuration: FilePath? = nil, state: FilePath? = nil, mimeDatabase: [FilePath] = []
  ) {
    self.temporary = temporary
    self.configuration = configuration
    self.state = state
    self.mimeDatabase = mimeDatabase
  }

  /// Folders that do not depend on the user: temporary files are in `/tmp`, without settings or records.
  public static var standard: ActionFolders { ActionFolders(temporary: .temporaryFolder) }

  /// Returns the files in a settings subfolder, sorted by name and without hidden files.
  ///
  /// Returns an empty array if there is no such subfolder.
  package func settings(in name: String) throws -> [FilePath] {
    guard let folder = folder(name), try FileStatus.ifPresent(folder)?.kind == .folder else { return [] }
    return try Folder.names(in: folder).filter { !$0.isHidden }.map(folder.appending)
  }

  /// Returns the path of a file in a settings subfolder; nil if there is no such file.
  package func setting(_ file: String, in name: String) throws -> FilePath? {
    guard let folder = folder(name), let file = FileName(file) else { return nil }
    let path = folder.appending(file)
    return try FileStatus.ifPresent(path) == nil ? nil : path
  }

  private func folder(_ name: String) -> FilePath? {
    guard let configuration, let name = FileName(name) else { return nil }
    return configuration.appending(name)
  }
}

extension FilePath {
  /// The temporary folder `/tmp`, which exists on every system.
  fileprivate static var temporaryFolder: FilePath {
    guard let path = FilePath("/tmp") else { preconditionFailure("/tmp is a path") }
    return path
  }
}
