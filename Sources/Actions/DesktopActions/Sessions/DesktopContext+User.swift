import DesktopTransfer
import ProfferFileSystem

extension DesktopContext {
  /// The user's displays and terminal, as described by the environment at the time of the call.
  public static var user: DesktopContext {
    var session = DesktopSession.ofEnvironment
    session.terminal = FilePath("/dev/tty").map { TerminalSettings(device: $0) }
    session.terminal?.desktopName = value("XDG_CURRENT_DESKTOP")
    session.terminal?.kind = value("TERM")
    session.terminal?.isRemote = value("SSH_CONNECTION") != nil || value("SSH_TTY") != nil
    session.terminal?.multiplexer =
      value("TMUX") != nil
      ? "tmux" : value("ZELLIJ") != nil ? "Zellij" : value("STY") != nil ? "GNU screen" : nil
    session.terminal?.recognise(by: value)
    session.terminal?.tmux = tmux
    return DesktopContext(session: session)
  }

  /// The tmux server that the program runs in; nil outside of tmux, or if `tmux` is not installed.
  private static var tmux: TmuxServer? {
    guard let server = value("TMUX"), let searchPath = value("PATH"),
      let temporaryFolder = FilePath(value("TMPDIR") ?? "/tmp"),
      let program = ProgramSearch.path(of: "tmux", in: searchPath)
    else { return nil }
    var environment = ["TMUX": server, "PATH": searchPath]
    for name in ["TMUX_PANE", "TMUX_TMPDIR", "TERM", "LC_ALL", "LC_CTYPE", "LANG"] {
      environment[name] = value(name)
    }
    return TmuxServer(program: program, environment: environment, temporaryFolder: temporaryFolder)
  }

  private static func value(_ name: String) -> String? {
    guard let value = EnvironmentVariable.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
