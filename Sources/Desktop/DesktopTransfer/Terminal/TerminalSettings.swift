package import ProfferFileSystem

/// The properties of a session's terminal.
package struct TerminalSettings: Sendable {
  /// The device file; `/dev/tty` is the terminal of the process.
  package var device: FilePath
  /// `TERM`.
  package var kind: String?
  /// The program between this program and the visible terminal, such as `tmux`.
  package var multiplexer: String?
  /// The desktop on which the terminal runs, such as `niri`.
  ///
  /// The drags of some terminals work only on some desktops.
  package var desktopName: String?
  /// Whether the terminal is on another machine.
  package var isRemote = false
  /// The file with the identifier of this machine; nil to assume that the terminal runs on this machine.
  package var machineFile = FilePath("/etc/machine-id")
  /// The tmux server, if the program runs in tmux and `tmux` is installed.
  package var tmux: TmuxServer?
  /// The terminal that environment variables identify; used only if there is no version report of a known
  /// terminal.
  private(set) var namedProgram: TerminalProgram?
  /// Shows a message to the user, such as the reason for a wait or a note about omitted content.
  package var tell: @Sendable (String) -> Void = { _ in }
  /// The maximum time for the terminal to respond without asking the user.
  ///
  /// The default depends on ``isRemote``.
  package var answerLimit: Duration {
    get { chosenAnswerLimit ?? (isRemote ? .seconds(5) : .seconds(1)) }
    set { chosenAnswerLimit = newValue }
  }
  private var chosenAnswerLimit: Duration?
  /// The maximum time for the user to answer when the terminal asks for permission.
  package var permissionLimit: Duration = .seconds(60)

  package init(device: FilePath) { self.device = device }

  /// Identifies the terminal by environment variables.
  ///
  /// The variables are ignored inside a multiplexer and over a connection to another machine, because they
  /// may then describe a terminal that is not in use.
  ///
  /// - Parameter value: returns the value of a variable; nil if the variable is not set.
  package mutating func recognise(by value: (String) -> String?) {
    namedProgram = multiplexer == nil && !isRemote ? TerminalProgram(environment: value) : nil
  }

  /// Throws if `TERM` is not set, or if the terminal is known to have no clipboard for programs.
  func check() throws {
    switch kind {
    case nil, "": throw TransferError(.noDisplay, "TERM is not set")
    case "dumb"?, "linux"?, "unknown"?:
      throw TransferError(.noDisplay, "a terminal of the kind \(kind ?? "") has no clipboard")
    default: break
    }
    if multiplexer == "GNU screen" {
      throw TransferError(
        .notSupported,
        "GNU screen does not pass the clipboard on to the terminal; run the command outside of it")
    }
  }
}
