import Foundation
import TestSupport
import Testing

/// Other programs that write to a source, or to the bundle itself, during packing.
@Suite(.waits) struct ContentionTests {
  @Test(arguments: [
    "truncate -s 1M sources/large.bin", "printf more >>sources/large.bin",
    "printf other 1<>sources/large.bin",
  ])
  func aSourceThatChangesWhileItIsCopiedIsAnError(change: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    try fixture.writeSources(count: 0, largeByteCount: 4 << 20)
    try await fixture.succeed("pack", "old.txt", "old.txt", "-o", "bundle")
    let meanwhile = try await CallInterruption.environment(
      plan: "run:1:0", names: ["pwrite"], in: fixture.folder,
      command: "cd '\(fixture.folder.path)'; \(change)")
    let run = try await fixture.run(
      "pack", "--force", "sources/large.bin", "-o", "bundle", environment: meanwhile)
    expect(run.isRefusal(naming: "sources/large.bin changed"), "\(run.status) \(run.errorText)")
    try expectGreater(CallInterruption.reportedCount(in: fixture.folder), 0)
    try await expectEqual(fixture.itemCount("bundle"), 2)
    try expectEqual(fixture.leftovers(), [])
  }

  @Test func concurrentWritersLoseNoChange() async throws {
    let fixture = try ProgramFixture()
    try fixture.writeSources(count: 4, largeByteCount: 1 << 20)
    try await fixture.succeed("pack", "sources/large.bin", "-o", "bundle")
    var expected = 1
    for _ in 0..<Repetitions.count(2, long: 5) {
      let run = try await fixture.shell(
        """
        for i in 0 1 2 3; do "$proffer" add bundle sources/$i.txt & programs+=($!); done
        for program in "${programs[@]}"; do wait $program; printf '%s ' $?; done
        """)
      let statuses = run.text.split(separator: " ")
      expect(statuses.count == 4 && Set(statuses).isSubset(of: ["0", "2"]), "\(run.text)\(run.errorText)")
      let refusals = run.errorText.split(separator: "\n")
      expect(refusals.allSatisfy { $0.contains("another program is changing bundle") }, "\(run.errorText)")
      expectEqual(refusals.count, statuses.filter { $0 == "2" }.count, "\(run.errorText)")
      expected += statuses.filter { $0 == "0" }.count
      try await expectEqual(fixture.itemCount("bundle"), expected)
      try expectEqual(fixture.leftovers(), [])
    }
    expectGreater(expected, 1)
  }
}

/// Two programs that use the same bundles at the same time; at least one of them drops items.
///
/// Each item stays in its bundle or arrives, whichever program is first.
///
/// `PROFFER_TEST_KILLS` sets the number of runs of each pair; the default is small.
@Suite(.waits) struct ConcurrentMoveTests {
  private static let runCount = Repetitions.count(1, long: 6, setBy: "PROFFER_TEST_KILLS")

  struct Pair: CustomTestStringConvertible {
    let name: String
    let commands: [String]
    /// The texts that each command duplicates if it succeeds.
    let copied: [Set<String>]
    /// Whether the bundle of three items is a folder.
    let isFolder: Bool

    init(
      _ name: String, _ first: String, _ second: String, copying copied: [Set<String>] = [[], []],
      isFolder: Bool = false
    ) {
      self.name = name
      commands = [first, second]
      self.copied = copied
      self.isFolder = isFolder
    }

    var testDescription: String { name }

