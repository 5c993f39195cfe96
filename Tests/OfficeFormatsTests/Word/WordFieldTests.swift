import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Links, bookmarks, fields, formulas and containers.
@Suite
struct WordFieldTests {
  private func link(_ destination: String, _ text: String, title: String? = nil) -> RichText.Inline {
    .styled(.link(RichText.Link(destination, title: title)), [.text(text)])
  }

  // MARK: Links

  @Test
  func linksAreKept() throws {
    var file = WordFile(
      par(
        r("a ") + #"<w:hyperlink r:id="l" w:anchor="top" w:tooltip="Tip">\#(r("b"))</w:hyperlink>"#
          + #"<w:hyperlink w:anchor="here">\#(r("c"))</w:hyperlink>"#))
    file.externals = [("l", "hyperlink", "https://example.com/x")]
    try expectEqual(
      file.inlines,
      [
        .text("a "), link("https://example.com/x#top", "b", title: "Tip"), link("#here", "c"),
      ])
    try expectEmpty(file.losses())
  }

  @Test
  func theUsualFormatOfLinksIsNoFormatting() throws {
    var file = WordFile(
      par(
        #"<w:hyperlink w:anchor="x">\#(r("a", on("rStyle", "H")))\#(r("b", on("u", "single") + on("color", "0000FF")))</w:hyperlink>"#
      ))
    file.styles = style("H", "Hyperlink", type: "character", run: on("u", "single") + on("color", "0563C1"))
    try expectEqual(file.inlines, [link("#x", "ab")])
  }

  @Test
  func linksToMissingRelationshipsAreCounted() throws {
    let file = WordFile(par(#"<w:hyperlink r:id="none">\#(r("a"))</w:hyperlink>"#))
    try expectEqual(file.inlines, [.text("a")])
    try expectEqual(file.losses(), ["links: to missing targets × 1"])
  }

  @Test
  func linksWithoutTextAreCounted() throws {
    let file = WordFile(par(#"<w:hyperlink w:anchor="x"/>"# + r("a")))
    try expectEqual(file.losses(), ["links: without text × 1"])
  }

  @Test(arguments: [
    (#"HYPERLINK "https://example.com/a" \o "Tip""#, "https://example.com/a", "Tip" as String?),
    (#"HYPERLINK \l "mark""#, "#mark", nil), (#"HYPERLINK "a.html" \l "m" \t "_blank""#, "a.html#m", nil),
    (#"HYPERLINK "C:\\a\\b""#, #"C:\a\b"#, nil), (#"REF mark \h"#, "#mark", nil),
  ])
  func fieldsBecomeLinks(_ code: String, _ destination: String, _ title: String?) throws {
    try expectEqual(WordFile(par(field(code, r("x")))).inlines, [link(destination, "x", title: title)])
  }

  @Test
  func simpleFieldsBecomeLinks() throws {
    let file = WordFile(par(#"<w:fldSimple w:instr=" HYPERLINK &quot;u&quot; ">\#(r("x"))</w:fldSimple>"#))
    try expectEqual(file.inlines, [link("u", "x")])
  }

  // MARK: Bookmarks

  @Test
  func bookmarksAreKeptUnlessAProgramMadeThemForItself() throws {
    let file = WordFile(
      par(
        #"<w:bookmarkStart w:id="0" w:name="mine"/><w:bookmarkStart w:id="1" w:name="_Toc1"/><w:bookmarkStart w:id="2" w:name="_GoBack"/><w:bookmarkStart w:id="3" w:name="_Toc2"/>"#
          + r("a") + #"<w:bookmarkEnd w:id="0"/><w:hyperlink w:anchor="_Toc1">\#(r("b"))</w:hyperlink>"#))
    try expectEqual(file.inlines, [.anchor("mine"), .anchor("_Toc1"), .text("a"), link("#_Toc1", "b")])
    try expectEmpty(file.losses())
  }

  @Test
  func bookmarksBetweenParagraphsBelongToTheNext() throws {
    let file = WordFile(#"<w:bookmarkStart w:id="0" w:name="m"/>"# + p("a"))
    try expectEqual(file.inlines, [.anchor("m"), .text("a")])
  }

  @Test
  func bookmarksAfterTheLastParagraphAreCounted() throws {
    let file = WordFile(p("a") + #"<w:bookmarkStart w:id="0" w:name="m"/>"#)
    try expectEqual(file.losses(), ["links: link targets × 1"])
  }

  // MARK: Fields

  @Test
  func fieldsShowTheirResult() throws {
    try expectEqual(WordFile(par(r("on ") + field("DATE", r("today")))).inlines, [.text("on today")])
  }

  @Test
  func nestedFieldsKeepTheirText() throws {
    let inner = field("REF x", r("inner"))
    try expectEqual(WordFile(par(field("QUOTE", r("a ") + inner + r(" b")))).inlines, [.text("a inner b")])
    // The result of a field in an instruction is a part of the instruction.
    let code =
      run(#"<w:fldChar w:fldCharType="begin"/>"#) + run("<w:instrText>IF </w:instrText>")
      + field("PAGE", r("7")) + run("<w:instrText> = 1</w:instrText>")
      + run(#"<w:fldChar w:fldCharType="separate"/>"#) + r("yes") + run(#"<w:fldChar w:fldCharType="end"/>"#)
    try expectEqual(WordFile(par(code)).inlines, [.text("yes")])
  }

  @Test
  func fieldsMaySpanParagraphs() throws {
    let file = WordFile(
      par(
        run(#"<w:fldChar w:fldCharType="begin"/>"#) + run("<w:instrText>HYPERLINK \"u\"</w:instrText>")
          + run(#"<w:fldChar w:fldCharType="separate"/>"#) + r("a"))
        + par(r("b") + run(#"<w:fldChar w:fldCharType="end"/>"#) + r("c")))
    try expectEqual(file.blocks, [.p([link("u", "a")]), .p([link("u", "b"), .text("c")])])
  }

  @Test
  func aFieldWithoutEndIsReported() throws {
    let file = WordFile(
      par(run(#"<w:fldChar w:fldCharType="begin"/>"#) + r("a")) + p("b"))
    let reading = try file.read()
    expectEqual(reading.value.blocks, [.p("a"), .p("b")])
    expectEqual(reading.warnings, ["a field of the document has no end"])
  }

  @Test
  func manyFieldsMayBeOpen() throws {
    let begin = run(#"<w:fldChar w:fldCharType="begin"/>"#)
    let separate = run(#"<w:fldChar w:fldCharType="separate"/>"#)
    let end = run(#"<w:fldChar w:fldCharType="end"/>"#)
    let file = WordFile(
      par(
        String(repeating: begin + separate, count: 1000) + r("a") + String(repeating: end, count: 1000)
          + r("b")))
    try expectEqual(file.inlines, [.text("ab")])
  }

  @Test(arguments: [
    (#"SYMBOL 252 \f "Wingdings""#, "✓"), (#"SYMBOL 97 \f Symbol"#, "α"), (#"QUOTE "word""#, "word"),
    ("MACROBUTTON Run Press here", "Press here"),
  ])
  func fieldsWithoutResultShowTheirText(_ code: String, _ text: String) throws {
    try expectEqual(WordFile(par(field(code, nil))).inlines, [.text(text)])
  }

  @Test(arguments: [
    (#"EQ \f(1;2)"#, "formatting: formulas, kept as source text × 1"),
    (#"XE "word""#, "metadata: entries of indexes and tables of contents × 1"),
    ("ADVANCE", "formatting: fields without a result × 1"), (#"HYPERLINK "u""#, "links: without text × 1"),
    (#"SYMBOL 33 \f "Wingdings 3""#, "characters: of a symbol font × 1"),
    ("FORMTEXT", "formatting: form fields × 1"),
  ])
  func fieldsWithoutResultAreCounted(_ code: String, _ loss: String) throws {
    try expectEqual(WordFile(par(r("a") + field(code, nil))).losses(), [loss])
  }

  @Test(arguments: ["PAGE", "NUMPAGES", #"PAGEREF _Toc1 \h"#])
  func pageNumbersAreKeptAndCounted(_ code: String) throws {
    let file = WordFile(par(field(code, r("3"))))
    try expectEqual(file.blocks.words, "3")
    try expectEqual(file.losses(), ["layout: page numbers × 1"])
  }

  @Test
  func formFieldsShowTheirState() throws {
    func form(_ code: String, _ data: String) -> String {
      run(#"<w:fldChar w:fldCharType="begin"><w:ffData>\#(data)</w:ffData></w:fldChar>"#)
        + run("<w:instrText>\(code)</w:instrText>") + run(#"<w:fldChar w:fldCharType="separate"/>"#)
        + run(#"<w:fldChar w:fldCharType="end"/>"#)
    }
    let file = WordFile(
      par(
        form("FORMCHECKBOX", "<w:checkBox>\(on("default", "0"))<w:checked/></w:checkBox>")
          + form("FORMCHECKBOX", "<w:checkBox>\(on("default", "0"))</w:checkBox>")
          + form(
            "FORMDROPDOWN",
            "<w:ddList>\(on("result", "1"))\(on("listEntry", "no"))\(on("listEntry", "yes"))</w:ddList>")))
    try expectEqual(file.inlines, [.text("☑☐yes")])
    try expectEqual(file.losses(), ["formatting: form fields × 3"])
  }

  @Test
  func aTableOfContentsIsKeptAndTheHeadingAfterItToo() throws {
    var file = WordFile(
      "<w:sdt><w:sdtPr><w:docPartObj>\(on("docPartGallery", "Table of Contents"))</w:docPartObj></w:sdtPr><w:sdtContent>"
        + par(
          run(#"<w:fldChar w:fldCharType="begin"/>"#) + run(#"<w:instrText>TOC \o "1-3" \h</w:instrText>"#)
            + run(#"<w:fldChar w:fldCharType="separate"/>"#)
            + #"<w:hyperlink w:anchor="_Toc1">\#(r("One"))</w:hyperlink>"#)
        + par(run(#"<w:fldChar w:fldCharType="end"/>"#)) + "</w:sdtContent></w:sdt>"
        + par(#"<w:bookmarkStart w:id="0" w:name="_Toc1"/>"# + r("One"), on("pStyle", "H")))
    file.styles = style("H", "heading 1")
    let heading = RichText.Block.heading(level: 1, RichText.Paragraph([.anchor("_Toc1"), .text("One")]))
    try expectEqual(file.blocks, [.p([link("#_Toc1", "One")]), heading])
  }

  // MARK: Containers

  @Test(arguments: [
    "<w:sdt><w:sdtPr/><w:sdtContent>#</w:sdtContent></w:sdt>", "<w:smartTag><w:smartTagPr/>#</w:smartTag>",
    "<w:customXml><w:customXmlPr/>#</w:customXml>", "<w:ins>#</w:ins>", "<w:moveTo>#</w:moveTo>",
    "<w:dir>#</w:dir>",
    "<x:unknown>#</x:unknown>", "<x:unknown><w:sdt><w:sdtContent>#</w:sdtContent></w:sdt></x:unknown>",
  ])
  func textInContainersIsKept(_ container: String) throws {
    let inline = container.replacingOccurrences(of: "#", with: r("b"))
    try expectEqual(WordFile(par(r("a") + inline + r("c"))).inlines, [.text("abc")])
    let block = container.replacingOccurrences(of: "#", with: p("b"))
    try expectEqual(WordFile(p("a") + block + p("c")).blocks, [.p("a"), .p("b"), .p("c")])
  }

  @Test(arguments: ["<w:dropDownList/>", "<w:comboBox/>", "<w:date/>"])
  func formControlsAreCounted(_ kind: String) throws {
    let file = WordFile(
      par("<w:sdt><w:sdtPr>\(kind)</w:sdtPr><w:sdtContent>\(r("b"))</w:sdtContent></w:sdt>"))
    try expectEqual(file.inlines, [.text("b")])
    try expectEqual(file.losses(), ["formatting: form fields × 1"])
  }

  @Test
  func directionOverridesAreCounted() throws {
    let file = WordFile(par(#"<w:bdo w:val="rtl">\#(r("b"))</w:bdo>"#))
    try expectEqual(file.losses(), ["layout: direction overrides × 1"])
  }

  @Test(arguments: [
    ("<mc:Choice Requires=\"wps\">#A</mc:Choice><mc:Fallback>#B</mc:Fallback>", "A"),
    ("<mc:Choice Requires=\"x\">#A</mc:Choice><mc:Fallback>#B</mc:Fallback>", "B"),
    (
      "<mc:Choice Requires=\"x wps\">#A</mc:Choice><mc:Choice Requires=\"w14\">#B</mc:Choice><mc:Fallback>#C</mc:Fallback>",
      "B"
    ),
    ("<mc:Choice Requires=\"x\">#A</mc:Choice>", ""),
  ])
  func exactlyOneAlternativeIsRead(_ alternatives: String, _ text: String) throws {
    let xml = ["A", "B", "C"].reduce(alternatives) {
      $0.replacingOccurrences(of: "#\($1)", with: "<w:t>\($1)</w:t>")
    }
    let file = WordFile(par(run("<mc:AlternateContent>\(xml)</mc:AlternateContent>") + r(".")))
    try expectEqual(file.inlines, [.text("\(text).")])
  }

  // MARK: Formulas

  private func m(_ text: String) -> String { "<m:r><m:t>\(text)</m:t></m:r>" }

  @Test
  func formulasBecomeTheirText() throws {
    let fraction = "<m:f><m:num>\(m("a+b"))</m:num><m:den>\(m("2"))</m:den></m:f>"
    let power = "<m:sSup><m:e>\(m("x"))</m:e><m:sup>\(m("2"))</m:sup></m:sSup>"
    let root = "<m:rad><m:radPr/><m:deg/><m:e>\(m("y"))</m:e></m:rad>"
    let sum =
      #"<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>\#(m("i=1"))</m:sub><m:sup>\#(m("n"))</m:sup><m:e>\#(m("i"))</m:e></m:nary>"#
    let brackets =
      #"<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>\#(m("z"))</m:e></m:d>"#
    let file = WordFile(
      par("<m:oMath>\([fraction, power, root, sum, brackets].joined(separator: m(" ")))</m:oMath>"))
    try expectEqual(file.inlines, [.text("(a+b)/2 x^2 √y ∑_(i=1)^ni [z]")])
    try expectEqual(file.losses(), ["formatting: formulas, kept as plain characters × 1"])
  }
}
