import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Text for terminals that copy only text: what is known of each, and what the user is told.
@Suite(.waits) struct TerminalTextTests {
  /// A terminal, and the expected result of a copy to it.
  struct Row: Sendable, CustomTestStringConvertible {
    let version: String?
    var attributes = "?62;22"
    /// Whether the terminal copies the text and sends it for a request.
    var copies = false
    /// Variables of the environment.
    var variables: [String: String] = [:]
    /// A part of the error; nil for a success.
    var error: String?
    /// A part of the only note; nil for none.
    var note: String?

    var testDescription: String { "\(version ?? "none") \(variables) \(attributes) \(copies)" }
  }

  static let rows: [Row] = [
    Row(version: nil, attributes: "?62;52"),
    Row(version: nil, note: "does not report whether it copied the text"),
    Row(version: "XTerm(406)", copies: true),
    Row(version: "XTerm(406)", error: "xterm has not copied the text; to allow it, set the X resource"),
    Row(version: "foot(1.27.0)", attributes: "?62;22;28;52", copies: true),
    Row(version: "foot(1.27.0)", attributes: "?62;22;28;52", note: "while its window has no focus"),
    Row(version: "VTE(8500)", error: "do not let programs write"),
    Row(version: nil, variables: ["VTE_VERSION": "7006"], error: "do not let programs write"),
    Row(version: nil, variables: ["TERM_PROGRAM": "Apple_Terminal"], error: "does not let programs write"),
    Row(version: "Konsole 24.12.0"),
    Row(version: "Konsole 24.02.1", error: "before version 24.12"),
    Row(version: "Konsole 22.12.3", error: "before version 24.12"),
    Row(version: "iTerm2 3.5.0", note: "iTerm2 ignores the text by default"),
    Row(version: "tmux 3.4", error: "set the option set-clipboard of tmux to on"),
    Row(version: "WezTerm 20240203"),
    Row(version: nil, variables: ["ALACRITTY_WINDOW_ID": "1"]),
    Row(version: nil, variables: ["TERM": "st-256color"], note: "st ignores the text by default"),
    // Variables are inherited: the terminal itself is believed before them.
    Row(version: "WezTerm 20240203", variables: ["VTE_VERSION": "7006"]),
  ]

  private func settings(_ terminal: FakeTerminal, _ notes: Locked<[String]>) -> TerminalSettings {
    var settings = terminal.settings
    settings.tell = { note in notes.withLock { $0.append(note) } }
    return settings
  }

  private func copy(_ settings: TerminalSettings, _ data: Data = OfferSamples.text) throws {
    let offer = OfferSamples.offer(["public.utf8-plain-text": data])
    _ = try TerminalRoute(settings: settings).own(offer, as: .clipboard, .patient)
  }