    static let all = [
      Pair(
        "two moves of one item", "drop three.dragbundle --into a --item 1 --operation move",
        "drop three.dragbundle --into b --item 1 --operation move"),
      Pair(
        "two moves of an item of a bundle folder", "drop three.dragbundle --into a --item 1 --operation move",
        "drop three.dragbundle --into b --item 1 --operation move", isFolder: true),
      Pair(
        "moves of two items", "drop three.dragbundle --into a --item 1 --operation move",
        "drop three.dragbundle --into a --item 3 --operation move"),
      Pair(
        "two moves of everything", "drop three.dragbundle --into a --operation move",
        "drop three.dragbundle --into b --operation move"),
      Pair(
        "a move and another order", "drop three.dragbundle --into a --item 1 --operation move",
        "reorder three.dragbundle 3 2 1"),
      Pair(
        "a move and a new name", "drop three.dragbundle --into a --item 2 --operation move",
        "rename three.dragbundle 2 other"),
      Pair(
        "a move and an addition", "drop three.dragbundle --into a --item 1 --operation move",
        "add three.dragbundle new.txt --at 1", copying: [[], ["new"]]),
      Pair(
        "two drops into one bundle", "drop three.dragbundle --into one.dragbundle --item 2",
        "drop two.dragbundle --into one.dragbundle", copying: [["beta"], ["epsilon", "zeta"]]),
      Pair(
        "two moves into one bundle", "drop three.dragbundle --into one.dragbundle --operation move",
        "drop two.dragbundle --into one.dragbundle --operation move"),
      Pair(
        "moves to and fro", "drop three.dragbundle --into two.dragbundle --operation move",
        "drop two.dragbundle --into three.dragbundle --operation move"),
    ]
  }

  private func fixture(isFolder: Bool) async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      mkdir a b
      for name in alpha beta gamma delta epsilon zeta; do printf $name >$name.txt; done
      $proffer pack alpha.txt beta.txt gamma.txt \(isFolder ? "--folder" : "") -o three.dragbundle
      $proffer pack epsilon.txt zeta.txt -o two.dragbundle
      $proffer pack delta.txt -o one.dragbundle
      rm *.txt
      printf new >new.txt
      """)
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  /// The number of copies of each text in the folder, both files and bundle contents.
  ///
  /// Expects that no bundle is damaged and nothing unfinished is left.
  private func counts(in fixture: ProgramFixture, _ comment: Comment) throws -> [String: Int] {
    let state = try FolderState(of: fixture.folder, ignoring: ["state"])
    for (path, entry) in state.entries {
      if case .damaged(let reason) = entry { Issue.record("\(path) is damaged: \(reason); \(comment)") }
    }
    expectEqual(state.leftovers.filter { !$0.hasPrefix("state/proffer/kept/") }, [], comment)
    return Dictionary(
      uniqueKeysWithValues: state.contentCounts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) })
  }

  @Test(arguments: Pair.all)
  func nothingIsLostOrDuplicated(pair: Pair) async throws {
    for number in 1...Self.runCount { try await runOnce(pair, number) }
  }

  private func runOnce(_ pair: Pair, _ number: Int) async throws {
    let fixture = try await fixture(isFolder: pair.isFolder)
    let before = try counts(in: fixture, "before")
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME=$PWD/state
      $proffer \(pair.commands[0]) & first=$!
      $proffer \(pair.commands[1]) & second=$!
      wait $first; echo "status $?"; wait $second; echo "status $?"
      """)
    let statuses = run.text.split(separator: "\n").compactMap { line in
      line.hasPrefix("status ") ? Int32(line.dropFirst(7)) : nil
    }
    let told: Comment = "run \(number): \(statuses) \(run.text)\(run.errorText)"
    expect(statuses.count == 2 && statuses.allSatisfy { (0...2).contains($0) }, told)
    // A failing command prints its reason.
    expect(statuses.allSatisfy { $0 == 0 } || run.errorText.contains("proffer: "), told)
    expect(!run.errorText.contains("no such file"), told)
    var expected = before
    for (status, copied) in zip(statuses, pair.copied) where status == 0 {
      for text in copied { expected[text, default: 0] += 1 }
    }
    let after = try counts(in: fixture, told)
    expectEqual(after, expected, told)

    let undo = try await fixture.run("undo", environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    let taken = try counts(in: fixture, told)
    let said: Comment = "undo \(undo.status) \(undo.text)\(undo.errorText); \(told)"
    expect(undo.status == 0 || undo.hasErrorText, said)
    for (text, count) in before {
      expect((count...max(count, after[text] ?? 0)).contains(taken[text] ?? 0), "\(text); \(said)")
    }
  }
}

extension ProgramRun {
  fileprivate var hasErrorText: Bool { errorText.hasPrefix("proffer: ") }
}
