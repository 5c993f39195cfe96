import Foundation
import TestSupport
import Testing

/// Commands as users type them, with the words that the program answers.
///
/// The files are copies of the sample documents, with the names that users give them.
@Suite(.waits) struct TypedCommandTests {
  /// A command line, and the expected status, standard output and standard error.
  ///
  /// An answer that ends in an ellipsis is the beginning of the answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let output: String
    let errors: String

    init(_ line: String, _ status: Int32 = 0, _ output: String = "", errors: String = "") {
      (self.line, self.status, self.output) = (line, status, output)
      self.errors = errors.isEmpty ? "" : "proffer: \(errors)"
    }

    var testDescription: String { line }
  }

  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      cp $fixtures/notes.md $fixtures/notes.txt $fixtures/photo.png $fixtures/photo.jpg $fixtures/expenses.csv .
      cp photo.png second.png; cp notes.txt fake.png; cp $fixtures/report.docx report.docx; touch empty.md
      printf '%%PDF-1.4\\n' > notes.pdf; printf '\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1' > report.doc
      printf 'Gr\\xfc\\xdfe aus M\\xfcnchen\\n' > old.txt; mkdir bundles
      $proffer pack --new-item --name 'Trip notes' notes.md notes.txt --new-item photo.png -o trip.dragbundle
      $proffer pack --folder notes.txt -o bundles/folder.dragbundle; cp notes.txt bundles
      """)
    try #require(run.status == 0 && run.errorText == "", "\(run.errorText)")
    return fixture
  }

  /// Whether an answer is the expected one.
  private func fits(_ answer: String, _ expected: String) -> Bool {
    if expected.hasSuffix("…") { return answer.hasPrefix(expected.dropLast()) }
    return answer == (expected.isEmpty || expected.hasSuffix("\n") ? expected : "\(expected)\n")
  }

  @Test(arguments: types + options + inputs + outputs + bundles + words)
  func theAnswerIs(row: Row) async throws { try await expectAnswer(row) }

  @Test(.requires(.libpng, .libjpegTurbo, .libtiff), arguments: pictures)
  func theAnswerToAPictureIs(row: Row) async throws { try await expectAnswer(row) }

  private func expectAnswer(_ row: Row) async throws {
    let fixture = try await fixture()
    // Nothing outside the program converts documents.
    let run = try await fixture.shell(
      "export PATH=/usr/bin:/bin\nproffer() { \"$proffer\" \"$@\"; }\n\(row.line)")
    expectEqual(run.status, row.status, "\(run.text)\(run.errorText)")
    expect(fits(run.text, row.output), "\(run.text)")
    expect(fits(run.errorText, row.errors), "\(run.errorText)")
  }

  // MARK: Types

  private static let types = [
    Row("proffer type photo.jpg", 0, "public.jpeg"), Row("proffer type of photo.jpg", 0, "public.jpeg"),
    Row(
      "proffer type nosuch", 64,
      errors: "unknown command \"nosuch\"; there is no file with this name either"),
    Row(
      "proffer -q type nosuch", 64,
      errors: "unknown command \"nosuch\"; there is no file with this name either"),
    Row("proffer type find .jpg", 0, "public.jpeg  JPEG image  .jpeg .jpg .jpe"),
    Row("proffer type find jpg | head -1", 0, "public.jpeg             JPEG image        .jpeg .jpg .jpe"),
    Row("proffer type show .md | head -1", 0, "identifier   net.daringfireball.markdown"),
    Row(
      "proffer convert notes.md --to nosuch", 64,
      errors:
        "no declared type has the extension .nosuch; give the identifier of the type, such as public.html"
    ),
    Row(
      "proffer convert notes.md --to out.png", 64,
      errors:
        "out.png is the name of a file, not a type; use -o for a file, and an extension such as png for a type"
    ),
    Row("proffer best trip.dragbundle --item 2 --accept image", 0, "2  photo.png: PNG picture  photo.png"),
    Row("proffer load trip.dragbundle --item 1 --type .md | cmp - notes.md"),
    Row("proffer type conforms html text", 0, "yes"),
    Row("proffer convert trip.dragbundle --item 2 --to text", 1, errors: "item 2 of trip.dragbundle: …"),
    Row(
      "proffer best trip.dragbundle --item 1 --accept txt --explain | tail -1", 0,
      "  1.2  plain text  notes.txt  chosen: receiver prefers plain text"),
    Row(
      """
      export XDG_CONFIG_HOME=$PWD/config; mkdir -p config/proffer/types
      echo '{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.note", "UTTypeConformsTo": ["public.text"]}]}' \
        > config/proffer/types/note.json
      proffer type check config/proffer/types/note.json
      """, 0, "good: 1 declaration"),
  ]

  // MARK: Options

  private static let options = [
    Row(
      "proffer convert notes.md --out x.html", 64, errors: "unknown option \"--out\"; did you mean --output?"),
    Row(
      "proffer convert notes.md -o x.html --overwrite", 64,
      errors: "unknown option \"--overwrite\"; did you mean --force?"),
    Row(
      "proffer convert notes.md", 64,
      errors: "the type to convert to is missing; add --to TYPE, or -o and a name such as notes.html"),
    Row("proffer conver notes.md", 64, errors: "unknown command \"conver\"; did you mean convert?"),
    Row(
      "proffer convert notes.md -o notes.md", 2,
      errors: "cannot create notes.md: it already exists; use --force to overwrite it"),
    Row(
      "for name in '' convert pack unpack list load best copy paste drop view type; do proffer $name -h; done | wc -L",
      0, "80"),
    Row(
      """
      for name in '' convert pack unpack list load best copy paste watch drag catch drop undo view type; do
        [ $(proffer $name -h | wc -l) -le 24 ] || echo $name
      done
      """),
  ]

  // MARK: Inputs

  private static let empty = "standard input is empty, so its type is unknown; add --from TYPE"

  private static let inputs = [
    Row(
      "cat notes.md | proffer convert --to html | head -1", 0, "<!DOCTYPE html>",
      errors: "note: standard input looks like Markdown; override with --from TYPE"),
    Row("cat notes.md | proffer convert --from txt --to html | head -1", 0, "<!DOCTYPE html>"),
    Row("cat notes.txt | proffer convert --to html | head -1", 0, "<!DOCTYPE html>"),
    Row("printf '' | proffer convert --to html", 2, errors: empty),
    Row("printf '' | proffer copy", 2, errors: empty),
    Row("printf '' | proffer convert --from md --to txt"), Row("proffer convert empty.md --to txt"),
    Row(
      "proffer convert <(cat notes.md) -q --to html | head -1", 0, "<!DOCTYPE html>"),
    Row("proffer type <(cat photo.png) | sed 's/.*: *//'", 0, "public.png"),
    Row(
      "cat trip.dragbundle | proffer ls | head -2", 0,
      "1      Trip notes\n  1.1  Markdown     710 bytes  notes.md\n"),
    Row(
      "proffer convert old.txt --to txt -o new.txt && cat new.txt", 0, "Grüße aus München",
      errors: "note: old.txt: guessed Windows-1252, by the characters of German; "
        + "override with --from 'text/plain;charset=NAME'"),
    Row("proffer convert old.txt --from 'text/plain;charset=windows-1252' --to txt", 0, "Grüße aus München"),
    Row("proffer convert none.md --to html", 2, errors: "cannot examine none.md: no such file or folder"),
  ]

  // MARK: Outputs

  private static let outputs = [
    Row("proffer convert notes.md -o x.rtfd && ls x.rtfd", 0, "TXT.rtf"),
    Row("proffer convert notes.md -o x.textbundle && ls x.textbundle", 0, "info.json\ntext.md\n"),
    Row("proffer convert expenses.csv -o x.jsonl && head -c 1 x.jsonl && echo", 0, "{"),
    Row("proffer convert notes.md --to htm --into out", 0, "out/notes.htm"),
    Row("proffer cat trip.dragbundle 1.2 | cmp - notes.txt"),
  ]

  // MARK: Bundles

  private static let bundles = [
    Row("proffer info trip.dragbundle | head -1", 0, "1      Trip notes"),
    Row("proffer extract trip.dragbundle --into out", 0, "out/notes.md\nout/notes.txt\nout/photo.png\n"),
    Row(
      "proffer mv trip.dragbundle 2 map && proffer ls trip.dragbundle | tail -2 | head -1", 0, "2      map"),
    Row(
      "proffer mv trip.dragbundle 'Trip notes' Rome && proffer ls trip.dragbundle | head -1", 0, "1      Rome"
    ),
    Row("proffer rm trip.dragbundle 2 && proffer ls trip.dragbundle | wc -l", 0, "3"),
    Row("proffer load trip.dragbundle --item 'Trip notes' --type txt | cmp - notes.txt"),
    Row("proffer load trip.dragbundle photo.png | cmp - photo.png"),
    Row("proffer unpack trip.dragbundle --item photo.png --into out", 0, "out/photo.png"),
    Row(
      "proffer best trip.dragbundle --item photo.png --accept png", 0, "2  photo.png: PNG picture  photo.png"),
    Row("proffer convert trip.dragbundle --item 'Trip notes' --to html | head -1", 0, "<!DOCTYPE html>"),
    Row(
      "export XDG_STATE_HOME=$PWD/state; proffer drop trip.dragbundle --item photo.png --into out", 0,
      "out/photo.png"),
    Row(
      "proffer add trip.dragbundle --item photo.png photo.jpg && proffer ls trip.dragbundle | tail -1", 0,
      "  2.2  JPEG picture…"),
    Row("proffer rm trip.dragbundle photo.png && proffer ls trip.dragbundle | wc -l", 0, "3"),
    Row(
      """
      export XDG_STATE_HOME=$PWD/state; proffer drop trip.dragbundle --into out -q
      proffer undo --list --json | grep -o '"source":"[^"]*","destination":"[^"]*"'
      proffer undo --json | grep -o '"removed":[^]]*]'
      """, 0,
      """
      "source":"trip.dragbundle","destination":"out"
      "removed":["out/photo.png","out/Trip notes.md","out"]

      """),
    Row(
      """
      proffer pack --team Ours --visibility team notes.txt -o team.dragbundle
      proffer view team.dragbundle -o - | grep -c notes.txt
      proffer view team.dragbundle --team Ours -o - | grep -o -m1 'notes[.]txt' | head -1
      """, 0, "0\nnotes.txt\n"),
    Row(
      "proffer load trip.dragbundle --item 2 --type txt", 1,
      errors: "item 2 of trip.dragbundle offers PNG picture, which does not match plain text; "
        + "it cannot be converted to that type"),
    Row(
      "cat trip.dragbundle | proffer load --item 'Trip notes' --type txt | cmp - notes.txt"),
    Row(
      "proffer load trip.dragbundle --item trip", 2,
      errors: "trip.dragbundle has no item named trip; it has item 1 (Trip notes), item 2 (photo.png)"),
    Row(
      """
      proffer pack notes.md notes.md -o two.dragbundle
      proffer load two.dragbundle --item notes.md
      """, 2,
      errors: "several items of two.dragbundle are named notes.md: item 1 (notes.md), item 2 (notes.md); "
        + "choose one with --item N"),
    Row("proffer load trip.dragbundle --item 0", 64, errors: "bad value \"0\" for --item: …"),
    Row(
      "cd bundles && proffer pack * -o ../all.dragbundle && proffer ls ../all.dragbundle | grep -c '^[0-9]'",
      0, "2"),
  ]

  // MARK: Pictures

  private static let pictures = [
    Row(
      "proffer convert photo.png -o x.pgm && head -c 2 x.pgm && echo", 0, "P5",
      errors: "lost: 646 colors (pixels converted to gray)"),
    Row("proffer convert photo.png -o x.ppm && head -c 2 x.ppm && echo", 0, "P6"),
    Row(
      "proffer convert photo.png --to jpg --into out", 0, "out/photo.jpg",
      errors: "lost: photo.png: JPEG keeps less detail (quality 90)"),
    Row(
      "proffer convert photo.png second.png --to jpg --into out", 0, "out/photo.jpg\nout/second.jpg\n",
      errors: """
        lost: JPEG keeps less detail (quality 90), in 2 files; -v lists them by file
        proffer: note: 2 converted

        """),
    Row(
      "proffer load trip.dragbundle --item 2 --type tif --convert --into out", 0, "out/photo.tif"),
    Row("proffer convert photo.png -o x.jpg", errors: "lost: JPEG keeps less detail (quality 90)"),
  ]

  // MARK: Words

  private static let words = [
    Row(
      "PATH=/nowhere; proffer convert notes.pdf --to html", 2,
      errors: "notes.pdf needs Poppler, which is not installed; install …"),
    Row("proffer convert fake.png --to jpg", 1, errors: "fake.png contains text, not a picture"),
    Row(
      "PATH=/nowhere; proffer convert report.doc --to html", 2,
      errors: "report.doc needs LibreOffice, which is not installed; install …"),
    Row(
      "proffer best trip.dragbundle --accept html --item 1 --explain | tail -1", 0,
      "  write rich text as public.html (html)"
    ),
    Row(
      "TERM=dumb script -qec \"$proffer list --color auto trip.dragbundle\" /dev/null < /dev/null | grep -c $'\\e'",
      1, "0"),
  ]
}
