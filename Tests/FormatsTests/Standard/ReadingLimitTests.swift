import Foundation
import TestSupport
import Testing

@testable import ContactFormats
@testable import ImageCoders
@testable import OfficeFormats
@testable import ProfferConversions
@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats

/// If a limit is one less than a document needs, every reader throws an error that names the limit.
@Suite struct ReadingLimitTests {
  /// A document for a reader.
  struct Sample: CustomTestStringConvertible, Sendable {
    let reader: String
    let type: String
    /// Whether the document, or the value that is made from it, has containers.
    let nests: Bool
    let contents: @Sendable () throws -> DocumentContents

    var testDescription: String { reader }

    /// A file or folder of `fixtures`.
    init(_ reader: String, _ type: String, nests: Bool = false, file: String) {
      self.init(reader, type, nests: nests) {
        try ConversionMatrixTests.Sample(file, type).contents
      }
    }

    init(_ reader: String, _ type: String, nests: Bool = false, text: String) {
      self.init(reader, type, nests: nests) { .data(Data(text.utf8)) }
    }

    init(
      _ reader: String, _ type: String, nests: Bool = false,
      contents: @escaping @Sendable () throws -> DocumentContents
    ) {
      (self.reader, self.type, self.nests, self.contents) = (reader, type, nests, contents)
    }
  }

  private static let text = RichText(markdown: "*One* and\n\n> - two\n\n![red](red.png)\n")

  private static let color: StructuredValue = [
    "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
    "$objects": ["$null", ["NSColorSpace": 1, "NSRGB": .data(Data("1 0 0".utf8))]],
  ]

  private static let workbook = Workbook(sheets: [
    Workbook.Sheet(name: "Prices", table: Table(columns: ["item", "price"], rows: [["tea", 2]]))
  ])

  private static let flatSpreadsheet = """
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
    office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>\
    <table:table table:name="Prices"><table:table-row><table:table-cell office:value-type="string"><text:p>tea\
    </text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>\
    </office:document>
    """

