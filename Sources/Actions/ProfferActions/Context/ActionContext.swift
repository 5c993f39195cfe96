package import Foundation
public import ItemProviders
public import ProfferFileSystem
public import ProviderBundles
public import UniformTypes

/// What an action needs besides its inputs: a value that is made once and passed.
///
/// An action reads neither the environment nor the configuration, changes nothing that other actions of the process use,
/// and writes to no stream. Actions with different contexts can run at the same time.
public struct ActionContext: Sendable {
  /// The types of this action; bundles that it opens add theirs.
  package var types: TypeContext
  /// The folders that the action reads its settings from and keeps its files in.
  public var folders: ActionFolders
  /// The folders in which external converters are looked for, as in `PATH`; empty finds none.
  public var searchPath: String
  /// The text of `SOURCE_DATE_EPOCH`, seconds since 1970; nil keeps the times of files.
  public var sourceDateEpoch: String?
  /// Whether this process starts no programs but external converters.
  ///
  /// Then their orphaned processes are adopted and ended too. In a process that starts other programs, adoption would
  /// leave it with children for which no code waits, and could end a child of other code.
  package var startsOnlyConverters = false
  /// The team and the group as whose member the action reads bundles; by default neither.
  public var identity = ReceiverIdentity(team: nil, group: nil)
  /// How much a bundle may take, and how far it may expand.
  public var limits = BundleLimits.standard
  /// The present time.
  package var now: @Sendable () -> Date = { Date() }
  /// Called with each note, in the order of their causes; several threads may call it at the same time.
  public var note: @Sendable (ActionNote) -> Void
  /// Called with how far the action is, often and by several threads; it must return at once.
  public var progress: @Sendable (ActionProgress) -> Void = { _ in }
  /// Called before something that the user may not expect; false declines, and nil means that there is no answer.
  public var confirm: @Sendable (ActionQuestion) throws -> Bool? = { _ in nil }
  /// Says whether the action is to end early; nil where it cannot be cancelled.
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

  /// A context of the types of a registry, and of nothing else: no external converters, no records of drops.
  ///
  /// - Parameters:
  ///   - registry: the types; those of the desktop's database are not among them.
  ///   - folders: by default the folder of temporary files that every system has.
  public init(types registry: TypeRegistry, folders: ActionFolders = .standard) {
    self.init(types: TypeContext(registry), folders: folders)
  }

  /// A context that depends neither on the environment nor on a configuration: the standard types, no external
  /// converters, no records of drops, and temporary files in `/tmp`.
  public static var standard: ActionContext { ActionContext(types: .standard) }

  /// Whether the action may be cancelled, so that one that waits has to look.
  package var isCancellable: Bool { cancellation != nil }

  /// Ends the action where its task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  package func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Whether the task of the action is cancelled.
  package var isCancelled: Bool { cancellation?.isCancelled ?? false }

  /// Reports further bytes that are done.
  ///
  /// - Throws: `CancellationError` where the task of the action is cancelled.
  package func advance(by byteCount: UInt64) throws {
    try checkCancellation()
    progress(.advanced(byteCount: byteCount))
  }

  /// The latest time that reproducible output may state; nil keeps the times of files.
  ///
  /// - Throws: a failure if `SOURCE_DATE_EPOCH` is not a number of seconds since 1970 with a year of four digits.
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
  /// The folder of temporary files.
  public var temporary: FilePath
  /// The folder of settings, with the folders `types`, `coders` and `profiles`; nil if there are no settings.
  public var configuration: FilePath?
  /// The folder of the state that is kept between two actions, such as the records of drops; nil keeps none.
  public var state: FilePath?
  /// The folders of the desktop's database of MIME types, the most important first.
  public var mimeDatabase: [FilePath]
  /// The folder that relative paths begin in.
  public var current = FilePath.currentFolder

  /// Makes folders; by default there are no settings, no records and no database.
  ///
  /// - Parameters:
  ///   - temporary: the folder of temporary files.
  ///   - configuration: the folder of settings.
  ///   - state: the folder of records.
  ///   - mimeDatabase: the folders of the desktop's database, the most important first.
  public init(
    temporary: FilePath, configuration: FilePath? = nil, state: FilePath? = nil, mimeDatabase: [FilePath] = []
  ) {
    self.temporary = temporary
    self.configuration = configuration
    self.state = state
    self.mimeDatabase = mimeDatabase
  }

  /// The folders of no user: temporary files in `/tmp`, no settings, and no records.
  public static var standard: ActionFolders { ActionFolders(temporary: .temporaryFolder) }

  /// The files in a folder of the settings, by name, without hidden ones; empty if there is no such folder.
  package func settings(in name: String) throws -> [FilePath] {
    guard let folder = folder(name), try FileStatus.ifPresent(folder)?.kind == .folder else { return [] }
    return try Folder.names(in: folder).filter { $0.bytes.first != UInt8(ascii: ".") }.map(folder.appending)
  }

  /// The file of the settings with a name in a folder; nil if there is no such file.
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
  /// The folder of temporary files that every system has.
  fileprivate static var temporaryFolder: FilePath {
    guard let path = FilePath("/tmp") else { preconditionFailure("/tmp is a path") }
    return path
  }
}
