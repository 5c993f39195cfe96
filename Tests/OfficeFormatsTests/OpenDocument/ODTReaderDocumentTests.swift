import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Metadata, tracked changes, and packages.
@Suite
struct ODTReaderDocumentTests {
  @Test
  func metadataAreRead() throws {
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.metadata = """
      <meta:generator>G</meta:generator><dc:title>T</dc:title><dc:subject>S</dc:subject>\
      <dc:description>D</dc:description><meta:keyword>k</meta:keyword><meta:keyword>l</meta:keyword>\
      <meta:initial-creator>I</meta:initial-creator><dc:creator>C</dc:creator>\
      <meta:creation-date>2024-01-31T10:15:30.5</meta:creation-date><dc:date>2024-02-01T00:00:00+01:00</dc:date>\
      <dc:language>de-AT</dc:language><meta:user-defined meta:name="x">y</meta:user-defined>
      """
    let reading = try document.read()
    let metadata = reading.value.metadata
    #expect(metadata.title == "T" && metadata.subject == "S" && metadata.summary == "D")
    #expect(metadata.keywords == "k, l" && metadata.author == "I" && metadata.language == "de-AT")
    expectEqual(metadata.creationDate, Date(timeIntervalSince1970: 1_706_696_130.5))
    expectEqual(metadata.modificationDate, Date(timeIntervalSince1970: 1_706_742_000))
    expectEqual(
      Set(reading.losses.compactMap(\.detail)), ["document properties", "names of last authors"])
  }

  @Test
  func languageOfTheDefaultStyleIsThatOfADocumentWithoutOne() throws {
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.defaultText = #"fo:language="fr" fo:country="CA""#
    try expectEqual(document.read().value, RichText([.text("a")], metadata: .init(language: "fr-CA")))
  }

  // MARK: Tracked changes

  private static let changes = ODTTestDocument(
    """
    <text:tracked-changes><text:changed-region xml:id="i" text:id="i"><text:insertion><office:change-info>\
    <dc:creator>x</dc:creator></office:change-info></text:insertion></text:changed-region>\
    <text:changed-region text:id="d"><text:deletion><office:change-info/><text:p>gone</text:p></text:deletion>\
    </text:changed-region><text:changed-region text:id="j"><text:insertion/></text:changed-region>\
    <text:changed-region text:id="e"><text:deletion><text:p>end</text:p><text:p>middle</text:p><text:p>start \
    </text:p></text:deletion></text:changed-region><text:changed-region text:id="f"><text:format-change/>\
    </text:changed-region></text:tracked-changes><text:p>a <text:change-start text:change-id="i"/>new\
    <text:change-end text:change-id="i"/><text:change text:change-id="d"/> b</text:p><text:p>c\
    <text:change-start text:change-id="j"/> d</text:p><text:p>e<text:change-end text:change-id="j"/>f</text:p>\
    <text:p>g <text:change text:change-id="e"/>h</text:p>
    """)

  @Test
  func changesAreAcceptedAndCounted() throws {
    let reading = try Self.changes.read()
    expectEqual(reading.value.blocks, [.text("a new b"), .text("c d"), .text("ef"), .text("g h")])
    expectEqual(
      Set(reading.losses.map(\.description)),
      [
        "3 comments (tracked changes)", "2 comments (text that a tracked change deleted)",
      ])
  }

  @Test
  func rejectedChangesAreUndone() throws {
    let reading = try Self.changes.read(OfficeReadingOptions(changes: .rejected))
    expectEqual(
      reading.value.blocks,
      [
        .text("a gone b"), .text("cf"), .text("g end"), .text("middle"), .text("start h"),
      ])
    expectEqual(reading.losses.map(\.description), ["5 comments (tracked changes)"])
  }

  // MARK: Packages

