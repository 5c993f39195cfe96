import Foundation
import TestSupport
import Testing

/// Checks that the README shows the program's real output, and code that compiles.
@Suite(.waits) struct ReadmeTests {
  private static let root = URL(fileURLWithPath: ProgramFixture.fixtures).deletingLastPathComponent().path

  private func readme() throws -> String {
    try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
  }

  /// The contents of the fenced blocks that follow a mark.
  private func blocks(after mark: String, language: String, in text: String) throws -> [String] {
    let opening = "<!-- \(mark) -->\n```\(language)\n"
    return try text.ranges(of: opening).map { range in
      let end = try require(text[range.upperBound...].firstRange(of: "```\n")).lowerBound
      return String(text[range.upperBound..<end])
    }
  }

  @Test(.requires(.libpng, .libjpegTurbo)) func theProgramPrintsTheTranscripts() async throws {
    let transcript = try blocks(after: "transcript", language: "console", in: readme()).joined()
    let commands = transcript.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    expectAtLeast(commands.count, 5)
    let fixture = try ProgramFixture()
    // Each command is printed and then run. Standard error is included, because a reader sees it, too.
    let script = commands.map { command in
      "printf '%s\\n' '\(command.replacing("'", with: "'\\''"))'; \(command.dropFirst(2)) 2>&1"
    }
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME="$PWD/state"
      mkdir here && cp -r "$fixtures/." here && cd here && mkdir bin && ln -s "$proffer" bin/proffer && PATH="$PWD/bin:$PATH"
      \(script.joined(separator: "\n"))
      """)
    expectEqual(run.text, transcript)
  }

  @Test(arguments: [
    ("example", "LibraryExample.swift"), ("drag example", "DragExample.swift"),
  ])
  func theExamplesAreCompiled(mark: String, file: String) throws {
    let shown = try require(blocks(after: mark, language: "swift", in: readme()).first)
    let source = try String(
      contentsOfFile: "\(Self.root)/Tests/Clients/Tests/ArticleTests/\(file)", encoding: .utf8)
    expectEqual(shown, source)
  }
}

/// Checks `.github/SECURITY.md` against the tests that it names and the program that it describes.
@Suite(.waits) struct SecurityPageTests {
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

  /// Whether a file declares or extends a suite and has a test with the given name.
  private func declares(_ source: Data, _ suite: Substring, _ test: Substring) -> Bool {
    guard
      ["struct \(suite) {", "extension \(suite) {"].contains(where: { source.range(of: Data($0.utf8)) != nil }
      ),
      let function = source.range(of: Data("func \(test)(".utf8)),
      let mark = source.range(of: Data("@Test".utf8), options: .backwards, in: 0..<function.lowerBound)
    else { return false }
    // The attribute belongs to this function and not to an earlier one.
    return source.range(of: Data("func ".utf8), in: mark.upperBound..<function.lowerBound) == nil
  }

  @Test func everyNamedTestExists() throws {
    let named = try page.matches(of: /`(\w+Tests)\.(\w+)`/)
    let sources = try sources()
    expectGreater(named.count, 30)
    for match in named {
      expect(sources.contains { declares($0, match.1, match.2) }, "\(match.1).\(match.2)")
    }
  }

  @Test func everyNamedCaseExists() throws {
    let named = try page.matches(of: /`([\w-]+)\/([\w-]+\.cases)#([\w-]+)`/)
    expect(!named.isEmpty)
    for match in named {
      let files = try CaseFolder.files(in: String(match.1))
      let file = files.first { $0.path == "\(match.1)/\(match.2)" }
      expectEqual(file?.entries.contains { $0.name == match.3 }, true, "\(match.0)")
    }
  }

  @Test func everyNamedFileExists() throws {
    for match in try page.matches(of: /`(Tests\/[\w\/.-]+)`/) {
      let path = String(match.1)
      expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
    }
  }

  /// The rows of the six tables of promises, without the header rows.
  private func promises() throws -> [Substring] {
    let tables = try page.split(separator: "\n## ").filter { $0.hasPrefix("What a bundle from a stranger") }
    let rows = try require(tables.first).split(separator: "\n").filter { $0.hasPrefix("| ") }
    let heads = rows.filter { $0.contains("Shown by") }
    #expect(heads.count == 6 && rows.count > 15)
    expect(heads.allSatisfy { $0.hasSuffix("| Mutants |") }, "\(heads)")
    return rows.filter { !heads.contains($0) }
  }

  @Test func everyPromiseNamesATest() throws {
    for row in try promises() { expect(row.contains(/`\w+Tests\.\w+`|`[\w\/-]+\.cases#[\w-]+`/), "\(row)") }
  }

  @Test func everyPromiseNamesAMutantThatExists() throws {
    let folder = Self.root.appending(path: "Tests/Mutations")
    for row in try promises() {
      let column = try require(row.split(separator: "|").last)
      let names = column.matches(of: /`([^`]*)`/).map { String($0.1) }
      expect(!names.isEmpty, "\(row)")
      for name in names {
        let file = folder.appending(path: "\(name).mutant")
        expect(FileManager.default.fileExists(atPath: file.path), "\(name): \(row)")
      }
    }
  }

  @Test func everyCommandHasARow() async throws {
    let fixture = try ProgramFixture()
    let help = try await fixture.done("--help").text
    let lists = try require(help.components(separatedBy: "\nOptions:\n").first)
    let commands = lists.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^  ([a-z]+)(?:, [a-z]+)*  +\S/)?.1
    }
    expectGreater(commands.count, 15)
    let section = try require(page.split(separator: "### Command by command").last)
    let first = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      $0.split(separator: "|")[0]
    }
    for command in commands where !["help", "cat"].contains(command) {
      expect(first.contains { $0.contains("`\(command)`") }, "\(command)")
    }
  }
}
