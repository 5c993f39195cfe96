import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport
import Testing

/// Packages of presentations: variants, missing and malformed parts, and hostile input.
@Suite
struct SlidePackageTests {
  private func changing(_ file: SlideFile, _ name: String, to content: String?) -> Data {
    WordFile.archive(
      file.parts.compactMap { part in
        part.0 == name ? content.map { (name, Array($0.utf8)) } : part
      })
  }

  @Test
  func strictPresentationsAreRead() throws {
    var file = SlideFile(title("One") + body(ap("a")))
    file.isStrict = true
    try expectEqual(file.blocks, [.h(1, "One"), .list(.bullet(.disc), ["a"])])
  }

  @Test(arguments: [
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
    "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml",
    "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
    "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
  ])
  func showsTemplatesAndPresentationsWithMacrosAreRead(_ type: String) throws {
    var file = SlideFile(title("One"))
    file.mediaType = type
    try expectEqual(file.blocks, [.h(1, "One")])
  }

  @Test
  func propertiesAreRead() throws {
    var file = SlideFile(title("One"))
    file.properties = "<dc:title>T</dc:title><dc:creator>A</dc:creator><dc:subject>S</dc:subject>"
    let metadata = try file.read().value.metadata
    expectEqual(metadata.title, "T")
    expectEqual(metadata.author, "A")
    expectEqual(metadata.subject, "S")
  }

  // MARK: Errors

