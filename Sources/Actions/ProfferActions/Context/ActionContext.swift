package import Foundation
public import ItemProviders
public import ProfferFileSystem
public import ProviderBundles
public import UniformTypes

/// The context of an action: its types, folders, limits and callbacks.
///
/// A context is created once and then passed to actions. An action does not read the environment or the
/// configuration, does not change anything that other actions of the process use, and does not write to any
/// stream by itself. Actions with different contexts can run concurrently.
public struct ActionContext: Sendable {
  /// The types that the action knows; the bundles that it opens add theirs.
  package var types: TypeContext
  /// The folders for settings, state and temporary files.
  public var folders: ActionFolders
  /// The folders to search for external converters, in the format of `PATH`; empty finds none.
  public var searchPath: String
  /// The text of `SOURCE_DATE_EPOCH`, in seconds since 1970; nil keeps the times of files.
  public var sourceDateEpoch: String?
  /// Whether this process starts no programs but external converters.
  ///
  /// If so, orphaned processes of the converters are adopted and ended. In a process that starts other
  /// programs, adoption would leave children for which no code waits, and could end children of other code.
  package var startsOnlyConverters = false
  /// The team and group of the receiver that reads bundles; neither by default.
  public var identity = ReceiverIdentity(team: nil, group: nil)
  /// The limits on the size and the expansion of bundles.
  public var limits = BundleLimits.standard
  /// The current time.
  package var now: @Sendable () -> Date = { Date() }
  /// Called with each note, in the order of their causes; several threads may call it concurrently.
  public var note: @Sendable (ActionNote) -> Void
  /// Called frequently with the progress of the action, by several threads; it must return at once.
  public var progress: @Sendable (ActionProgress) -> Void = { _ in }
  /// Called before an operation that the user may not expect; false declines, and nil means no answer.
  public var confirm: @Sendable (ActionQuestion) throws -> Bool? = { _ in nil }
  /// The flag that ends the action early; nil if the action cannot be cancelled.
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

  /// Creates a context with only the types of a registry: no external converters, and no records of drops.
  ///
  /// - Parameters:
  ///   - registry: the types. The desktop's database does not add to them.
  ///   - folders: the folders; by default only the temporary folder that exists on every system.
  public init(types registry: TypeRegistry, folders: ActionFolders = .standard) {
    self.init(types: TypeContext(registry), folders: folders)
  }

  /// A context that is independent of the environment and the configuration.
  ///
  /// It has the standard types, no external converters, no records of drops, and temporary files in `/tmp`.
  public static var standard: ActionContext { ActionContext(types: .standard) }

  /// Whether the action can be cancelled; if so, an action that waits must poll for cancellation.
  package var isCancellable: Bool { cancellation != nil }

  /// Throws if the task of the action is cancelled.
  ///
  /// - Throws: `CancellationError`.
  package func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Whether the task of the action is cancelled.
  package var isCancelled: Bool { cancellation?.isCancelled ?? false }

  /// Reports further processed bytes.
  ///
  /// - Throws: `CancellationError` if the task of the action is cancelled.
  package func advance(by byteCount: UInt64) throws {
    try checkCancellation()
    progress(.advanced(byteCount: byteCount))
  }

  /// The latest time that reproducible output may contain; nil keeps the times of files.
  ///
  /// - Throws: a failure if `SOURCE_DATE_EPOCH` is not a number of seconds since 1970 with a four-digit year.
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
  /// The folder for state that is kept between actions, such as the records of drops; nil keeps none.
  public var state: FilePath?
  /// The folders of the desktop's MIME type database, highest precedence first.
  public var mimeDatabase: [FilePath]
  /// The folder to which relative paths refer.
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

  /// Folders that are independent of a user: temporary files in `/tmp`, no settings, and no records.
  public static var standard: ActionFolders { ActionFolders(temporary: .temporaryFolder) }

  /// The visible files in a settings subfolder, sorted by name; empty if there is no such subfolder.
  package func settings(in name: String) throws -> [FilePath] {
    guard let folder = folder(name), try FileStatus.ifPresent(folder)?.kind == .folder else { return [] }
    return try Folder.names(in: folder).filter { $0.bytes.first != UInt8(ascii: ".") }.map(folder.appending)
  }

  /// The path of a file in a subfolder of the settings; nil if there is no such file.
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
  /// The temporary folder that exists on every system.
  fileprivate static var temporaryFolder: FilePath {
    guard let path = FilePath("/tmp") else { preconditionFailure("/tmp is a path") }
    return path
  }
}
