import DesktopTransfer
import ProfferFileSystem

/// What the program reads from its environment for terminals and displays; the rest is in the context of actions.
enum ProgramEnvironment {
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

  private static func value(_ name: String) -> String? {
    guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
