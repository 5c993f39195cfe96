import Foundation
import ProfferConversions
import TestSupport
import Testing
import UniformTypes

@testable import ExternalConverters

/// Converters that draw pages and drawings, simulated by shell scripts.
@Suite struct DrawingConverterTests {
  /// A folder with scripts as programs.
  private struct Programs {
    let folder: TemporaryFolder

    init(_ scripts: [String: String]) async throws {
      folder = try TemporaryFolder()
      for (name, lines) in scripts { try await folder.writeScript(lines, to: name) }
    }

    func run(
      _ declaration: String, on text: String = "%PDF-1.7\n", as source: String = "com.adobe.pdf",
      to destination: String = "public.plain-text", drawing request: DrawingRequest = DrawingRequest(),
      limits: ReadingLimits = .standard
    ) throws -> ConversionResult {
      let program = try require(DeclarationTests.declaration(declaration))
      let converter = program.converter(
        program: folder.path(program.command[0]), searchPath: "\(folder.path):/usr/bin:/bin",
        temporaryFolder: folder.path, drawing: request)
      let plan = try ConversionRegistry(CoderSet().joined(with: [converter]))
        .plan(from: [source], to: destination)
      return try plan.run(
        on: RepresentationSource(Data(text.utf8), typeIdentifier: source, limits: limits))
    }

    /// The message of a run that fails.
    func message(
      _ declaration: String, on text: String = "%PDF-1.7\n", as source: String = "com.adobe.pdf",
      to destination: String = "public.plain-text", drawing request: DrawingRequest = DrawingRequest(),
      limits: ReadingLimits = .standard
    ) throws -> String {
      let error = try requireThrows(CoderError.self) {
        _ = try run(declaration, on: text, as: source, to: destination, drawing: request, limits: limits)
      }
      return error.message
    }
  }

  private static func shown(_ losses: [Loss]) -> [String] {
    losses.filter { !$0.isDeclared }.map { "\($0.count) \($0.kind)" + ($0.detail.map { " (\($0))" } ?? "") }
  }

  /// A declaration of a program that writes its arguments.
  private static let drawer = """
    "reads": ["com.adobe.pdf"], "writes": ["public.plain-text"],
    "command": ["draw", "{page}", "{size}", "{input}", "{output}"],
    "pageArguments": ["-p", "{number}"], "sizeArguments": ["-w{width}", "-h", "{height}"]
    """

  private static let arguments = """
    for word; do output=$word; done
    while [ $# -gt 2 ]; do printf '%s ' "$1" >> "$output"; shift; done
    printf . >> "$output"
    """

  // MARK: Arguments

  @Test(arguments: [
    (nil, nil, "."), (3, nil, "-p 3 ."), (nil, DrawingRequest.Size(width: 20, height: 10), "-w20 -h 10 ."),
    (2, DrawingRequest.Size(width: 1, height: 2), "-p 2 -w1 -h 2 ."),
  ])
  func aPageAndASizeBecomeArguments(page: Int?, size: DrawingRequest.Size?, written: String) async throws {
    let programs = try await Programs(["draw": Self.arguments])
    let result = try programs.run(
      Self.drawer, drawing: DrawingRequest(pageNumber: page, size: size))
    expectEqual(String(decoding: result.data, as: UTF8.self), written)
  }

  @Test func aProgramWithoutChoicesIgnoresTheRequest() async throws {
    let programs = try await Programs(["draw": Self.arguments])
    let result = try programs.run(
      """
      "reads": ["com.adobe.pdf"], "writes": ["public.plain-text"],
      "command": ["draw", "{page}", "{size}", "x{page}", "{input}", "{output}"]
      """, drawing: DrawingRequest(pageNumber: 2, size: .init(width: 1, height: 1)))
    // Only a whole argument is replaced.
    expectEqual(String(decoding: result.data, as: UTF8.self), "x{page} .")
  }

  @Test func furtherCommandsRunInTheSameFolder() async throws {
    let programs = try await Programs([
      "first": "printf one > middle", "second": "cat middle \"$1\" > \"$2\"; printf two > last",
      "third": "cat last >> \"$1\"",
    ])
    let result = try programs.run(
      """
      "reads": ["com.adobe.pdf"], "writes": ["public.plain-text"], "command": ["first", "{input}", "{output}"],
      "then": [["second", "{input}", "{output}"], ["third", "{output}"]]
      """, on: "input ")
    expectEqual(String(decoding: result.data, as: UTF8.self), "oneinput two")
  }

