import Foundation
import TestSupport
import Testing

/// Signals that terminate the program while it has unfinished output.
@Suite(.waits) struct SignalTests {
  /// Commands that wait for standard input after they have created an unfinished file or folder.
  static let works = [
    "pack --from public.data - -o new", "pack --folder --from public.data - -o new",
    "pack --force --from public.data - -o old", "add old --from public.data -",
  ]

  /// Starts a command with endless input, waits for unfinished output, and runs a script.
  ///
  /// In the script, `$pid` is the process of the command.
  private func begin(_ work: String, signals: String, then script: String) async throws -> (
    fixture: ProgramFixture, run: ProgramRun
  ) {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    try await fixture.succeed("pack", "old.txt", "-o", "old")
    // A shell makes its background programs ignore SIGINT; `env` restores the default.
    let run = try await fixture.shell(
      """
      mkfifo input
      env \(signals) "$proffer" \(work) <input & pid=$!
      exec 3>input
      for ((i = 0; i < 60000; i++)); do
        compgen -G '.*.proffer-partial' >begun && break
        sleep 0.01
      done
      \(script)
      wait $pid
      """)
    try expectNotEqual(fixture.folder.read("begun"), [], "it has begun something")
    return (fixture, run)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], works)
  func aSignalEndsTheProgramAndLeavesNothingBehind(signal: Int32, work: String) async throws {
    let (fixture, run) = try await begin(
      work, signals: "--default-signal", then: "printf bytes >&3; kill -s \(signal) $pid")
    expectEqual(run.status, 128 + signal, "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["begun", "input", "old", "old.txt"])
    try await expectEqual(fixture.itemCount("old"), 1)
    try await expectEqual(
      fixture.succeed("load", "old", "--type", "public.plain-text", "-o", "-").text, "old")
  }

  @Test(arguments: ["copy", "drag -"])
  func aSignalToTheBackgroundProcessIsNamed(command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkfifo input
      "$proffer" \(command) <input & pid=$!
      exec 3>input
      for ((i = 0; i < 60000; i++)); do
        # The list does not end in a newline.
        read -r child </proc/$pid/task/$pid/children || [[ -n $child ]] && break
        sleep 0.01
      done
      kill -s KILL $child
      wait $pid
      """)
    expectEqual(run.status, 2)
    expect(run.errorText.hasSuffix(": signal 9 ended it\n"), "\(run.errorText)")
  }

  @Test func aSignalThatWasIgnoredStaysIgnored() async throws {
    let (fixture, run) = try await begin(
      Self.works[0], signals: "--ignore-signal=HUP",
      then: "kill -s HUP $pid; sleep 0.1; printf bytes >&3; exec 3>&-")
    expectEqual(run.status, 0, "\(run.errorText)")
    try await expectEqual(fixture.succeed("load", "new", "--type", "public.data", "-o", "-").text, "bytes")
    try expectEqual(fixture.leftovers(), [])
  }
}

/// A program that is killed at a random time, like a power failure that spares the disk.
///
/// `PROFFER_TEST_KILLS` sets the number of kills of each command; the default is small.
@Suite(.waits) struct KilledProgramTests {
  static let killCount = Repetitions.count(2, long: 10, setBy: "PROFFER_TEST_KILLS")

  /// The commands that are killed; each starts from a bundle of one item.
  enum Work: String, CaseIterable {
    case pack, packFolder, add, addToFolder, remove

    var makesFolder: Bool { self == .packFolder || self == .addToFolder }

    /// The words of the command, and the number of items in the bundle after it.
    var command: (words: String, itemCount: Int) {
      switch self {
      case .pack: ("pack --force --each sources -o bundle", KilledProgramTests.sourceCount + 1)
      case .packFolder: ("pack --force --folder --each sources -o bundle", KilledProgramTests.sourceCount + 1)
      case .add, .addToFolder: ("add bundle --each sources", KilledProgramTests.sourceCount + 2)
      case .remove: ("remove bundle 1", 0)
      }
    }
  }

  private static let sourceCount = 40

  @Test(arguments: Work.allCases)
  func aKillLeavesTheOldOrTheNewBundleWhole(work: Work) async throws {
    let fixture = try ProgramFixture()
    try fixture.writeSources(count: Self.sourceCount, largeByteCount: 1 << 20)
    let form = work.makesFolder ? ["--folder"] : []
    let packOld = ["pack", "--force", "sources/large.bin", "-o", "bundle"] + form
    let seed = SeededGenerator.testSeed(for: "\(work)")
    var generator = SeededGenerator(seed: seed)
    let (words, newCount) = work.command

    try await requireEqual(fixture.run(packOld).status, 0)
    try await requireEqual(fixture.shell("\"$proffer\" \(words)").status, 0)
    // In seconds. The test cannot measure it, because a started program waits here until others have ended.
    var longestDelay = 0.5

    // The running time depends on the load of the machine. The delay is shortened after a kill that came too
    // late, and lengthened after one that came in time.
    var deathCount = 0
    var number = 0
    while deathCount < Self.killCount, number < 30 * Self.killCount {
      number += 1
      let comment: Comment = "seed \(seed), kill \(number)"
      // The next write sweeps the leftovers of the last one.
      try #require(try await fixture.run(packOld).status == 0)
      try expectEqual(fixture.leftovers(), [], comment)
      let delay = Double.random(in: 0...longestDelay, using: &generator)
      let run = try await fixture.shell(
        "\"$proffer\" \(words) & sleep \(delay); kill -s KILL $!; wait $! 2>/dev/null")
      if run.status == 128 + SIGKILL {
        deathCount += 1
        longestDelay *= 1.25
      } else {
        expectEqual(run.status, 0, comment)
        longestDelay = max(delay, 0.001)
      }
      let count = try await fixture.itemCount("bundle", comment)
      expect(count == newCount || (run.status != 0 && count == 1), comment)
      let left = try fixture.leftovers()
      expect(left.count <= 1 && left.allSatisfy { $0.hasSuffix(".proffer-partial") }, comment)
    }
    expectEqual(deathCount, Self.killCount, "seed \(seed)")
  }

  @Test(arguments: ["out", "other"])
  func aKilledMoveThatIsTakenBackLosesNothing(destination: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.writeSources(count: Self.sourceCount, largeByteCount: 1 << 20)
    let prepared = try await fixture.shell(
      """
      set -e
      $proffer pack --each sources -o bundle.dragbundle
      $proffer pack --name other sources/0.txt -o other.dragbundle
      rm -rf sources
      """)
    try requireEqual(prepared.status, 0, "\(prepared.errorText)")
    let place = destination == "out" ? "out" : "other.dragbundle"
    let move = "\"$proffer\" drop bundle.dragbundle --into \(place) --operation move"
    let script = "export XDG_STATE_HOME=$PWD/state; rm -rf out; mkdir out;"
    let old = try FolderState(of: fixture.folder, ignoring: ["state"]).contents(outside: "state")
    let seed = SeededGenerator.testSeed(for: destination)
    var generator = SeededGenerator(seed: seed)
    var longestDelay = 0.5
    var deathCount = 0
    var number = 0
    while deathCount < Self.killCount, number < 30 * Self.killCount {
      number += 1
      let delay = Double.random(in: 0...longestDelay, using: &generator)
      let run = try await fixture.shell(
        "\(script) \(move) >printed & sleep \(delay); kill -s KILL $!; wait $! 2>/dev/null")
      if run.status == 128 + SIGKILL {
        deathCount += 1
        longestDelay *= 1.25
      } else {
        longestDelay = max(delay, 0.001)
      }
      let undo = try await fixture.shell("export XDG_STATE_HOME=$PWD/state; rm printed; \"$proffer\" undo")
      let comment: Comment =
        "seed \(seed), kill \(number) after \(delay): \(run.status) \(run.errorText); undo \(undo.status) \(undo.errorText)"
      let now = try FolderState(of: fixture.folder, ignoring: ["state"])
      // A drop that had not begun leaves nothing to undo, even if the drop before it was undone.
      expect(undo.status == 0 || undo.errorText.contains("there is no drop to undo"), comment)
      try requireEqual(now.contents(outside: "state"), old, comment)
    }
    expectEqual(deathCount, Self.killCount, "seed \(seed)")
  }
}
