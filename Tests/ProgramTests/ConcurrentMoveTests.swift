import Foundation
import TestSupport
import Testing

/// Two programs at the same time on the same bundles, one of which drops items: each item stays where it was or arrives,
/// whichever program is first.
///
/// `PROFFER_TEST_KILLS` says how often each pair is run; a few times unless it is set.
@Suite struct ConcurrentMoveTests {
  private static let runCount =
    ProcessInfo.processInfo.environment["PROFFER_TEST_KILLS"].flatMap(Int.init) ?? 6

  struct Pair: CustomTestStringConvertible {
    let name: String
    let commands: [String]
    /// What each command makes a second time when it succeeds.
    let copied: [Set<String>]

    init(_ name: String, _ first: String, _ second: String, copying copied: [Set<String>] = [[], []]) {
      self.name = name
      commands = [first, second]
      self.copied = copied
    }

    var testDescription: String { name }

    static let all = [
      Pair(
        "two moves of one item", "drop three.dragbundle --into a --item 1 --operation move",
        "drop three.dragbundle --into b --item 1 --operation move"),
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

  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try fixture.shell(
      """
      set -e
      mkdir a b
      for name in alpha beta gamma delta epsilon zeta; do printf $name >$name.txt; done
      $proffer pack alpha.txt beta.txt gamma.txt -o three.dragbundle
      $proffer pack epsilon.txt zeta.txt -o two.dragbundle
      $proffer pack delta.txt -o one.dragbundle
      rm *.txt
      printf new >new.txt
      """)
    try #require(run.status == 0, "\(run.errorText)")
    return fixture
  }

  /// How often each text is in the folder, as a file or in a bundle; all bundles are whole and nothing is unfinished.
  private func counts(in fixture: ProgramFixture, _ comment: Comment) throws -> [String: Int] {
    let state = try FolderState(of: fixture.folder, ignoring: ["state"])
    for (path, entry) in state.entries {
      if case .damaged(let reason) = entry { Issue.record("\(path) is damaged: \(reason); \(comment)") }
    }
    #expect(state.leftovers.filter { !$0.hasPrefix("state/proffer/kept/") } == [], comment)
    return Dictionary(
      uniqueKeysWithValues: state.contentCounts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) })
  }

  @Test(arguments: Pair.all)
  func nothingIsLostAndNothingIsThereTwice(pair: Pair) throws {
    for number in 1...Self.runCount { try runOnce(pair, number) }
  }

  private func runOnce(_ pair: Pair, _ number: Int) throws {
    let fixture = try fixture()
    let before = try counts(in: fixture, "before")
    let run = try fixture.shell(
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
    #expect(statuses.count == 2 && statuses.allSatisfy { (0...2).contains($0) }, told)
    // Who is refused says so.
    #expect(statuses.count { $0 != 0 } == 0 || run.errorText.contains("proffer: "), told)
    var expected = before
    for (status, copied) in zip(statuses, pair.copied) where status == 0 {
      for text in copied { expected[text, default: 0] += 1 }
    }
    let after = try counts(in: fixture, told)
    #expect(after == expected, told)

    let undo = try fixture.run("undo", environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    let taken = try counts(in: fixture, told)
    let said: Comment = "undo \(undo.status) \(undo.text)\(undo.errorText); \(told)"
    #expect(undo.status == 0 || undo.hasErrorText, said)
    for (text, count) in before {
      #expect((count...max(count, after[text] ?? 0)).contains(taken[text] ?? 0), "\(text); \(said)")
    }
  }
}

extension ProgramRun {
  fileprivate var hasErrorText: Bool { errorText.hasPrefix("proffer: ") }
}
