import ColorFormats
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Paragraphs, headings, and blocks that the names of styles express.
@Suite
struct ODTReaderParagraphTests {
  @Test(arguments: [
    ("<text:p>  a \t b\u{20}</text:p>", "a b"),
    ("<text:p>a <text:span> b</text:span></text:p>", "a b"),
    ("<text:p>a<text:s/><text:s text:c=\"2\"/>b</text:p>", "a   b"),
    ("<text:p><text:s/>a<text:s/></text:p>", " a "),
    ("<text:p>a<text:tab/>b</text:p>", "a\tb"),
    ("<text:p>a <text:bookmark-end text:name=\"x\"/> b</text:p>", "a b"),
    ("<text:p>a <text:date>1</text:date> b</text:p>", "a 1 b"),
    ("<text:p>a<text:soft-page-break/>b</text:p>", "ab"),
    ("<text:p>x<text:unknown>y</text:unknown>z</text:p>", "xyz"),
  ])
  func whiteSpaceIsCollapsedUnlessItIsAnElement(body: String, text: String) throws {
    try expectEqual(ODTTestDocument(body).blocks, [.text(text)])
  }

  @Test
  func lineEndsInTextAreSoftBreaksAndLineBreaksAreHard() throws {
    try expectEqual(
      ODTTestDocument("<text:p>\n a\n  b<text:line-break/>c\n</text:p>").blocks,
      [.content(.text("a"), .softBreak, .text("b"), .hardBreak, .text("c"))])
  }

  @Test
  func headingsHaveTheirOutlineLevel() throws {
    let document = ODTTestDocument(
      #"<text:h>a</text:h><text:h text:outline-level="3">b</text:h><text:h text:outline-level="6">c</text:h>"#
    )
    try expectEqual(document.blocks, [.heading(1, "a"), .heading(3, "b"), .heading(6, "c")])
    try expectEqual(document.losses, [])
  }

