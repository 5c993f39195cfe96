import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Paragraph layout, breaks, sections, notes, tracked changes and properties.
@Suite
struct WordDocumentTests {
  private static let rejecting = OfficeReadingOptions(changes: .rejected)

  // MARK: Layout

  @Test(arguments: [
    (on("jc", "center"), RichText.Layout(alignment: .center)),
    (on("jc", "right"), RichText.Layout(alignment: .right)),
    (on("jc", "end"), RichText.Layout(alignment: .right)),
    (on("jc", "both"), RichText.Layout(alignment: .justified)),
    (on("jc", "left"), RichText.Layout()), (on("bidi"), RichText.Layout(direction: .rightToLeft)),
    (on("bidi") + on("jc", "left"), RichText.Layout(direction: .rightToLeft)),
    (on("bidi") + on("jc", "right"), RichText.Layout(alignment: .left, direction: .rightToLeft)),
    (
      #"<w:ind w:left="720" w:right="360" w:firstLine="200"/>"#,
      RichText.Layout(indentation: 36, trailingIndentation: 18, firstLineIndentation: 10)
    ),
    (
      #"<w:ind w:start="36pt" w:hanging="200"/>"#, RichText.Layout(indentation: 36, firstLineIndentation: -10)
    ),
  ])
  func layoutIsKept(_ properties: String, _ layout: RichText.Layout) throws {
    try expectEqual(WordFile(p("a", properties)).blocks, [.p([.text("a")], layout)])
  }

  @Test
  func layoutThatRepeatsTheDefaultStyleIsNoLayout() throws {
    var file = WordFile(p("a") + p("b", on("jc", "left")))
    file.styles = style("N", "Normal", isDefault: true, paragraph: on("jc", "both"))
    try expectEqual(file.blocks, [.p("a"), .p([.text("b")], RichText.Layout(alignment: .left))])
  }

