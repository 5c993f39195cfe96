import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import OfficeFormats

@Suite
struct ODTInlineWritingTests {
  // MARK: White space

  @Test(
    arguments: [
      ("a b", "a b"), ("a  b", #"a<text:s text:c="2"/>b"#), (" a", "<text:s/>a"), ("a ", "a<text:s/>"),
      ("a\tb", "a<text:tab/>b"), ("a \tb", "a<text:s/><text:tab/>b"), ("   ", #"<text:s text:c="3"/>"#),
      ("a b c  d", #"a b c<text:s text:c="2"/>d"#), ("\u{A0}a\u{3000}b", "\u{A0}a\u{3000}b"),
      ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
    ])
  func spacesThatProgramsWouldDropAreElements(text: String, xml: String) {
    let body = ODTBody([.text(text)])
    expectEqual(body.line, xml)
    expectEmpty(body.losses)
  }

  @Test
  func aSpaceAtTheEdgeOfAStyleIsKept() {
    let body = ODTBody([.text("a "), .styled(.bold, [.text("b ")]), .text("c"), .styled(.bold, [.text(" ")])])
    expectEqual(
      body.line.replacing(" text:style-name=\"T1\"", with: ""),
      "a <text:span>b </text:span>c<text:span><text:s/></text:span>")
  }

  @Test
  func aSoftBreakIsALineFeedInTheFile() {
    let body = ODTBody([.text("a"), .softBreak, .text("b"), .hardBreak, .text("c")])
    expectEqual(body.line, "a\nb<text:line-break/>c")
    expectEmpty(body.losses)
    expectEqual(ODTBody([.text("a "), .softBreak, .text(" b")]).line, "a<text:s/>\n<text:s/>b")
  }

  @Test(
    arguments: [
      [.softBreak, .text("a")], [.text("a"), .softBreak], [.text("a"), .softBreak, .softBreak, .text("b")],
    ] as [[RichText.Inline]])
  func aSoftBreakThatProgramsWouldDropBecomesASpaceAndIsCounted(inlines: [RichText.Inline]) {
    let body = ODTBody(inlines)
    expectEqual(body.losses.map(\.kind), [.layout])
    expect(body.line.contains("<text:s/>"), body.line)
  }

  @Test(arguments: ["\n", "\r\n", "\u{B}", "\u{2028}", "\u{2029}"])
  func lineBreaksInTextAreCounted(text: String) {
    let body = ODTBody([.text("a" + text + "b")])
    expectEqual(body.line, "a<text:line-break/>b")
    expectEqual(body.losses.map(\.kind), [.characters])
  }

  @Test
  func charactersThatXMLForbidsAreCounted() {
    let body = ODTBody([.text("a\u{1}b\u{FFFE}c")])
    expectEqual(body.line, "abc")
    expectEqual(body.losses, [Loss(.characters, count: 2, detail: WrittenOpenDocument.forbiddenDetail)])
  }

  // MARK: Styles

  @Test(
    arguments: [
      (.bold, #"fo:font-weight="bold" style:font-weight-asian="bold" style:font-weight-complex="bold""#),
      (.italic, #"fo:font-style="italic" style:font-style-asian="italic" style:font-style-complex="italic""#),
      (.underline, #"style:text-underline-style="solid""#),
      (.strikethrough, #"style:text-line-through-style="solid""#),
      (.smallCaps, #"fo:font-variant="small-caps""#), (.superscript, #"style:text-position="super 58%""#),
      (.subscript, #"style:text-position="sub 58%""#), (.color(.white), ##"fo:color="#ffffff""##),
      (.background(.black), ##"fo:background-color="#000000""##),
      (.fontFamily("A B"), #"style:font-name="A B""#), (.fontSize(12.5), #"fo:font-size="12.5pt""#),
      (.language("pt-BR"), #"fo:language="pt" fo:country="BR""#),
    ] as [(RichText.Style, String)])
  func stylesAreDirectFormatting(style: RichText.Style, attribute: String) {
    let body = ODTBody([.styled(style, [.text("a")])])
    expectEqual(body.line, #"<text:span text:style-name="T1">a</text:span>"#)
    expect(body.styles.contains(attribute), body.styles)
    expectEmpty(body.losses)
  }

  @Test
  func codeIsANamedStyleAndCombinesWithOtherStyles() {
    let body = ODTBody([.styled(.code, [.text("a")]), .styled(.bold, [.styled(.code, [.text("b")])])])
    expect(body.line.hasPrefix(#"<text:span text:style-name="Source_20_Text">a</text:span>"#), body.line)
    expect(
      body.styles.contains(#"style:name="T1" style:family="text" style:parent-style-name="Source_20_Text""#),
      body.styles)
  }

  @Test
  func stylesThatTheFormatCannotExpressAreCounted() {
    let color = Color(red: 0.1234, green: 0, blue: 2, alpha: 0.5)
    for (style, kinds) in [
      (.color(color), [.colors, .precision]), (.fontFamily(""), [.fonts]), (.fontSize(.nan), [.fonts]),
      (.fontSize(0), [.fonts]), (.language("?"), [.metadata]),
    ] as [(RichText.Style, [LossKind])] {
      expectEqual(ODTBody([.styled(style, [.text("a")])]).losses.map(\.kind), kinds)
    }
  }

  // MARK: Links

  @Test(
    arguments: [
      ("https://a.example/?b=1&c", "https://a.example/?b=1&amp;c"), ("#b", "#b"), ("/b", "/b"),
      ("//b", "//b"), ("b.html#c", "../b.html#c"), ("b/c:d", "../b/c:d"), ("mailto:b", "mailto:b"),
      ("?b", "../?b"), ("", ""), ("../b", "../../b"),
    ])
  func relativeDestinationsBeginInThePackage(destination: String, reference: String) {
    let link = RichText.Link(destination, title: "t")
    expectEqual(
      ODTBody([.styled(.link(link), [.text("a")])]).line,
      #"<text:a xlink:type="simple" xlink:href="\#(reference)" office:title="t" text:style-name="Internet_20_link">a</text:a>"#
    )
  }

  @Test
  func aHeadingThatALinkTargetsHasABookmark() {
    let link = RichText.Inline.styled(.link(RichText.Link("#b-%C3%BC")), [.text("a")])
    let body = ODTBody([
      .paragraph(RichText.Paragraph([link])), .heading(level: 1, RichText.Paragraph([.text("B ü")])),
      .heading(level: 1, RichText.Paragraph([.text("C")])),
    ])
    expect(body.xml.contains(#"<text:bookmark text:name="b-ü"/>B ü"#), body.xml)
    expectEqual(body.xml.components(separatedBy: "<text:bookmark ").count, 2)
  }

  @Test
  func bookmarksHaveUniqueNames() {
    let body = ODTBody([.anchor("a"), .text("b"), .anchor("a")])
    expectEqual(body.line, #"<text:bookmark text:name="a"/>b"#)
    expectEqual(body.losses.map(\.kind), [.links])
  }

  // MARK: Footnotes

  @Test
  func footnotesHaveNumbersAndIdentifiersInTheirOrder() {
    let body = ODTBody([.text("a"), .note([.words("b")]), .note([.words("c")])])
    expect(
      body.line.hasPrefix(
        #"a<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation>"#
          + #"<text:note-body><text:p text:style-name="Footnote">b</text:p></text:note-body></text:note>"#
          + #"<text:note text:id="ftn2""#), body.line)
    expectEmpty(body.losses)
  }

  @Test
  func footnotesInAListAreOutsideOfTheList() {
    let note = RichText.Inline.note([
      .words("b"), .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.words("c")])])),
    ])
    let body = ODTBody([
      .list(
        RichText.List(
          .bullet(.disc), items: [RichText.ListItem([.paragraph(RichText.Paragraph([.text("a"), note]))])]))
    ])
    expect(
      body.xml.contains(#"<text:p text:style-name="Footnote">b</text:p><text:list text:style-name="L2">"#),
      body.xml)
    expectEmpty(body.losses)
  }

  @Test
  func aFootnoteInAFootnoteBecomesWordsBecauseLibreOfficeCannotOpenIt() {
    let inner = RichText.Inline.note([.words("c")])
    let body = ODTBody([.text("a"), .note([.paragraph(RichText.Paragraph([.text("b"), inner]))])])
    expect(body.xml.contains(">b (c)</text:p>"), body.xml)
    expectEqual(body.losses.map(\.kind), [.formatting])
  }

  @Test
  func aTableInAFootnoteBecomesItsContentBecauseLibreOfficeDropsIt() {
    let table = RichText.Block.table(RichText.Table(rows: [[RichText.TableCell([.text("b")])]]))
    let body = ODTBody([.text("a"), .note([table])])
    expect(!body.xml.contains("<table:table"), body.xml)
    expect(body.xml.contains(#"<text:p text:style-name="Footnote">b</text:p>"#), body.xml)
    expectEqual(body.losses.map(\.kind), [.tables])
  }

  // MARK: Pictures

  /// The beginning of a PNG file of 40 by 20 pixels.
  private static let png = Data(
    [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 40, 0, 0,
      0, 20,
    ])

  @Test
  func aPictureIsAFrameInTheLine() {
    let attachment = RichText.Attachment(
      .data(Self.png, typeIdentifier: "public.png"), alternativeText: "a", title: "b", name: "c.png",
      width: 12)
    expectEqual(
      ODTBody([.attachment(attachment)]).line,
      #"<draw:frame draw:style-name="fr1" text:anchor-type="as-char" draw:name="c.png" svg:width="12pt" svg:height="8px">"#
        + #"<draw:image xlink:href="Pictures/1.png" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>"#
        + "<svg:title>b</svg:title><svg:desc>a</svg:desc></draw:frame>")
  }

  @Test
  func aPictureWithoutASizeHasItsOwnSizeInPixels() {
    let body = ODTBody([.attachment(RichText.Attachment(.data(Self.png, typeIdentifier: "public.png")))])
    expect(body.xml.contains(#"svg:width="40px" svg:height="20px""#), body.xml)
  }

  @Test
  func aPictureOfAnotherTypeIsConvertedOrCounted() {
    let attachment = RichText.Attachment(
      .data(Data([1]), typeIdentifier: "public.heic"), alternativeText: "a")
    let block = RichText.Block.paragraph(RichText.Paragraph([.attachment(attachment)]))
    let converted = ODTBody([block], pictures: { _, _ in (Self.png, "animation") })
    expect(converted.xml.contains("Pictures/1.png"), converted.xml)
    expectEqual(converted.losses.map(\.kind), [.images])
    let dropped = ODTBody([block])
    expectEqual(dropped.line, "a")
    expectEqual(dropped.losses.map(\.kind), [.images])
  }
}