  @Test(arguments: rows) func aTerminalIsBelievedOnlyWhereItIsKnownToCopy(row: Row) throws {
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.clipboardMode, behaviour.version) = (0, row.version)
    (behaviour.attributes, behaviour.copiesText) = (row.attributes, row.copies)
    // A terminal that has not copied the text sends the earlier one.
    behaviour.text = Data("earlier".utf8).base64EncodedString()
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    let notes = Locked<[String]>([])
    var settings = settings(terminal, notes)
    settings.recognise { row.variables[$0] }
    if let error = row.error {
      expect(.notSupported, error) { try copy(settings) }
    } else {
      try copy(settings)
      expectEqual(terminal.next(52), "c;\(OfferSamples.text.base64EncodedString())")
    }
    let told = notes.withLock { $0 }
    expect(
      told.count == (row.note == nil ? 0 : 1) && told.allSatisfy { $0.contains(row.note ?? "") }, "\(told)")
    // Konsole copies the question mark of a request as text.
    let isAsked = terminal.transcript.contains { $0.text == "52;c;?" }
    expectEqual(isAsked, ["XTerm", "foot", "tmux"].contains { row.version?.hasPrefix($0) ?? false })
  }

  @Test func theEnvironmentSaysNothingOfATerminalBehindAMultiplexerOrAConnection() throws {
    var settings = TerminalSettings(device: try require(FilePath("/dev/tty")))
    settings.recognise { ["VTE_VERSION": "7006"][$0] }
    expectEqual(settings.namedProgram?.name, "VTE")
    settings.multiplexer = "tmux"
    settings.recognise { ["VTE_VERSION": "7006"][$0] }
    expectNil(settings.namedProgram)
    (settings.multiplexer, settings.isRemote) = (nil, true)
    settings.recognise { ["VTE_VERSION": "7006"][$0] }
    expectNil(settings.namedProgram)
  }

  @Test(arguments: [("foot(1.27.0)", 786_432), ("XTerm(406)", 786_432), ("WezTerm 20240203", 74_994)])
  func eachTerminalHasALimitOfItsOwn(version: String, limit: Int) throws {
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.clipboardMode, behaviour.version, behaviour.copiesText) = (0, version, true)
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    let settings = settings(terminal, Locked([]))
    expect(.notSupported, "at most \(limit)") { try copy(settings, Data(repeating: 65, count: limit + 1)) }
  }

  // MARK: tmux

  /// Copies in a session with a script in the place of tmux; returns the text that the script was given.
  private func copyInTmux(_ script: String, _ notes: Locked<[String]> = Locked([])) async throws -> (
    text: Data?, sent: String?
  ) {
    let folder = try TemporaryFolder()
    try await folder.writeScript(script, to: "tmux")
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.clipboardMode, behaviour.version) = (0, nil)
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    var settings = settings(terminal, notes)
    settings.multiplexer = "tmux"
    settings.tmux = TmuxServer(
      program: try require(FilePath(folder.path("tmux"))),
      environment: ["PATH": "/usr/bin:/bin", "OUT": folder.path("text")],
      temporaryFolder: try require(FilePath(folder.path)))
    try copy(settings)
    return (
      try folder.names().contains("text") ? try Data(folder.read("text")) : nil,
      terminal.next(52, within: 0.1)
    )
  }

  private static func script(features: String, version: String) -> String {
    """
    case $1 in
    display-message) printf '%s\\t%s\\n' '\(features)' '\(version)' ;;
    load-buffer) [ "$2 $3" = "-w -" ] && cat > "$OUT" ;;
    esac
    """
  }

  @Test func insideTmuxTheTextGoesThroughItsServer() async throws {
    let notes = Locked<[String]>([])
    let copied = try await copyInTmux(
      Self.script(features: "bpaste,clipboard,title", version: "foot(1.27.0)"), notes)
    #expect(copied.text == OfferSamples.text && copied.sent == nil)
    expectEqual(notes.withLock { $0 }, [])
    let doubtful = try await copyInTmux(Self.script(features: "clipboard", version: "XTerm(379)"), notes)
    expectEqual(doubtful.text, OfferSamples.text)
    #expect(notes.withLock { $0 }.count == 1 && notes.withLock { $0[0] }.hasPrefix("xterm ignores the text"))
  }

  @Test(arguments: [
    ("clipboard", "VTE(8500)", "do not let programs write"),
    ("bpaste,title", "foot(1.27.0)", "terminal-features"), ("", "", "no terminal is attached"),
  ])
  func aTerminalOfTmuxWithoutAClipboardIsAnError(features: String, version: String, message: String)
    async throws
  {
    do {
      _ = try await copyInTmux(Self.script(features: features, version: version))
      Issue.record("there is no error")
    } catch let error as TransferError {
      expect(error.code == .notSupported && error.message.contains(message), "\(error.message)")
      expect(error.message.contains("paste buffer"), error.message)
    }
  }

  @Test func anOldTmuxGetsTheSequence() async throws {
    let notes = Locked<[String]>([])
    let copied = try await copyInTmux(
      """
      [ "$1" = load-buffer ] && { echo 'usage: load-buffer [-b buffer-name] path' >&2; exit 1; }
      echo
      """, notes)
    #expect(copied.text == nil && copied.sent == "c;\(OfferSamples.text.base64EncodedString())")
    let told = notes.withLock { $0 }
    expect(told.count == 1 && told[0].contains("usage: load-buffer"), "\(told)")
  }
}
