import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport
import Testing

/// The package of a book: metadata, variants, errors and hostile input.
@Suite
struct BookPackageTests {
  // MARK: Metadata

  @Test
  func metadataAreRead() throws {
    var file = BookFile("<p>a</p>")
    file.packageAttributes = #"version="3.0" unique-identifier="id""#
    file.metadata = """
      <dc:identifier id="id">urn:x</dc:identifier><dc:title id="t">Title</dc:title>
      <dc:creator id="a">Ann  Author</dc:creator><meta refines="#a" property="role">aut</meta>
      <dc:creator>Bob Both</dc:creator><dc:language>de-DE</dc:language><dc:subject>Cats</dc:subject>
      <dc:subject>Dogs</dc:subject><dc:description>&lt;p&gt;About &lt;b&gt;pets&lt;/b&gt;.&lt;/p&gt;</dc:description>
      <dc:date>2012-05-17</dc:date><meta property="dcterms:modified">2013-01-02T03:04:05Z</meta>
      """
    let metadata = try file.read().value.metadata
    expectEqual(metadata.title, "Title")
    expectEqual(metadata.author, "Ann Author, Bob Both")
    expectEqual(metadata.language, "de-DE")
    expectEqual(metadata.subject, "Cats, Dogs")
    expectEqual(metadata.summary, "About pets.")
    expectEqual(metadata.creationDate, Date(timeIntervalSince1970: 1_337_212_800))
    expectEqual(metadata.modificationDate, Date(timeIntervalSince1970: 1_357_095_845))
    try expectEmpty(file.losses)
  }

  @Test
  func metadataOfVersion2AreRead() throws {
    var file = BookFile("<p>a</p>")
    file.packageAttributes = #"version="2.0" xmlns:opf="http://www.idpf.org/2007/opf""#
    file.metadata = """
      <dc:title>Title</dc:title><dc:creator opf:role="aut">Ann</dc:creator>
      <dc:creator opf:role="trl">Tim</dc:creator><dc:contributor opf:role="edt">Ed</dc:contributor>
      <dc:date opf:event="publication">2012</dc:date><dc:date opf:event="creation">2011-02</dc:date>
      <dc:date opf:event="modification">2013-01-02</dc:date><meta name="generator" content="x"/>
      """
    let metadata = try file.read().value.metadata
    expectEqual(metadata.author, "Ann")
    expectEqual(metadata.creationDate, Date(timeIntervalSince1970: 1_296_518_400))
    expectEqual(metadata.modificationDate, Date(timeIntervalSince1970: 1_357_084_800))
    try expectEqual(
      file.losses,
      [
        "metadata: translators, editors and other contributors × 2",
        "metadata: further dates of the book × 1",
      ])
  }

  @Test(arguments: [
    ("<dc:title>a</dc:title><dc:title>b</dc:title>", "metadata: further titles of the book × 1"),
    (
      "<dc:language>en</dc:language><dc:language>fr</dc:language>",
      "metadata: further languages of the book × 1"
    ),
    (
      "<dc:publisher>a</dc:publisher><dc:rights>b</dc:rights>", "metadata: publishers, sources and rights × 2"
    ),
    ("<meta property=\"belongs-to-collection\">a</meta>", "metadata: document properties × 1"),
    ("<meta name=\"calibre:series\" content=\"a\"/>", "metadata: document properties × 1"),
    ("<dc:date>yesterday</dc:date>", "metadata: malformed dates × 1"),
    ("<meta property=\"rendition:layout\">pre-paginated</meta>", "layout: the fixed layout of pages × 1"),
  ])
  func metadataWithoutAPlaceAreCounted(_ metadata: String, _ loss: String) throws {
    var file = BookFile("<p>a</p>")
    file.metadata = metadata
    try expectEqual(file.losses, [loss])
  }

  @Test
  func aSubtitleFollowsTheTitle() throws {
    var file = BookFile("<p>a</p>")
    file.metadata = """
      <dc:title id="s">Below</dc:title><meta refines="#s" property="title-type">subtitle</meta>
      <dc:title id="t">Above</dc:title><meta refines="#t" property="title-type">main</meta>
      """
    try expectEqual(file.read().value.metadata.title, "Above: Below")
    try expectEmpty(file.losses)
  }