  static let samples = [
    Sample("text", "public.utf8-plain-text", file: "notes.txt"),
    Sample("markup as text", "public.xml", text: "<a>b</a>\n"),
    Sample(
      "svg text", "public.svg-image", nests: true,
      text: "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>a</text></svg>\n"),
    Sample("url", "public.url", text: "https://example.org/"),
    Sample("web location", "com.apple.web-internet-location", nests: true, file: "link.webloc"),
    Sample("internet shortcut", "com.microsoft.internet-shortcut", file: "link.url"),
    Sample("titled link", "com.apple.web-internet-location", nests: true, file: "link.webloc"),
    Sample("uri list", "io.proffer.uri-list", file: "links.uri"),
    Sample("json", "public.json", nests: true, file: "config.json"),
    Sample("toml", "public.toml", nests: true, text: "a = [1]\n[b]\nc = {d = 2}\n"),
    Sample("yaml", "public.yaml", nests: true, text: "a: [1, {b: c}]\n"),
    Sample("property list", "com.apple.property-list", nests: true, file: "places.plist"),
    Sample("json5", "io.proffer.json5", nests: true, text: "{a: [1, 'b']} // c\n"),
    Sample("json with comments", "io.proffer.json-with-comments", nests: true, text: "{\"a\": [1]} // b\n"),
    Sample("ini", "com.microsoft.ini", nests: true, text: "[a]\nb = c\n"),
    Sample("java properties", "io.proffer.java-properties", nests: true, text: "a = b\n"),
    Sample("environment variables", "io.proffer.environment-text", nests: true, text: "A=b\n"),
    Sample("csv", "public.comma-separated-values-text", file: "expenses.csv"),
    Sample("tsv", "public.tab-separated-values-text", file: "expenses.tsv"),
    Sample("delimited text", "public.delimited-values-text", text: "a;b\n1;2\n"),
    Sample("json lines", "public.ndjson", nests: true, text: "{\"a\": [1]}\n2\n"),
    Sample("color archive", "com.apple.cocoa.pasteboard.color", nests: true) {
      try color.writeBinaryPropertyList().contents
    },
    Sample("vcard", "public.vcard", nests: true, file: "contact.vcf"),
    Sample("icalendar", "com.apple.ical.ics", nests: true, file: "event.ics"),
    Sample("html", "public.html", nests: true, file: "notes.html"),
    Sample("xhtml", "public.xhtml", nests: true, text: "<p><b>One</b></p><ul><li>two</li></ul>"),
    Sample("web archive", "com.apple.webarchive", nests: true) { try text.writeWebArchive().contents },
    Sample("rtf", "public.rtf", nests: true, file: "notes.rtf"),
    Sample("rtfd", "com.apple.rtfd", nests: true, file: "Notes.rtfd"),
    Sample("markdown", "net.daringfireball.markdown", nests: true, file: "notes.md"),
    Sample("textbundle", "org.textbundle.package", nests: true) { text.writeTextBundle().contents },
    Sample("docx", "org.openxmlformats.wordprocessingml.document", nests: true, file: "report.docx"),
    Sample("odt", "org.oasis-open.opendocument.text", nests: true) { text.writeODT().contents },
    Sample(
      "fodt", "io.proffer.opendocument-flat-text", nests: true,
      text: """
        <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
        office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:list>\
        <text:list-item><text:p>One</text:p></text:list-item></text:list></office:text></office:body>\
        </office:document>
        """),
    Sample("xlsx sheet", "org.openxmlformats.spreadsheetml.sheet") { try workbook.writeXLSX().contents },
    Sample("xlsx", "org.openxmlformats.spreadsheetml.sheet") { try workbook.writeXLSX().contents },
    Sample("ods sheet", "org.oasis-open.opendocument.spreadsheet") { try workbook.writeODS().contents },
    Sample("ods", "org.oasis-open.opendocument.spreadsheet") { try workbook.writeODS().contents },
    Sample("fods sheet", "io.proffer.opendocument-flat-spreadsheet", text: flatSpreadsheet),
    Sample("fods", "io.proffer.opendocument-flat-spreadsheet", text: flatSpreadsheet),
    Sample("pptx", "org.openxmlformats.presentationml.presentation", nests: true, file: "slides.pptx"),
    Sample("odp", "org.oasis-open.opendocument.presentation", nests: true, file: "slides.odp"),
    Sample(
      "fodp", "io.proffer.opendocument-flat-presentation", nests: true,
      text: """
        <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
        xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
        xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
        office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>\
        <draw:page><draw:frame><draw:text-box><text:list><text:list-item><text:p>One</text:p></text:list-item>\
        </text:list></draw:text-box></draw:frame></draw:page></office:presentation></office:body>\
        </office:document>
        """),
    Sample("epub", "org.idpf.epub-container", nests: true, file: "book.epub"),
    Sample("BMP", "com.microsoft.bmp", file: "images/own/bits24.bmp"),
    Sample("portable anymap", "public.pbm", file: "images/own/raw.ppm"),
    Sample("PAM", "io.proffer.portable-arbitrary-map", file: "images/own/rgba.pam"),
    Sample("QOI", "io.proffer.qoi", file: "images/own/rgba.qoi"),
    Sample("GIF", "com.compuserve.gif", file: "images/gif/moving.gif"),
    Sample("GIF animation", "com.compuserve.gif", file: "images/gif/moving.gif"),
    Sample("ICO", "com.microsoft.ico", file: "images/ico/bits24.ico"),
  ]

  /// Pictures that libraries read.
  private static let pictures = [
    Sample("PNG", "public.png", file: "images/png/rgb-8.png"),
    Sample("TIFF", "public.tiff", file: "images/tiff/rgb-8.tiff"),
    Sample("WebP", "org.webmproject.webp", file: "images/webp/lossless-rgb.webp"),
    Sample("WebP animation", "org.webmproject.webp", file: "images/webp/animated.webp"),
    Sample("JPEG", "public.jpeg", file: "images/jpeg/rgb-444.jpg"),
    Sample("HEIF", "public.heic", file: "images/heif/rgb.heic"),
    Sample("AVIF", "public.avif", file: "images/heif/av1.avif"),
  ]

  @Test func everyStandardReaderHasASample() {
    expectEqual(Set((Self.samples + Self.pictures).map(\.reader)), Set(CoderSet.standard.readers.map(\.name)))
  }

  @Test(arguments: samples)
  func everyReaderIsRefusedByNameBelowWhatItsDocumentNeeds(sample: Sample) throws {
    try checkReader(of: sample)
  }

