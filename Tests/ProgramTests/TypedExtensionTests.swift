import TestSupport
import Testing

/// Words for types, files and options that users of other programs may type.
@Suite(.waits) struct TypedExtensionTests {
  /// The names of the files in a folder.
  private func names(_ folder: String, in fixture: ProgramFixture) throws -> [String] {
    try fixture.folder.names().filter { $0.hasPrefix("\(folder)/") }.map {
      String($0.dropFirst(folder.count + 1))
    }
  }

  // MARK: Extensions

  @Test(
    .requires(.libpng, .libtiff),
    arguments: [
      ("tif", "photo.tif"), ("tiff", "photo.tiff"), (".TIF", "photo.TIF"), ("public.tiff", "photo.tiff"),
      ("image/tiff", "photo.tiff"), ("pgm", "photo.pgm"), ("image/x-portable-graymap", "photo.pgm"),
    ])
  func theExtensionOfAPictureThatWasTypedIsKept(type: String, name: String) async throws {
    try await expectResult(name, of: "photo.png", as: type)
  }

  @Test(arguments: [
    ("notes.md", "htm", "notes.htm"), ("notes.md", "html", "notes.html"), ("notes.md", "text", "notes.txt"),
    ("expenses.csv", "jsonl", "expenses.jsonl"), ("expenses.csv", "ndjson", "expenses.ndjson"),
  ])
  func theExtensionThatWasTypedIsKept(file: String, type: String, name: String) async throws {
    try await expectResult(name, of: file, as: type)
  }

  private func expectResult(_ name: String, of file: String, as type: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(
      "convert", ProgramFixture.fixture(file), "--to", type, "--into", "out")
    expect(run.status == 0 && run.text == "out/\(name)\n", "\(run.errorText)")
    try expectEqual(names("out", in: fixture), [name])
  }

  @Test(.requires(.libpng, .libtiff)) func convertedItemsHaveTheExtensionThatWasTyped() async throws {
    let fixture = try ProgramFixture()
    try await fixture.done(
      "pack", ProgramFixture.fixture("notes.md"), ProgramFixture.fixture("photo.png"), "-o", "a")
    try await fixture.done("load", "a", "--item", "2", "--type", "pgm", "--convert", "--into", "loaded")
    try expectEqual(names("loaded", in: fixture), ["photo.pgm"])
    try await fixture.done(
      "convert", "a", "--item", "2", "--to", "tif", "--into", "converted")
    try expectEqual(names("converted", in: fixture), ["photo.tif"])
    let drop = try await fixture.command(
      "drop", "a", "--accept", "tif,htm", "--convert", "--into", "dropped",
      environment: ["XDG_STATE_HOME": fixture.folder.path("state")])
    expectEqual(drop.text, "dropped/notes.htm\ndropped/photo.tif\n", "\(drop.errorText)")
  }

  /// A picture of a red, a green, a white and a dark gray pixel.
  private static let picture = "P3 4 1 255 255 0 0 0 255 0 255 255 255 64 64 64\n"

  @Test(arguments: [
    (
      "pgm", Array("P5\n4 1\n255\n".utf8) + [76, 150, 255, 64],
      "proffer: lost: 2 colors (pixels converted to gray)\n"
    ),
    ("ppm", Array("P6\n4 1\n255\n".utf8) + [255, 0, 0, 0, 255, 0, 255, 255, 255, 64, 64, 64], ""),
    ("pnm", Array("P6\n4 1\n255\n".utf8) + [255, 0, 0, 0, 255, 0, 255, 255, 255, 64, 64, 64], ""),
    (
      "pbm", Array("P4\n4 1\n".utf8) + [0b1001_0000],
      """
      proffer: lost: bit depth in 1 place (gray levels dithered to black and white)
      proffer: lost: 2 colors (pixels converted to gray)

      """
    ),
  ])
  func pgmIsGrayPPMColorAndPBMOneBit(fileExtension: String, bytes: [UInt8], losses: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.write(Self.picture, to: "a.ppm")
    let run = try await fixture.command("convert", "a.ppm", "-o", "b.\(fileExtension)")
    #expect(run.status == 0 && run.errorText == losses)
    try expectEqual(fixture.folder.read("b.\(fileExtension)"), bytes)
    try await expectEqual(fixture.command("convert", "a.ppm", "--to", fileExtension).output, bytes)
  }

