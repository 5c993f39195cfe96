package import ProfferFileSystem
import UniformTypes

/// What an action needs besides its inputs: a value that is made once and passed.
///
/// An action reads neither the environment nor the configuration, changes nothing that other actions of the process use,
/// and writes to no stream. Actions with different contexts can run at the same time.
package struct ActionContext: Sendable {
  /// The types of this action; bundles that it opens add theirs.
  package var types: TypeContext
  /// The folders that the action reads its settings from and keeps its files in.
  package var folders: ActionFolders
  /// The folders in which external converters are looked for, as in `PATH`; empty finds none.
  package var searchPath: String
  /// The text of `SOURCE_DATE_EPOCH`; nil keeps the times of files.
  package var sourceDateEpoch: String?
  /// Called with each note, in the order of their causes; several threads may call it at the same time.
  package var note: @Sendable (ActionNote) -> Void

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

  /// A context that depends neither on the environment nor on a configuration: the standard types, no external
  /// converters, no records of drops, and temporary files in `/tmp`.
  package static var standard: ActionContext {
    ActionContext(types: TypeContext(.standard), folders: ActionFolders(temporary: .temporaryFolder))
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
package struct ActionFolders: Sendable {
  /// The folder of temporary files.
  package var temporary: FilePath
  /// The folder of settings, with the folders `types`, `coders` and `profiles`; nil if there are no settings.
  package var configuration: FilePath?
  /// The folder of the state that is kept between two actions, such as the records of drops; nil keeps none.
  package var state: FilePath?
  /// The folders of the desktop's database of MIME types, the most important first.
  package var mimeDatabase: [FilePath]

  package init(
    temporary: FilePath, configuration: FilePath? = nil, state: FilePath? = nil, mimeDatabase: [FilePath] = []
  ) {
    self.temporary = temporary
    self.configuration = configuration
    self.state = state
    self.mimeDatabase = mimeDatabase
  }

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