  @Test(
    .requires(.libpng, .libtiff, .libwebpdemux, .libjpegTurbo, .hevcDecoder, .av1Decoder), arguments: pictures
  )
  func everyPictureIsRefusedByNameBelowWhatItNeeds(sample: Sample) throws {
    try checkReader(of: sample)
    try checkStream(of: sample)
  }

  private func checkReader(of sample: Sample) throws {
    let reader = try require(CoderSet.standard.readers.first { $0.name == sample.reader })
    try check(sample) { source in try reader.read(source).value }
  }

  @Test(arguments: samples)
  func aStreamIsRefusedByNameBelowWhatItsDocumentNeeds(sample: Sample) throws {
    try checkStream(of: sample)
  }

  private func checkStream(of sample: Sample) throws {
    let reader = try require(CoderSet.standard.readers.first { $0.name == sample.reader })
    let writers = CoderSet.standard.writers.filter { $0.missing?() == nil }
    let registry = ConversionRegistry(
      CoderSet(readers: [reader], writers: writers, bridges: CoderSet.standard.bridges))
    for destination in registry.destinations(from: sample.type) {
      let plan = try registry.plan(from: [sample.type], to: destination)
      guard plan.streams else { continue }
      return try check(sample) { source in
        try plan.stream(source) { _ in }
        return nil
      }
    }
  }

  /// Reads a sample at the lowest limits that it needs, and at one less.
  private func check(_ sample: Sample, _ read: (RepresentationSource) throws -> (any Sendable)?) throws {
    let contents = try sample.contents()
    func reading(_ limits: ReadingLimits) throws -> (any Sendable)? {
      try read(RepresentationSource(contents, typeIdentifier: sample.type, limits: limits))
    }
    let size = contents.byteCount
    #expect(throws: Never.self) { try reading(ReadingLimits(byteCount: size)) }
    let long = expectError(.tooLarge) { try reading(ReadingLimits(byteCount: size - 1)) }
    expectEqual(long?.message, "the document has \(size) bytes; the limit is \(size - 1) bytes")

    let elementCount = try least(.tooLarge) { try reading(ReadingLimits(elementCount: $0)) }
    expectGreater(elementCount, 0)
    let many = expectError(.tooLarge) { try reading(ReadingLimits(elementCount: elementCount - 1)) }
    expectEqual(many?.message.contains("the limit is \(elementCount - 1)"), true)

    let depth = try least(.tooDeep) { try reading(ReadingLimits(depth: $0)) }
    expectEqual(depth > 0, sample.nests)
    if depth > 0 {
      let deep = expectError(.tooDeep) { try reading(ReadingLimits(depth: depth - 1)) }
      expectEqual(deep?.message.contains("\(depth - 1)"), true)
    }

    guard let image = try reading(.standard) as? Image else { return }
    // HEIF also checks the pixels that its codec adds at the edges.
    let pixelCount = try least(.imageTooLarge) { try reading(ReadingLimits(pixelCount: $0)) }
    #expect(pixelCount >= image.width * image.height && pixelCount < 2 * image.width * image.height)
  }

