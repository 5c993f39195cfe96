import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import ColorFormats

/// Titles, paragraphs, lists and characters on slides.
@Suite
struct SlideTextTests {
  // MARK: Slides

  @Test
  func slidesAreReadInTheOrderOfThePresentation() throws {
    let file = SlideFile(title("One") + body(ap("a")), title("Two") + body(ap("b")), title("Three"))
    try expectEqual(
      file.blocks,
      [
        .h(1, "One"), .list(.bullet(.disc), ["a"]), .pageBreak, .h(1, "Two"), .list(.bullet(.disc), ["b"]),
        .pageBreak, .h(1, "Three"),
      ])
    try expectEmpty(file.losses)
    try expectEqual(file.read().value.metadata.title, "One")
  }

  @Test(arguments: ["title", "ctrTitle"])
  func theTitleIsAHeadingBeforeTheOtherShapes(_ type: String) throws {
    let file = SlideFile(body(ap("a")) + title("One", type: type))
    try expectEqual(file.blocks, [.h(1, "One"), .list(.bullet(.disc), ["a"])])
  }

  @Test
  func anEmptyTitleIsNoHeading() throws {
    let file = SlideFile(title("") + body(ap("a")))
    try expectEqual(file.blocks, [.list(.bullet(.disc), ["a"])])
  }

