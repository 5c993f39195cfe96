import ByteTools
import Foundation
import TestSupport
import Testing

/// The behavior that differs if standard output or standard error is a terminal.
@Suite(.waits) struct TerminalTests {
  /// Runs the program in a pseudo-terminal of `script`; the result's text is the terminal's input.
  private func run(
    _ fixture: ProgramFixture, _ line: String, environment: String = ""
  ) async throws -> String {
    try await fixture.shell("\(environment) script -qec \"$proffer \(line)\" /dev/null < /dev/null").text
      .replacing("\r\n", with: "\n")
  }

  @Test func bytesThatAreNotTextDoNotGoToATerminalUnasked() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let refused = try await run(fixture, "load trip.dragbundle --item 2")
    expect(refused.contains("standard output is a terminal") && !refused.contains("PNG"), "\(refused)")
    #expect(try await run(fixture, "load trip.dragbundle --item 2 -o -").contains("PNG"))
    #expect(try await run(fixture, "load trip.dragbundle --type txt").contains("Trip notes"))
    #expect(
      try await run(fixture, "convert \(ProgramFixture.fixture("config.json")) --to plist").contains("plist"))
    let binary = "convert \(ProgramFixture.fixture("config.json")) --to com.apple.binary-property-list"
    #expect(try await run(fixture, binary).contains("standard output is a terminal"))
    // A pipe receives the bytes.
    #expect(try await fixture.succeed("load", "trip.dragbundle", "--item", "2").output.contains(0x89))
  }

  @Test func colorIsForTerminalsUnlessItIsChosen() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let escape: Character = "\u{1B}"
    #expect(try await run(fixture, "list trip.dragbundle").contains(escape))
    #expect(try await !run(fixture, "list trip.dragbundle", environment: "NO_COLOR=1").contains(escape))
    #expect(try await !run(fixture, "list trip.dragbundle --color never").contains(escape))
    #expect(try await !fixture.succeed("list", "trip.dragbundle").text.contains(escape))
    #expect(try await fixture.succeed("list", "--color=always", "trip.dragbundle").text.contains(escape))
    let forced = try await fixture.run("list", "trip.dragbundle", environment: ["CLICOLOR_FORCE": "1"])
    expect(forced.text.contains(escape), forced.text)
  }

  @Test func aDumbTerminalGetsNoEscapes() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let list = try await run(fixture, "list trip.dragbundle", environment: "TERM=dumb")
    expect(list.contains("Trip notes") && !list.contains("\u{1B}"), "\(list)")
    let pack = "(printf a; sleep 0.8) | TERM=dumb $proffer pack --from txt - -o x.dragbundle"
    let shown = try await fixture.shell("export proffer; script -qec '\(pack)' /dev/null < /dev/null").text
    expectEmpty(shown)
  }

  @Test func columnsAreAlignedByDisplayWidth() async throws {
    let fixture = try ProgramFixture()
    let names = ["a.txt", "日本語.txt", "cafe\u{301}.txt", "👩‍👩‍👧‍👦.txt", "🇨🇭.txt"]
    for name in names { try fixture.write("text", to: name) }
    let run = try await fixture.command(["type", "of"] + names)
    let columns = run.text.split(separator: "\n").compactMap { line in
      line.range(of: "public.plain-text").map { String(line[..<$0.lowerBound]).columnWidth }
    }
    expectEqual(columns, [13, 13, 13, 13, 13], "\(run.text)")
  }

  @Test func helpIsAsWideAsTheTerminalUpToAHundredColumns() async throws {
    let fixture = try ProgramFixture()
    for (columns, widest) in [("60", 41...60), ("90", 81...90), ("200", 91...100)] {
      let help = try await run(fixture, "convert --help", environment: "COLUMNS=\(columns)")
      // Examples are never wrapped.
      let widths = help.split(separator: "\n").filter { !$0.hasPrefix("  proffer ") }.map(\.count)
      expect(widest.contains(widths.max() ?? 0), "\(columns): \(widths.max() ?? 0)")
    }
  }

  @Test func workOfMoreThanHalfASecondShowsItsProgress() async throws {
    let fixture = try ProgramFixture()
    /// A command whose input pauses.
    func pack(_ pause: String, quietly: Bool = false) -> String {
      "(printf a; \(pause); printf b) | $proffer pack -f\(quietly ? " -q" : "") --from txt - -o x.dragbundle"
    }
    func convert(_ pause: String) -> String {
      "(printf a; \(pause); printf b) | $proffer convert --from txt --to html - -f -o x.html"
    }
    func shown(_ command: String) async throws -> String {
      try await fixture.shell("rm -f shown; export proffer; script -qfec '\(command)' shown < /dev/null").text
    }
    /// A pause until a text is shown.
    ///
    /// `script` also writes the command to the file, so the pattern must not match itself.
    func until(_ text: String) -> String {
      let pattern = "[\(text.prefix(1))]\(text.dropFirst())"
      return "for number in $(seq 6000); do grep -qs \"\(pattern)\" shown && break; sleep 0.1; done"
    }
    #expect(try await shown(pack(until("pack 1 byte"))).contains("pack 1 byte  "))
    try await expectEmpty(shown(pack("sleep 0.8", quietly: true)))
    // On a machine with much other work, an attempt may take half a second.
    var quick = try await shown(pack("true"))
    for _ in 0..<50 where !quick.isEmpty { quick = try await shown(pack("true")) }
    expectEmpty(quick)
    // Progress is shown only on a terminal.
    #expect(try await fixture.shell(pack("sleep 0.8")).errorText.isEmpty)
    #expect(try await shown(convert(until("convert 1 byte"))).contains("convert 1 byte  "))
    try await expectEmpty(fixture.shell(convert("sleep 0.8")).errorText)
  }

  /// Commands that read a file of 4 MB, or a bundle with it, and their expected progress.
  static let works: [(command: String, shown: String)] = [
    ("pack big.bin -o new.dragbundle", "pack ["), ("pack --folder big.bin -o new", "pack ["),
    ("add small.dragbundle big.bin", "add ["),
    ("merge small.dragbundle big.dragbundle -o new.dragbundle", "merge ["),
    ("unpack big.dragbundle --into new", "unpack ["), ("load big.dragbundle -o new.bin", "load ["),
    ("load big.dragbundle -o - > new.bin", "load ["), ("verify big.dragbundle", "verify ["),
    ("drop big.dragbundle --into new", "drop ["),
    ("convert big.txt small.txt --to html --into new", "convert ["),
  ]

  /// Each read is delayed by a tenth of a second, so that the command is slow on any machine.
  ///
  /// The delay is longer for a conversion, which reads its file in a few pieces.
  @Test(
    .requires(.trace),
    arguments: works)
  func progressIsShownWithinALargeFile(command: String, shown: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.write([UInt8](repeating: 0x41, count: 4 << 20), to: "big.bin")
    try fixture.write(String(repeating: "words\n", count: 1 << 18), to: "big.txt")
    try fixture.write("small", to: "small.txt")
    try await fixture.succeed("pack", "big.bin", "-o", "big.dragbundle")
    try await fixture.succeed("pack", "small.txt", "-o", "small.dragbundle")
    let delay = command.hasPrefix("convert") ? 300_000 : 100_000
    let slowly =
      "strace -f -o /dev/null -e trace=pread64 -e inject=pread64:delay_enter=\(delay) $proffer \(command)"
    let script = "export proffer XDG_STATE_HOME=$PWD/state\n"
    let onTerminal = try await fixture.shell(
      "\(script) script -qec '\(slowly)' /dev/null < /dev/null")
    expectEqual(onTerminal.status, 0, "\(onTerminal.text)")
    let lines = onTerminal.text.split(separator: "\r").filter { $0.contains(shown) }
    expect(!lines.isEmpty, "\(onTerminal.text)")
    expect(lines.allSatisfy { $0.contains(" of ") && $0.contains("/s") }, "\(onTerminal.text)")
    // The progress line is erased at the end.
    let last = onTerminal.text.ranges(of: shown).last?.upperBound ?? onTerminal.text.startIndex
    #expect(onTerminal.text[last...].contains("\r\u{1B}[K"))
    // Nothing is shown if standard error is not a terminal, even if the other streams are. The same code
    // decides that for all commands.
    guard Repetitions.areLong || Self.works.prefix(3).contains(where: { $0.command == command }) else {
      return
    }
    let quiet = try await fixture.shell(
      "rm -rf new*; \(script) script -qec '\(slowly) 2> errors' /dev/null < /dev/null; cat errors >&2")
    expect(!quiet.errorText.contains("%") && !quiet.text.contains(shown), "\(quiet.errorText)")
  }

  @Test func anInterruptRemovesTheLineOfProgressAndLeavesTheTerminalAsItWas() async throws {
    let fixture = try ProgramFixture()
    for command in ["pack --from txt - -o new.dragbundle", "convert --from txt --to html - -o new.html"] {
      let run = try await fixture.shell(
        """
        export proffer
        rm -f source shown after; mkfifo source
        sleep 600 > source & writer=$!
        (for ((i = 0; i < 60000; i++)); do grep -qs ' 0 bytes' shown && break; sleep 0.01; done
         printf '\\003'
         for ((i = 0; i < 60000; i++)); do [[ -s after ]] && break; sleep 0.01; done) |
          script -qfec 'trap : INT; stty -g > before; $proffer \(command) < source; echo status $?; stty -g > after' shown
        kill $writer
        cmp before after && ls
        """)
      let name = try require(command.split(separator: " ").first)
      let shown = try require(run.text.ranges(of: "\(name) 0 bytes").last, "\(run.text)")
      expect(run.text[shown.upperBound...].contains("\r\u{1B}[Kstatus 130"), "\(run.text)")
      expect(run.status == 0 && !run.text.contains("new."), "\(run.text)\(run.errorText)")
    }
  }

  /// The terminal accepts no output after Control-S.
  @Test func aSignalEndsTheProgramWhileTheTerminalAcceptsNoOutput() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("echo $$ > pid; exec $proffer pack --from txt - -o new.dragbundle 2>&3", to: "work")
    // The shell must not write that the program was terminated to the terminal.
    try fixture.write("exec 3>&2 2> errors; sh work < source; echo status $? > status", to: "session")
    let run = try await fixture.shell(
      """
      export proffer
      mkfifo source; sleep 600 > source & writer=$!
      wait_for() { for ((i = 0; i < 60000; i++)); do grep -qs "$1" $2 && break; sleep 0.01; done; }
      (wait_for 'pack 0 bytes' shown; printf '\\023'; sleep 0.5; kill -TERM $(<pid)
       wait_for status status
       cat status >&2 || kill -KILL $(<pid); printf '\\021') |
        script -qfec 'sh session' shown
      kill $writer
      """)
    expect(run.text.contains("pack 0 bytes"), "\(run.text)")
    expect(run.errorText.contains("status 143\n"), "\(run.errorText)")
  }

  @Test func aDropOfAnotherFolderIsUndoneAfterAQuestion() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    try await fixture.succeed("pack", "a.txt", "-o", "b.dragbundle")
    let script = """
      export XDG_STATE_HOME=$PWD/state
      $proffer drop b.dragbundle --into out > /dev/null
      mkdir elsewhere && cd elsewhere
      echo n | script -qec "$proffer undo" /dev/null
      ls ../out
      echo y | script -qec "$proffer undo" /dev/null
      ls -d ../out || true
      """
    let run = try await fixture.shell(script)
    expect(run.text.contains("Undo it? [y/N]") && run.text.contains("nothing was undone"), "\(run.text)")
    expect(run.text.contains("a.txt") && run.text.contains("removed: "), "\(run.text)")
    expect(run.errorText.contains("No such file"), "\(run.errorText)")
  }

  @Test func nothingButTheResultIsPrintedQuietly() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    try await fixture.succeed("pack", "a.txt", "-o", "b.dragbundle")
    for words in [
      ["unpack", "-q", "b.dragbundle", "--into", "one"],
      ["--quiet", "unpack", "b.dragbundle", "--into", "two"],
    ] {
      let run = try await fixture.run(words)
      #expect(run.status == 0 && run.text == "" && run.errorText == "")
    }
  }

  @Test func anEmptyCommandLineShowsTheShortHelp() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.run()
    #expect(
      run.status == 64 && run.text == "" && run.errorText.contains("proffer convert notes.md -o notes.html"))
    expectAtMost(run.errorText.split(separator: "\n").count, 24)
    let bundle = try await fixture.run("x.dragbundle")
    expect(
      bundle.status == 64 && bundle.errorText.contains("proffer list x.dragbundle"), "\(bundle.errorText)")
  }
}