  @Test func aGrayPictureLosesNothingInEachFormat() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("P2 2 2 255 0 255 255 0\n", to: "a.pgm")
    for fileExtension in ["pgm", "ppm", "pbm"] {
      let run = try await fixture.command("convert", "a.pgm", "--strict", "-o", "b.\(fileExtension)")
      #expect(run.status == 0 && run.errorText == "")
      let back = try await fixture.command("convert", "b.\(fileExtension)", "--to", "pgm")
      expectEqual(back.output, Array("P5\n2 2\n255\n".utf8) + [0, 255, 255, 0])
    }
  }

  @Test(.requires(.libpng)) func aPromiseHasTheFormatOfItsExtension() async throws {
    let fixture = try ProgramFixture()
    try fixture.write(Self.picture, to: "a.ppm")
    try await fixture.done("convert", "a.ppm", "-o", "a.png")
    try await fixture.done("pack", "--promise", "pgm", "a.png", "-o", "a")
    #expect(try await fixture.done("load", "a", "--type", "pgm").text.hasPrefix("P5"))
  }

  @Test func pfmIsNotWritten() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("convert", ProgramFixture.fixture("photo.png"), "-o", "a.pfm")
    expectEqual(run.status, 1)
    expectEqual(run.errorText, "proffer: cannot write PFM pictures, only PBM, PGM and PPM\n")
  }

  @Test(arguments: [
    ("notes.md", "x.rtfd", "TXT.rtf"), ("notes.md", "x.textbundle", "info.json"),
  ])
  func aFolderThatIsADocumentHasItsTypeByName(file: String, output: String, member: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("convert", ProgramFixture.fixture(file), "-o", output)
    expectEqual(run.status, 0, "\(run.errorText)")
    #expect(try names(output, in: fixture).contains(member))
  }

  @Test func linesOfJSONAreWrittenAndReadByTheirExtension() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("a,b\n1,x\n2,y\n", to: "t.csv")
    try await fixture.done("convert", "t.csv", "-o", "t.jsonl")
    let lines = try fixture.folder.read("t.jsonl")
    expectEqual(
      String(decoding: lines, as: UTF8.self), "{\"a\": \"1\", \"b\": \"x\"}\n{\"a\": \"2\", \"b\": \"y\"}\n"
    )
    try await expectEqual(fixture.done("convert", "t.jsonl", "--to", "csv").text, "a,b\r\n1,x\r\n2,y\r\n")
  }

  // MARK: Words

  @Test(arguments: ["out.html", "out.png"])
  func aFileNameInPlaceOfATypeIsNamed(name: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.run("convert", ProgramFixture.fixture("notes.md"), "--to", name)
    expectEqual(run.status, 64)
    expectEqual(
      run.errorText,
      "proffer: \(name) is the name of a file, not a type; use -o for a file, and an extension such as png for a type\n"
    )
    try fixture.write(
      ProgramFixture.bytes(ofFixture: name == "out.png" ? "photo.png" : "notes.html"), to: name)
    let known = try await fixture.run("convert", ProgramFixture.fixture("notes.md"), "--to", name)
    expectEqual(known.status, name == "out.png" ? 1 : 0)
  }

  @Test(arguments: [
    ("image", "2  photo.png: PNG picture  photo.png\n", 1),
    ("text", "1  notes.md: Markdown  notes.md\n", 1),
    (".md", "1  notes.md: Markdown  notes.md\n", 1),
    ("text,image", "", 0),
  ])
  func groupsOfTypesAreAccepted(words: String, line: String, status: Int32) async throws {
    let fixture = try ProgramFixture()
    try await fixture.done(
      "pack", ProgramFixture.fixture("notes.md"), ProgramFixture.fixture("photo.png"), "-o", "a")
    let run = try await fixture.command("best", "a", "--accept", words)
    #expect(run.text.contains(line) && run.status == status && run.errorText == "")
  }

  @Test func textIsEveryKindOfTextInAQuestionAndPlainTextInAResult() async throws {
    let fixture = try ProgramFixture()
    try await expectEqual(fixture.command("type", "conforms", "html", "text").text, "yes\n")
    try await expectEqual(fixture.command("type", "conforms", "html", ".text").text, "no\n")
    #expect(try await fixture.command("type", "show", "text").text.hasPrefix("identifier   public.text\n"))
    try await fixture.done(
      "pack", ProgramFixture.fixture("notes.rtf"), ProgramFixture.fixture("photo.png"), "-o", "a")
    let loaded = try await fixture.done("load", "a", "--type", "text")
    try expectEqual(loaded.output, ProgramFixture.bytes(ofFixture: "notes.rtf"))
    let converted = try await fixture.done("convert", ProgramFixture.fixture("notes.rtf"), "--to", "text")
    expect(converted.text.hasPrefix("Trip notes"), converted.text)
  }

  @Test(arguments: [
    ("convert notes.md --out a.html", "--out", "--output"),
    ("convert notes.md -o a.html --overwrite", "--overwrite", "--force"),
    ("convert notes.md --format html", "--format", "--to"), ("pack notes.md --out a", "--out", "--output"),
    ("unpack a --out b", "--out", "--into"), ("load a --format html", "--format", "--type"),
  ])
  func optionsOfOtherProgramsAreAnsweredWithTheirName(
    command: String, option: String, suggestion: String
  ) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(command.split(separator: " ").map(String.init))
    expectEqual(run.status, 64)
    expectEqual(run.errorText, "proffer: unknown option \"\(option)\"; did you mean \(suggestion)?\n")
  }
}
