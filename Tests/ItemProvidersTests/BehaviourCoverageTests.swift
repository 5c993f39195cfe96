import Foundation
import Testing

/// Compares the list of known behaviours of item providers and of drag and drop with the tests.
///
/// The rows of the table of known behaviours (`IP`) and of the list of known traps (`G`) each have a test that carries
/// the identifier, or a reason why it has none.
struct BehaviourCoverageTests {
  /// An area of the table, and the first and the last number of its rows.
  private static let areas: [(area: String, rows: ClosedRange<Int>)] = [
    ("create", 1...15), ("register", 16...37), ("query", 38...46), ("load data", 47...69),
    ("load file", 70...84),
    ("in place", 85...87), ("naming", 88...101), ("object", 102...125), ("value types", 126...127),
    ("item", 128...137), ("preview", 138...139), ("progress", 140...144), ("error", 145...146),
    ("visibility", 147...150), ("metadata", 151...159), ("copy", 160...161), ("serialise", 162...162),
    ("session", 163...175), ("drag", 176...183), ("drop", 184...195), ("table", 196...210),
    ("paste", 211...215), ("transferable", 216...226),
  ]

  private static let traps: [ClosedRange<Int>] = [1...42]

  /// Behaviours that do not apply to a library for programs.
  private static let notApplicable = [
    "IP-034": "a web page's script names the types there; here only the program itself does",
    "G-16": "it is advice for the order of a source's own registrations",
  ]

  @Test func everyBehaviourHasATestOrAReason() throws {
    let tagged = try taggedRows()
    #expect(rows.filter { !tagged.contains($0) && Self.notApplicable[$0] == nil } == [])
  }

  @Test func aBehaviourThatDoesNotApplyHasNoTest() throws {
    let tagged = try taggedRows()
    #expect(Self.notApplicable.keys.filter { tagged.contains($0) || !rows.contains($0) } == [])
  }

  private var rows: [String] {
    Self.areas.flatMap { area in area.rows.map { "IP-" + String(1000 + $0).dropFirst() } }
      + Self.traps.flatMap { $0.map { "G-\($0)" } }
  }

  /// The identifiers in string literals in the sources of all other tests.
  private func taggedRows() throws -> Set<String> {
    let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    let tests = here.deletingLastPathComponent().deletingLastPathComponent()
    var tagged: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where name.hasSuffix(".swift")
    {
      let file = tests.appending(path: name)
      if file.lastPathComponent == here.lastPathComponent { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      if !source.contains(".behaviour(") { continue }
      tagged.formUnion(source.matches(of: /"(IP-[0-9]{3}|G-[0-9]+)"/).map { String($0.1) })
    }
    return tagged
  }
}
