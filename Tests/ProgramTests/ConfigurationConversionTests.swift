import Foundation
import TestSupport
import Testing

/// Conversions of configuration files by the program, with the words that tell the losses.
@Suite(.waits) struct ConfigurationConversionTests {
  /// A command line, the printed result, and the words on standard error.
  struct Row: Sendable, CustomTestStringConvertible {
    let words: String
    let output: String
    let errors: String

    init(_ words: String, _ output: String, errors: String = "") {
      (self.words, self.output, self.errors) = (words, output, errors)
    }

    var testDescription: String { words }
  }

  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      printf 'a: no # one\\nb: 012\\n' > one.yaml; printf 'a: 1\\n---\\na: 2\\n---\\nc\\n' > three.yaml
      printf 'day = 1979-05-27\\n[a.b]\\nc = [1, 2]\\n' > a.toml; printf '{"a": 1, // one\\n}\\n' > tsconfig.json
      printf "{a: 'x', b: +0x1F}" > a.json5; printf "{a: 'x'}" > a.json
      printf '[s]\\nk = 1\\nk = 2\\n' > a.ini; printf 'a\\\\u00e9=b\\\\\\n  c\\n' > a.properties
      printf 'export A="b c"\\nB=$A\\n' > .env; printf '.. note:: x\\n' > a.rst
      printf 'words: { a: &x [1], b: *x }\\n' > alias.yaml
      """)
    try #require(run.status == 0 && run.errorText == "", "\(run.errorText)")
    return fixture
  }

  @Test(arguments: [
    Row("one.yaml --to toml", "a = \"no\"\nb = 12\n", errors: "lost: 1 comment"),
    Row("three.yaml --to ndjson", "{\"a\":1}\n{\"a\":2}\n\"c\"\n"),
    Row("three.yaml --document 2 --to yaml", "a: 2\n"),
    Row("alias.yaml --to toml", "[words]\na = [1]\nb = [1]\n"),
    Row(
      "a.toml --to yaml", "day: 1979-05-27\na:\n  b:\n    c:\n      - 1\n      - 2\n",
      errors: "lost: 1 date (written as timestamps, which YAML 1.2 reads as text)"),
    Row("tsconfig.json --to yaml", "a: 1\n", errors: "lost: 1 comment"),
    Row("a.json5 --to json", "{\n  \"a\": \"x\",\n  \"b\": 31\n}\n"),
    Row("a.json --from json5 --to yaml", "a: x\n"),
    Row(
      "a.ini --to toml", "[s]\nk = \"2\"\n",
      errors: "lost: 1 duplicate (members with a repeated key)"),
    Row("a.properties --to yaml", "aé: bc\n"),
    Row(
      ".env --to json", "{\n  \"A\": \"b c\",\n  \"B\": \"$A\"\n}\n",
      errors: "note: 1 value contains $ or `, which a shell would expand; kept as written"),
    Row(
      "a.rst --to html --rendered | tail -1", "<p>.. note:: x</p>\n",
      errors: "note: reStructuredText is read as plain text; its markup is not interpreted"),
  ])
  func theResultAndItsLossesAre(row: Row) async throws {
    let fixture = try await fixture()
    let run = try await fixture.shell("$proffer convert \(row.words)")
    expectEqual(run.text, row.output)
    expectEqual(run.errorText, row.errors.isEmpty ? "" : "proffer: \(row.errors)\n")
    expectEqual(run.status, 0)
  }

  @Test(arguments: [
    ("a.json --to yaml", "if it is JSON5, add --from json5", 2),
    ("three.yaml --document 4 --to json", "document 4", 2),
    ("three.yaml --document 0 --to json", "--document", 64),
    ("a.toml --document 1 --to json", "--document applies only to YAML files", 64),
    ("three.yaml --to toml", "a TOML document must be a dictionary", 2),
  ])
  func theErrorNames(words: String, reason: String, status: Int32) async throws {
    let fixture = try await fixture()
    let run = try await fixture.shell("$proffer convert \(words)")
    expect(
      run.errorText.contains(reason) && run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
    #expect(run.text == "" && run.status == status)
  }

  @Test(.requires(.libpng)) func theSizesOfAnIconAreThoseOfTheOption() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer convert $fixtures/photo.png --sizes 16,32 -o a.ico
      $proffer convert a.ico -o b.png && od -An -tu1 -N 6 a.ico
      $proffer convert $fixtures/photo.png --sizes 300 -o c.ico; echo $?
      $proffer convert $fixtures/photo.png --sizes 16 -o c.bmp; echo $?
      """)
    expectEqual(run.text, "   0   0   1   0   2   0\n64\n64\n", "\(run.text)\(run.errorText)")
    expect(run.errorText.contains("expected sizes in pixels from 1 to 256"), run.errorText)
    expect(run.errorText.contains("--sizes applies only to ICO files"), run.errorText)
  }
}
