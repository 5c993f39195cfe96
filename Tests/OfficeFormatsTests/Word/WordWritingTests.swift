import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import ColorFormats
@testable import OfficeFormats

/// What each part of a text becomes in a Word document.
struct WordWritingTests {
  private func parts(_ blocks: [RichText.Block], _ metadata: RichText.Metadata = .init()) -> [String: String]
  {
    let written = WordWriter.write(RichText(blocks, metadata: metadata).normalized(), pictures: nil)
    return Dictionary(
      written.parts.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }, uniquingKeysWith: { $1 })
  }

  /// The content of the body, without its section.
  private func body(_ blocks: RichText.Block...) throws -> String {
    let document = try require(parts(blocks)["word/document.xml"])
    let start = try require(document.range(of: "<w:body>"))
    let end = try require(document.range(of: "<w:sectPr>"))
    return String(document[start.upperBound..<end.lowerBound])
  }

  private func paragraph(_ content: RichText.Inline...) -> RichText.Block {
    .paragraph(RichText.Paragraph(content))
  }

  /// The runs of a paragraph.
  private func runs(_ content: RichText.Inline...) throws -> String {
    let text = try body(.paragraph(RichText.Paragraph(content)))
    let start = try require(text.range(of: "</w:pPr>"))
    return String(text[start.upperBound...].dropLast("</w:p>".count))
  }

  private func item(_ words: String, _ more: RichText.Block..., isChecked: Bool? = nil) -> RichText.ListItem {
    RichText.ListItem([paragraph(.text(words))] + more, isChecked: isChecked)
  }

  // MARK: Characters

  @Test func textKeepsSpacesAtItsEdges() throws {
    try expectEqual(runs(.text("a b")), "<w:r><w:t>a b</w:t></w:r>")
    #expect(try runs(.text("a  b")).contains(#"<w:t xml:space="preserve">a  b</w:t>"#))
    #expect(
      try runs(.text("a "), .styled(.bold, [.text("b")])).contains(#"<w:t xml:space="preserve">a </w:t>"#))
  }

  @Test(
    arguments: [
      ("a\tb", "<w:t>a</w:t><w:tab/><w:t>b</w:t>"), ("a\u{AD}b", "<w:t>a</w:t><w:softHyphen/><w:t>b</w:t>"),
      ("a\u{2011}b", "<w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t>"), ("a<&b", "<w:t>a&lt;&amp;b</w:t>"),
      ("a\u{2028}b", "<w:t>a</w:t><w:br/><w:t>b</w:t>"), ("é—😀", "<w:t>é—😀</w:t>"),
    ])
  func signsBecomeElements(text: String, runs: String) throws {
    try expectEqual(self.runs(.text(text)), "<w:r>\(runs)</w:r>")
  }

  @Test func charactersThatXMLDoesNotAllowAreCounted() {
    let text = RichText([paragraph(.text("a\u{1}\u{FFFE}b"))])
    expectEqual(text.writeDOCX().losses, [Loss(.characters, count: 2, detail: "that XML does not allow")])
  }

  @Test func softBreaksBecomeSpacesAndHardBreaksLineBreaks() throws {
    try expectEqual(
      runs(.text("a"), .softBreak, .text("b"), .hardBreak, .text("c")),
      #"<w:r><w:t>a</w:t></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:t>b</w:t></w:r>"#
        + "<w:r><w:br/></w:r><w:r><w:t>c</w:t></w:r>")
  }

  @Test(
    arguments: [
      (.bold, "<w:b/><w:bCs/>"), (.italic, "<w:i/><w:iCs/>"), (.underline, #"<w:u w:val="single"/>"#),
      (.strikethrough, "<w:strike/>"), (.smallCaps, "<w:smallCaps/>"),
      (.code, #"<w:rStyle w:val="VerbatimChar"/>"#), (.superscript, #"<w:vertAlign w:val="superscript"/>"#),
      (.subscript, #"<w:vertAlign w:val="subscript"/>"#),
      (.color(Color(redByte: 1, greenByte: 171, blueByte: 0)), #"<w:color w:val="01AB00"/>"#),
      (.background(Color(redByte: 255, greenByte: 255, blueByte: 0)), #"<w:highlight w:val="yellow"/>"#),
      (
        .background(Color(redByte: 255, greenByte: 255, blueByte: 1)),
        #"<w:shd w:val="clear" w:color="auto" w:fill="FFFF01"/>"#
      ),
      (
        .fontFamily("Georgia"),
        #"<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:eastAsia="Georgia" w:cs="Georgia"/>"#
      ),
      (.fontSize(10.5), #"<w:sz w:val="21"/><w:szCs w:val="21"/>"#),
      (.language("pt-BR"), #"<w:lang w:val="pt-BR"/>"#),
      (.language("ja"), #"<w:lang w:val="ja" w:eastAsia="ja"/>"#),
      (.language("he"), #"<w:lang w:val="he" w:bidi="he"/>"#),
    ] as [(RichText.Style, String)])
  func stylesBecomeRunProperties(style: RichText.Style, properties: String) throws {
    try expectEqual(
      runs(.styled(style, [.text("a")])), "<w:r><w:rPr>\(properties)</w:rPr><w:t>a</w:t></w:r>")
  }

  @Test func textHasOneDirectionInEachRun() throws {
    try expectEqual(
      runs(.text("ab שלום עולם 12 cd")),
      #"<w:r><w:t xml:space="preserve">ab </w:t></w:r><w:r><w:rPr><w:rtl/></w:rPr><w:t>שלום עולם</w:t></w:r>"#
        + #"<w:r><w:t xml:space="preserve"> 12 cd</w:t></w:r>"#)
  }

  @Test(
    arguments: [
      ("a", false, ["a"]), ("שלום", false, ["<שלום>"]), ("12 שלום", false, ["<12 שלום>"]),
      ("a ש b", false, ["a ", "<ש>", " b"]), ("a ש b", true, ["a", "< ש >", "b"]),
      ("e\u{301} ש", true, ["e\u{301}", "< ש>"]), ("12", true, ["12"]),
    ])
  func spacesBetweenDirectionsHaveThatOfTheParagraph(text: String, isRightToLeft: Bool, parts: [String]) {
    let found = DirectedText.parts(of: text, isRightToLeft: isRightToLeft)
    expectEqual(found.map { $0.isRightToLeft ? "<\($0.text)>" : $0.text }, parts)
  }

  // MARK: Links

  @Test func linksHaveRelationshipsAndPlacesBookmarks() throws {
    let parts = parts([
      paragraph(
        .styled(.link(RichText.Link("https://example.org/a b", title: "T")), [.text("x")]),
        .styled(.link(RichText.Link("#1 place")), [.text("y")]), .anchor("1 place")),
      .heading(level: 2, RichText.Paragraph([.text("A Goal")])),
      paragraph(.styled(.link(RichText.Link("#a-goal")), [.text("z")])),
    ])
    let document = try require(parts["word/document.xml"])
    let link = #"<w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>"#
    expect(
      document.contains(
        #"<w:hyperlink r:id="rId1" w:tooltip="T" w:history="1">\#(link)x</w:t></w:r></w:hyperlink>"#),
      document)
    expect(document.contains(#"<w:hyperlink w:anchor="_1_place" w:history="1">\#(link)y</w:t>"#), document)
    expect(
      document.contains(#"<w:bookmarkStart w:id="0" w:name="_1_place"/><w:bookmarkEnd w:id="0"/>"#), document)
    expect(
      document.contains(#"<w:bookmarkStart w:id="1" w:name="a-goal"/><w:bookmarkEnd w:id="1"/>"#), document)
    expect(document.contains(#"<w:hyperlink w:anchor="a-goal" w:history="1">"#), document)
    expectEqual(
      parts["word/_rels/document.xml.rels"]?.contains(
        #"Target="https://example.org/a%20b" TargetMode="External"/>"#), true)
  }

  @Test(arguments: ["javascript:alert(1)", " JavaScript:x", "vbscript:x", "data:text/html,x"])
  func scriptsAreNotWrittenAsLinks(destination: String) throws {
    let text = RichText([paragraph(.styled(.link(RichText.Link(destination)), [.text("x")]))])
    expectEqual(text.writeDOCX().losses, [Loss(.links, count: 1, detail: "script URLs")])
    try expectEqual(body(text.blocks[0]).contains("<w:hyperlink"), false)
  }

  @Test func aBookmarkOccursOnce() throws {
    let blocks = [paragraph(.anchor("a"), .text("x"), .anchor("a"), .anchor("A"))]
    let document = try require(parts(blocks)["word/document.xml"])
    expectEqual(document.components(separatedBy: "<w:bookmarkStart").count, 3)
    expect(document.contains(#"w:name="A_2""#), document)
    expectEqual(RichText(blocks).writeDOCX().losses.map(\.kind), [.links, .links])
  }

  // MARK: Paragraphs

  @Test(
    arguments: [
      (RichText.Layout(alignment: .center), #"<w:jc w:val="center"/>"#),
      (RichText.Layout(alignment: .justified), #"<w:jc w:val="both"/>"#),
      (RichText.Layout(alignment: .left, direction: .rightToLeft), #"<w:bidi/><w:jc w:val="right"/>"#),
      (
        RichText.Layout(indentation: 36, trailingIndentation: 12, firstLineIndentation: -18),
        #"<w:ind w:left="720" w:right="240" w:hanging="360"/>"#
      ),
      (
        RichText.Layout(background: Color(redByte: 16, greenByte: 32, blueByte: 48)),
        #"<w:shd w:val="clear" w:color="auto" w:fill="102030"/>"#
      ),
    ])
  func layoutsBecomeParagraphProperties(layout: RichText.Layout, properties: String) throws {
    let block = RichText.Block.paragraph(RichText.Paragraph([.text("a")], layout: layout))
    #expect(try body(block).hasPrefix(#"<w:p><w:pPr><w:pStyle w:val="Normal"/>\#(properties)</w:pPr>"#))
    expectEmpty(RichText([block]).writeDOCX().losses)
  }

  @Test func blocksHaveStylesWhoseNamesExpressTheNesting() throws {
    let parts = parts([
      .heading(level: 3, RichText.Paragraph([.text("h")])),
      .blockQuote([
        paragraph(.text("q")), .list(RichText.List(.bullet(.disc), items: [item("i", .blockQuote([.rule]))])),
      ]),
      .codeBlock(RichText.CodeBlock("a\n b", language: "swift")), .codeBlock(RichText.CodeBlock("c")),
      .definitions([RichText.Definition([[.text("t")]], meanings: [[paragraph(.text("m"))]])]), .pageBreak,
    ])
    let styles = try require(parts["word/styles.xml"])
    let names = styles.components(separatedBy: #"<w:name w:val=""#).dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    for name in [
      "Normal", "heading 3", "Quote", "Quote, List", "Quote, List, Quote, Horizontal Line", "Code swift",
      "Source Code", "Definition Term", "Definition",
    ] { expect(names.contains(name[...]), "\(name)") }
    let document = try require(parts["word/document.xml"])
    expect(document.contains(#"<w:r><w:t xml:space="preserve"> b</w:t></w:r>"#), document)
    expect(
      document.contains(
        #"<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:br w:type="page"/></w:r></w:p>"#), document)
    expect(
      styles.contains(#"w:styleId="CodeSwift"><w:name w:val="Code swift"/><w:basedOn w:val="SourceCode"/>"#),
      styles)
  }

  // MARK: Lists

  @Test func aNestedListIsALevelOfTheSameListAndItsNumbersIncludeTheOuterNumber() throws {
    let inner = RichText.List(
      .number(start: 1, style: .lowercaseLetter, delimiter: .parenthesis), followsOuterNumber: true,
      items: [item("b")])
    let list = RichText.List(
      .number(start: 4, style: .uppercaseRoman), items: [item("a", .list(inner)), item("c")])
    let parts = parts([.list(list), .list(RichText.List(.bullet(.square), items: [item("d")]))])
    let numbering = try require(parts["word/numbering.xml"])
    expect(
      numbering.contains(
        #"<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/>"#
          + #"<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:right="0" w:hanging="360"/></w:pPr></w:lvl>"#
          + #"<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/>"#
      ), numbering)
    expect(numbering.contains(#"<w:lvlText w:val="▪"/>"#), numbering)
    expect(
      numbering.contains(#"<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>"#), numbering
    )
    let document = try require(parts["word/document.xml"])
    expect(document.contains(#"<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>"#), document)
    expect(document.contains(#"<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>"#), document)
  }

  @Test func tasksHaveCheckBoxes() throws {
    let list = RichText.List(
      .bullet(.disc), items: [item("a", isChecked: true), item("b", isChecked: false)])
    let text = try body(.list(list))
    expect(text.contains(#"<w:sdtPr><w:id w:val="1"/><w14:checkbox><w14:checked w14:val="1"/>"#), text)
    expect(text.contains("<w:t>\u{2612}</w:t></w:r></w:sdtContent></w:sdt>"), text)
    expect(text.contains("<w:t>\u{2610}</w:t></w:r></w:sdtContent></w:sdt>"), text)
  }

  @Test func looseListsHaveSpaceBetweenTheirItems() throws {
    let tight = RichText.List(.bullet(.disc), isTight: true, items: [item("a")])
    let loose = RichText.List(.bullet(.disc), isTight: false, items: [item("a")])
    try expectEqual(body(.list(tight)).contains("contextualSpacing"), false)
    #expect(try body(.list(loose)).contains(#"<w:contextualSpacing w:val="0"/>"#))
  }

  // MARK: Tables

  @Test func cellsThatCoverOthersAreMerged() throws {
    let table = RichText.Table(
      caption: [.text("cap")], headerRowCount: 1,
      rows: [
        [
          RichText.TableCell([.text("a")]), RichText.TableCell([.text("b")]),
          RichText.TableCell([.text("c")]),
        ],
        [
          RichText.TableCell([.text("d")], alignment: .right, columnSpan: 2, rowSpan: 2),
          RichText.TableCell([.text("e")]),
        ],
        [
          RichText.TableCell(
            [paragraph(.text("f"))], background: Color(redByte: 1, greenByte: 2, blueByte: 3))
        ],
        [RichText.TableCell([.text("g")])],
      ])
    let text = try body(.table(table))
    expect(
      text.hasPrefix(
        #"<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr><w:r><w:t>cap</w:t></w:r></w:p><w:tbl>"#), text)
    expect(text.contains("<w:trPr><w:tblHeader/></w:trPr>"), text)
    expect(
      text.contains(
        #"<w:tcW w:w="6240" w:type="dxa"/><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr>"#
          + #"<w:p><w:pPr><w:pStyle w:val="Normal"/><w:jc w:val="right"/></w:pPr>"#), text)
    expect(text.contains(#"<w:gridSpan w:val="2"/><w:vMerge/></w:tcPr><w:p>"#), text)
    expect(text.contains(#"<w:shd w:val="clear" w:color="auto" w:fill="010203"/></w:tcPr>"#), text)
    expect(
      text.contains(#"<w:trPr><w:gridAfter w:val="2"/><w:wAfter w:w="6240" w:type="dxa"/></w:trPr>"#), text)
    expect(text.hasSuffix(#"</w:tbl><w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr></w:p>"#), text)
  }

  @Test func rowHeadingsHaveAStyleAndATableLook() throws {
    let heading = RichText.TableCell([paragraph(.text("a"))], isRowHeading: true)
    let parts = parts([.table(RichText.Table(rows: [[heading, RichText.TableCell([.text("b")])]]))])
    expectEqual(parts["word/styles.xml"]?.contains(#"<w:name w:val="Row Heading"/>"#), true)
    expectEqual(
      parts["word/document.xml"]?.contains(#"w:val="0680" w:firstRow="0" w:lastRow="0" w:firstColumn="1""#),
      true)
  }

  // MARK: Notes and pictures

  @Test func notesAreNumberedFromOneAfterTheSeparators() throws {
    let parts = parts([paragraph(.text("a"), .note([paragraph(.text("n"))]), .note([.rule]))])
    let notes = try require(parts["word/footnotes.xml"])
    expect(notes.contains(#"<w:footnote w:type="separator" w:id="-1">"#), notes)
    let mark = #"<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>"#
    let start =
      #"<w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>\#(mark)<w:r><w:t xml:space="preserve"> </w:t></w:r>"#
    expect(
      notes.contains(#"<w:footnote w:id="1">\#(start)<w:r><w:t>n</w:t></w:r></w:p></w:footnote>"#), notes)
    expect(notes.contains(#"<w:footnote w:id="2">\#(start)</w:p><w:p>"#), notes)
    expectEqual(parts["word/settings.xml"]?.contains(#"<w:footnotePr><w:footnote w:id="-1"/>"#), true)
    expectEqual(parts["word/document.xml"]?.contains(#"<w:footnoteReference w:id="2"/>"#), true)
  }

  @Test func notesInNotesBecomeText() {
    let text = RichText([paragraph(.note([paragraph(.text("a"), .note([paragraph(.text("b"))]))]))])
    expectEqual(text.writeDOCX().losses, [Loss(.formatting, count: 1, detail: "nested footnotes")])
  }

  @Test func picturesAreStoredOnceAndHaveTheirSizes() throws {
    // The header of a PNG of 4 × 2 pixels.
    let data = Data([
      0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 4, 0, 0, 0, 2,
    ])
    let source = RichText.Attachment.Source.data(data, typeIdentifier: "public.png")
    let parts = parts([
      paragraph(
        .attachment(RichText.Attachment(source, alternativeText: "words", title: "t", name: "a.png")),
        .attachment(RichText.Attachment(source, width: 10, height: 20))),
      paragraph(.note([paragraph(.attachment(RichText.Attachment(source)))])),
    ])
    let document = try require(parts["word/document.xml"])
    expect(document.contains(#"<wp:extent cx="38100" cy="19050"/>"#), document)
    expect(document.contains(#"<wp:docPr id="1" name="a.png" descr="words" title="t"/>"#), document)
    expect(document.contains(#"<wp:extent cx="127000" cy="254000"/>"#), document)
    expectEqual(document.components(separatedBy: #"<a:blip r:embed="rId1"/>"#).count, 3)
    expectEqual(parts.keys.filter { $0.hasPrefix("word/media/") }, ["word/media/image1.png"])
    expectEqual(parts["word/_rels/footnotes.xml.rels"]?.contains(#"Target="media/image1.png""#), true)
    expectEqual(
      parts["[Content_Types].xml"]?.contains(#"<Default Extension="png" ContentType="image/png"/>"#), true)
  }

  @Test func filesThatAreNotPicturesBecomeTheirWords() throws {
    let attachment = RichText.Attachment(
      .data(Data([1]), typeIdentifier: "com.adobe.pdf"), alternativeText: "words")
    try expectEqual(runs(.attachment(attachment)), "<w:r><w:t>words</w:t></w:r>")
    expectEqual(
      RichText([paragraph(.attachment(attachment))]).writeDOCX().losses,
      [
        Loss(.images, count: 1, detail: "files that are not pictures that Word shows")
      ])
  }

  @Test func picturesOfOtherTypesAreConverted() throws {
    let text = RichText([
      paragraph(.attachment(RichText.Attachment(.data(Data([1]), typeIdentifier: "org.webmproject.webp"))))
    ])
    let written = WordWriter.write(text) { _, _ in (Data([2]), "animation") }
    expect(written.parts.contains { $0.name == "word/media/image1.png" && $0.bytes == [2] }, written.parts)
    expectEqual(written.losses.first, Loss(.images, count: 1, detail: "whose animation a PNG cannot hold"))
  }

  // MARK: The document

  @Test func metadataAreTheCoreProperties() throws {
    var metadata = RichText.Metadata(title: "T & t", author: "A", language: "de")
    metadata.subject = "S"
    metadata.keywords = "k, l"
    metadata.summary = "D"
    metadata.creationDate = Date(timeIntervalSince1970: 0)
    metadata.modificationDate = Date(timeIntervalSince1970: 1_700_000_000)
    let parts = parts([paragraph(.text("a"))], metadata)
    let core = try require(parts["docProps/core.xml"])
    expect(
      core.contains(
        "<dc:title>T &amp; t</dc:title><dc:subject>S</dc:subject><dc:creator>A</dc:creator>"
          + "<cp:keywords>k, l</cp:keywords><dc:description>D</dc:description><dc:language>de</dc:language>"),
      core)
    expect(
      core.contains(#"<dcterms:created xsi:type="dcterms:W3CDTF">1970-01-01T00:00:00Z</dcterms:created>"#),
      core)
    expect(core.contains("2023-11-14T22:13:20Z"), core)
    expectEqual(
      parts["word/styles.xml"]?.contains(#"<w:szCs w:val="22"/><w:lang w:val="de"/></w:rPr></w:rPrDefault>"#),
      true)
  }

  @Test func nestingThatWordDoesNotAllowIsCounted() throws {
    var quotation = paragraph(.text("a"))
    var definition = RichText.Block.heading(level: 1, RichText.Paragraph([.text("b")]))
    var table = paragraph(.text("c"))
    for _ in 0..<30 {
      quotation = .blockQuote([quotation])
      definition = .definitions([RichText.Definition([[.text("t")]], meanings: [[definition]])])
      table = .table(RichText.Table(rows: [[RichText.TableCell([table, definition])]]))
      definition = .definitions([RichText.Definition([[.text("t")]], meanings: [[definition]])])
    }
    for (block, kind) in [(quotation, LossKind.formatting), (definition, .formatting), (table, .tables)] {
      let written = WordWriter.write(RichText([block]).normalized(), pictures: nil)
      expect(written.losses.contains { $0.kind == kind }, written.losses)
      try expectEmpty(WordFaults.of(written.parts))
    }
  }

  @Test func tablesWithMoreColumnsThanWordShowsHaveAWarning() throws {
    let cells = (0..<64).map { RichText.TableCell([.text(String($0))]) }
    let written = WordWriter.write(RichText([.table(RichText.Table(rows: [cells]))]), pictures: nil)
    expectEqual(written.warnings, ["a table has 64 columns, but Word shows at most 63"])
    expectEmpty(written.losses)
  }

  @Test func anEmptyTextIsADocumentWithOneParagraph() throws {
    try expectEqual(body(), #"<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr></w:p>"#)
  }

  @Test(
    arguments: [
      (.fontSize(10.3), .fonts), (.fontFamily(String(repeating: "a", count: 32)), .fonts),
      (.color(Color(red: 0, green: 0, blue: 0, alpha: 0.5)), .colors),
      (.color(Color(red: 0.1234, green: 0, blue: 0)), .precision), (.language("a b"), .metadata),
      (.fontSize(11), .formatting), (.fontFamily("Calibri"), .formatting),
    ] as [(RichText.Style, LossKind)])
  func stylesThatWordCannotKeepAreCounted(style: RichText.Style, kind: LossKind) {
    let losses = RichText([paragraph(.styled(style, [.text("a")]))]).writeDOCX().losses
    expectEqual(losses.map(\.kind), [kind])
    expectEqual(losses.map(\.count), [1])
  }
}
