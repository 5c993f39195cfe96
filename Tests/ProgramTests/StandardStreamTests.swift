import TestSupport
import Testing

/// Standard streams by each of their names, open and closed.
///
/// A program that rejects its command line may end before `cat` has written, and `cat` may report that.
/// Therefore the standard error of `cat` is not tested.
@Suite(.waits) struct StandardStreamTests {
  @Test(arguments: [
    ("$proffer pack --from .txt - -o a && $proffer load a --type .txt", "notes.txt"),
    ("$proffer pack - -o a", "notes.txt"),
    ("$proffer convert - --from .md --to .html", "notes.md"),
    ("$proffer convert - --to .html", "notes.md"),
    ("$proffer list -", "a.dragbundle"),
    ("$proffer drop - --into out", "a.dragbundle"),
    ("$proffer merge - -o out", "a.dragbundle"),
    ("$proffer split - --into out", "a.dragbundle"),
    ("$proffer verify - --repair out", "a.dragbundle"),
    ("$proffer verify -", "a.dragbundle"),
    ("$proffer best - --accept .txt", "a.dragbundle"),
    ("$proffer load - --type .txt", "a.dragbundle"),
    ("$proffer unpack - --into out && cat out/*", "a.dragbundle"),
    ("cp a.dragbundle b; $proffer add b --from .html - && $proffer load b --type .html", "notes.html"),
  ])
  func theSystemsNameOfStandardInputMeansADash(command: String, input: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.succeed("pack", ProgramFixture.fixture("notes.txt"), "-o", "a.dragbundle")
    let file = input == "a.dragbundle" ? input : "$fixtures/\(input)"
    let dash = try await fixture.shell("cat \(file) 2> /dev/null | ( \(command) )")
    var generator = SeededGenerator(seed: SeededGenerator.testSeed(for: command))
    let names = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]
    let sources = ["cat \(file) 2> /dev/null | (", "( exec < \(file);"]
    let cases = names.flatMap { name in sources.map { (name, $0) } }
    for (name, source) in Repetitions.some(2, of: cases, using: &generator) {
      let work = command.replacing(" - ", with: " \(name) ")
      let run = try await fixture.shell("rm -rf a b out; \(source) \(work) )")
      expect(run.status == dash.status && run.output == dash.output, "\(source) \(work): \(run.errorText)")
      expectEqual(run.errorText, dash.errorText, "\(source) \(work)")
    }
  }

  @Test func programsThatATestStartsAreEndedByABrokenPipe() async throws {
    // The first program does not read its input; the second is started after it.
    _ = try await ProgramRun.run("/bin/true", [], input: [UInt8](repeating: 0, count: 1 << 20))
    let run = try await ProgramRun.run("/bin/sh", ["-c", "cat /dev/zero | true"])
    #expect(run.status == 0 && run.errorText == "")
  }

  @Test func theSystemsNameOfStandardOutputMeansADash() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer pack --no-times $fixtures/notes.txt -o - | cat > dash
      $proffer pack --no-times $fixtures/notes.txt -o /dev/stdout | cat > pipe
      $proffer pack --no-times $fixtures/notes.txt -o /dev/stdout > file
      cmp dash pipe && cmp dash file && $proffer load file --type .txt -o /dev/fd/1 | cmp - $fixtures/notes.txt
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test(arguments: [
    "remove /dev/stdin 1", "rename /dev/stdin 1 name",
  ])
  func aPipeIsNotABundleThatCanBeChanged(command: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.succeed("pack", ProgramFixture.fixture("notes.txt"), "-o", "a.dragbundle")
    let run = try await fixture.shell("cat a.dragbundle 2> /dev/null | $proffer \(command)")
    expect(run.isRefusal(naming: "/dev/stdin"), "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["a.dragbundle"])
  }

  /// Commands on a bundle `a`, a script and files, with the statuses for closed standard input, output and
  /// error.
  static let commands: [(words: String, statuses: [Int32])] = [
    ("pack --from .txt - -o new", [2, 0, 0]),
    ("pack $fixtures/notes.txt -o new", [0, 0, 0]),
    ("pack $fixtures/notes.txt -o -", [0, 2, 0]),
    ("list -", [2, 2, 0]),
    ("list a --json", [0, 2, 0]),
    ("best - --accept .txt", [2, 2, 0]),
    ("best a --accept .png", [1, 2, 1]),
    ("load - --type .txt", [2, 2, 0]),
    ("load a --type .txt -o new", [0, 0, 0]),
    ("load a --type .png", [1, 1, 1]),
    ("unpack - --into out", [2, 2, 0]),
    ("convert - --from .txt --to .html", [2, 2, 0]),
    ("verify -", [2, 2, 0]),
    ("verify - --json", [2, 2, 0]),
    ("verify a", [0, 2, 0]),
    ("verify bad", [1, 2, 1]),
    ("verify bad --repair new", [0, 2, 0]),
    ("add a --from .html -", [2, 0, 0]),
    ("remove a 1", [0, 0, 0]),
    ("merge a a -o -", [0, 2, 0]),
    ("split a --into out", [0, 2, 0]),
    ("drop a --into out", [0, 2, 0]),
    ("undo", [1, 1, 1]),
    ("trace -", [2, 2, 2]),
    ("type of $fixtures/notes.txt", [0, 2, 0]),
    ("type conforms .html public.text", [0, 2, 0]),
    ("type conforms .html public.image", [1, 2, 1]),
    ("type find text", [0, 2, 0]),
    ("coders", [0, 2, 0]),
    ("--version", [0, 2, 0]),
    ("pack --nothing", [64, 64, 64]),
  ]

  @Test(arguments: commands)
  func aClosedStreamIsAFailureOfACommandThatUsesIt(command: (words: String, statuses: [Int32])) async throws {
    let fixture = try ProgramFixture()
    let preparation = """
      export XDG_STATE_HOME=$PWD/state
      $proffer pack $fixtures/notes.txt -o a
      printf X | cat - a > bad
      """
    try await requireEqual(fixture.shell(preparation).status, 0)
    let kept = try fixture.folder.read("a")
    var generator = SeededGenerator(seed: SeededGenerator.testSeed(for: command.words))
    let closings = Array(zip(["<&-", ">&-", "2>&-"], command.statuses))
    for (closing, status) in Repetitions.some(2, of: closings, using: &generator) {
      try fixture.folder.write(kept, to: "a")
      let run = try await fixture.shell(
        """
        export XDG_STATE_HOME=$PWD/state
        rm -rf new out; exec < a
        timeout 600 $proffer \(command.words) \(closing)
        """)
      expectEqual(run.status, status, "\(closing): \(run.errorText)")
      if status == 2, closing != "2>&-" { expect(run.hasOneErrorLine, "\(run.errorText)") }
      let isChanged = try fixture.folder.read("a") != kept
      expectEqual(isChanged, status == 0 && ["add", "remove"].contains { command.words.hasPrefix($0) })
    }
  }
}
