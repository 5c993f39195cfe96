import Foundation
import TestSupport
import Testing

/// `copy` and `paste` in a terminal played by a script.
@Suite(.waits) struct TerminalCommandTests {
  private static let terminal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("terminal.py").path

  /// The result of a command in a terminal.
  private struct Outcome {
    let members: [String: Any]

    var status: Int? { members["status"] as? Int }
    var shown: String { members["shown"] as? String ?? "" }
    var written: [String: String] { members["written"] as? [String: String] ?? [:] }
    func isTrue(_ name: String) -> Bool { members[name] as? Bool == true }
  }

  /// Runs a command, again if the script did not answer within the second that the program waits for a terminal.
  private func run(
    _ terminal: String, _ line: String, in fixture: ProgramFixture, environment: [String: String] = [:]
  ) async throws -> Outcome {
    for _ in 0..<50 {
      let outcome = try await runOnce(terminal, line, in: fixture, environment: environment)
      let complaints = ["does not answer within", "within the time limit", "did not return the content"]
      if !complaints.contains(where: { outcome.shown.contains($0) }) {
        return outcome
      }
    }
    return try await runOnce(terminal, line, in: fixture, environment: environment)
  }

  private func runOnce(
    _ terminal: String, _ line: String, in fixture: ProgramFixture, environment: [String: String]
  ) async throws -> Outcome {
    let usual = [
      "PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8", "TMPDIR": fixture.folder.path,
      "TERM": "xterm-256color",
    ]
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      ["python3", Self.terminal, terminal, ProgramFixture.program]
        + line.split(separator: " ").map(String.init),
      in: fixture.folder.path, environment: usual.merging(environment) { _, new in new }, input: nil)
    let members = try require(run.json() as? [String: Any], "\(run.errorText)")
    return Outcome(members: members)
  }

  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write("# Title\n", to: "a.md")
    return fixture
  }

  @Test func aFileIsCopiedInAllItsTypesWithoutADisplay() async throws {
    let outcome = try await run("clipboard", "copy a.md", in: try fixture())
    expect(outcome.status == 0 && outcome.isTrue("raw") && outcome.isTrue("restored"), "\(outcome)")
    expectEqual(outcome.written["text/markdown"], "# Title\n")
    expectEqual(outcome.written["text/html"]?.contains("<h1"), true)
    expect(outcome.written["text/plain"] != nil && outcome.shown.isEmpty, "\(outcome)")
    expectEqual(
      outcome.members["aliases"] as? [String: String],
      [
        "text/plain;charset=utf-8": "text/plain", "application/rtf": "text/rtf",
      ])
  }

  @Test func textIsCopiedWhereTheTerminalTakesNothingElse() async throws {
    let outcome = try await run("text", "copy a.md --json", in: try fixture())
    expect(outcome.status == 0 && outcome.isTrue("raw") && outcome.isTrue("restored"), "\(outcome)")
    expectEqual(outcome.written["OSC 52"], "# Title\n")
    expect(
      outcome.shown.contains("note: the terminal accepts only text; left out: text/html, text/markdown"),
      outcome.shown)
    #expect(
      outcome.shown.contains(#""route":"terminal""#) && !outcome.shown.contains(#""name":"text/html""#))
  }

  @Test(arguments: ["clipboard", "text"]) func whatTheTerminalHasIsPasted(terminal: String) async throws {
    let fixture = try fixture()
    let outcome = try await run(terminal, "paste --verbose", in: fixture)
    expect(outcome.status == 0 && outcome.isTrue("restored") && outcome.shown.hasSuffix("hi"), "\(outcome)")
    expect(outcome.shown.contains("note: using the terminal for the clipboard"), outcome.shown)
    let file = try await run(terminal, "paste -o pasted.txt --via terminal", in: fixture)
    expect(file.status == 0 && file.shown.isEmpty, "\(file)")
    try expectEqual(String(contentsOfFile: fixture.folder.path("pasted.txt"), encoding: .utf8), "hi")
  }

  @Test(arguments: ["paste", "paste --list", "paste --primary"])
  func pasteLeavesTheClipboardOfKonsoleAsItIs(line: String) async throws {
    let outcome = try await run("konsole", line + " --via terminal", in: try fixture())
    expect(outcome.status == 2 && outcome.written.isEmpty && outcome.isTrue("restored"), "\(outcome)")
    expect(
      outcome.shown.contains("the terminal (Konsole 24.12.0) is not known to let programs read"),
      outcome.shown)
  }

  @Test(arguments: ["team", "group"]) func whatIsForATeamOrGroupIsNotOffered(audience: String) async throws {
    let fixture = try fixture()
    try fixture.write("<p>SECRET</p>", to: "hidden.html")
    try fixture.write("open words", to: "open.txt")
    try await fixture.succeed(
      "pack", "--\(audience)", "red", "--new-item", "--visibility", audience, "hidden.html", "open.txt",
      "--new-item",
      "--visibility", audience, "hidden.html", "-o", "a.dragbundle")
    let outcome = try await run("clipboard", "copy a.dragbundle", in: fixture)
    expectEqual(outcome.status, 0, "\(outcome)")
    expectEqual(outcome.written["text/plain"], "open words")
    expectNil(outcome.written["text/html"], "\(outcome.written)")
    let files = outcome.written["text/uri-list"] ?? ""
    expect(!files.contains("hidden"), "\(files)")
    expect(!outcome.written.values.contains { $0.contains("SECRET") }, "\(outcome.written)")
    expect(!outcome.written.keys.contains { $0.contains("dragbundle") }, "\(outcome.written.keys)")
    expect(outcome.shown.contains("for a team or group; they are not copied"), "\(outcome.shown)")
  }

  @Test func aNoteNamesATypeThatIsLeftOut() async throws {
    let fixture = try fixture()
    let outcome = try await run("long-name", "paste --all-types -o a.dragbundle", in: fixture)
    expectEqual(outcome.status, 0, "\(outcome.shown.suffix(400))")
    expect(outcome.shown.contains("is left out: its name has 5014 bytes; the limit is 4096"), outcome.shown)
  }

  @Test func thePathOfContentInAFolderIsPrinted() async throws {
    let run = try await run("text", "paste --into inbox --via terminal", in: try fixture())
    expect(
      run.status == 0 && run.shown.trimmingCharacters(in: .newlines) == "inbox/pasted.txt", "\(run)")
  }

  @Test(arguments: [("SIGINT", -2), ("SIGTERM", -15), ("SIGHUP", -1), ("SIGTSTP", 0)])
  func aSignalGivesTheTerminalBack(name: String, status: Int) async throws {
    let outcome = try await run(name, "paste", in: try fixture())
    expect(outcome.status == status && outcome.isTrue("raw") && outcome.isTrue("restored"), "\(outcome)")
    if name == "SIGTSTP" {
      expect(outcome.isTrue("suspended") && outcome.isTrue("resumed") && outcome.shown == "hi", "\(outcome)")
    }
  }

  @Test(arguments: [
    (["TERM": "dumb"], "a terminal of the kind dumb has no clipboard"),
    (["STY": "1.pts"], "GNU screen does not pass the clipboard on"),
  ])
  func terminalsWithoutAClipboardAreNamed(environment: [String: String], message: String) async throws {
    for line in ["copy a.md", "paste --via terminal"] {
      let outcome = try await run("clipboard", line, in: try fixture(), environment: environment)
      expect(outcome.status == 2 && outcome.shown.contains(message) && !outcome.isTrue("raw"), "\(outcome)")
    }
  }

  @Test func withoutATerminalTheErrorSaysSo() async throws {
    let fixture = try fixture()
    let run = try await ProgramRun.run(
      "/usr/bin/setsid", ["--wait", ProgramFixture.program, "paste", "--via", "terminal"],
      in: fixture.folder.path,
      environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"], input: nil)
    expect(run.status == 2 && run.errorText == "proffer: the program has no terminal\n", "\(run.errorText)")
  }

  @Test func aRecordSaysWhatHappenedAndHasNoContent() async throws {
    let fixture = try fixture()
    let outcome = try await run("clipboard", "paste --accept html --record r.jsonl", in: fixture)
    expect(outcome.status == 0 && outcome.shown == "<b>hi</b>", "\(outcome)")
    let record = try String(contentsOfFile: fixture.folder.path("r.jsonl"), encoding: .utf8)
    expect(
      record.hasPrefix("{\"record\":1,\"command\":\"paste\"}\n") && !record.contains("<b>"), "\(record)")
    let lines = try await fixture.succeed("trace", "r.jsonl").text.split(separator: "\n").map { line in
      line.drop { $0 != " " }.split(separator: " ").joined(separator: " ")
    }
    expectEqual(
      lines,
      [
        "terminal/paste sessionDidEnter text/html, text/plain", "proffer/paste <load> text/html",
        "terminal/paste <loaded> text/html, 9 bytes",
      ])
    let again = try await run("clipboard", "paste --record r.jsonl", in: fixture)
    expect(again.status == 2 && again.shown.contains("cannot create r.jsonl: it already exists"), "\(again)")
    for (text, message) in [
      (
        "{\"record\":2,\"command\":\"paste\"}",
        "x:1: the file is not a record of a transfer, or was written by another version"
      ),
      ("{\"record\":1,\"command\":\"paste\"}\n{\"party\":\"a\"}", "x:2: the line is not an event"),
      ("{\"record\":1,\"command\":\"paste\"}\n{", "x:2: the line is not JSON"),
    ] {
      try fixture.write(text, to: "x")
      let trace = try await fixture.run("trace", "x")
      expect(trace.status == 2 && trace.errorText.contains(message), "\(trace.errorText)")
    }
  }

  @Test func anOfferThatEndsByItselfNeedsADisplay() async throws {
    let outcome = try await run("clipboard", "copy a.md --once --via terminal", in: try fixture())
    expect(outcome.status == 2 && outcome.shown.contains("the offer cannot end by itself"), "\(outcome)")
    let watch = try await run("clipboard", "watch clips --via terminal", in: try fixture())
    expect(watch.status == 2 && watch.shown.contains("does not report changes of its clipboard"), "\(watch)")
  }
}
