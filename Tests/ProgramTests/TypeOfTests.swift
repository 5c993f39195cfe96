import Foundation
import JSONText
import TestSupport
import Testing

/// The command `type of` for many files, folders and streams.
@Suite(.waits) struct TypeOfTests {
  /// Files with types from the built-in tables, files with types from a database only, and files without a
  /// known type.
  private func files(in fixture: ProgramFixture) async throws -> [String] {
    let made = try await fixture.shell(
      """
      mkdir -p data/mime empty d/below
      printf '50:application/x-example-thing:*.exthing\\n50:application/x-zzdeb:*.zzdeb\\n' > data/mime/globs2
      printf 'application/x-zzdeb application/vnd.debian.binary-package\\n' > data/mime/subclasses
      printf 'thing' > d/a.exthing; printf '!<arch>\\ndebian-binary  ' > d/deb; printf 'x' > d/x.unknownzz
      printf 'words' > d/notes.txt; printf '\\377' > d/ff; printf '<html>' > d/below/page; : > d/empty
      cp d/deb d/c.zzdeb; printf '{}' > d/below/a.json
      """)
    expectEqual(made.status, 0, "\(made.errorText)")
    return try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path("d")).sorted().map {
      "d/\($0)"
    }
      + (try ProgramFixture.typedFixtures)
  }

  @Test func anAnswerDoesNotDependOnTheFilesBesideIt() async throws {
    let fixture = try ProgramFixture()
    let files = try await files(in: fixture)
    let environment = ["XDG_DATA_DIRS": fixture.folder.path("data"), "HOME": fixture.folder.path("empty")]
    var alone: [String: String] = [:]
    for file in files {
      let run = try await fixture.command(["type", "of", file], environment: environment)
      alone[file] = run.text.trimmingCharacters(in: .newlines)
    }
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for order in [files, files.reversed(), files.shuffled(using: &generator)] {
      let run = try await fixture.command(["type", "of", "--json"] + order, environment: environment)
      let types = try run.jsonInputs().compactMap { $0["type"]?.stringValue }
      expectEqual(types, order.compactMap { alone[$0] }, "seed \(seed)")
    }
    expectEqual(alone["d/deb"], "org.debian.deb-archive")
    expectEqual(alone["d/c.zzdeb"], "io.proffer.mime.application.x-zzdeb")
  }

  @Test func aHyphenStandsForStandardInput() async throws {
    let fixture = try ProgramFixture()
    let png = ProgramFixture.fixture("photo.png")
    let document = ProgramFixture.fixture("report.docx")
    try await expectEqual(fixture.shell("$proffer type of - < '\(png)'").text, "public.png\n")
    try await expectEqual(fixture.shell("cat '\(png)' | $proffer type of -").text, "public.png\n")
    try await expectEqual(
      fixture.shell("printf 'words' | $proffer type of -").text, "public.utf8-plain-text\n")
    try await expectEqual(fixture.shell(": | $proffer type of -").text, "public.data\n")
    let expected = "org.openxmlformats.wordprocessingml.document\n"
    try await expectEqual(fixture.shell("$proffer type of - < '\(document)'").text, expected)
    let rest = try await fixture.shell(
      "(printf '%%PDF-1.4'; printf x) > a; (head -c 0; cat) < a | $proffer type of -")
    expectEqual(rest.text, "com.adobe.pdf\n")
    let json = try await fixture.shell("printf '{}' | $proffer type of --json -").json() as? [String: Any]
    #expect(json?["file"] as? String == "-" && json?["type"] as? String == "public.json")
  }

  @Test func foldersAreWalkedAndTheAnswersLineUp() async throws {
    let fixture = try ProgramFixture()
    _ = try await files(in: fixture)
    let run = try await fixture.command("type", "of", "-r", "d/below", "d/notes.txt", "missing")
    #expect(run.status == 2 && run.errorText.contains("missing"))
    expectEqual(
      run.text,
      """
      d/below/a.json:  public.json
      d/below/page:    public.html
      d/notes.txt:     public.plain-text

      """)
    let folder = try await fixture.command("type", "of", "d/below", "d/notes.txt")
    expectEqual(folder.text, "d/below:      public.folder\nd/notes.txt:  public.plain-text\n")
  }
}

extension ProgramFixture {
  /// The documents listed in `fixtures/EXPECTED`.
  fileprivate static var typedFixtures: [String] {
    get throws {
      try String(contentsOfFile: fixture("EXPECTED"), encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.compactMap {
          $0.split(separator: "\t").first.map { fixture(String($0)) }
        }
    }
  }
}
