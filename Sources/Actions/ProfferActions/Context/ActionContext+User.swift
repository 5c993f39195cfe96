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
  ) throws -> ActionContext {
    let folders = try ActionFolders.user
    return ActionContext(
      types: try TypeContext(folders: folders, declaring: files, note: note), folders: folders,
      searchPath: UserEnvironment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
      sourceDateEpoch: UserEnvironment.value("SOURCE_DATE_EPOCH"), note: note)
  }
}

extension ActionFolders {
  /// The folders that the environment names, by the XDG Base Directory Specification.
  public static var user: ActionFolders {
    get throws {
      guard let temporary = FilePath(UserEnvironment.value("TMPDIR") ?? "/tmp") else {
        throw ActionError.failure("TMPDIR is empty; name a folder that can be written or unset it")
      }
      return ActionFolders(
        temporary: temporary,
        configuration: UserEnvironment.folder("XDG_CONFIG_HOME", home: ".config").flatMap {
          FilePath("\($0)/proffer")
        },
        state: UserEnvironment.folder("XDG_STATE_HOME", home: ".local/state").flatMap {
          FilePath("\($0)/proffer")
        },
        mimeDatabase: UserEnvironment.mimeFolders)
    }
  }
}

/// The variables of the environment that actions depend on.
private enum UserEnvironment {
  /// The folders that may have the desktop's database of MIME types, the most important first.
  static var mimeFolders: [FilePath] {
    let home = folder("XDG_DATA_HOME", home: ".local/share")
    let shared = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    return ([home].compactMap(\.self) + shared.map(String.init)).compactMap { base in
      base.hasPrefix("/") ? FilePath("\(base)/mime") : nil
    }
  }

  /// The absolute path that a variable names, or its default below the home folder.
  ///
  /// A relative path is ignored, as the specification demands.
  static func folder(_ name: String, home: String) -> String? {
    if let named = value(name), named.hasPrefix("/") { return named }
    guard let base = value("HOME"), base.hasPrefix("/") else { return nil }
    return "\(base)/\(home)"
  }

  /// The value of a variable; nil if it is unset or empty.
  static func value(_ name: String) -> String? {
    guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
