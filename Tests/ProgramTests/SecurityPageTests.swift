import Foundation
import TestSupport
import Testing

/// `.github/SECURITY.md` against the tests that it names and the program that it describes.
@Suite struct SecurityPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private var page: String {
    get throws { try String(contentsOf: Self.root.appending(path: ".github/SECURITY.md"), encoding: .utf8) }
  }

  /// The sources of all tests.
  private func sources() throws -> [Data] {
    let folder = Self.root.appending(path: "Tests")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .map { try Data(contentsOf: folder.appending(path: $0)) }
  }

  /// Whether a file declares a suite, or extends it, and has a test of a name.
  private func declares(_ source: Data, _ suite: Substring, _ test: Substring) -> Bool {
    guard
      ["struct \(suite) {", "extension \(suite) {"].contains(where: { source.range(of: Data($0.utf8)) != nil }
      ),
      let function = source.range(of: Data("func \(test)(".utf8)),
      let mark = source.range(of: Data("@Test".utf8), options: .backwards, in: 0..<function.lowerBound)
    else { return false }
    // The mark is that of this function and not of another one before it.
    return source.range(of: Data("func ".utf8), in: mark.upperBound..<function.lowerBound) == nil
  }

  @Test func everyTestThatItNamesExists() throws {
    let named = try page.matches(of: /`(\w+Tests)\.(\w+)`/)
    let sources = try sources()
    #expect(named.count > 30)
    for match in named {
      #expect(sources.contains { declares($0, match.1, match.2) }, "\(match.1).\(match.2)")
    }
  }

  @Test func everyFileThatItNamesExists() throws {
    for match in try page.matches(of: /`(Tests\/[\w\/.-]+)`/) {
      let path = String(match.1)
      #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
    }
  }

  @Test func everyRowOfWhatIsPromisedNamesATest() throws {
    let tables = try page.split(separator: "\n## ").filter { $0.hasPrefix("What a bundle from a stranger") }
    let rows = try #require(tables.first).split(separator: "\n").filter { $0.hasPrefix("| ") }
    let heads = rows.filter { $0.contains("Shown by") }
    #expect(heads.count == 3 && rows.count > 15)
    for row in rows where !heads.contains(row) { #expect(row.contains(/`\w+Tests\.\w+`/), "\(row)") }
  }

  @Test func everyCommandHasItsRow() throws {
    let fixture = try ProgramFixture()
    let help = try fixture.succeed("--help").text
    let sections = help.components(separatedBy: "\n\n")
    let list = try #require(sections.first { $0.hasPrefix("Commands:\n") })
    let commands = list.split(separator: "\n").compactMap { $0.firstMatch(of: /^  ([a-z]+)  +\S/)?.1 }
    #expect(commands.count > 15)
    let section = try #require(try page.split(separator: "### Command by command").last)
    let first = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "|")[0]
    }
    for command in commands where command != "help" {
      #expect(first.contains { $0.contains("`\(command)`") }, "\(command)")
    }
  }
}
