import Foundation
import TestSupport
import Testing

/// Compares the table of known behaviours, `.github/docs/behaviours.md`, with the tests.
///
/// Each row has a test with its identifier, or a reason at the end of the page why it has none.
struct BehaviourCoverageTests {
  private static let package = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The identifiers in the table, in order.
  private let rows: [String]
  /// The identifiers of the rows that the page gives a reason for.
  private let reasons: [String]
  /// The identifiers used by tests.
  private let tagged: Set<String>

  init() throws {
    let page = try String(
      contentsOf: Self.package.appending(path: ".github/docs/behaviours.md"), encoding: .utf8)
    rows = page.matches(of: /(?m)^\| (IP-[0-9]{3}|G-[0-9]+) \| [^|]+ \| [a-z, ]+ \|$/).map { String($0.1) }
    reasons = page.matches(of: /(?m)^- (IP-[0-9]{3}|G-[0-9]+): ./).map { String($0.1) }
    tagged = try Self.identifiersOfTests()
  }

  @Test func theTableHasEveryRowOnce() {
    let expected = (1...226).map { "IP-" + String(1000 + $0).dropFirst() } + (1...42).map { "G-\($0)" }
    expectEqual(rows, expected)
  }

  @Test func everyRowHasATestOrAReason() {
    expectEqual(rows.filter { !tagged.contains($0) && !reasons.contains($0) }, [])
  }

  @Test func aRowWithAReasonHasNoTest() {
    expectEqual(reasons.filter { tagged.contains($0) || !rows.contains($0) }, [])
  }

  @Test func everyIdentifierOfATestIsInTheTable() {
    expectEqual(tagged.subtracting(rows).sorted(), [])
  }

  /// The identifiers in the sources of all tests but this one.
  private static func identifiersOfTests() throws -> Set<String> {
    let here = URL(fileURLWithPath: #filePath).lastPathComponent
    let tests = package.appending(path: "Tests")
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where name.hasSuffix(".swift") && !name.hasSuffix(here) {
      let source = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
      if !source.contains(".behaviour(") { continue }
      found.formUnion(source.matches(of: /"(IP-[0-9]+|G-[0-9]+)"/).map { String($0.1) })
    }
    return found
  }
}
