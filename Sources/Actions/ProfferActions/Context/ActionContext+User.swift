public import ProfferFileSystem
import TypeDiscovery
import UniformTypes

extension ActionContext {
  /// The context of the user who runs the process, by the environment and the configuration, which are read once.
  ///
  /// - Parameters:
  ///   - files: further files with declarations of types, which go before those of the configuration.
  ///   - note: called with each note.
  /// - Returns: the context.
  /// - Throws: the error of a file in `files`; a file of the configuration that cannot be used is left out with a note.
  public static func user(
    declaring files: [FilePath] = [], note: @escaping @Sendable (ActionNote) -> Void = { _ in }
  ) throws -> ActionContext { try ActionContext(of: .process, declaring: files, note: note) }

  /// The context that the variables of an environment describe.
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
  /// The folders that the environment names, by the XDG Base Directory Specification.
  public static var user: ActionFolders {
    get throws { try ActionEnvironment.process.folders }
  }
}

/// The variables of an environment that actions depend on.
package struct ActionEnvironment: Sendable {
  private let find: @Sendable (String) -> String?
  /// The folder that relative paths begin in.
  private let currentFolder: FilePath

  /// The environment of the process.
  package static let process = ActionEnvironment { EnvironmentVariable.value(of: $0) }

  /// - Parameters:
  ///   - currentFolder: the folder that relative paths begin in.
  ///   - find: the value of a variable; nil if it is unset.
  package init(
    currentFolder: FilePath = .currentFolder, _ find: @escaping @Sendable (String) -> String?
  ) {
    self.currentFolder = currentFolder
    self.find = find
  }

  /// The value of a variable; nil if it is unset or empty.
  func value(_ name: String) -> String? {
    guard let value = find(name), !value.isEmpty else { return nil }
    return value
  }

  /// The folders that the variables name.
  package var folders: ActionFolders {
    get throws {
      guard let temporary = FilePath(value("TMPDIR") ?? "/tmp") else {
        throw ActionError.failure("TMPDIR is empty; name a folder that can be written or unset it")
      }
      var folders = ActionFolders(
        temporary: temporary,
        configuration: folder("XDG_CONFIG_HOME", home: ".config").flatMap { FilePath("\($0)/proffer") },
        state: folder("XDG_STATE_HOME", home: ".local/state").flatMap { FilePath("\($0)/proffer") },
        mimeDatabase: mimeFolders)
      folders.current = currentFolder
      return folders
    }
  }

  /// The folders that may have the desktop's database of MIME types, the most important first.
  private var mimeFolders: [FilePath] {
    let home = folder("XDG_DATA_HOME", home: ".local/share")
    let shared = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([home].compactMap(\.self) + shared.map(String.init)).compactMap { base in
      base.hasPrefix("/") ? FilePath("\(base)/mime") : nil
    }
  }

  /// The absolute path that a variable names, or its default below the home folder.
  ///
  /// A relative path is ignored, as the specification demands.
  private func folder(_ name: String, home: String) -> String? {
    if let named = value(name), named.hasPrefix("/") { return named }
    guard let base = value("HOME"), base.hasPrefix("/") else { return nil }
    return "\(base)/\(home)"
  }
}
