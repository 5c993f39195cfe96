import DesktopTransfer
import ProfferFileSystem

/// What the program reads from its environment; no other part of it does.
enum ProgramEnvironment {
  /// Where temporary files are kept: `TMPDIR`, or the system's own place.
  static var temporaryFolder: FilePath {
    get throws {
      guard let path = FilePath(value("TMPDIR") ?? "/tmp") else {
        throw ProgramError.failure("TMPDIR is empty; name a folder that can be written or unset it")
      }
      return path
    }
  }

  /// The latest time that reproducible output may state: `SOURCE_DATE_EPOCH`, in seconds since 1970.
  static var latestTime: FileTime? {
    get throws {
      guard let text = value("SOURCE_DATE_EPOCH") else { return nil }
      guard let seconds = Int64(text), seconds >= 0, seconds < 253_402_300_800 else {
        throw ProgramError.failure(
          "SOURCE_DATE_EPOCH is \(text.debugDescription); it must be a number of seconds since 1970")
      }
      return FileTime(seconds: seconds, nanoseconds: 0)
    }
  }

  /// The user's declarations of types: the files of `proffer/types` in the configuration folder, by name.
  static var declarationFiles: [FilePath] { get throws { try configurationFiles(in: "types") } }

  /// The user's declarations of external converters: the files of `proffer/coders` in the configuration folder, by name.
  static var coderFiles: [FilePath] { get throws { try configurationFiles(in: "coders") } }

  /// Where the program keeps its state between two runs; nil where the environment has no such place.
  static var stateFolder: FilePath? {
    folder("XDG_STATE_HOME", home: ".local/state").flatMap { FilePath("\($0)/proffer") }
  }

  /// The displays and the terminal of the session.
  static var desktopSession: DesktopSession {
    var session = DesktopSession()
    session.display = value("DISPLAY")
    session.authorityFile = (value("XAUTHORITY") ?? value("HOME").map { "\($0)/.Xauthority" }).flatMap {
      FilePath($0)
    }
    session.waylandDisplay = value("WAYLAND_DISPLAY")
    session.runtimeFolder = value("XDG_RUNTIME_DIR")
    session.busAddress = value("DBUS_SESSION_BUS_ADDRESS")
    session.terminal = FilePath("/dev/tty").map { TerminalSettings(device: $0) }
    session.terminal?.desktopName = value("XDG_CURRENT_DESKTOP")
    session.terminal?.kind = value("TERM")
    session.terminal?.isRemote = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    session.terminal?.multiplexer =
      value("TMUX") != nil
      ? "tmux" : value("ZELLIJ") != nil ? "Zellij" : value("STY") != nil ? "GNU screen" : nil
    return session
  }

  /// Where programs are found.
  static var searchPath: String { value("PATH") ?? "/usr/local/bin:/usr/bin:/bin" }

  /// The file of a profile in the configuration folder; nil where there is no profile of that name.
  static func profile(named name: String) throws -> FilePath? {
    guard let folder = configurationFolder("profiles"), let file = FileName("\(name).json") else {
      return nil
    }
    let path = folder.appending(file)
    return try FileStatus.ifPresent(path) == nil ? nil : path
  }

  /// The names of the profiles in the configuration folder.
  static var profileNames: [String] {
    get throws {
      try configurationFiles(in: "profiles").compactMap(\.lastComponent?.string)
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    }
  }

  /// Whether text is coloured, where the environment says so: `CLICOLOR_FORCE` asks for it, `NO_COLOR` and a terminal
  /// that cannot forbid it.
  static var wantsColor: Bool? {
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
    if value("TERM") == "dumb" || value("CLICOLOR") == "0" { return false }
    return nil
  }

  /// Whether the terminal shows all colors: `COLORTERM` says so, or its kind is known for it.
  static var hasAllColors: Bool {
    if let word = value("COLORTERM") { return word == "truecolor" || word == "24bit" }
    guard let kind = value("TERM") else { return false }
    return kind.hasSuffix("-direct") || ["xterm-kitty", "xterm-ghostty", "foot", "alacritty"].contains(kind)
  }

  /// How many columns a line of help has: as many as the terminal, from 40 to 100; 80 elsewhere.
  static var helpWidth: Int {
    guard OpenFile.standardOutput.isTerminal else { return 80 }
    return min(
      100, max(40, value("COLUMNS").flatMap { Int($0) } ?? OpenFile.standardOutput.columnCount ?? 80))
  }

  private static func configurationFolder(_ name: String) -> FilePath? {
    guard let base = folder("XDG_CONFIG_HOME", home: ".config") else { return nil }
    return FilePath("\(base)/proffer/\(name)")
  }

  private static func configurationFiles(in name: String) throws -> [FilePath] {
    guard let folder = configurationFolder(name), try FileStatus.ifPresent(folder)?.kind == .folder else {
      return []
    }
    return try Folder.names(in: folder).filter { $0.bytes.first != UInt8(ascii: ".") }.map(folder.appending)
  }

  /// The folders of the desktop's database of MIME types that exist, the most important first.
  static var mimeFolders: [FilePath] {
    get throws(FileSystemError) {
      let home = folder("XDG_DATA_HOME", home: ".local/share")
      let shared = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
      var folders: [FilePath] = []
      for base in [home].compactMap(\.self) + shared.map(String.init) {
        guard base.hasPrefix("/"), let folder = FilePath("\(base)/mime"),
          let globs = FilePath("\(base)/mime/globs2"), try FileStatus.ifPresent(globs) != nil
        else { continue }
        folders.append(folder)
      }
      return folders
    }
  }

  /// A folder that a variable names from the root, or its usual place below the user's own folder.
  ///
  /// A relative path is ignored, as the XDG Base Directory Specification says.
  private static func folder(_ name: String, home: String) -> String? {
    if let named = value(name), named.hasPrefix("/") { return named }
    guard let base = value("HOME"), base.hasPrefix("/") else { return nil }
    return "\(base)/\(home)"
  }

  private static func value(_ name: String) -> String? {
    guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
