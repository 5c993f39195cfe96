import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import OfficeFormats

@Suite
struct ODTPackageTests {
  private static let text = RichText(
    [
      .paragraph(
        RichText.Paragraph([
          .text("a"), .attachment(RichText.Attachment(.data(Data([1]), typeIdentifier: "public.png"))),
          .attachment(RichText.Attachment(.data(Data([2]), typeIdentifier: "public.jpeg"))),
          .attachment(RichText.Attachment(.data(Data([1]), typeIdentifier: "public.png"), name: "b.png")),
        ]))
    ], metadata: RichText.Metadata(title: "A & B", author: "C", language: "pt-BR"))

  @Test
  func theTypeIsTheFirstFileAndIsStored() {
    let bytes = Array(Self.text.writeODT().data)
    // The local header of a zip file has 30 bytes and the name; the method is at 8, the name's length at 26.
    expectEqual(String(decoding: bytes[30..<38], as: UTF8.self), "mimetype")
    expectEqual(Array(bytes[8..<10]), [0, 0])
    expectEqual(Array(bytes[26..<30]), [8, 0, 0, 0])
    let type = "application/vnd.oasis.opendocument.text"
    expectEqual(String(decoding: bytes[38..<38 + type.utf8.count], as: UTF8.self), type)
  }

  @Test
  func theManifestListsAllFilesExceptTheTypeAndItself() throws {
    let files = ODTWriter.write(Self.text, pictures: nil).files
    let manifest = try require(files.last)
    expectEqual(manifest.name, "META-INF/manifest.xml")
    let names = files.map(\.name).filter { $0 != "mimetype" && $0 != manifest.name }
    expectEqual(
      names, ["content.xml", "styles.xml", "meta.xml", "Pictures/1.png", "Pictures/2.jpg"],
      "equal pictures share a file")
    let xml = String(decoding: manifest.bytes, as: UTF8.self)
    let entries = xml.split(separator: "manifest:full-path=\"").dropFirst()
    expectEqual(entries.map { $0.prefix { $0 != "\"" } }, ["/"] + names.map { Substring($0) })
    expect(xml.contains(#""Pictures/2.jpg" manifest:media-type="image/jpeg""#), xml)
  }

  @Test
  func equalTextsGiveEqualBytes() {
    expectEqual(Self.text.writeODT().data, Self.text.writeODT().data)
  }

  @Test
  func metadataHasTheNamesOfTheFormat() throws {
    var text = RichText([.rule], metadata: RichText.Metadata(title: "A & B", author: "C", language: "pt-BR"))
    text.metadata.subject = "D"
    text.metadata.keywords = "e, f g"
    text.metadata.summary = "H"
    text.metadata.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
    text.metadata.modificationDate = Date(timeIntervalSince1970: 1_000_000_000.5)
    let (files, losses) = ODTWriter.write(text, pictures: nil)
    let meta = try require(files.first { $0.name == "meta.xml" })
    let xml = String(decoding: meta.bytes, as: UTF8.self)
    for part in [
      "<dc:title>A &amp; B</dc:title>", "<meta:initial-creator>C</meta:initial-creator>",
      "<dc:creator>C</dc:creator>", "<dc:language>pt-BR</dc:language>", "<dc:subject>D</dc:subject>",
      "<meta:keyword>e</meta:keyword><meta:keyword>f g</meta:keyword>", "<dc:description>H</dc:description>",
      "<meta:creation-date>2001-09-09T01:46:40Z</meta:creation-date>",
      "<dc:date>2001-09-09T01:46:40.500Z</dc:date>", "<meta:generator>Proffer</meta:generator>",
    ] {
      expect(xml.contains(part), "\(part)")
    }
    expectEmpty(losses)
  }

  @Test(arguments: ["a,b", "a,, b", " a, b", "a, "])
  func keywordsWhoseSeparatorsCannotBeRestoredStayOneKeyword(line: String) throws {
    var text = RichText([.rule])
    text.metadata.keywords = line
    let files = ODTWriter.write(text, pictures: nil).files
    let meta = try require(files.first { $0.name == "meta.xml" })
    #expect(String(decoding: meta.bytes, as: UTF8.self).contains("<meta:keyword>\(line)</meta:keyword>"))
  }

  @Test
  func metadataThatTheFormatCannotExpressIsCounted() {
    var text = RichText([.rule], metadata: RichText.Metadata(language: "not a tag"))
    text.metadata.creationDate = Date(timeIntervalSince1970: 1e15)
    text.metadata.modificationDate = Date(timeIntervalSince1970: .nan)
    text.metadata.title = "\u{1}"
    let losses = text.writeODT().losses
    expect(losses.contains { $0.kind == .metadata && $0.detail == ODTMetadata.languageDetail }, losses)
    expect(losses.contains { $0.kind == .metadata && $0.count == 2 }, losses)
    expect(losses.contains { $0.kind == .characters && $0.count == 1 }, losses)
  }

  @Test
  func aLanguageTagKeepsAllItsParts() {
    func attributes(_ tag: String) -> [String: String] {
      let pairs = ODTLanguage(tag)?.attributes ?? []
      return Dictionary(pairs.map { ("\($0.0)", $0.1) }, uniquingKeysWith: { first, _ in first })
    }
    expectEqual(attributes("de")["fo:language"], "de")
    expectEqual(attributes("de")["fo:country"], "none")
    expectEqual(attributes("zh-Hant-TW")["fo:script"], "Hant")
    expectEqual(attributes("zh-Hant-TW")["fo:country"], "TW")
    expectEqual(attributes("es-419")["fo:country"], "419")
    expectNil(attributes("es-419")["style:rfc-language-tag"])
    expectEqual(attributes("de-CH-1996")["style:rfc-language-tag"], "de-CH-1996")
    for tag in ["", "-", "a--b", "1a", "é", "abcdefghi", "a b"] { expectNil(ODTLanguage(tag)) }
  }
}