  /// Returns the lowest limit at which a body succeeds; rethrows unexpected errors.
  private func least(_ code: CoderError.Code, _ body: (Int) throws -> Any?) throws -> Int {
    func succeeds(_ limit: Int) throws -> Bool {
      do {
        _ = try body(limit)
        return true
      } catch let error as CoderError where error.code == code { return false }
    }
    var high = 1
    while try !succeeds(high) { high *= 2 }
    var low = 0
    while low < high {
      let middle = (low + high) / 2
      if try succeeds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Sizes

  @Test func theEventsOfATextHaveItsSizeTogether() throws {
    let rows = (0..<1_500).map { row in [RichText.TableCell([.text("\(row)")])] }
    let lines = (0..<30_000).flatMap { _ in [RichText.Inline.text("line"), .hardBreak] }
    let text = RichText(
      Self.text.blocks + [.table(RichText.Table(rows: rows)), .paragraph(RichText.Paragraph(lines))])
    var sum = ValueSize(elementCount: 0)
    text.emit { event in
      sum.elementCount += event.size.elementCount
      sum.depth = max(sum.depth, event.size.depth)
    }
    expectEqual(sum, ValueKind.richText.size(text))
    // A table with a cell, a paragraph and a text in each row, and a paragraph with its texts and breaks.
    let more = 1 + 3 * 1_500 + 1 + 2 * 30_000
    expectEqual(sum.elementCount, ValueKind.richText.size(Self.text).elementCount + more)
  }

  @Test(arguments: [
    ("[]", 1, 1), ("7", 1, 0), ("[1, [2, {\"a\": []}]]", 6, 4), ("{\"a\": 1, \"a\": 2}", 3, 1),
  ])
  func theSizeOfAStructuredValueIsTheNumberOfItsValues(json: String, elementCount: Int, depth: Int) throws {
    let value = try StructuredValue.readJSON(Data(json.utf8)).value
    expectEqual(ValueKind.structuredValue.size(value), ValueSize(elementCount: elementCount, depth: depth))
  }

  @Test func aValueInPartsIsRefusedAtTheEventThatExceedsTheLimit() throws {
    let json = Data(("[" + String(repeating: "12345678,", count: 500_000) + "1]").utf8)
    let plan = try ConversionRegistry(.standard).plan(from: ["public.json"], to: "public.ndjson")
    var byteCount = 0
    let source = RepresentationSource(
      json, typeIdentifier: "public.json", limits: ReadingLimits(elementCount: 100_000))
    let error = expectError(.tooLarge) { try plan.stream(source) { byteCount += $0.count } }
    expectEqual(error?.message, "the document has at least 100001 elements; the limit is 100000")
    #expect((500_000...1_000_000).contains(byteCount))
  }

  @Test func deepListsAreRepairedAtTheStandardDepthAndRefusedAtALowerOne() throws {
    let markdown = String(repeating: "- ", count: 300) + "a"
    try expectEqual(RichText.readMarkdown(markdown, limits: .standard).warnings.count, 1)
    let deepest = RichText.readMarkdown(markdown).value.blocks.size.depth
    expectEqual(deepest, RichText.depthLimit - 1)
    let limits = ReadingLimits(depth: deepest - 1)
    expectError(.tooDeep) { try RichText.readMarkdown(markdown, limits: limits) }
  }

  // MARK: Functions of the formats

  @Test func theFunctionsOfTheFormatsTakeTheLimits() throws {
    let (markdown, members) = ("- *One*", [PackageMember("text.md", Data("- *One*".utf8))])
    let (rtf, html) = (RichText(markdown: markdown).writeRTF().data, Data("<ul><li><i>One</i></ul>".utf8))
    let archive = try RichText(markdown: markdown).writeWebArchive().data
    let json = Data("[[1]]".utf8)
    let value: StructuredValue = [[1]]
    let xml = try value.writeXMLPropertyList().data
    let binary = try value.writeBinaryPropertyList().data
    let card = Data("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n".utf8)
    let calendar = Data("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n".utf8)
    let functions: [(name: String, read: (ReadingLimits) throws -> Any)] = [
      ("readMarkdown", { try RichText.readMarkdown(markdown, limits: $0) }),
      ("readHTML", { try RichText.readHTML(html, limits: $0) }),
      ("readXHTML", { try RichText.readXHTML(html, limits: $0) }),
      ("readRTF", { try RichText.readRTF(rtf, limits: $0) }),
      ("readRTFD", { try RichText.readRTFD(.package([PackageMember("TXT.rtf", rtf)]), limits: $0) }),
      ("readWebArchive", { try RichText.readWebArchive(archive, limits: $0) }),
      ("readTextBundle", { try RichText.readTextBundle(members, limits: $0) }),
      ("readJSON", { try StructuredValue.readJSON(json, limits: $0) }),
      ("readPropertyList", { try StructuredValue.readPropertyList(xml, limits: $0) }),
      ("readXMLPropertyList", { try StructuredValue.readXMLPropertyList(xml, limits: $0) }),
      ("readBinaryPropertyList", { try StructuredValue.readBinaryPropertyList(binary, limits: $0) }),
      ("readVCard", { try ContactCards.readVCard(card, limits: $0) }),
      ("readICalendar", { try Calendars.readICalendar(calendar, limits: $0) }),
    ]
    for (name, read) in functions {
      #expect(throws: Never.self, "\(name)") { try read(ReadingLimits(depth: 2)) }
      expectError(.tooLarge, name) { try read(ReadingLimits(byteCount: 4)) }
      expectError(.tooLarge, name) { try read(ReadingLimits(elementCount: 0)) }
      expectError(.tooDeep, name) { try read(ReadingLimits(depth: 0)) }
    }
  }
}
