import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Packages: variants, missing and malformed parts, and hostile input.
@Suite
struct WordPackageTests {
  private func error(_ data: Data, _ options: OfficeReadingOptions = OfficeReadingOptions()) -> CoderError? {
    do {
      _ = try RichText.readDOCX(data, options: options)
      return nil
    } catch { return error }
  }

  private func changing(_ file: WordFile, _ name: String, to content: String?) -> Data {
    WordFile.archive(
      file.parts.compactMap { part in
        part.0 == name ? content.map { (name, Array($0.utf8)) } : part
      })
  }

  // MARK: Variants

  @Test
  func strictDocumentsAreRead() throws {
    var file = WordFile(p("a", item(1)) + par(#"<w:hyperlink r:id="l">\#(r("b"))</w:hyperlink>"#))
    file.isStrict = true
    file.numbering = list(1, [level("bullet", "·")])
    file.externals = [("l", "hyperlink", "u")]
    try expectEqual(
      file.blocks,
      [
        .list(.bullet(.disc), ["a"]), .p([.styled(.link(RichText.Link("u")), [.text("b")])]),
      ])
  }

  @Test(arguments: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
  ])
  func templatesAndDocumentsWithMacrosAreRead(_ type: String) throws {
    var file = WordFile(p("a"))
    file.mediaType = type
    try expectEqual(file.blocks, [.p("a")])
  }

  @Test
  func theMainPartIsFoundByItsRelationship() throws {
    var file = WordFile(p("a"))
    file.main = "office/document2.xml"
    try expectEqual(file.blocks, [.p("a")])
    let data = changing(
      WordFile(p("b")), "_rels/.rels",
      to:
        #"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="/WORD/./x/../Document.xml"/></Relationships>"#
    )
    try expectEqual(RichText.readDOCX(data).value.blocks, [.p("b")])
  }

  @Test
  func aPackageWithoutRelationshipsIsRepaired() throws {
    let reading = try RichText.readDOCX(changing(WordFile(p("a")), "_rels/.rels", to: nil))
    expectEqual(reading.value.blocks, [.p("a")])
    expectEqual(reading.warnings.count, 1)
  }

  // MARK: Errors

  @Test
  func otherFilesAreNamed() throws {
    expectEqual(error(Data("Hello".utf8))?.code, .wrongFormat)
    expectEqual(error(Data())?.code, .wrongFormat)
    let old = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600))
    expectEqual(error(old)?.reason.contains("old format"), true)
    let encrypted = old + Data("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    expectEqual(error(encrypted)?.reason.contains("encrypted"), true)
    var workbook = WordFile()
    workbook.mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    expectEqual(error(workbook.data)?.reason, "this is an Excel workbook, not a Word document")
    expectEqual(error(WordFile.archive([("a.txt", [1])]))?.code, .wrongFormat)
  }

  @Test
  func aMissingOrMalformedDocumentIsAnError() throws {
    let file = WordFile(p("a"))
    expectEqual(error(changing(file, file.main, to: nil))?.code, .wrongFormat)
    expectEqual(error(changing(file, file.main, to: "<w:document>"))?.subject, "word/document.xml")
    expectEqual(error(changing(file, "[Content_Types].xml", to: "<Types"))?.code, .wrongFormat)
  }