  @Test
  func headingLevelsBelow6AreCounted() throws {
    let document = ODTTestDocument(
      #"<text:h text:outline-level="7">a</text:h><text:h text:outline-level="10">b</text:h>"#)
    try expectEqual(document.blocks, [.heading(6, "a"), .heading(6, "b")])
    try expectEqual(document.losses, ["formatting in 2 places (heading levels 7 to 9)"])
  }

  @Test
  func titleIsAHeadingAndTheTitleOfADocumentWithoutOne() throws {
    var document = ODTTestDocument(#"<text:p text:style-name="Title">A <text:span>book</text:span></text:p>"#)
    document.styles = #"""
      <style:style style:name="Title" style:family="paragraph" style:parent-style-name="Standard">\#
      <style:text-properties fo:font-size="28pt" fo:font-weight="bold"/></style:style>
      """#
    let reading = try document.read()
    expectEqual(reading.value.blocks, [.heading(1, "A book")])
    expectEqual(reading.value.metadata.title, "A book")
    document.metadata = "<dc:title>Own</dc:title>"
    try expectEqual(document.read().value.metadata.title, "Own")
  }

  /// Returns a document with paragraphs of common styles, each with the style of its name.
  private func document(_ paragraphs: [(style: String, text: String)]) -> ODTTestDocument {
    var document = ODTTestDocument()
    var names: [String] = []
    for (style, text) in paragraphs {
      let index = names.firstIndex(of: style) ?? names.count
      if index == names.count {
        names.append(style)
        document.styles += #"""
          <style:style style:name="S\#(index)" style:display-name="\#(style)" style:family="paragraph" \#
          style:parent-style-name="Standard"/>
          """#
      }
      document.body += #"<text:p text:style-name="S\#(index)">\#(text)</text:p>"#
    }
    return document
  }

  @Test
  func styleNamesExpressQuotationsCodeAndDefinitions() throws {
    let document = document([
      ("Quotations", "a"), ("Quotations", "b"), ("Preformatted Text", "c<text:s text:c=\"2\"/>d"),
      ("Preformatted Text", "e"), ("List Heading", "f"), ("List Contents", "g"),
      ("Quote, Quote, Code swift", "h"), ("Horizontal Line", ""),
    ])
    try expectEqual(
      document.blocks,
      [
        .blockQuote([.text("a"), .text("b")]), .codeBlock(RichText.CodeBlock("c  d\ne\n")),
        .definitions([RichText.Definition([[.text("f")]], meanings: [[.text("g")]])]),
        .blockQuote([.blockQuote([.codeBlock(RichText.CodeBlock("h\n", language: "swift"))])]), .rule,
      ])
    try expectEqual(document.losses, [])
  }

  @Test
  func stylesInheritTheMeaningOfTheirParents() throws {
    var document = ODTTestDocument(
      #"<text:p text:style-name="P1">a</text:p><text:p text:style-name="P1">b</text:p>"#)
    document.styles = #"""
      <style:style style:name="Preformatted_20_Text" style:family="paragraph"/>\#
      <style:style style:name="Mine" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>
      """#
    document.automaticStyles =
      #"<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Mine"/>"#
    try expectEqual(document.blocks, [.codeBlock(RichText.CodeBlock("a\nb\n"))])
  }

  @Test
  func paragraphWithAHeadingsStyleIsAParagraphWithTheFormattingOfTheStyle() throws {
    var document = ODTTestDocument(
      #"""
      <text:p text:style-name="Heading_20_2">a</text:p><text:p text:style-name="Own">b</text:p>\#
      <text:h text:style-name="Heading_20_2" text:outline-level="2">c</text:h>
      """#)
    document.styles = #"""
      <style:style style:name="Heading_20_2" style:family="paragraph"><style:text-properties \#
      fo:font-weight="bold"/></style:style>\#
      <style:style style:name="Own" style:family="paragraph" style:parent-style-name="Heading_20_2"/>
      """#
    func bold(_ text: String) -> RichText.Block { .content(.styled(.bold, [.text(text)])) }
    try expectEqual(document.blocks, [bold("a"), bold("b"), .heading(2, "c")])
  }

  @Test
  func styleLoopIsCutWithAWarning() throws {
    var document = ODTTestDocument(#"<text:p text:style-name="A">a</text:p>"#)
    document.styles = #"""
      <style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/>\#
      <style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>
      """#
    let reading = try document.read()
    expectEqual(reading.value.blocks, [.text("a")])
    expectEqual(reading.warnings, ["a style inherits from itself, or from too many styles"])
  }

  @Test
  func emptyParagraphsBetweenParagraphsAreCounted() throws {
    let document = ODTTestDocument("<text:p/><text:p>a</text:p><text:p/><text:p/><text:p>b</text:p><text:p/>")
    try expectEqual(document.blocks, [.text("a"), .text("b")])
    try expectEqual(document.losses, ["layout in 2 places (empty paragraphs)"])
  }

  @Test
  func textOutsideOfParagraphsIsCounted() throws {
    let document = ODTTestDocument("<text:p>a</text:p> lost <text:section>too</text:section>")
    try expectEqual(document.losses, ["7 characters (outside of paragraphs)"])
  }

  // MARK: Layout

  private func layout(_ properties: String, direction: String = "") throws -> RichText.Layout? {
    var document = ODTTestDocument(#"<text:p text:style-name="P">a</text:p>"#)
    document.defaultParagraph = direction
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph" style:parent-style-name="Standard">\#
      <style:paragraph-properties \#(properties)/></style:style>
      """#
    guard case .paragraph(let paragraph)? = try document.blocks.first else { return nil }
    return paragraph.layout
  }

  @Test(arguments: [
    (#"fo:text-align="center""#, RichText.Layout(alignment: .center)),
    (#"fo:text-align="justify""#, RichText.Layout(alignment: .justified)),
    (#"fo:text-align="start""#, RichText.Layout()),
    (#"fo:text-align="left""#, RichText.Layout(alignment: .left)),
    (#"fo:text-align="end""#, RichText.Layout(alignment: .right)),
    (#"style:writing-mode="rl-tb""#, RichText.Layout(direction: .rightToLeft)),
    (#"style:writing-mode="rl-tb" fo:text-align="right""#, RichText.Layout(direction: .rightToLeft)),
    (
      #"style:writing-mode="rl-tb" fo:text-align="end""#,
      RichText.Layout(alignment: .left, direction: .rightToLeft)
    ),
    (#"style:writing-mode="lr-tb""#, RichText.Layout(direction: .leftToRight)),
    (
      #"fo:margin-left="1in" fo:margin-right="6mm" fo:text-indent="-2pt""#,
      RichText.Layout(indentation: 72, trailingIndentation: 17.01, firstLineIndentation: -2)
    ),
    (##"fo:background-color="#ff0000""##, RichText.Layout(background: Color(red: 1, green: 0, blue: 0))),
    (#"fo:background-color="transparent" fo:margin="0cm""#, RichText.Layout()),
  ])
  func layoutIsThatOfTheStyle(properties: String, layout: RichText.Layout) throws {
    try expectEqual(self.layout(properties), layout)
  }

  @Test
  func directionThatTheDefaultStyleHasIsNotRepeated() throws {
    try expectEqual(
      layout(#"style:writing-mode="lr-tb""#, direction: #"style:writing-mode="page""#),
      RichText.Layout())
  }

  @Test
  func paragraphsOnPagesFromRightToLeftHaveThisDirection() throws {
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.defaultParagraph = #"style:writing-mode="page""#
    document.pageLayouts = #"""
      <style:page-layout style:name="L"><style:page-layout-properties style:writing-mode="rl-tb"/>\#
      </style:page-layout>
      """#
    document.masterStyles = #"<style:master-page style:name="Standard" style:page-layout-name="L"/>"#
    try expectEqual(
      document.blocks,
      [.paragraph(RichText.Paragraph([.text("a")], layout: RichText.Layout(direction: .rightToLeft)))])
  }

  @Test
  func indentationOfAQuotationIsNotThatOfItsParagraphs() throws {
    var document = ODTTestDocument(
      #"<text:p text:style-name="Quotations">a</text:p><text:p text:style-name="P">b</text:p>"#)
    document.styles = #"""
      <style:style style:name="Quotations" style:family="paragraph">\#
      <style:paragraph-properties fo:margin-left="36pt" fo:margin-right="36pt"/></style:style>
      """#
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph" style:parent-style-name="Quotations">\#
      <style:paragraph-properties fo:margin-left="46pt"/></style:style>
      """#
    try expectEqual(
      document.blocks,
      [
        .blockQuote([
          .text("a"),
          .paragraph(RichText.Paragraph([.text("b")], layout: RichText.Layout(indentation: 10))),
        ])
      ])
  }

  @Test(arguments: [
    (#"fo:border="1pt solid #000000""#, "layout in 1 place (borders of paragraphs)"),
    (#"fo:border-top="0.5pt solid #000000""#, "layout in 1 place (borders of paragraphs)"),
    (#"fo:border-bottom="0.5pt solid #000000""#, "layout in 1 place (borders of paragraphs)"),
    (#"fo:break-before="column""#, "layout in 1 place (column breaks)"),
  ])
  func propertiesOfParagraphsWithoutAnEquivalentAreCounted(properties: String, loss: String) throws {
    var document = ODTTestDocument(#"<text:p>x</text:p><text:p text:style-name="P">a</text:p>"#)
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph"><style:paragraph-properties \#(properties)/>\#
      </style:style>
      """#
    try expectEqual(document.losses, [loss])
  }

  @Test
  func dropCapsAndBackgroundPicturesOfParagraphsAreCounted() throws {
    var document = ODTTestDocument(#"<text:p text:style-name="P">a</text:p>"#)
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph"><style:paragraph-properties>\#
      <style:drop-cap style:lines="3"/><style:background-image xlink:href="Pictures/a.png"/>\#
      </style:paragraph-properties></style:style>
      """#
    expectEqual(
      Set(try document.losses), ["1 image (background images)", "layout in 1 place (drop caps)"])
  }

  @Test
  func emptyParagraphWithABorderBelowIsARule() throws {
    var document = ODTTestDocument(#"<text:p>a</text:p><text:p text:style-name="P"/>"#)
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph"><style:paragraph-properties \#
      fo:border-bottom="0.5pt solid #000000" fo:border-top="none"/></style:style>
      """#
    try expectEqual(document.blocks, [.text("a"), .rule])
    try expectEqual(document.losses, [])
  }

  // MARK: Pages

  @Test(arguments: [
    (#"<style:paragraph-properties fo:break-before="page"/>"#, ""),
    ("", #" style:master-page-name="Next""#),
  ])
  func pageBreaksBeforeParagraphsAreBlocks(properties: String, attribute: String) throws {
    var document = ODTTestDocument(
      #"<text:p>a</text:p><text:p text:style-name="P">b</text:p><text:p text:style-name="P"/>"#)
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph"\#(attribute)>\#(properties)</style:style>
      """#
    try expectEqual(document.blocks, [.text("a"), .pageBreak, .text("b"), .pageBreak])
    try expectEqual(document.losses, [])
  }

  @Test
  func pageBreakAfterAParagraphIsABlock() throws {
    var document = ODTTestDocument(#"<text:p text:style-name="P">a</text:p><text:p>b</text:p>"#)
    document.automaticStyles = #"""
      <style:style style:name="P" style:family="paragraph">\#
      <style:paragraph-properties fo:break-after="page"/></style:style>
      """#
    try expectEqual(document.blocks, [.text("a"), .pageBreak, .text("b")])
  }

  @Test
  func pageStyleOfTheFirstParagraphIsNotABreak() throws {
    var document = ODTTestDocument(#"<text:p text:style-name="P">a</text:p>"#)
    document.automaticStyles =
      #"<style:style style:name="P" style:family="paragraph" style:master-page-name="Standard"/>"#
    try expectEqual(document.blocks, [.text("a")])
  }

  @Test
  func headsAndFeetOfUsedPageStylesAreCountedWithoutPageNumbers() throws {
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.masterStyles = #"""
      <style:master-page style:name="Standard" style:page-layout-name="L" style:next-style-name="Next">\#
      <style:header><text:p>My head <text:page-number>12</text:page-number></text:p></style:header>\#
      <style:footer><text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>\#
      </style:footer><style:header-left style:display="false"><text:p>no</text:p></style:header-left>\#
      </style:master-page><style:master-page style:name="Next"><style:footer><text:p>xy</text:p>\#
      </style:footer></style:master-page><style:master-page style:name="Unused"><style:header>\#
      <text:p>unused</text:p></style:header></style:master-page>
      """#
    expectEqual(
      Set(try document.losses),
      [
        "8 characters (in page headers and footers)", "1 image (in page headers and footers)",
      ])
  }

  @Test
  func pageBackgroundsAndColumnsAreCounted() throws {
    var document = ODTTestDocument(
      #"<text:section text:style-name="S"><text:p>a</text:p></text:section>"#)
    document.automaticStyles = #"""
      <style:style style:name="S" style:family="section"><style:section-properties>\#
      <style:columns fo:column-count="2"/></style:section-properties></style:style>
      """#
    document.pageLayouts = #"""
      <style:page-layout style:name="L"><style:page-layout-properties fo:background-color="#ffff00"/>\#
      </style:page-layout>
      """#
    document.masterStyles = #"<style:master-page style:name="Standard" style:page-layout-name="L"/>"#
    expectEqual(
      Set(try document.losses), ["1 color (the page background)", "layout in 1 place (columns of text)"])
  }
}