  @Test(arguments: [
    ("audio.smil", "application/smil+xml", "", "images: audio that is read along with the text × 1"),
    ("f.otf", "font/otf", "", "fonts: embedded fonts × 1"),
    ("c.png", "image/png", #"properties="cover-image""#, "images: cover pictures outside of the text × 1"),
  ])
  func filesThatTheTextCannotShowAreCounted(
    _ name: String, _ type: String, _ attributes: String, _ loss: String
  ) throws {
    var file = BookFile("<p>a</p>")
    file.add(file: name, type, pixel, attributes)
    try expectEqual(file.losses, [loss])
  }

  @Test
  func theCoverIsThePreviewOfTheBook() throws {
    var file = BookFile("<p>a</p>")
    file.add(file: "c.png", "image/png", pixel, #"properties="cover-image""#)
    let pictures = try OfficePictures.pictures(in: file.data, typeIdentifier: "org.idpf.epub-container")
    expectEqual(pictures.map(\.data), [Data(pixel)])
    expectEqual(pictures.map(\.typeIdentifier), ["public.png"])
  }

  @Test
  func thePageDirectionAndFurtherRenditionsAreCounted() throws {
    var file = BookFile("<p>a</p>")
    file.spineAttributes = #"page-progression-direction="rtl""#
    file.container =
      #"<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/><rootfile full-path="other.opf"/></rootfiles></container>"#
    try expectEqual(
      file.losses,
      [
        "layout: the direction in which pages turn × 1", "formatting: further forms of the whole book × 1",
      ])
  }

  // MARK: Variants

  @Test
  func documentTypesAreAcceptedAndIgnored() throws {
    var file = BookFile()
    file.add(
      "a.xhtml",
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"x.dtd\">" + BookFile.page("<p>a</p>"))
    var parts = file.parts
    let index = try require(parts.firstIndex { $0.0.hasSuffix(".opf") })
    parts[index].1 = Array(
      file.package.replacingOccurrences(of: "?>", with: "?><!DOCTYPE package PUBLIC \"x\" \"y\">").utf8)
    try expectEqual(RichText.readEPUB(WordFile.archive(parts)).value.blocks, [.p("a")])
  }

  @Test
  func aBookWithoutMimetypeOrContainerIsRepaired() throws {
    var file = BookFile("<p>a</p>")
    file.mimetype = nil
    let parts = file.parts.filter { $0.0 != "META-INF/container.xml" }
    let reading = try RichText.readEPUB(WordFile.archive(parts))
    expectEqual(reading.value.blocks, [.p("a")])
    expectEqual(reading.warnings.count, 2)
  }

  @Test
  func namesInAnotherCaseAreFound() throws {
    var file = BookFile("<p>a</p>")
    file.items[0].href = "ONE.xhtml"
    let parts = file.parts.map { ($0.0.replacingOccurrences(of: "ONE", with: "one"), $0.1) }
    try expectEqual(RichText.readEPUB(WordFile.archive(parts)).value.blocks, [.p("a")])
  }

  // MARK: Errors

  private func encryption(_ algorithm: String) -> [UInt8] {
    Array(
      #"<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="\#(algorithm)"/></enc:EncryptedData></encryption>"#
        .utf8)
  }

  @Test(arguments: ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"])
  func hiddenFontsDoNotMatter(_ algorithm: String) throws {
    var file = BookFile("<p>a</p>")
    file.files = [("META-INF/encryption.xml", encryption(algorithm))]
    try expectEqual(file.read().value.blocks, [.p("a")])
  }

  @Test
  func encryptedBooksAreRefused() throws {
    var file = BookFile("<p>a</p>")
    file.files = [("META-INF/encryption.xml", encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"))]
    let error = try require(file.error())
    expectEqual(error.code, .wrongFormat)
    expect(error.message.contains("encrypted"), error.message)
  }

  @Test
  func otherFilesAreRefused() throws {
    expectThrows(CoderError.self) { try RichText.readEPUB(Data("text".utf8)) }
    expectThrows(CoderError.self) { try RichText.readEPUB(WordFile(p("a")).data) }
    var file = BookFile("<p>a</p>")
    file.mimetype = "application/vnd.oasis.opendocument.text"
    expectEqual(file.error()?.message.contains("OpenDocument"), true)
    expectEqual(BookFile().error()?.message.contains("no text"), true)
    file = BookFile("<p>a</p>")
    file.container = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"/>"
    expectEqual(file.error()?.code, .wrongFormat)
    file.container = "<container"
    expectEqual(file.error()?.code, .wrongFormat)
  }

  @Test
  func limitsAreErrors() throws {
    let file = BookFile(String(repeating: "<p>aaaaaaaaaaaaaaaaaaaaaaaaa</p>", count: 4_000))
    var options = OfficeReadingOptions()
    options.limits.expandedByteCount = 10_000
    expectEqual(file.error(options)?.code, .tooLarge)
    options = OfficeReadingOptions()
    options.limits.entryCount = 2
    expectEqual(file.error(options)?.code, .tooLarge)
    options = OfficeReadingOptions()
    options.limits.depth = 1
    expectEqual(file.error(options)?.code, .tooDeep)
  }

  @Test
  func everyCutOfAPackageDocumentIsAnErrorOrABook() throws {
    var file = BookFile("<p>a</p>")
    file.metadata = "<dc:title>t</dc:title>"
    let whole = Array(file.package.utf8)
    for count in stride(from: 0, to: whole.count, by: 3) {
      let parts = file.parts.map { part in
        part.0.hasSuffix(".opf") ? (part.0, Array(whole.prefix(count))) : part
      }
      expectThrows(CoderError.self) { try RichText.readEPUB(WordFile.archive(parts)) }
    }
  }

  @Test
  func repeatedPicturesAreLimited() throws {
    var file = BookFile(String(repeating: "<p><img src=\"a.png\"/></p>", count: 100))
    file.add(file: "a.png", "image/png", pixel + [UInt8](repeating: 7, count: 10_000))
    var options = OfficeReadingOptions()
    options.limits.expandedByteCount = 40_000
    let losses = try file.read(options).losses
    expect(losses.contains { $0.detail == "pictures that are repeated too often" }, losses)
  }

  @Test
  func manyLinksNotesAndDocumentsTakeLinearTime() throws {
    let notes = (0..<20).map { ##"<aside id="n\##($0)">N</aside><p id="p\##($0)">x</p>"## }.joined()
    let marks = (0..<20).map {
      ##"<a epub:type="noteref" href="#n\##($0)">1</a><a href="0.xhtml#p\##($0)">l</a>"##
    }
    .joined()
    func file(_ count: Int) -> BookFile {
      var file = BookFile()
      for index in 0..<count { file.add("\(index).xhtml", BookFile.page("<p>\(marks)</p>\(notes)")) }
      return file
    }
    let reading = try file(100).read()
    expectEmpty(reading.losses)
    expectEqual(reading.value.blocks.count, 100 * 21)
    let growth = try ProcessorTime.growth(to: 400, of: { file($0).data }) { _ = try RichText.readEPUB($0) }
    expect(growth.isLinear, "\(growth)")
  }

  @Test
  func manyFallbacksTakeLinearTime() throws {
    func file(_ count: Int) -> BookFile {
      var file = BookFile("<p>a</p>")
      for index in 2...count {
        file.items.append(
          BookFile.Item(
            href: "\(index).pdf", mediaType: "application/pdf", attributes: #"fallback="i\#(index + 1)""#,
            spine: ""))
      }
      return file
    }
    let reading = try file(100).read()
    expectEqual(reading.value.blocks, [.p("a")])
    expect(
      reading.losses.contains { $0.detail == "documents of unsupported types" && $0.count == 99 },
      reading.losses)
    let growth = try ProcessorTime.growth(to: 6_000, of: { file($0).data }) { _ = try RichText.readEPUB($0) }
    expect(growth.isLinear, "\(growth)")
  }
}