  @Test
  func documentTypesAreRefused() throws {
    let file = WordFile(p("a"))
    let document = String(decoding: file.element("w:document", "<w:body/>"), as: UTF8.self)
      .replacingOccurrences(of: "?>", with: #"?><!DOCTYPE x [<!ENTITY a "b">]>"#)
    expectEqual(error(changing(file, file.main, to: document))?.reason.contains("document type"), true)
  }

  @Test(arguments: ["styles", "numbering", "settings", "theme", "footnotes"])
  func malformedPartsAreReported(_ part: String) throws {
    var file = WordFile(p("a"))
    (file.styles, file.numbering, file.settings, file.theme, file.footnotes) = ("", "", "", "", "")
    let malformed = try RichText.readDOCX(changing(file, "word/\(part).xml", to: "<w:x"))
    expectEqual(malformed.value.blocks, [.p("a")])
    expectEqual(malformed.warnings.count, 1)
    expectEqual(malformed.losses.map(\.detail), ["unreadable parts"])
    let missing = try RichText.readDOCX(changing(file, "word/\(part).xml", to: nil))
    expectEqual(missing.value.blocks, [.p("a")])
    expectEqual(missing.warnings, ["the document does not contain the file “word/\(part).xml”"])
  }

  @Test(arguments: ["../../../etc/passwd", "file:///etc/passwd", "\\\\server\\x", "//server/x", "a%00b", ""])
  func targetsOutsideOfThePackageAreNotRead(_ target: String) throws {
    var file = WordFile(p("a"))
    file.relationships = [("x", "styles", target)]
    let reading = try file.read()
    expectEqual(reading.value.blocks, [.p("a")])
    expectEqual(reading.warnings.count, 1)
  }

  @Test
  func externalPartsAreNotRead() throws {
    var file = WordFile(p("a"))
    file.externals = [
      ("x", "footnotes", "https://example.com/footnotes.xml"), ("y", "attachedTemplate", "file:///x"),
    ]
    try expectEqual(file.read().warnings.count, 1)
  }

  // MARK: Limits

  @Test
  func limitsAreChecked() throws {
    let file = WordFile(p(String(repeating: "a", count: 10_000)))
    func code(_ limits: OfficeLimits, _ file: WordFile) -> CoderError.Code? {
      error(file.data, OfficeReadingOptions(limits: limits))?.code
    }
    expectEqual(code(OfficeLimits(expandedByteCount: 5_000), file), .tooLarge)
    expectEqual(code(OfficeLimits(entryCount: 3), file), .tooLarge)
    expectEqual(code(OfficeLimits(depth: 3), file), .tooDeep)
    var styled = file
    styled.styles = style("a") + style("b") + style("c")
    expectEqual(code(OfficeLimits(styleCount: 2), styled), .tooLarge)
    expectNil(code(.standard, styled))
    expectEqual(
      error(file.data, OfficeReadingOptions(readingLimits: ReadingLimits(byteCount: 100)))?.code, .tooLarge)
    expectEqual(
      error(file.data, OfficeReadingOptions(readingLimits: ReadingLimits(elementCount: 1)))?.code, .tooLarge
    )
  }

  @Test
  func deepNestingIsAnError() throws {
    let file = WordFile(String(repeating: "<w:sdt>", count: 300) + String(repeating: "</w:sdt>", count: 300))
    expectEqual(error(file.data)?.code, .tooDeep)
  }

  @Test
  func deeplyNestedTablesAreFlattened() throws {
    var body = p("inner")
    for _ in 0..<80 { body = table([[body + p()]]) }
    let reading = try WordFile(body).read()
    expectEqual(reading.value.blocks.words, "inner")
    expect(reading.losses.contains { $0.detail == "tables nested too deeply" }, reading.losses)
  }

  @Test
  func manyEmptyRunsAreNothing() throws {
    let file = WordFile(par(String(repeating: "<w:r/>", count: 100_000) + r("a")))
    try expectEqual(file.inlines, [.text("a")])
  }

  @Test
  func aLongChainOfStylesIsReadInLinearTime() throws {
    var file = WordFile(p("a", on("pStyle", "s4000")))
    file.styles =
      style("s0", run: on("b")) + (1...4000).map { style("s\($0)", basedOn: "s\($0 - 1)") }.joined()
    try expectEqual(file.inlines, [.styled(.bold, [.text("a")])])
  }

  @Test
  func aParagraphWithManyDifferentRunsIsReadInLinearTime() throws {
    let runs = (0..<20_000).map { r("x", on("sz", "\($0 % 5_000 + 2)")) + run("<w:br/>") }.joined()
    try expectEqual(WordFile(par(runs)).blocks.count, 1)
  }

  @Test
  func pictureReferencesAreLimited() throws {
    var file = WordFile(par(String(repeating: picture(#"<a:blip r:embed="p"/>"#), count: 100)))
    file.relationships = [("p", "image", "media/image1.png")]
    file.files = [("word/media/image1.png", pixel + [UInt8](repeating: 0, count: 5_000))]
    let limits = OfficeLimits(expandedByteCount: 200_000)
    #expect(
      try file.losses(OfficeReadingOptions(limits: limits)).contains {
        $0.hasPrefix("images: pictures that are repeated too often")
      })
  }

  @Test(arguments: [
    "<w:p><w:r><w:t>abc</w:t><w:t>def<w:p/></w:t></w:r></w:p>",
    #"<w:p><w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>abc</w:t><w:t>def<w:p/></w:t></w:r></w:p>"#,
    "<w:tbl><w:tr><w:tc/><w:tr><w:tc/></w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr></w:tc></w:tr></w:tbl>",
    "<w:tc><w:p/></w:tc><w:tr/>", "<w:txbxContent><w:tc/><w:tr/></w:txbxContent>",
    "<pic:pic><pic:pic/></pic:pic>",
    "<w:tbl><w:txbxContent><w:tr><w:tc/></w:tr></w:txbxContent></w:tbl>", "<m:e/><m:sup><m:oMath/></m:sup>",
    "<m:oMath><m:sup><m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath></m:sup></m:oMath>",
    #"<w:r><w:fldChar w:fldCharType="end"/><w:fldChar w:fldCharType="separate"/></w:r>"#,
    "<mc:Choice/><mc:Fallback/>",
    "<w:hyperlink w:anchor=\"x\"><w:txbxContent><w:p/></w:txbxContent></w:hyperlink>",
    "<w:footnote/><w:r><w:footnoteRef/></w:r>", "<w:drawing><w:drawing/></w:drawing>",
  ])
  func misplacedElementsAreRead(_ body: String) throws {
    let blocks = try WordFile(body + p("end")).blocks
    expect(blocks.words.hasSuffix("end"), blocks.words)
  }

  @Test
  func documentsCutAtAnyPlaceGiveAnError() throws {
    let data = WordFile(p("a")).data
    for length in stride(from: 0, to: data.count, by: 7) {
      expectNotNil(error(data.prefix(length)))
    }
  }
}