  @Test(arguments: [
    (#"<w:spacing w:after="200"/>"#, "layout: spacing of paragraphs × 1"),
    ("<w:tabs><w:tab/></w:tabs>", "layout: tab stops × 1"),
    ("<w:pBdr>\(on("top", "single"))</w:pBdr>", "layout: borders of paragraphs × 1"),
    (#"<w:framePr w:w="100"/>"#, "layout: frames × 1"),
    (on("textDirection", "tbRl"), "layout: text directions × 1"),
  ])
  func layoutThatTheModelLacksIsCounted(_ properties: String, _ loss: String) throws {
    let file = WordFile(p("a", properties))
    try expectEqual(file.blocks, [.p("a")])
    try expectEqual(file.losses(), [loss])
  }

  @Test
  func dropCapsBelongToTheNextParagraph() throws {
    let file = WordFile(par(r("O", on("sz", "120")), #"<w:framePr w:dropCap="drop"/>"#) + p("nce"))
    try expectEqual(file.blocks, [.p("Once")])
    try expectEqual(file.losses(), ["layout: drop caps × 1"])
  }

  @Test
  func emptyParagraphsBetweenTextAreCounted() throws {
    let file = WordFile(p() + p("a") + p() + p("b") + p())
    try expectEqual(file.blocks, [.p("a"), .p("b")])
    try expectEqual(file.losses(), ["layout: empty paragraphs × 1"])
  }

  // MARK: Breaks

  private static let page = run(#"<w:br w:type="page"/>"#)

  @Test
  func pageBreaksAreKept() throws {
    try expectEqual(WordFile(p("a") + par(Self.page) + p("b")).blocks, [.p("a"), .pageBreak, .p("b")])
    try expectEqual(WordFile(par(r("a") + Self.page) + p("b")).blocks, [.p("a"), .pageBreak, .p("b")])
    try expectEqual(WordFile(p("a") + par(Self.page + r("b"))).blocks, [.p("a"), .pageBreak, .p("b")])
    try expectEqual(WordFile(p("a") + p("b", on("pageBreakBefore"))).blocks, [.p("a"), .pageBreak, .p("b")])
    try expectEqual(WordFile(p("a", on("pageBreakBefore"))).blocks, [.p("a")])
  }

  @Test
  func pageBreaksInsideOtherPartsAreCounted() throws {
    let file = WordFile(par(r("a") + Self.page + r("b")) + table([[par(Self.page + r("c"))]]))
    try expectEqual(file.blocks.first, .p([.text("a"), .hardBreak, .text("b")]))
    try expectEqual(
      file.losses(), ["layout: page breaks inside paragraphs × 1", "layout: page breaks in tables × 1"])
  }

  @Test
  func columnBreaksAreCounted() throws {
    let file = WordFile(par(r("a") + run(#"<w:br w:type="column"/>"#) + r("b")))
    try expectEqual(file.inlines, [.text("a"), .hardBreak, .text("b")])
    try expectEqual(file.losses(), ["layout: column breaks × 1"])
  }

  @Test
  func sectionsBeginAPageUnlessTheNextOneIsContinuous() throws {
    func section(_ type: String?) -> String { "<w:sectPr>\(type.map { on("type", $0) } ?? "")</w:sectPr>" }
    let file = WordFile(
      p("a", section(nil)) + p("b", section("continuous")) + p("c") + section("oddPage"))
    try expectEqual(file.blocks, [.p("a"), .p("b"), .pageBreak, .p("c")])
    try expectEqual(file.losses(), ["layout: sections × 2"])
  }

  @Test(arguments: [
    (#"<w:cols w:num="2"/>"#, "layout: columns × 1"), ("<w:pgBorders/>", "layout: page borders × 1"),
    ("<w:lnNumType/>", "layout: line numbers × 1"),
  ])
  func propertiesOfSectionsAreCounted(_ xml: String, _ loss: String) throws {
    try expectEqual(WordFile(p("a") + "<w:sectPr>\(xml)</w:sectPr>").losses(), [loss])
  }

  // MARK: Heads and feet

  @Test
  func headsAndFeetAreCountedByCharacter() throws {
    var file = WordFile(
      p("a")
        + #"<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:footerReference w:type="default" r:id="f"/><w:headerReference w:type="first" r:id="x"/><w:headerReference w:type="even" r:id="x"/></w:sectPr>"#
    )
    file.relationships = [
      ("h", "header", "header1.xml"), ("f", "footer", "footer1.xml"), ("x", "header", "header2.xml"),
    ]
    file.files = [
      ("word/header1.xml", file.element("w:hdr", p("Chapter 1"))),
      (
        "word/footer1.xml",
        file.element("w:ftr", par(r("- ") + field("PAGE", r("12")) + picture("<a:blip/>")))
      ),
      ("word/header2.xml", file.element("w:hdr", p("on no page"))),
    ]
    try expectEqual(
      file.losses(),
      [
        "characters: in page headers and footers × 17", "images: in page headers and footers × 1",
      ])
  }

  @Test(arguments: [("PAGE", 0), (" FORMTEXT ", 2), ("FORMDROPDOWN", 2), ("NUMPAGES", 0)])
  func digitsInTheFieldsOfAHeadAreCharactersIfTheyAreTheContentOfAForm(_ code: String, _ count: Int) throws {
    for result in [
      field(code, r("42")), #"<w:fldSimple w:instr="\#(code)">\#(r("42"))</w:fldSimple>"#,
    ] {
      var file = WordFile(
        p("a") + #"<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>"#)
      file.relationships = [("h", "header", "header1.xml")]
      file.files = [("word/header1.xml", file.element("w:hdr", par(result)))]
      let expected = count == 0 ? [] : ["characters: in page headers and footers × \(count)"]
      try expectEqual(file.losses(), expected)
    }
  }

  // MARK: Notes

  private func note(_ name: String, _ identifier: Int, _ content: String, type: String? = nil) -> String {
    #"<w:\#(name) w:id="\#(identifier)"\#(type.map { #" w:type="\#($0)""# } ?? "")>\#(content)</w:\#(name)>"#
  }

  @Test
  func notesAreKept() throws {
    var file = WordFile(
      par(
        r("a") + run(#"<w:footnoteReference w:id="1"/>"#) + r("b") + run(#"<w:endnoteReference w:id="1"/>"#)))
    file.footnotes =
      note("footnote", -1, par(run("<w:separator/>")), type: "separator")
      + note("footnote", 1, par(run("<w:footnoteRef/>") + r(" the note")))
    file.endnotes = note("endnote", 1, p("the end"))
    try expectEqual(
      file.inlines, [.text("a"), .note([.p("the note")]), .text("b"), .note([.p("the end")])])
    try expectEqual(file.losses(), ["formatting: endnotes, which became footnotes × 1"])
  }

  @Test
  func notesThatAreMissingOrUnusedOrUsedTwiceAreCounted() throws {
    let reference = run(#"<w:footnoteReference w:id="1"/>"#)
    var file = WordFile(par(r("a") + reference + reference))
    file.footnotes = note("footnote", 1, p("x")) + note("footnote", 2, p("y"))
    try expectEqual(
      file.losses(),
      [
        "formatting: missing notes × 1", "formatting: notes that the text does not reference × 1",
      ])
  }

  @Test
  func theMarkOfANoteIsNotText() throws {
    var file = WordFile(
      par(r("a") + run(#"<w:footnoteReference w:customMarkFollows="1" w:id="1"/><w:t>*</w:t>"#) + r("b")))
    file.footnotes = note("footnote", 1, p("x"))
    try expectEqual(file.inlines, [.text("a"), .note([.p("x")]), .text("b")])
    try expectEqual(file.losses(), ["formatting: marks of notes × 1"])
  }

  @Test
  func commentsAreCounted() throws {
    let file = WordFile(
      par(
        #"<w:commentRangeStart w:id="0"/>"# + r("a") + #"<w:commentRangeEnd w:id="0"/>"#
          + run(#"<w:commentReference w:id="0"/>"#)))
    try expectEqual(file.inlines, [.text("a")])
    try expectEqual(file.losses(), ["comments: annotations × 1"])
  }

  // MARK: Tracked changes

  private static let deleted = "<w:del>\(run("<w:delText>old</w:delText>"))</w:del>"
  private static let inserted = "<w:ins>\(r("new"))</w:ins>"

  @Test
  func changesAreAcceptedOrRejected() throws {
    let file = WordFile(par(r("a ") + Self.deleted + Self.inserted))
    try expectEqual(file.blocks, [.p("a new")])
    try expectEqual(
      file.losses(),
      [
        "comments: text that a tracked change deleted × 1", "comments: tracked changes × 1",
      ])
    try expectEqual(file.read(Self.rejecting).value.blocks, [.p("a old")])
    try expectEqual(
      file.losses(Self.rejecting),
      [
        "comments: tracked changes × 1", "comments: text that a tracked change inserted × 1",
      ])
  }

  @Test
  func movedTextIsKeptOnce() throws {
    let file = WordFile(
      par("<w:moveFrom>\(r("x"))</w:moveFrom>" + r("a")) + par("<w:moveTo>\(r("x"))</w:moveTo>" + r("b")))
    try expectEqual(file.blocks, [.p("a"), .p("xb")])
    try expectEqual(file.read(Self.rejecting).value.blocks, [.p("xa"), .p("b")])
  }

  @Test
  func paragraphsWithADeletedMarkAreJoined() throws {
    let file = WordFile(p("a", "<w:rPr><w:del/></w:rPr>") + p("b", "<w:rPr><w:ins/></w:rPr>") + p("c"))
    try expectEqual(file.blocks, [.p("ab"), .p("c")])
    try expectEqual(file.read(Self.rejecting).value.blocks, [.p("a"), .p("bc")])
  }

  @Test
  func formattingBeforeAChangeIsRestored() throws {
    let change = "<w:b/><w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange>"
    let file = WordFile(par(r("a", change), on("jc", "center") + "<w:pPrChange><w:pPr/></w:pPrChange>"))
    try expectEqual(
      file.blocks, [.p([.styled(.bold, [.text("a")])], RichText.Layout(alignment: .center))])
    try expectEqual(file.read(Self.rejecting).value.blocks, [.p([.styled(.italic, [.text("a")])])])
    try expectEqual(file.losses(), ["comments: tracked changes × 2"])
  }

  // MARK: Properties

  @Test
  func propertiesAreKept() throws {
    var file = WordFile(p("a"))
    file.properties =
      "<dc:title>T</dc:title><dc:creator>C</dc:creator><dc:subject>S</dc:subject><dc:description>D</dc:description>"
      + "<cp:keywords>k, l</cp:keywords><dc:language>de</dc:language>"
      + "<dcterms:created>2024-05-17T08:30:00Z</dcterms:created><dcterms:modified>2024-05-17T10:30:00+02:00</dcterms:modified>"
    var metadata = RichText.Metadata(title: "T", author: "C", language: "de")
    metadata.subject = "S"
    metadata.summary = "D"
    metadata.keywords = "k, l"
    metadata.creationDate = Date(timeIntervalSince1970: 1_715_934_600)
    metadata.modificationDate = metadata.creationDate
    try expectEqual(file.read().value.metadata, metadata)
    try expectEmpty(file.losses())
  }

  @Test
  func propertiesThatTheModelLacksAreCounted() throws {
    var file = WordFile(p("a"))
    file.properties = "<cp:category>x</cp:category><cp:lastModifiedBy>y</cp:lastModifiedBy>"
    file.settings = #"<w:docVars><w:docVar w:name="a" w:val="b"/></w:docVars>"#
    try expectEqual(
      file.losses(),
      [
        "metadata: companies, managers and categories × 1", "metadata: names of last authors × 1",
        "metadata: document properties × 1",
      ])
  }

  @Test
  func versionsAndIdentifiersAreCounted() throws {
    var file = WordFile(p("a"))
    file.properties =
      "<dc:creator>y</dc:creator><cp:lastModifiedBy>y</cp:lastModifiedBy><cp:version>1</cp:version><dc:identifier>i</dc:identifier>"
    try expectEqual(file.losses(), ["metadata: document properties × 2"])
  }

  @Test
  func titlesOfContentControlsAndUnknownContentAreCounted() throws {
    let control =
      #"<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>\#(p("a"))</w:sdtContent></w:sdt>"#
    try expectEqual(WordFile(control).losses(), ["metadata: titles of content controls × 1"])
    let unknown =
      #"<mc:AlternateContent><mc:Choice Requires="x" xmlns:x="urn:x">\#(p("b"))</mc:Choice></mc:AlternateContent>"#
    try expectEqual(WordFile(p("a") + unknown).losses(), ["formatting: content for other programs × 1"])
  }

  @Test
  func emptyParagraphsInCellsAreCounted() throws {
    let cell = "<w:tc>\(p("a"))<w:p/><w:p/>\(p("b"))</w:tc>"
    try expectEqual(
      WordFile("<w:tbl><w:tr>\(cell)</w:tr></w:tbl>").losses(), ["layout: empty paragraphs × 2"])
  }

  @Test
  func theLanguageIsThatOfTheDefaultStyle() throws {
    var file = WordFile(p("a"))
    file.styles =
      "<w:docDefaults><w:rPrDefault><w:rPr>\(on("lang", "pt-BR"))</w:rPr></w:rPrDefault></w:docDefaults>"
    try expectEqual(file.read().value.metadata.language, "pt-BR")
  }

  @Test
  func macrosAndPageColorsAndEmbeddedDocumentsAreCounted() throws {
    var file = WordFile(p("a") + #"<w:altChunk r:id="x"/>"#)
    file.relationships = [
      ("m", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vba.bin")
    ]
    file.settings = on("displayBackgroundShape")
    try expectEqual(
      file.losses(), ["formatting: embedded documents × 1", "scripts: macros × 1"])
    var colored = file
    colored.files = []
    let body = file.element("w:document", #"<w:background w:color="FF0000"/><w:body>\#(p("a"))</w:body>"#)
    let parts = file.parts.map { $0.0 == file.main ? ($0.0, body) : $0 }
    let losses = try RichText.readDOCX(WordFile.archive(parts)).losses
    expect(losses.contains { $0.kind == .colors && $0.detail == "the page background" }, losses)
  }
}
