import Foundation
import TestSupport
import Testing

/// Conversions of PDF and SVG, by scripts in the place of the programs, and by the real ones where installed.
@Suite(.waits) struct PagesAndDrawingsTests {
  /// A fixture whose search path is a folder with scripts.
  private static func fixture(
    _ scripts: [String: String], isAlone: Bool = false
  ) async throws -> (ProgramFixture, environment: [String: String]) {
    let fixture = try ProgramFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("bin"), withIntermediateDirectories: false)
    for (name, lines) in scripts { try await fixture.folder.writeScript(lines, to: "bin/\(name)") }
    return (fixture, ["PATH": "\(fixture.folder.path)/bin" + (isAlone ? "" : ":/usr/bin:/bin")])
  }

  /// A document with an empty page, or with a page for each line of text.
  private static func pdf(_ pages: String..., encryption: String = "") -> [UInt8] {
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    var kids: [String] = []
    for text in pages {
      let content = text.isEmpty ? "0 0 9 9 re f" : "BT /F 12 Tf 20 150 Td (\(text)) Tj ET"
      kids.append("\(objects.count + 1) 0 R")
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents \(objects.count + 2) 0 R "
          + "/Resources << /Font << /F 3 0 R >> >> >>")
      objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
    }
    objects[1] = "<< /Type /Pages /Count \(pages.count) /Kids [\(kids.joined(separator: " "))] >>"
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text +=
      "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(encryption)>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }

  /// An encryption dictionary whose password is not empty.
  private static let encryption =
    "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <\(String(repeating: "41", count: 32))> "
    + "/U <\(String(repeating: "42", count: 32))> >> /ID [<41> <41>] "

  /// A `pdfinfo` of a document with twelve pages.
  private static let information = """
    while [ $# -gt 1 ]; do case $1 in -f) page=$2;; esac; shift; done
    if [ "${page:-1}" -gt 12 ]; then
      echo "Command Line Error: Wrong page range given: the first page ($page) can not be after the last page (12)." >&2
      exit 99
    fi
    printf 'Pages:           12\\nPage    %s size: 600 x 800 pts\\n' "$page"
    """

  /// A `pdftocairo` that writes its arguments, except for the last two, after the signature of PNG.
  private static let drawing = """
    for word; do output=$word; done
    printf '\\211PNG\\r\\n\\032\\n' > "$output.png"
    while [ $# -gt 2 ]; do printf ' %s' "$1" >> "$output.png"; shift; done
    """

  private static let poppler = ["pdfinfo": information, "pdftocairo": drawing]

  private func arguments(_ name: String, in fixture: ProgramFixture) throws -> String {
    String(decoding: try fixture.folder.read(name).dropFirst(8), as: UTF8.self)
  }

  // MARK: Pages

  @Test func theFirstPageIsDrawnAndTheOthersAreCounted() async throws {
    let (fixture, environment) = try await Self.fixture(Self.poppler)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(["convert", "a.pdf", "-o", "a.png"], environment: environment)
    expect(run.status == 0 && run.errorText.contains("lost: 11 images (other pages)"), "\(run.errorText)")
    try expectEqual(arguments("a.png", in: fixture), " -png -singlefile -cropbox")
  }

  @Test func aPageAndASizeAreChosen() async throws {
    let (fixture, environment) = try await Self.fixture(Self.poppler)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(
      ["convert", "a.pdf", "--page", "7", "--draw-size", "300x300", "-o", "a.png"], environment: environment)
    expect(run.status == 0 && !run.errorText.contains("other pages"), "\(run.errorText)")
    try expectEqual(
      arguments("a.png", in: fixture),
      " -png -singlefile -cropbox -f 7 -l 7 -scale-to-x 225 -scale-to-y 300")
  }

  @Test func eachPageBecomesAFileWhoseNameSorts() async throws {
    let (fixture, environment) = try await Self.fixture(Self.poppler)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(
      ["convert", "a.pdf", "--page", "all", "--to", "png", "--into", "out"], environment: environment)
    expectEqual(run.status, 0, "\(run.errorText)")
    expect(!run.errorText.contains("other pages"), "\(run.errorText)")
    let pages = try fixture.folder.names().filter { $0.hasSuffix(".png") }.sorted()
    expect(
      pages.count == 12 && pages.first == "out/a - 01.png" && pages.last == "out/a - 12.png", "\(pages)")
    #expect(try arguments("out/a - 03.png", in: fixture).contains("-f 3 -l 3"))
  }

  @Test func aPageThatDoesNotExistIsAnError() async throws {
    let (fixture, environment) = try await Self.fixture(Self.poppler)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(
      ["convert", "a.pdf", "--page", "13", "-o", "a.png"], environment: environment)
    expect(
      run.isRefusal(naming: "page 13 does not exist; the last page of the document is page 12"),
      "\(run.errorText)")
    #expect(try !fixture.folder.names().contains("a.png"))
  }

  @Test(arguments: [
    ["--page", "0"], ["--page", "two"], ["--draw-size", "0x0"], ["--draw-size", "9"],
    ["--draw-size", "-1x5"],
  ])
  func aPageOrSizeThatIsNotOneIsAUsageError(words: [String]) async throws {
    let (fixture, environment) = try await Self.fixture(Self.poppler)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(
      ["convert", "a.pdf", "-o", "a.png"] + words, environment: environment)
    expectEqual(run.status, 64, "\(run.errorText)")
  }

  @Test(arguments: [["--page", "1"], ["--draw-size", "9x9"]])
  func aChoiceThatHasNoEffectIsAUsageError(words: [String]) async throws {
    let (fixture, environment) = try await Self.fixture([:])
    try fixture.folder.write("words", to: "a.txt")
    let run = try await fixture.command(
      ["convert", "a.txt", "--to", "html"] + words, environment: environment)
    expect(run.status == 64 && run.hasOneErrorLine && run.errorText.contains(words[0]), "\(run.errorText)")
  }

  @Test func anEncryptedDocumentIsRefusedInWords() async throws {
    let refusal = "echo 'Command Line Error: Incorrect password' >&2; exit 1"
    let (fixture, environment) = try await Self.fixture([
      "pdfinfo": refusal, "pdftocairo": refusal, "pdftotext": refusal,
    ])
    try fixture.folder.write(Self.pdf("", encryption: Self.encryption), to: "a.pdf")
    for words in [["--to", "png"], ["--to", "html"], ["--page", "all", "--to", "png", "--into", "out"]] {
      let run = try await fixture.command(["convert", "a.pdf"] + words, environment: environment)
      expect(
        run.isRefusal(naming: "the document is encrypted; save it without a password"), "\(run.errorText)")
    }
  }

  @Test(arguments: [("a.pdf", "png"), ("a.pdf", "html"), ("a.svg", "png"), ("a.svg", "pdf")])
  func aMissingProgramNamesThePackage(source: String, type: String) async throws {
    let (fixture, environment) = try await Self.fixture([:], isAlone: true)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    try fixture.folder.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: "a.svg")
    let run = try await fixture.command(
      ["convert", source, "--to", type, "-o", "out"], environment: environment)
    let program = source == "a.pdf" ? "Poppler" : "rsvg-convert"
    expect(
      run.isRefusal(naming: "needs \(program), which is not installed; install "), "\(run.errorText)")
    // The names of the packages of all distributions contain these words.
    let package = source == "a.pdf" ? "poppler" : "rsvg"
    expectEqual(
      run.errorText.components(separatedBy: "; install").last?.contains(package), true, "\(run.errorText)")
  }

  @Test func aMissingProgramOfALaterCommandIsNamed() async throws {
    let (fixture, environment) = try await Self.fixture(
      ["pdftotext": "for word; do output=$word; done; echo > \"$output\""], isAlone: true)
    try fixture.folder.write(Self.pdf(""), to: "a.pdf")
    let run = try await fixture.command(["convert", "a.pdf", "--to", "html"], environment: environment)
    expect(run.isRefusal(naming: "needs Poppler, which is not installed"), "\(run.errorText)")
  }

  // MARK: Drawings

  /// An `rsvg-convert` that writes a picture, and its arguments into a file beside its folder.
  private static let drawer = """
    for word; do case $word in --output=*) output=${word#--output=};; esac; done
    echo "$*" | sed 's/ --output.*//' > "$(dirname "$0")/../arguments"
    cp "$(dirname "$0")/../photo.png" "$output"
    """

  @Test func aDrawingHasItsOwnSizeOrTheWantedOne() async throws {
    let (fixture, environment) = try await Self.fixture(["rsvg-convert": Self.drawer])
    try fixture.write(try ProgramFixture.bytes(ofFixture: "photo.png"), to: "photo.png")
    try fixture.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><a href=\"x\"/><script/><animate/></svg>", to: "a.svg")
    let own = try await fixture.command(["convert", "a.svg", "-o", "a.png"], environment: environment)
    for loss in ["1 link", "1 script", "formatting in 1 place (animations)"] {
      expect(own.errorText.contains("lost: \(loss)"), "\(own.errorText)")
    }
    let common = "--dpi-x=96 --dpi-y=96 --format=png"
    try expectEqual(String(decoding: fixture.folder.read("arguments"), as: UTF8.self), "\(common)\n")
    let sized = try await fixture.command(
      ["convert", "a.svg", "--draw-size", "20x10", "-o", "b.png"], environment: environment)
    expectEqual(sized.status, 0, "\(sized.errorText)")
    try expectEqual(
      String(decoding: fixture.folder.read("arguments"), as: UTF8.self),
      "\(common) --keep-aspect-ratio --width=20 --height=10\n")
  }

  @Test func aDrawingWithTooManyPixelsOrACompressedOneIsRefused() async throws {
    let (fixture, environment) = try await Self.fixture(["rsvg-convert": "exit 3"])
    try fixture.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e5\" height=\"1e5\"/>", to: "a.svg")
    let large = try await fixture.command(["convert", "a.svg", "-o", "a.png"], environment: environment)
    expect(large.isRefusal(naming: "100000 by 100000 pixels"), "\(large.errorText)")
    try fixture.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], to: "b.svgz")
    for type in ["png", "txt"] {
      let run = try await fixture.command(
        ["convert", "b.svgz", "--to", type, "-o", "b"], environment: environment)
      expect(run.isRefusal(naming: "compressed with gzip; decompress it first"), "\(run.errorText)")
    }
  }

  @Test func theTextOfADrawingNeedsNoProgram() async throws {
    let (fixture, environment) = try await Self.fixture([:], isAlone: true)
    try fixture.folder.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>one</text><text>two</text></svg>", to: "a.svg")
    let run = try await fixture.command(["convert", "a.svg", "--to", "txt"], environment: environment)
    expect(run.status == 0 && run.text == "one\ntwo\n", "\(run)")
  }

  // MARK: The real programs

  @Test(.requires(.poppler)) func thePagesOfAPDFAreDrawnAndRead() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.pdf("words of one", "words of two"), to: "a.pdf")
    let text = try await fixture.command("convert", "a.pdf", "--to", "html")
    expect(
      text.text.contains(
        "<p>words of one</p>\n<div style=\"page-break-after:always\"></div>\n<p>words of two</p>"),
      "\(text)")
    expect(text.errorText.contains("lost: layout in 2 places (pages)"), text.errorText)
    let second = try await fixture.command("convert", "a.pdf", "--page", "2", "--to", "html")
    expect(second.text.contains("words of two") && !second.text.contains("words of one"), "\(second)")
    try await fixture.done("convert", "a.pdf", "--page", "all", "--to", "png", "--into", "out")
    try expectEqual(
      fixture.folder.names().filter { $0.hasSuffix(".png") }, ["out/a - 1.png", "out/a - 2.png"])
    let ninth = try await fixture.command("convert", "a.pdf", "--page", "9", "--to", "png", "-o", "b.png")
    expect(ninth.isRefusal(naming: "page 9 does not exist; the last page of the document is page 2"))
  }

  @Test(.requires(.poppler)) func aScannedPageIsCounted() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.pdf("words", ""), to: "a.pdf")
    let run = try await fixture.command("convert", "a.pdf", "--to", "html")
    expect(
      run.status == 0 && run.errorText.contains("lost: 1 image (pages without text)"), "\(run.errorText)")
    expect(run.errorText.contains("note: Page 2 has no text; it may be scanned."), "\(run.errorText)")
  }

  @Test(.requires(.poppler)) func aRealEncryptedOrDamagedDocumentIsRefused() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.pdf("words", encryption: Self.encryption), to: "a.pdf")
    try fixture.folder.write(Array("%PDF-1.4\nnothing".utf8), to: "b.pdf")
    for type in ["html", "png"] {
      let encrypted = try await fixture.command("convert", "a.pdf", "--to", type, "-o", "a")
      expect(encrypted.isRefusal(naming: "the document is encrypted"), "\(encrypted.errorText)")
      let damaged = try await fixture.command("convert", "b.pdf", "--to", type, "-o", "b")
      expect(damaged.isRefusal(naming: "b.pdf: poppler"), "\(damaged.errorText)")
    }
  }
}
