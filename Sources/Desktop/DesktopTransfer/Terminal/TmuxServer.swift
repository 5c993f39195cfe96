package import ProfferFileSystem

/// The tmux server in which the program runs.
///
/// By default, tmux ignores the clipboard sequences of programs. However, tmux has a command that passes a
/// text to the client's terminal, regardless of the options of tmux (version 3.2 or later).
package struct TmuxServer: Sendable {
  /// The path of the program `tmux`.
  package var program: FilePath
  /// The variables by which the program finds the server: `TMUX`, `TMUX_PANE` and others.
  package var environment: [String: String]
  /// The folder for temporary files.
  package var temporaryFolder: FilePath

  package init(program: FilePath, environment: [String: String], temporaryFolder: FilePath) {
    self.program = program
    self.environment = environment
    self.temporaryFolder = temporaryFolder
  }

  /// The terminal of the client, as tmux describes it.
  struct Client {
    /// Whether tmux knows a sequence that writes to the clipboard of the terminal.
    let hasClipboard: Bool
    /// The version report of the terminal; empty if it has none.
    let version: String
  }

  private static let limit: Duration = .seconds(5)

  /// How a text was copied.
  enum Copying: Equatable {
    /// tmux has sent the text to a terminal that lets programs write to its clipboard.
    case sent
    /// tmux has sent the text to a terminal that ignores such text by default. The associated value is a note
    /// for the user.
    case doubtful(String)
    /// tmux cannot pass the text to its terminal, for example because tmux is older than version 3.2. The
    /// associated value is the error message of tmux.
    case notPassed(String)
  }

  /// Copies a text to tmux's paste buffer and to the clipboard of the client's terminal.
  ///
  /// - Throws: `notSupported` if the terminal certainly has not copied the text, or if tmux cannot be started.
  func copy(_ text: [UInt8]) throws -> Copying {
    let client = try client()
    let copied = try run(["load-buffer", "-w", "-"], input: text)
    guard copied.isSuccess else { return .notPassed(TmuxServer.message(of: copied)) }
    guard let client else {
      throw TransferError(
        .notSupported, "no terminal is attached to tmux; the text is only in the paste buffer of tmux")
    }
    let terminal = TerminalProgram(version: client.version)
    if case .never(let reason)? = terminal?.writing {
      throw TransferError(.notSupported, "\(reason); the text is only in the paste buffer of tmux")
    }
    guard client.hasClipboard else {
      throw TransferError(
        .notSupported,
        "tmux does not know how to write to the clipboard of its terminal, so the text is only in the paste buffer of tmux; to "
          + "change this, add to the configuration of tmux: set -as terminal-features ',*:clipboard'")
    }
    guard case .off(let remedy)? = terminal?.writing, let name = terminal?.name else { return .sent }
    return .doubtful(TerminalProgram.ignoresByDefault(name, remedy))
  }

  /// Returns the client; nil if no terminal is attached, or if this version of tmux does not describe the
  /// terminal.
  private func client() throws -> Client? {
    let format = "#{client_termfeatures}\t#{client_termtype}"
    let asked = try run(["display-message", "-p", format])
    guard asked.isSuccess else { return nil }
    let line = String(decoding: asked.output, as: UTF8.self).filter { !$0.isNewline }
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    return Client(
      hasClipboard: parts[0].split(separator: ",").contains("clipboard"), version: String(parts[1]))
  }

  private func run(_ arguments: [String], input: [UInt8] = []) throws -> ProgramOutput {
    do {
      return try ProgramOutput(
        of: program, arguments: arguments, environment: environment, input: input, in: temporaryFolder,
        within: TmuxServer.limit)
    } catch {
      throw TransferError(.notSupported, "cannot run tmux: \(error)", cause: error)
    }
  }

  private static func message(of output: ProgramOutput) -> String {
    guard output.end != nil else { return "it does not answer" }
    let lines = output.errors.split(separator: UInt8(ascii: "\n"))
    return lines.first.map { PrintableText.escaped($0) } ?? "it ended without a message"
  }
}
