import Foundation
import TestSupport
import Testing

/// Moves out of one bundle at the same time.
///
/// `PROFFER_TEST_KILLS` says how many pairs each test runs; a few unless it is set.
@Suite struct ConcurrentDropTests {
  static let pairCount = ProcessInfo.processInfo.environment["PROFFER_TEST_KILLS"].flatMap(Int.init) ?? 4

  /// Runs two commands at once again and again, and expects each item of two bundles in one place in the end.
  private func expectNothingLostOrTwice(
    _ first: String, _ second: String, isFolder: Bool = false
  ) throws {
    let fixture = try ProgramFixture()
    let form = isFolder ? "--folder" : ""
    let made = try fixture.shell(
      """
      set -e
      for name in one two three four; do echo $name >$name.txt; done
      "$proffer" pack one.txt two.txt \(form) -o source.template
      "$proffer" pack three.txt four.txt \(form) -o other.template
      """)
    try #require(made.status == 0, "\(made.errorText)")
    var successCount = 0
    for pair in 1...Self.pairCount {
      let run = try fixture.shell(
        """
        export XDG_STATE_HOME=$PWD/state
        rm -rf source other x y; mkdir x y
        cp -r source.template source; cp -r other.template other
        "$proffer" \(first) >/dev/null & one=$!
        "$proffer" \(second) >/dev/null & other=$!
        wait $one; one=$?; wait $other; other=$?
        echo $one $other
        ls x y; "$proffer" list source && "$proffer" list other
        """)
      #expect(run.status == 0, "pair \(pair): \(run.errorText)")
      let statuses = run.text.prefix { $0 != "\n" }.split(separator: " ")
      #expect(
        statuses.count == 2 && Set(statuses).isSubset(of: ["0", "2"]), "pair \(pair): \(run.errorText)")
      #expect(statuses.contains("0") || first.contains("other"), "pair \(pair): \(run.errorText)")
      successCount += statuses.count { $0 == "0" }
      let errors = run.errorText.split(separator: "\n")
      #expect(
        errors.count == statuses.count { $0 == "2" }
          && errors.allSatisfy { $0.contains("another program is changing") },
        "pair \(pair): \(run.errorText)")
      let names = ["one.txt", "two.txt", "three.txt", "four.txt"]
      let counts = names.map { name in
        run.text.split(separator: "\n").count { $0.first != " " && $0.hasSuffix(name) }
      }
      #expect(counts == [1, 1, 1, 1], "pair \(pair): \(run.text)")
      #expect(try fixture.leftovers() == [], "pair \(pair)")
    }
    #expect(successCount > 0)
  }

  @Test(arguments: [false, true])
  func twoMovesOfOneItemDeliverItOnce(isFolder: Bool) throws {
    let move = "drop source --item 1 --operation move --into"
    try expectNothingLostOrTwice("\(move) x", "\(move) y", isFolder: isFolder)
  }

  @Test func aMoveAndANewOrderLoseNothing() throws {
    try expectNothingLostOrTwice(
      "drop source --item 1 --operation move --into x", "reorder source 2")
  }

  @Test func movesBetweenTwoBundlesInOppositeDirectionsEnd() throws {
    try expectNothingLostOrTwice(
      "drop source --operation move --into other", "drop other --operation move --into source")
  }

  @Test func twoMovesIntoOneBundleLoseNothing() throws {
    try expectNothingLostOrTwice(
      "drop source --item 1 --operation move --into other",
      "drop source --item 1 --operation move --into other")
  }
}
