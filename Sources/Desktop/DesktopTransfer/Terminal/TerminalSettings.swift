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
  /// The terminal that the environment names; used if the terminal makes no version report.
  private(set) var namedProgram: TerminalProgram?
  /// Called with what people should know while they wait, and with what a terminal does not take.
  package var tell: @Sendable (String) -> Void = { _ in }
  /// The maximum time for the terminal to respond without asking the user.
  package var answerLimit: Duration { isRemote ? .seconds(5) : .seconds(1) }
  /// The maximum time for the user to answer a question of the terminal.
  package var permissionLimit: Duration = .seconds(60)

  package init(device: FilePath) { self.device = device }

  /// Recognises the terminal by variables of the environment.
  ///
  /// In a multiplexer and over a connection the variables describe another terminal than the one in use.
  ///
  /// - Parameter value: returns the value of a variable; nil if it is unset.
  package mutating func recognise(by value: (String) -> String?) {
    namedProgram = multiplexer == nil && !isRemote ? TerminalProgram(environment: value) : nil
  }

  /// Throws where the terminal is known to take no sequences.
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