  @Test
  func otherFilesAreRefused() throws {
    expectThrows(CoderError.self) { try RichText.readPPTX(Data("text".utf8)) }
    let word = expectThrows(CoderError.self) { try RichText.readPPTX(WordFile(p("a")).data) }
    expectEqual(word?.message.contains("this is a Word document"), true)
    let slides = expectThrows(CoderError.self) { try RichText.readDOCX(SlideFile(title("a")).data) }
    expectEqual(slides?.message.contains("this is a PowerPoint presentation"), true)
    let old = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600))
    expectThrows(CoderError.self) { try RichText.readPPTX(old) }
  }

  @Test
  func aMissingOrMalformedSlideIsCounted() throws {
    let file = SlideFile(title("One"), title("Two"))
    var reading = try RichText.readPPTX(changing(file, "ppt/slides/slide2.xml", to: nil))
    expectEqual(reading.value.blocks, [.pageBreak, .h(1, "Two")])
    expect(reading.losses.contains { $0.detail == "missing slides" }, reading.losses)
    reading = try RichText.readPPTX(changing(file, "ppt/slides/slide2.xml", to: "<p:sld"))
    expectEqual(reading.value.blocks, [.pageBreak, .h(1, "Two")])
    expect(
      reading.losses.contains { $0.kind == .characters && $0.detail == "unreadable slides" }, reading.losses)
    expectEqual(reading.warnings.count, 1)
  }

  @Test
  func aPresentationWithoutAReadableSlideIsAnError() {
    let data = changing(SlideFile(title("One")), "ppt/slides/slide1.xml", to: "<p:sld><x></y></p:sld>")
    let error = expectThrows(CoderError.self) { try RichText.readPPTX(data) }
    expectEqual(error?.code, .wrongFormat)
  }

  @Test(arguments: [
    "ppt/slideLayouts/slideLayout1.xml", "ppt/slideMasters/slideMaster1.xml", "ppt/theme/theme1.xml",
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
  ])
  func aMissingOrMalformedLayoutLosesOnlyItsFormatting(_ name: String) throws {
    let file = SlideFile(title("One") + sp(ap("a")))
    for content in [nil, "<x"] {
      let reading = try RichText.readPPTX(changing(file, name, to: content))
      expectEqual(reading.value.blocks, [.h(1, "One"), .p("a")])
    }
  }

  @Test
  func repeatedSlidesAreReadOnce() throws {
    let file = SlideFile(title("One"))
    let xml = String(decoding: file.parts.first { $0.0 == "ppt/presentation.xml" }?.1 ?? [], as: UTF8.self)
    let entry = #"<p:sldId id="256" r:id="s1"/>"#
    let reading = try RichText.readPPTX(
      changing(
        file, "ppt/presentation.xml",
        to: xml.replacingOccurrences(
          of: entry, with: String(repeating: entry, count: 10_000) + "<p:sldId r:id=\"gone\"/>")))
    expectEqual(reading.value.blocks, [.h(1, "One")])
    expect(reading.losses.contains { $0.detail == "repeated slides" && $0.count == 9_999 }, reading.losses)
    expect(reading.losses.contains { $0.detail == "missing slides" }, reading.losses)
  }

  @Test
  func limitsAreErrors() throws {
    let file = SlideFile(sp(String(repeating: ap("aaaaaaaaaaaaaaaaaaa"), count: 2_000)))
    var options = OfficeReadingOptions()
    options.limits.expandedByteCount = 20_000
    expectEqual(file.error(options)?.code, .tooLarge)
    options = OfficeReadingOptions()
    options.limits.entryCount = 3
    expectEqual(file.error(options)?.code, .tooLarge)
    let group = #"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name=""/></p:nvGrpSpPr><p:grpSpPr/>"#
    let deep = SlideFile(String(repeating: group, count: 300) + String(repeating: "</p:grpSp>", count: 300))
    expectEqual(deep.error()?.code, .tooDeep)
  }

  @Test
  func everyCutOfASlideIsReported() throws {
    let file = SlideFile(
      title("One") + body(ap("a") + ap("b", level: 1)) + frame(slideTable([[("", "c")]])), title("Two"))
    let whole = try require(file.parts.first { $0.0 == "ppt/slides/slide1.xml" }).1
    for count in stride(from: 0, to: whole.count, by: 7) {
      let data = WordFile.archive(
        file.parts.map { $0.0 == "ppt/slides/slide1.xml" ? ($0.0, Array(whole.prefix(count))) : $0 })
      let reading = try RichText.readPPTX(data)
      expectEqual(reading.warnings.count, 1)
    }
  }

  @Test
  func manyShapesAndRowsTakeLinearTime() throws {
    func file(_ count: Int) -> SlideFile {
      let rows = [[(String, String)]](repeating: [(#"rowSpan="9999""#, "a"), ("", "b")], count: count)
      return SlideFile(
        String(repeating: sp(ap("a") + ap("b", level: 8)), count: count) + frame(slideTable(rows)))
    }
    try expectEqual(file(100).blocks.count, 201)
    let growth = try ProcessorTime.growth(to: 4_000, of: { file($0).data }) { _ = try RichText.readPPTX($0) }
    expect(growth.isLinear, "\(growth)")
  }

  @Test(arguments: [Int.min, .min + 1, .max, -1_000_000_000, 1_000_000_000])
  func numbersAtTheLimitsOfIntegersAreIgnored(_ number: Int) throws {
    let file = SlideFile(
      sp(
        #"<a:p><a:pPr lvl="\#(number)" marL="\#(number)" indent="\#(number)"/>\#(ar("a", #"sz="\#(number)""#))</a:p>"#,
        ph: #"idx="\#(number)""#)
        + frame(slideTable([[(#"gridSpan="\#(number)" rowSpan="\#(number)""#, "b")]]))
    )
    try expectEqual(file.blocks.count, 2)
    try expectEmpty(file.read().warnings)
  }

  @Test
  func placeholdersOfLayoutsAreLimitedAndFoundInConstantTime() throws {
    func file(_ count: Int) -> SlideFile {
      var file = SlideFile((0..<count / 4).map { sp(ap("a"), ph: #"idx="\#($0 + count / 4)""#) }.joined())
      file.layout = (0..<count).map { sp("", ph: #"idx="\#($0)""#) }.joined()
      return file
    }
    let growth = try ProcessorTime.growth(to: 4_000, of: { file($0).data }) { _ = try RichText.readPPTX($0) }
    expect(growth.isLinear, "\(growth)")
    let large = file(4_000)
    try expectEqual(large.blocks.count, 1_000)
    var options = OfficeReadingOptions()
    options.limits.styleCount = 3_999
    expectEqual(large.error(options)?.code, .tooLarge)
  }
}
