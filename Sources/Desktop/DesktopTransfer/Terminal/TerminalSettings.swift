package import ProfferFileSystem

/// What a session says about its terminal.
package struct TerminalSettings: Sendable {
  /// The device; `/dev/tty` is the terminal of the process.
  package var device: FilePath
  /// `TERM`.
  package var kind: String?
  /// The program between this one and the terminal that people see, such as `tmux`.
  package var multiplexer: String?
  /// The desktop that the terminal is on, such as `niri`: drags of one version of a terminal work on some desktops only.
  package var desktopName: String?
  /// Whether the terminal is on another machine.
  package var isRemote = false
  /// The file with the number of this machine; nil takes the terminal's machine for this one.
  package var machineFile = FilePath("/etc/machine-id")
  /// Called with what people should know while they wait, and with what a terminal does not take.
  package var tell: @Sendable (String) -> Void = { _ in }
  /// The most that a terminal may take to answer what it knows by itself.
  package var answerLimit: Duration { isRemote ? .seconds(5) : .seconds(1) }
  /// The most that people may take to answer a question of the terminal.
  package var permissionLimit: Duration = .seconds(60)

  package init(device: FilePath) { self.device = device }

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
