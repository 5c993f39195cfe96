public import ProfferFileSystem
import TypeDiscovery
import UniformTypes

extension ActionContext {
  /// Returns the context of the user who runs the process.
  ///
  /// The environment and the configuration are read once, during this call.
  ///
  /// - Parameters:
  ///   - files: additional files with type declarations, which override the declarations of the
  ///     configuration.
  ///   - note: called with each note.
  /// - Returns: the context.
  /// - Throws: the error of a file in `files`. If a configuration file cannot be used, it is skipped with a
  ///   note.
  public static func user(
    declaring files: [FilePath] = [], note: @escaping @Sendable (ActionNote) -> Void = { _ in }
  ) throws -> ActionContext { try ActionContext(of: .process, declaring: files, note: note) }

  /// Creates a context from environment variables.
  package init(
    of environment: ActionEnvironment, declaring files: [FilePath] = [],
    note: @escaping @Sendable (ActionNote) -> Void = { _ in }
  ) throws {
    let folders = try environment.folders
    self.init(
      types: try TypeContext(folders: folders, declaring: files, note: note), folders: folders,
      searchPath: environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
      sourceDateEpoch: environment.value("SOURCE_DATE_EPOCH"), note: note)
  }
}

extension ActionFolders {
  /// The folders that the environment defines according to the XDG Base Directory Specification.
  public static var user: ActionFolders {
    get throws { try ActionEnvironment.process.folders }
  }
}

/// The environment variables on which actions depend.
package struct ActionEnvironment: Sendable {
  private let find: @Sendable (String) -> String?
  /// The folder against which relative paths are resolved.
  private let currentFolder: FilePath

  /// The environment of the process.
  package static let process = ActionEnvironment { EnvironmentVariable.value(of: $0) }

  /// - Parameters:
  ///   - currentFolder: the folder against which relative paths are resolved.
  ///   - find: returns the value of a variable; nil if the variable is unset.
  package init(
    currentFolder: FilePath = .currentFolder, _ find: @escaping @Sendable (String) -> String?
  ) {
    self.currentFolder = currentFolder
    self.find = find
  }

  /// Returns the value of a variable; nil if the variable is unset or empty.
  func value(_ name: String) -> String? {
    guard let value = find(name), !value.isEmpty else { return nil }
    return value
  }

  /// The folders that the environment variables define.
  package var folders: ActionFolders {
    get throws {
      guard let temporary = FilePath(value("TMPDIR") ?? "/tmp") else {
        throw ActionError.failure("TMPDIR is empty; set it to a writable folder, or unset it")
      }
      var folders = ActionFolders(
        temporary: temporary,
        configuration: folder("XDG_CONFIG_HOME", home: ".config").flatMap { FilePath("\($0)/proffer") },
        state: folder("XDG_STATE_HOME", home: ".local/state").flatMap { FilePath("\($0)/proffer") },
        mimeDatabase: mimeFolders)
      folders.runtime = value("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
      folders.current = currentFolder
      return folders
    }
  }

  /// The folders that may contain the desktop's MIME type database, highest precedence first.
  private var mimeFolders: [FilePath] {
    let home = folder("XDG_DATA_HOME", home: ".local/share")
    let shared = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([home].compactMap(\.self) + shared.map(String.init)).compactMap { base in
      base.hasPrefix("/") ? FilePath("\(base)/mime") : nil
    }
  }

  /// Returns the absolute path in a variable, or a default path below the home folder.
  ///
  /// A relative path is ignored, as the XDG Base Directory Specification requires.
  private func folder(_ name: String, home: String) -> String? {
    if let named = value(name), named.hasPrefix("/") { return named }
    guard let base = value("HOME"), base.hasPrefix("/") else { return nil }
    return "\(base)/\(home)"
  }
}