  @Test(arguments: ["text", "text-template", "text-master", "text-web"])
  func packageIsReadLikeTheFlatForm(kind: String) throws {
    var document = ODTTestDocument(
      #"<text:p text:style-name="Quotations">a</text:p><text:p text:style-name="P">b</text:p>"#)
    document.styles = #"<style:style style:name="Quotations" style:family="paragraph"/>"#
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph"><style:text-properties fo:font-weight="bold"/>\#
      </style:style>
      """#
    document.metadata = "<dc:title>T</dc:title>"
    let data = ODTTestDocument.archive(
      document.files(mimetype: "application/vnd.oasis.opendocument." + kind))
    let reading = try RichText.readODT(data)
    try expectEqual(reading.value, document.read().value)
    #expect(reading.losses == [] && reading.warnings == [])
  }

  @Test
  func documentTypeIsIgnored() throws {
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.before = #"<!DOCTYPE office:document [<!ENTITY a "b">]>"#
    try expectEqual(document.blocks, [.text("a")])
  }

  @Test(arguments: [
    ("mimetype", "the package has no file “mimetype”"), ("styles.xml", "the package has no styles.xml"),
    ("META-INF/manifest.xml", "the package has no META-INF/manifest.xml"),
  ])
  func missingFileIsAWarning(name: String, warning: String) throws {
    let files = ODTTestDocument("<text:p>a</text:p>").files().filter { $0.name != name }
    let reading = try RichText.readODT(ODTTestDocument.archive(files))
    expectEqual(reading.value.blocks, [.text("a")])
    expectEqual(reading.warnings, [warning])
  }

  @Test
  func macrosAndSignaturesAreCounted() throws {
    var files = ODTTestDocument("<text:p>a</text:p>").files()
    files += [("Basic/Standard/Module1.xml", "<x/>"), ("META-INF/documentsignatures.xml", "<x/>")]
    let losses = try RichText.readODT(ODTTestDocument.archive(files)).losses
    expectEqual(Set(losses.compactMap(\.detail)), ["macros", "digital signatures"])
  }

  /// Returns the error of reading some bytes.
  private func failure(_ data: Data) -> CoderError? {
    do throws(CoderError) {
      _ = try RichText.readODT(data)
      return nil
    } catch { return error }
  }

  @Test
  func encryptedDocumentsAreNamed() throws {
    var files = ODTTestDocument("<text:p>a</text:p>").files()
    files[4].text = ODTTestDocument.manifest(
      entry: #"""
        <manifest:file-entry manifest:full-path="x" manifest:media-type=""><manifest:encryption-data/>\#
        </manifest:file-entry>
        """#)
    let whole = [("mimetype", "application/vnd.oasis.opendocument.text"), ("encrypted-package", "x")]
    for data in [ODTTestDocument.archive(files), ODTTestDocument.archive(whole.map { ($0, $1) })] {
      let error = try require(failure(data))
      #expect(error.code == .wrongFormat && error.reason.contains("encrypted"))
    }
  }

  @Test(arguments: [
    ("application/vnd.oasis.opendocument.spreadsheet", "another kind: spreadsheet"),
    ("application/epub+zip", "not an OpenDocument file"),
  ])
  func otherTypesAreRefused(type: String, words: String) throws {
    let error = try require(
      failure(ODTTestDocument.archive(ODTTestDocument("<text:p/>").files(mimetype: type))))
    #expect(error.code == .wrongFormat && error.reason.contains(words))
  }

  @Test(arguments: [
    "", "hello", "{\\rtf1}", "<html/>", "<a", "PK\u{3}\u{4}",
    "<office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>",
  ])
  func otherBytesAreRefused(text: String) throws {
    try expectEqual(require(failure(Data(text.utf8))).code, .wrongFormat)
  }

  @Test
  func missingContentIsRefused() throws {
    let files = ODTTestDocument("<text:p>a</text:p>").files().filter { $0.name != "content.xml" }
    let error = try require(failure(ODTTestDocument.archive(files)))
    #expect(error.code == .wrongFormat && error.reason.contains("content.xml"))
  }
}