  @Test func aFurtherCommandThatFailsOrIsMissingIsAnError() async throws {
    let programs = try await Programs(["first": "printf one > \"$2\"", "second": "echo broken >&2; exit 4"])
    let start = """
      "reads": ["com.adobe.pdf"], "writes": ["public.plain-text"], "command": ["first", "{input}", "{output}"],
      """
    try expectEqual(programs.message(start + #""then": [["second"]]"#), "test failed with status 4: broken")
    try expectEqual(
      programs.message(start + #""then": [["missing-program"]]"#),
      "test needs missing-program, which is not installed")
    try expectEqual(programs.folder.names().filter { !["first", "second"].contains($0) }, [])
  }

  // MARK: Pages

  private static let paged = drawer + #", "pageInformation": ["count", "{page}", "{input}"]"#

  private static let count = """
    if [ "$2" -gt 5 ] 2> /dev/null; then
      echo "Command Line Error: Wrong page range given: the first page ($2) can not be after the last page (5)." >&2
      exit 99
    fi
    printf 'Pages:           5\\nPage    %s size: 600 x 800 pts\\n' "$2"
    """

  @Test func theOtherPagesAreLostUnlessAPageIsChosen() async throws {
    let programs = try await Programs(["draw": Self.arguments, "count": Self.count])
    expectEqual(Self.shown(try programs.run(Self.paged).losses), ["4 images (other pages)"])
    let chosen = try programs.run(
      Self.paged, drawing: DrawingRequest(pageNumber: 5, size: .init(width: 100, height: 80)))
    expectEqual(Self.shown(chosen.losses), [])
    expectEqual(String(decoding: chosen.data, as: UTF8.self), "-p 5 -w60 -h 80 .")
  }

  @Test func aMissingPageIsReportedInPlainWords() async throws {
    let programs = try await Programs(["draw": Self.arguments, "count": Self.count])
    try expectEqual(
      programs.message(Self.paged, drawing: DrawingRequest(pageNumber: 9)),
      "page 9 does not exist; the last page of the document is page 5")
    // A program that does not check the page.
    let other = try await Programs(["draw": Self.arguments, "count": "echo Pages: 5"])
    try expectEqual(
      other.message(Self.paged, drawing: DrawingRequest(pageNumber: 9)),
      "page 9 does not exist; the last page of the document is page 5")
  }

  @Test(arguments: [
    ("echo words", "count does not print the number of pages"), ("exit 0", "does not print the number"),
    ("echo 'Command Line Error: Incorrect password' >&2; exit 1", "the document is encrypted"),
    ("echo 'Syntax Error: no xref' >&2; exit 1", "test failed with status 1: Syntax Error: no xref"),
  ])
  func informationThatIsNotPrintedIsAnError(count: String, message: String) async throws {
    let programs = try await Programs(["draw": Self.arguments, "count": count])
    let words = try programs.message(Self.paged)
    expect(words.contains(message), "\(words)")
  }

  @Test func aPictureWithTooManyPixelsIsRefusedBeforeItIsDrawn() async throws {
    let programs = try await Programs([
      "draw": "touch \"$(dirname \"$0\")/drawn\"",
      "count": "printf 'Pages: 1\\nPage size: 14400 x 14400 pts\\n'",
    ])
    #expect(try programs.message(Self.paged).hasPrefix("the picture would be 30000 by 30000 pixels"))
    #expect(
      try programs.message(
        Self.paged, drawing: DrawingRequest(size: .init(width: 10, height: 10)),
        limits: ReadingLimits(pixelCount: 99)
      ).hasPrefix("the picture would be 10 by 10 pixels, and the limit is 99 pixels"))
    #expect(try !programs.folder.names().contains("drawn"))
  }

  @Test func thePagesOfADocumentAreCounted() async throws {
    let programs = try await Programs(["count": Self.count])
    func count(_ declaration: String) throws -> Int? {
      try DeclarationTests.declaration(declaration)?.pageCount(
        of: Data("%PDF-".utf8), typeIdentifier: "com.adobe.pdf",
        searchPath: "\(programs.folder.path):/usr/bin:/bin", temporaryFolder: programs.folder.path,
        isOnlyProgram: false, types: .current)
    }
    try expectEqual(count(Self.paged), 5)
    try expectNil(count(Self.drawer))
    try expectEqual(programs.folder.names(), ["count"])
  }

  // MARK: Pages of text

  @Test func pagesOfTextBecomeHTML() async throws {
    let pages = String(decoding: BoundingBoxes(["A link"], []).data, as: UTF8.self)
    let programs = try await Programs([
      "text": "cat > pages.html <<'END'\n\(pages)\nEND\nprintf '%s' \"$*\" > arguments",
      "links": """
      cat > links.xml <<'END'
      <page number="2" width="600" height="800"><text top="70" left="72" width="40" height="16" font="0">A <a href="https://a.b/">link</a></text></page>
      END
      """,
    ])
    let declaration = """
      "reads": ["com.adobe.pdf"], "writes": ["public.html"], "command": ["text", "{page}", "{input}"],
      "then": [["links", "{page}", "{input}"]], "pageArguments": ["-f", "{number}"], "result": "pages.html",
      "form": "pages of text"
      """
    let result = try programs.run(
      declaration, to: "public.html", drawing: DrawingRequest(pageNumber: 2))
    let text = String(decoding: result.data, as: UTF8.self)
    expect(text.contains("<p>A <a href=\"https://a.b/\">link</a></p>"), "\(text)")
    expectEqual(Self.shown(result.losses), ["1 images (pages without text)", "2 layout (pages)"])
    expectEqual(result.warnings, ["Page 3 has no text; it may be scanned."])
  }

  @Test func pagesOfTextWithoutLinksAreAnError() async throws {
    let programs = try await Programs(["text": "echo > pages.html"])
    let message = try programs.message(
      """
      "reads": ["com.adobe.pdf"], "writes": ["public.html"], "command": ["text", "{input}"],
      "result": "pages.html", "form": "pages of text"
      """, to: "public.html")
    expectEqual(message, "test succeeded but wrote no file")
  }

  // MARK: Drawings

  private static let svg = """
    "reads": ["public.svg-image"], "writes": ["public.png", "com.adobe.pdf"],
    "command": ["draw", "{size}", "{input}", "{output}"], "sizeArguments": ["{width}", "{height}"]
    """

  private static let png = "for word; do output=$word; done; printf '\\211PNG\\r\\n\\032\\n' > \"$output\""

  @Test func theLossesOfADrawingAreCounted() async throws {
    let programs = try await Programs(["draw": Self.png])
    let result = try programs.run(
      Self.svg,
      on: "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/><a href=\"x\"/><image href=\"y\"/></svg>",
      as: "public.svg-image", to: "public.png")
    expectEqual(
      Self.shown(result.losses), ["1 images (stored outside the drawing)", "1 links", "1 scripts"])
    let unknown = try programs.run(Self.svg, on: "<svg>&a;</svg>", as: "public.svg-image", to: "public.png")
    #expect(unknown.warnings.count == 1 && Self.shown(unknown.losses) == [])
  }

  @Test func aDrawingWithTooManyPixelsIsRefused() async throws {
    let programs = try await Programs([
      "draw": Self.png.replacing("\\211PNG\\r\\n\\032\\n", with: "%%PDF-1.7\\n")
    ])
    let large = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30000\" height=\"30000\"/>"
    func message(_ request: DrawingRequest) throws -> String {
      try programs.message(Self.svg, on: large, as: "public.svg-image", to: "public.png", drawing: request)
    }
    #expect(try message(DrawingRequest()).hasPrefix("the picture would be 30000 by 30000 pixels"))
    #expect(
      try message(DrawingRequest(size: .init(width: 20_000, height: 90_000)))
        .hasPrefix("the picture would be 20000 by 20000 pixels"))
    // A PDF has no pixels.
    #expect(
      try programs.run(Self.svg, on: large, as: "public.svg-image", to: "com.adobe.pdf").data.count == 9)
  }

  @Test func theFolderOfAProgramIsNotInItsMessage() async throws {
    let programs = try await Programs(["draw": "echo \"cannot read $1\" >&2; exit 1"])
    try expectEqual(
      programs.message(Self.svg, on: "<svg/>", as: "public.svg-image", to: "public.png"),
      "test failed with status 1: cannot read input.svg")
  }
}