  @Test
  func theParagraphsOfATitleAreOneHeading() throws {
    let file = SlideFile(
      sp(ap("One") + apx(ar("Two") + "<a:br/>" + ar("Three")), ph: #"type="title""#))
    try expectEqual(
      file.blocks,
      [
        .heading(
          level: 1,
          RichText.Paragraph([.text("One"), .hardBreak, .text("Two"), .hardBreak, .text("Three")]))
      ])
  }

  @Test
  func groupsAreReadInTheirPlace() throws {
    let group = #"<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name=""/></p:nvGrpSpPr><p:grpSpPr/>"#
    let file = SlideFile(
      sp(ap("a")) + group + sp(ap("b")) + group + sp(ap("c")) + "</p:grpSp></p:grpSp>" + sp(ap("d")))
    try expectEqual(file.blocks, [.p("a"), .p("b"), .p("c"), .p("d")])
    try expectEqual(file.losses, ["layout: text boxes × 4"])
  }

  @Test
  func notesAreAQuotationAfterTheSlide() throws {
    var file = SlideFile(title("One"), title("Two"))
    file.slides[0].notes =
      sp(ap("slide"), ph: #"type="sldImg""#) + sp(ap("Say this."), ph: #"type="body" idx="3""#)
      + sp(ap("And this.")) + sp(ap("1"), ph: #"type="sldNum" idx="5""#)
    file.slides[1].notes = sp(ap(""), ph: #"type="body" idx="1""#)
    try expectEqual(
      file.blocks,
      [
        .h(1, "One"), .blockQuote([.p("Say this."), .p("And this.")]), .pageBreak, .h(1, "Two"),
      ])
  }

  // MARK: Lists

  @Test
  func bulletsAndLevelsAreInherited() throws {
    let file = SlideFile(body(ap("a") + ap("b", level: 1) + ap("c", level: 1) + ap("d") + ap("e", level: 2)))
    func list(_ items: [RichText.ListItem]) -> RichText.Block {
      .list(RichText.List(.bullet(.disc), items: items))
    }
    try expectEqual(
      file.blocks,
      [
        list([
          RichText.ListItem([.p("a"), list([RichText.ListItem([.p("b")]), RichText.ListItem([.p("c")])])]),
          RichText.ListItem([.p("d")]),
        ]), .p("e"),
      ])
  }

  @Test
  func theLayoutAndTheShapeChangeBullets() throws {
    var file = SlideFile(
      body(ap("a"))
        + sp(ap("b"), ph: #"idx="1""#, style: #"<a:lvl1pPr><a:buAutoNum type="arabicParenR"/></a:lvl1pPr>"#)
        + body(ap("c", "<a:buNone/>")))
    file.layout = sp(
      "", ph: #"idx="1""#,
      style: #"<a:lvl1pPr><a:buFont typeface="Wingdings"/><a:buChar char="§"/></a:lvl1pPr>"#)
    try expectEqual(
      file.blocks,
      [
        .list(.bullet(.square), ["a"]), .list(.number(start: 1, delimiter: .parenthesis), ["b"]), .p("c"),
      ])
  }

  struct Numbering: CustomTestStringConvertible {
    var scheme: String
    var marker: RichText.Marker
    var isApproximate: Bool
    init(_ scheme: String, _ marker: RichText.Marker, _ isApproximate: Bool = false) {
      (self.scheme, self.marker, self.isApproximate) = (scheme, marker, isApproximate)
    }
    var testDescription: String { scheme }
  }

  @Test(arguments: [
    Numbering("arabicPeriod", .number(start: 1)),
    Numbering("arabicParenR", .number(start: 1, delimiter: .parenthesis)),
    Numbering("alphaLcPeriod", .number(start: 1, style: .lowercaseLetter)),
    Numbering("alphaUcParenR", .number(start: 1, style: .uppercaseLetter, delimiter: .parenthesis)),
    Numbering("romanLcPeriod", .number(start: 1, style: .lowercaseRoman)),
    Numbering("romanUcPeriod", .number(start: 1, style: .uppercaseRoman)),
    Numbering("arabicPlain", .number(start: 1), true),
    Numbering("circleNumDbPlain", .number(start: 1), true),
    Numbering("arabicParenBoth", .number(start: 1, delimiter: .parenthesis), true),
  ])
  func kindsOfNumbersAreKept(_ numbering: Numbering) throws {
    let file = SlideFile(body(ap("a", #"<a:buAutoNum type="\#(numbering.scheme)"/>"#)))
    try expectEqual(file.blocks, [.list(numbering.marker, ["a"])])
    try expectEqual(file.losses, numbering.isApproximate ? ["formatting: list markers × 1"] : [])
  }

  @Test
  func numbersContinueAfterDeeperItemsAndRestartAfterText() throws {
    let number = #"<a:buAutoNum type="arabicPeriod" startAt="3"/>"#
    let file = SlideFile(
      body(ap("a", number) + ap("x", level: 1) + ap("b", number) + ap("t", "<a:buNone/>") + ap("c", number)))
    let inner = RichText.Block.list(.bullet(.disc), ["x"])
    try expectEqual(
      file.blocks,
      [
        .list(
          RichText.List(
            .number(start: 3), items: [RichText.ListItem([.p("a"), inner]), RichText.ListItem([.p("b")])])),
        .p("t"), .list(.number(start: 3), ["c"]),
      ])
  }

  @Test
  func aSkippedLevelHasAnItemThatOnlyContainsAList() throws {
    var file = SlideFile(body(ap("a") + ap("b", level: 2) + ap("c", level: 2)))
    file.bodyStyle += #"<a:lvl3pPr><a:buChar char="•"/></a:lvl3pPr>"#
    let inner = RichText.Block.list(.bullet(.disc), ["b", "c"])
    let skipped = RichText.Block.list(RichText.List(.bullet(.disc), items: [RichText.ListItem([inner])]))
    try expectEqual(
      file.blocks,
      [
        .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.p("a"), skipped])]))
      ])
  }

  @Test
  func textBoxesHaveNoBullets() throws {
    let file = SlideFile(sp(ap("a") + ap("") + ap("b")))
    try expectEqual(file.blocks, [.p("a"), .p("b")])
    expectEqual(Set(try file.losses), ["layout: text boxes × 1", "layout: empty paragraphs × 1"])
  }

  // MARK: Characters

  struct Mark: CustomTestStringConvertible {
    var attributes: String
    var properties: String
    var style: RichText.Style
    init(_ attributes: String, _ properties: String = "", _ style: RichText.Style) {
      (self.attributes, self.properties, self.style) = (attributes, properties, style)
    }
    var testDescription: String { attributes + properties }
  }

  private func box(_ content: String) -> SlideFile { SlideFile(sp(apx(content))) }

  @Test(arguments: [
    Mark(#"b="1""#, "", .bold), Mark(#"i="true""#, "", .italic), Mark(#"u="sng""#, "", .underline),
    Mark(#"strike="sngStrike""#, "", .strikethrough), Mark(#"cap="small""#, "", .smallCaps),
    Mark(#"baseline="30000""#, "", .superscript), Mark(#"baseline="-25000""#, "", .subscript),
    Mark(#"sz="2400""#, "", .fontSize(24)),
    Mark("", #"<a:latin typeface="Arial"/>"#, .fontFamily("Arial")),
    Mark("", #"<a:latin typeface="+mj-lt"/>"#, .fontFamily("Major")),
    Mark(
      "", #"<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>"#, .color(Color(red: 1, green: 0, blue: 0))),
    Mark(
      "", #"<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>"#, .color(Color(red: 1, green: 1, blue: 1))),
    Mark(
      "",
      #"<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr></a:solidFill>"#,
      .color(Color(redByte: 128, greenByte: 128, blueByte: 128))),
    Mark(
      "", #"<a:solidFill><a:prstClr val="green"/></a:solidFill>"#,
      .color(Color(redByte: 0, greenByte: 128, blueByte: 0))),
    Mark(
      "", #"<a:highlight><a:srgbClr val="FFFF00"/></a:highlight>"#,
      .background(Color(red: 1, green: 1, blue: 0))),
  ])
  func directFormattingIsKept(_ mark: Mark) throws {
    let file = box(ar("word", mark.attributes, mark.properties))
    try expectEqual(file.inlines, [.styled(mark.style, [.text("word")])])
    try expectEqual(file.losses, ["layout: text boxes × 1"])
  }

  @Test(arguments: [
    (#"b="0""#, ""), (#"u="none""#, ""), (#"strike="noStrike""#, ""), (#"baseline="0""#, ""),
    (#"sz="1800""#, ""),
    ("", #"<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>"#), ("", #"<a:latin typeface="+mn-lt"/>"#),
    (#"cap="none""#, ""), (#"lang="en-US""#, ""), ("", #"<a:ea typeface="x"/>"#),
  ])
  func formattingThatShowsNothingIsNoFormatting(_ attributes: String, _ properties: String) throws {
    let file = box(ar("word", attributes, properties))
    try expectEqual(file.inlines, [.text("word")])
    try expectEqual(file.losses, ["layout: text boxes × 1"])
  }

  @Test
  func formattingOfThePlaceholderIsNotFormattingOfTheText() throws {
    let file = SlideFile(sp(apx(ar("word", #"b="1" sz="4400""#)), ph: #"type="title""#))
    try expectEqual(file.blocks, [.h(1, "word")])
  }

  @Test(arguments: [
    (#"cap="all""#, "", "formatting: capitals, outlines and shadows × 1"),
    (#"spc="300""#, "", "formatting: character spacing and scale × 1"),
    ("", #"<a:effectLst><a:glow/></a:effectLst>"#, "formatting: text effects × 1"),
    ("", #"<a:gradFill/>"#, "formatting: text effects × 1"),
    ("", #"<a:ln><a:solidFill/></a:ln>"#, "formatting: capitals, outlines and shadows × 1"),
    ("", #"<a:hlinkMouseOver r:id=""/>"#, "links: that the pointer opens × 1"),
  ])
  func formattingThatTheModelLacksIsCounted(_ attributes: String, _ properties: String, _ loss: String) throws
  {
    let file = box(ar("word", attributes, properties))
    try expectEqual(file.inlines, [.text("word")])
    expectEqual(Set(try file.losses), [loss, "layout: text boxes × 1"])
  }

  @Test
  func theLanguageOfMostTextIsThatOfTheDocument() throws {
    let file = SlideFile(
      sp(apx(ar("mot ", #"lang="fr-FR""#) + ar("many more words", #"lang="en-GB""#))))
    try expectEqual(
      file.inlines, [.styled(.language("fr-FR"), [.text("mot ")]), .text("many more words")])
    try expectEqual(file.read().value.metadata.language, "en-GB")
  }

  @Test
  func fieldsBreaksAndFormulasAreText() throws {
    let formula =
      #"<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></a14:m></mc:Choice><mc:Fallback><a:r><a:t>?</a:t></a:r></mc:Fallback></mc:AlternateContent>"#
    let file = box(
      #"<a:fld type="datetime"><a:rPr/><a:t>Monday</a:t></a:fld><a:br/>"# + formula + ar("x\ny_x000B_z"))
    try expectEqual(
      file.inlines,
      [
        .text("Monday"), .hardBreak, .text("(a+b)/2x y"), .hardBreak, .text("z"),
      ])
    expectEqual(
      Set(try file.losses),
      [
        "layout: text boxes × 1", "formatting: formulas, kept as plain characters × 1",
      ])
  }

  // MARK: Layout

  @Test
  func alignmentDirectionAndIndentationAreKept() throws {
    let file = SlideFile(
      sp(
        ap("a", "", #"algn="ctr""#) + ap("b", "", #"algn="r" rtl="1""#)
          + ap("c", "", #"marL="127000" indent="-63500""#)))
    try expectEqual(
      file.blocks,
      [
        .p([.text("a")], RichText.Layout(alignment: .center)),
        .p([.text("b")], RichText.Layout(alignment: .right, direction: .rightToLeft)),
        .p([.text("c")], RichText.Layout(indentation: 10, firstLineIndentation: -5)),
      ])
  }

  @Test(arguments: [
    (#"<a:p><a:pPr><a:tabLst><a:tab/></a:tabLst></a:pPr>\#(ar("a"))</a:p>"#, "layout: tab stops × 1"),
    (
      #"<a:p><a:pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc></a:pPr>\#(ar("a"))</a:p>"#,
      "layout: spacing of paragraphs × 1"
    ),
  ])
  func layoutThatTheModelLacksIsCounted(_ paragraph: String, _ loss: String) throws {
    expectEqual(Set(try SlideFile(sp(paragraph)).losses), ["layout: text boxes × 1", loss])
  }

  @Test(arguments: [
    (#"<a:bodyPr numCol="2"/>"#, "layout: columns of text × 1"),
    (#"<a:bodyPr vert="vert270"/>"#, "layout: text directions × 1"),
    (#"<a:bodyPr><a:prstTxWarp prst="textArchUp"/></a:bodyPr>"#, "formatting: text effects × 1"),
  ])
  func propertiesOfTextBoxesAreCounted(_ properties: String, _ loss: String) throws {
    let shape = sp(ap("a")).replacingOccurrences(of: "<a:bodyPr/>", with: properties)
    expectEqual(Set(try SlideFile(shape).losses), ["layout: text boxes × 1", loss])
  }

  // MARK: Links

  @Test
  func linksAreKept() throws {
    var file = SlideFile(
      sp(
        apx(
          ar("a", "", #"<a:hlinkClick r:id="u" tooltip="T"/>"#)
            + ar("b", "", #"<a:hlinkClick r:id="s" action="ppaction://hlinksldjump"/>"#)
            + ar("c", "", #"<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide"/>"#)
            + ar("d", "", #"<a:hlinkClick r:id="" action="ppaction://macro?name=x"/>"#))), title("Two"))
    file.slides[0].externals = [("u", "hyperlink", "https://a.b/")]
    file.slides[0].relationships = [("s", "slide", "slide1.xml")]
    try expectEqual(
      file.blocks,
      [
        .p([
          .styled(.link(RichText.Link("https://a.b/", title: "T")), [.text("a")]),
          .styled(.link(RichText.Link("#slide-2")), [.text("b")]), .text("cd"),
        ]), .pageBreak, .heading(level: 1, RichText.Paragraph([.anchor("slide-2"), .text("Two")])),
      ])
    expectEqual(
      Set(try file.losses),
      [
        "layout: text boxes × 1", "links: to objects of the document × 1", "scripts: actions of links × 1",
      ])
  }
}
