import ColorFormats
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Paragraphs, characters and their styles.
@Suite
struct WordTextTests {
  @Test
  func paragraphsAndCharactersAreKept() throws {
    let file = WordFile(p("One") + par(r("Two ") + r("three", on("b"))))
    try expectEqual(file.blocks, [.p("One"), .p([.text("Two "), .styled(.bold, [.text("three")])])])
    try expectEmpty(file.losses())
  }

  struct Mark: CustomTestStringConvertible {
    var properties: String
    var style: RichText.Style
    init(_ properties: String, _ style: RichText.Style) {
      (self.properties, self.style) = (properties, style)
    }
    var testDescription: String { properties }
  }

  @Test(arguments: [
    Mark(on("b"), .bold), Mark(on("b", "true"), .bold), Mark(on("i"), .italic),
    Mark(on("u", "single"), .underline),
    Mark(on("strike"), .strikethrough), Mark(on("dstrike"), .strikethrough),
    Mark(on("smallCaps"), .smallCaps),
    Mark(on("vertAlign", "superscript"), .superscript), Mark(on("vertAlign", "subscript"), .subscript),
    Mark(on("position", "6"), .superscript), Mark(on("position", "-6"), .subscript),
    Mark(on("color", "FF0000"), .color(Color(red: 1, green: 0, blue: 0))),
    Mark(on("highlight", "yellow"), .background(Color(red: 1, green: 1, blue: 0))),
    Mark(#"<w:shd w:val="clear" w:fill="00FF00"/>"#, .background(Color(red: 0, green: 1, blue: 0))),
    Mark(on("sz", "36"), .fontSize(18)), Mark(on("sz", "18pt"), .fontSize(18)),
    Mark(#"<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/>"#, .fontFamily("Arial")),
    Mark(on("lang", "de-DE"), .language("de-DE")), Mark("<w:rtl/><w:bCs/>", .bold),
    Mark("<w:rtl/><w:iCs/>", .italic),
  ])
  func directFormattingIsKept(_ mark: Mark) throws {
    let file = WordFile(par(r("word", mark.properties)))
    try expectEqual(file.inlines, [.styled(mark.style, [.text("word")])])
    try expectEmpty(file.losses())
  }

  @Test(arguments: [
    on("b", "0"), on("b", "false"), on("b", "off"), on("u", "none"), on("highlight", "none"),
    on("color", "auto"),
    #"<w:shd w:val="nil" w:fill="FF0000"/>"#, on("vertAlign", "baseline"), on("noProof"), on("bCs"),
    on("webHidden"),
    on("lang", "x-none"),
  ])
  func formattingThatShowsNothingIsNoFormatting(_ properties: String) throws {
    let file = WordFile(par(r("word", properties)))
    try expectEqual(file.inlines, [.text("word")])
    try expectEmpty(file.losses())
  }

  @Test(arguments: [
    (on("caps"), "formatting: capitals, outlines and shadows × 1"),
    (on("outline"), "formatting: capitals, outlines and shadows × 1"),
    (on("shadow"), "formatting: capitals, outlines and shadows × 1"),
    (on("emboss"), "formatting: capitals, outlines and shadows × 1"),
    (on("imprint"), "formatting: capitals, outlines and shadows × 1"),
    (on("spacing", "20"), "formatting: character spacing and scale × 1"),
    (on("w", "150"), "formatting: character spacing and scale × 1"),
    (on("em", "dot"), "formatting: emphasis marks × 1"),
    (on("bdr", "single"), "formatting: borders of text × 1"),
    (on("effect", "shimmer"), "formatting: text effects × 1"),
    ("<w14:glow/>", "formatting: text effects × 1"),
    (#"<w:eastAsianLayout w:combine="1"/>"#, "formatting: East Asian layouts × 1"),
  ])
  func formattingThatTheModelLacksIsCounted(_ properties: String, _ loss: String) throws {
    let file = WordFile(par(r("word", properties)))
    try expectEqual(file.inlines, [.text("word")])
    try expectEqual(file.losses(), [loss])
  }

  @Test
  func otherUnderlinesAreKeptAsUnderlinesAndCounted() throws {
    let file = WordFile(par(r("word", on("u", "wave"))))
    try expectEqual(file.inlines, [.styled(.underline, [.text("word")])])
    try expectEqual(file.losses(), ["formatting: kinds of underlines × 1"])
  }

  @Test
  func hiddenTextIsCountedOnceForEachStretch() throws {
    let file = WordFile(
      par(r("a") + r("hidden", on("vanish")) + r(" still", on("vanish")) + r("b") + r("x", on("vanish"))))
    try expectEqual(file.inlines, [.text("ab")])
    try expectEqual(file.losses(), ["comments: hidden text × 2"])
  }

  @Test
  func textThatAStyleHidesIsHidden() throws {
    var file = WordFile(par(r("a") + r("hidden", on("rStyle", "H"))) + p("gone", on("pStyle", "P")))
    file.styles = style("H", type: "character", run: on("vanish")) + style("P", run: on("vanish"))
    try expectEqual(file.blocks, [.p("a")])
  }

  // MARK: Signs

  @Test(arguments: [
    ("<w:tab/>", "\t"), (#"<w:ptab w:alignment="center"/>"#, "\t"), ("<w:noBreakHyphen/>", "\u{2011}"),
    ("<w:softHyphen/>", "\u{AD}"), (#"<w:sym w:font="Wingdings" w:char="F0FC"/>"#, "✓"),
    (#"<w:sym w:font="Wingdings" w:char="00E0"/>"#, "→"), (#"<w:sym w:font="Symbol" w:char="F061"/>"#, "α"),
    (#"<w:sym w:font="Wingdings 2" w:char="F050"/>"#, "✓"),
    (#"<w:sym w:font="Webdings" w:char="F061"/>"#, "✔"),
  ])
  func signsBecomeCharacters(_ element: String, _ text: String) throws {
    try expectEqual(WordFile(par(r("a") + run(element) + r("b"))).inlines, [.text("a\(text)b")])
  }

  @Test
  func aSignOfASymbolFontThatIsUnknownIsCounted() throws {
    let file = WordFile(par(run(#"<w:sym w:font="Wingdings 3" w:char="F021"/>"#)))
    try expectEqual(file.inlines, [.text("\u{FFFD}")])
    try expectEqual(file.losses(), ["characters: of a symbol font × 1"])
  }

  @Test
  func textInASymbolFontIsTranslated() throws {
    let file = WordFile(par(r("a\u{F0FC}", #"<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>"#)))
    try expectEqual(file.inlines, [.text("♋✓")])
  }

  @Test
  func lineBreaksAreKept() throws {
    let file = WordFile(par(run("<w:t>a</w:t><w:br/><w:t>b</w:t><w:cr/><w:t>c</w:t>")))
    try expectEqual(file.inlines, [.text("a"), .hardBreak, .text("b"), .hardBreak, .text("c")])
  }

  @Test
  func edgeSpacesAreKeptOnlyIfTheDocumentSaysSo() throws {
    let file = WordFile(par(run("<w:t>  a  </w:t>") + r(" b\nc ")))
    try expectEqual(file.inlines, [.text("a b c ")])
  }

  @Test
  func phoneticGuidesAreCounted() throws {
    let file = WordFile(
      par(run("<w:ruby><w:rt>\(r("kan"))</w:rt><w:rubyBase>\(r("漢"))</w:rubyBase></w:ruby>")))
    try expectEqual(file.inlines, [.text("漢")])
    try expectEqual(file.losses(), ["characters: phonetic guides × 1"])
  }

  // MARK: Styles

  private static let normal = style("N", "Normal", isDefault: true, run: on("sz", "22") + on("lang", "en-US"))

  @Test
  func theFormatOfTheDefaultStyleIsNoFormatting() throws {
    var file = WordFile(p("a") + par(r("b", on("sz", "22"))) + p("c", on("pStyle", "unknown")))
    file.styles =
      #"<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri"/></w:rPr></w:rPrDefault></w:docDefaults>"#
      + Self.normal
    try expectEqual(file.blocks, [.p("a"), .p("b"), .p("c")])
  }

  @Test
  func theFormatOfACustomStyleIsFormatting() throws {
    var file = WordFile(p("a", on("pStyle", "C")))
    file.styles = Self.normal + style("C", "My Style", basedOn: "N", run: on("b") + on("color", "00FF00"))
    try expectEqual(
      file.blocks,
      [
        .p([.styled(.color(Color(red: 0, green: 1, blue: 0)), [.styled(.bold, [.text("a")])])])
      ])
  }

  @Test
  func theFormatOfAHeadingIsNoFormatting() throws {
    var file = WordFile(par(r("a") + r("b", on("i")), on("pStyle", "H")))
    file.styles =
      Self.normal + style("H", "heading 2", basedOn: "N", paragraph: on("jc", "center"), run: on("b"))
    try expectEqual(
      file.blocks,
      [
        .heading(level: 2, RichText.Paragraph([.text("a"), .styled(.italic, [.text("b")])]))
      ])
  }

  @Test
  func propertiesAreInheritedFromTheNearestStyle() throws {
    var file = WordFile(p("a", on("pStyle", "C")))
    file.styles =
      style("A", run: on("b") + on("i") + on("sz", "40")) + style("B", basedOn: "A", run: on("b", "0"))
      + style("C", basedOn: "B", run: on("sz", "30"))
    try expectEqual(file.inlines, [.styled(.fontSize(15), [.styled(.italic, [.text("a")])])])
  }

  @Test
  func toggleSwitchesBetweenParagraphAndCharacterStyle() throws {
    var file = WordFile(
      par(r("a", on("rStyle", "S")) + r("b") + r("c", on("rStyle", "S") + on("b")), on("pStyle", "P")))
    file.styles = style("P", run: on("b")) + style("S", type: "character", run: on("b"))
    try expectEqual(file.inlines, [.text("a"), .styled(.bold, [.text("bc")])])
  }

  @Test
  func aStyleThatIsBasedOnItselfIsReported() throws {
    var file = WordFile(p("a", on("pStyle", "A")))
    file.styles = style("A", basedOn: "B", run: on("b")) + style("B", basedOn: "A", run: on("i"))
    let reading = try file.read()
    expectEqual(reading.value.blocks.count, 1)
    expectEqual(reading.warnings, ["some styles of the document are based on themselves"])
  }

  @Test
  func codeStylesBecomeCode() throws {
    var file = WordFile(
      par(r("a", on("rStyle", "V"))) + p("let x", on("pStyle", "Source")) + p("let y", on("pStyle", "Source"))
    )
    file.styles =
      style("V", "Verbatim Char", type: "character", run: #"<w:rFonts w:ascii="Consolas"/>"#)
      + style("Source", "Source Code", run: #"<w:rFonts w:ascii="Consolas"/>"#)
    try expectEqual(
      file.blocks,
      [
        .p([.styled(.code, [.text("a")])]), .codeBlock(RichText.CodeBlock("let x\nlet y\n")),
      ])
  }

  @Test
  func quotationsAreKept() throws {
    var file = WordFile(p("a", on("pStyle", "Q")) + p("b", on("pStyle", "M")) + p("c"))
    file.styles =
      style("Q", "Quote", paragraph: #"<w:ind w:left="720"/>"#, run: on("i"))
      + style("M", "My Quote", basedOn: "Q")
    try expectEqual(file.blocks, [.blockQuote([.p("a"), .p("b")]), .p("c")])
  }

  @Test
  func themeColorsAndFontsAreResolved() throws {
    var file = WordFile(
      par(r("a", #"<w:rFonts w:asciiTheme="majorHAnsi"/><w:color w:val="000001" w:themeColor="accent1"/>"#)))
    file.theme =
      #"<a:themeElements><a:clrScheme name="x"><a:accent1><a:srgbClr val="112233"/></a:accent1></a:clrScheme>"#
      + #"<a:fontScheme name="y"><a:majorFont><a:latin typeface="Cambria"/></a:majorFont></a:fontScheme></a:themeElements>"#
    try expectEqual(
      file.inlines,
      [
        .styled(
          .fontFamily("Cambria"),
          [.styled(.color(Color(redByte: 0x11, greenByte: 0x22, blueByte: 0x33)), [.text("a")])])
      ])
  }

  // MARK: Headings

  @Test(arguments: 1...6)
  func headingsHaveTheLevelOfTheirStyle(_ level: Int) throws {
    var file = WordFile(p("a", on("pStyle", "x")))
    file.styles = style("x", "heading \(level)")
    try expectEqual(file.blocks, [.h(level, "a")])
  }

  @Test
  func headingsAreFoundByOutlineLevelInAnyLanguage() throws {
    var file = WordFile(
      p("a", on("pStyle", "Nadpis")) + p("b", on("outlineLvl", "1")) + p("c", on("pStyle", "Mine"))
        + p("d", on("pStyle", "TOC")) + p("e", on("pStyle", "Lorem")))
    file.styles =
      style("Nadpis", "Nadpis 3", paragraph: on("outlineLvl", "2"), run: on("b"))
      + style("H1", "heading 1", paragraph: on("outlineLvl", "0")) + style("Mine", "Chapter", basedOn: "H1")
      + style("TOC", "TOC Heading", basedOn: "H1", paragraph: on("outlineLvl", "9"))
      + style("Lorem", "Heading 1 Lorem")
    try expectEqual(file.blocks, [.h(3, "a"), .h(2, "b"), .h(1, "c"), .p("d"), .p("e")])
  }

  @Test
  func headingLevels7To9AreCounted() throws {
    var file = WordFile(p("a", on("pStyle", "H7")) + p("b", on("outlineLvl", "8")))
    file.styles = style("H7", "heading 7")
    try expectEqual(file.blocks, [.h(6, "a"), .h(6, "b")])
    try expectEqual(file.losses(), ["formatting: heading levels 7 to 9 × 2"])
  }

  @Test
  func aCharacterStyleOfAHeadingMakesNoHeading() throws {
    var file = WordFile(par(r("a", on("rStyle", "H1C"))))
    file.styles = style("H1C", "Heading 1 Char", type: "character")
    try expectEqual(file.blocks, [.p("a")])
  }

  @Test
  func theTitleIsAHeadingAndTheTitleOfTheDocument() throws {
    var file = WordFile(p("My Title", on("pStyle", "T")) + p("Sub", on("pStyle", "S")))
    file.styles = style("T", "Title", run: on("sz", "56")) + style("S", "Subtitle")
    try expectEqual(file.blocks, [.h(1, "My Title"), .p("Sub")])
    try expectEqual(file.read().value.metadata.title, "My Title")
    file.properties = "<dc:title>Other</dc:title>"
    try expectEqual(file.read().value.metadata.title, "Other")
  }
}
