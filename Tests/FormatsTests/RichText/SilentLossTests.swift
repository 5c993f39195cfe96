import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Content that a format cannot express is counted as a loss, wherever it occurs.
///
/// `Tests/Interop/losses.py` looks for further silent losses with the program itself.
@Suite struct SilentLossTests {
  private static func rtf(_ body: String) -> Data {
    Data((#"{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}{\colortbl;\red18\green171\blue52;}"# + body + "}").utf8)
  }

  /// A list whose second level shows the numbers of both levels with a hyphen: 1-1.
  private static let hyphenatedNumbers =
    #"{\*\listtable{\list{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}"#
    + #"{\listlevel\levelnfc0\levelstartat1{\leveltext\'04\'00-\'01.;}{\levelnumbers\'01\'03;}}\listid1}}"#
    + #"{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}"#

  private static func losses(_ data: Data, _ type: String, to target: String = "public.html") throws -> [Loss]
  {
    try ConvertedDocument(.data(data), type, to: target).losses
  }

  // MARK: HTML

  @Test(arguments: [
    ("<img src='http://x/a.png' srcset='b.png 2x'>", "alternative image sources"),
    ("<p><time datetime=2024-01-31>yesterday</time>", "machine-readable dates and times"),
    ("<p><data value=7>seven</data>", "machine-readable values"),
    ("<p style='background-image:url(a.png)'>b", "background images"),
    ("<p style='background:#fff url(\"a.png\")'>b", "background images"),
    ("<table><tr><td background=a.png>b</table>", "background images"),
    ("<ul style='list-style-image:url(a.png)'><li>b</ul>", "images as list markers"),
    ("<a href='http://x/' download=y>b</a>", "file names for downloads"),
    ("<p aria-label=x>b", "labels for screen readers"),
    ("<meta property=og:title content=x><p>b", "metadata of the page"),
    ("<meta itemprop=name content=x><p>b", "metadata of the page"),
    ("<link rel=canonical href='http://x/'><p>b", "the canonical URL of the page"),
    ("<form><input type=hidden name=a value=x>b</form>", "hidden form fields"),
    ("<p style='text-decoration:overline'>b", "overlines"),
    ("<p style='letter-spacing:2px'>b", "letter spacing"),
    ("<p style='border:1px solid red'>b", "borders"), ("<p style='border-left:solid'>b", "borders"),
    ("<div style='float:right'>b</div>", "floating blocks"),
  ])
  func decorationsAndValuesForProgramsAreCounted(_ html: String, _ detail: String) throws {
    let losses = try Self.losses(Data(html.utf8), "public.html")
    expectEqual(losses.map(\.detail), [detail], "\(losses)")
  }

  @Test(arguments: [
    "<meta name=viewport content=x><p>b", "<meta name=robots content=x><p>b",
    "<meta name=generator content=x><p>b", "<meta http-equiv=refresh content=x><p>b",
    "<p style='border:none;letter-spacing:normal;float:none;text-decoration:none'>b",
    "<p style='border:0 solid;letter-spacing:0'>b",
    "<table><tr><td style='border:1px solid'>b</table>",
  ])
  func whatIsForBrowsersOrChangesNothingIsNoLoss(_ html: String) throws {
    try expectEmpty(Self.losses(Data(html.utf8), "public.html"))
  }

  @Test(arguments: [
    ("<p title=x>b</p>", LossKind.metadata), ("<template>x</template>b", .scripts),
    ("<style>p::before{content:'x'}</style><p>b</p>", .characters),
    ("<style>.a:after{content:\"x\"}</style><p class=a>b</p>", .characters),
    ("<input list=l><datalist id=l><option value=x></datalist>", .formatting),
    ("<table summary=x><tr><td>b</table>", .metadata), ("<a href='http://x/'></a>b", .links),
    ("<a href='http://x/' aria-label=x> </a>b", .links), ("<a href='http://x/'><svg></svg></a>b", .links),
    ("<picture><source srcset=x.webp><img src=a.png></picture>", .images),
    ("<form action='/x'>b</form>", .links),
    ("a<![CDATA[x]]>b", .comments), ("<span style='page-break-after:always'>b</span>", .formatting),
    ("<ul><li style='break-before:page'>b</ul>", .formatting), ("<ol start=-2><li>b</ol>", .formatting),
    ("<ol style='list-style-type:lower-greek'><li>b</ol>", .formatting),
    ("a<sup>b<sub>c</sub></sup>", .formatting),
    ("<div hidden><a href='http://x/'></a></div>b", .links),
    ("<pre><p align=center>b</p></pre>", .formatting),
    ("<table><caption><ul><li>b</ul></caption><tr><td>c</table>", .formatting),
    ("<details open><summary>a</summary>b</details>", .formatting),
    ("<table><colgroup><col width=9><col></colgroup><tr><td>b</table>", .formatting),
    ("<table><col style='width:9em'><tr><td>b</table>", .formatting),
    ("<table><tr><td width=9>b</table>", .formatting),
    ("<table><tr><th style='width:9px'>b</table>", .formatting),
    ("<s><pre>b</pre></s>", .formatting), ("<pre style='color:red'>b</pre>", .colors),
    ("<div hidden><hr></div>b", .formatting),
    ("<table><caption><p align=center>b</caption><tr><td>c</table>", .layout),
    ("<pre><blockquote>b</blockquote></pre>", .formatting), ("<pre><h2>b</h2></pre>", .formatting),
    ("<pre>a<p style='background-color:#12ab34'>b</p></pre>", .colors),
    ("<pre><q><p style='background-color:#12ab34'>b</p></q></pre>", .colors),
    ("<pre><table><tr><td>b</table></pre>", .formatting), ("<pre><ul><li>b</ul></pre>", .formatting),
  ])
  func whatHTMLSaysBesideItsWordsIsCounted(_ html: String, _ kind: LossKind) throws {
    #expect(try Self.losses(Data(html.utf8), "public.html").contains { $0.kind == kind })
  }

  @Test(arguments: [
    "<a href='http://x/'>b</a>", "<a href='http://x/'><img src=a.png></a>",
    "<a href='http://x/'><p>b</p></a>",
    "<style>p::before{content:''}</style><p>b</p>", "<style>i::before{content:'x'}</style><p>b</p>",
    "<style>p::before{content:none}</style><p>b</p>", "<a name=x></a><a href='#x'>b</a>",
  ])
  func whatIsKeptIsNotCounted(_ html: String) throws {
    let losses = try Self.losses(Data(html.utf8), "public.html")
    expect(losses.allSatisfy { $0.detail != "without text" && $0.kind != .characters }, losses)
  }

  @Test(arguments: [
    "<style>.t{display:none} .t:first-child{display:block}</style><div class=t>b</div>",
    "<style>.t{display:none} .t[data-on]{display:block}</style><div class=t data-on>b</div>",
    "<style>.t{display:none} a+.t:not(.x){display:flex}</style><a>c</a><div class=t>b</div>",
    "<style>.t{display:none} @media (min-width:1px){.t{display:block}}</style><div class=t>b</div>",
    "<style>.t{display:none} @supports (display:grid){.t{display:grid}}</style><div class=t>b</div>",
    "<style>.t{visibility:hidden} @media (min-width:1px){ @media (color){.t{visibility:visible}}}</style><p class=t>b",
  ])
  func aRuleThatMayShowWordsShowsThem(_ html: String) {
    let reading = RichText.readHTML(html)
    #expect(reading.value.plainText().contains("b"))
    expect(!reading.losses.contains { $0.kind == .characters }, reading.losses)
  }

  @Test(arguments: [
    "<style>.t{display:none} .t:hover{display:block}</style><div class=t>b</div>c",
    "<style>.t{display:none} @media print{.t{display:block}}</style><div class=t>b</div>c",
    "<style>@media (min-width:1px){.t{color:red}} .t{display:none}</style><div class=t>b</div>c",
  ])
  func whatNothingShowsStaysHiddenAndIsCounted(_ html: String) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.plainText(), "c")
    expect(reading.losses.contains { $0.kind == .characters && $0.count == 1 }, reading.losses)
  }

  // MARK: RTF

  // The files of TextEdit end without `\\par`.
  @Test(arguments: [
    (#"\qc last"#, "text-align:center"), (#"\qr last"#, "text-align:right"),
    (#"\rtlpar last"#, #"dir="rtl""#), (#"\li720 last"#, "margin-left:36pt"),
    (#"\cbpat1 last"#, "background-color:#12ab34"), (#"\outlinelevel0 last"#, "<h1"),
  ])
  func theLastParagraphKeepsItsLayoutWithoutAMarkAtItsEnd(_ body: String, _ style: String) throws {
    let rtf = Self.rtf(#"first\par\pard"# + body)
    let page = try ConvertedDocument(.data(rtf), "public.rtf", to: "public.html")
    guard case .data(let data) = page.contents else {
      Issue.record("the page is a folder")
      return
    }
    let text = String(decoding: data, as: UTF8.self)
    expect(text.contains(style), "\(text)")
    expectEmpty(page.losses)
  }

  @Test(arguments: [
    (#"{\info{\company x}}b"#, LossKind.metadata), (#"{\info{\manager x}}b"#, .metadata),
    (#"{\info{\category x}}b"#, .metadata), (#"{\info{\revtim\yr2024\mo13\dy1}}b"#, .metadata),
    (#"{\mmath{\*\moMathPara{\*\moMathParaPr{\mjc1}}{\*\moMath{\r x}}}}b"#, .formatting),
  ])
  func propertiesAndFormulasOfRTFAreCounted(_ body: String, _ kind: LossKind) throws {
    try expectEqual(Self.losses(Self.rtf(body), "public.rtf").map(\.kind), [kind])
  }

  @Test(arguments: [
    (#"{\header\pard two words\par}b\par"#, LossKind.characters, 8), (#"{\footerf x}b\par"#, .characters, 1),
    (#"{\header{\pict\pngblip 00}\par}b\par"#, .images, 1),
    (#"{\field{\*\fldinst HYPERLINK "http://x/"}{\fldrslt }}b\par"#, .links, 1),
    (#"{\field{\*\fldinst HYPERLINK "http://x/"}}b\par"#, .links, 1),
    (#"{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2}}}{\fldrslt }}b\par"#, .formatting, 1),
    (#"{\field{\*\fldinst USERNAME}{\fldrslt }}b\par"#, .formatting, 1),
    (#"a{\xe x}{\tc y}b\par"#, .metadata, 2),
    (#"{\*\userprops{\propname a}{\staticval x}}b\par"#, .metadata, 1),
    (#"{\*\docvar {a}{x}}b\par"#, .metadata, 1), (#"{\object\objemb{\*\objdata 0105}}b\par"#, .images, 1),
    (#"{\pict\emfblip\picw10\pich10 0100}b\par"#, .images, 1),
    (#"{\pict\wmetafile8\picw10\pich10 0100}b\par"#, .images, 1),
    (#"{\*\background{\shp{\*\shpinst}}}b\par"#, .colors, 1),
    (#"a\page b\par"#, .layout, 1), (#"a\par\pard\column b\par"#, .layout, 1),
    (#"\trowd\cellx3000\pard\intbl\page b\cell\row\pard c\par"#, .layout, 1),
    (#"\pard\brdrt\brdrs\brdrl\brdrs b\par c\par\pard d\par"#, .layout, 2),
    (#"\pard\box\brdrs b\par"#, .layout, 1), (#"\pard\brdrb\brdrs b\par"#, .layout, 1),
    (hyphenatedNumbers + #"\pard\ls1 a\par\pard\ls1\ilvl1 b\par c\par"#, .formatting, 2),
    (#"{\pard{\*\pn\pnlvlbody\pndec\pnprev{\pntxta .}}b\par}"#, .formatting, 1),
    (#"a\sect b\par"#, .layout, 1), (#"a\par\par\par b\par"#, .layout, 2),
  ])
  func whatRTFSaysBesideItsWordsIsCounted(_ body: String, _ kind: LossKind, _ count: Int) throws {
    let losses = try Self.losses(Self.rtf(body), "public.rtf")
    expectEqual(losses.filter { $0.kind == kind }.map(\.count), [count])
  }

  @Test(arguments: [
    (#"{\*\do\dobxcolumn\dptxbx{\dptxbxtext\pard box\par}}b\par"#, "box"),
    (#"{\field{\*\fldinst EQ \\f(x,Y)}{\fldrslt }}b\par"#, #"\f(x,Y)"#),
    (#"{\field{\*\fldinst QUOTE "said"}{\fldrslt }}b\par"#, "said"),
    (#"{\field{\*\fldinst SYMBOL 97 \\f "Symbol"}{\fldrslt }}b\par"#, "α"),
    (#"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres1}}}{\fldrslt }}b\par"#, "☑"),
    (#"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres25\ffdefres0}}}}b\par"#, "☐"),
    (#"{\mmath{\*\moMath{\mr\mscr0 x}}}b\par"#, "x"), (#"{\pntext 1.1\tab}b\par"#, "1.1"),
    (#"{\listtext\tab (iv)\tab}b\par"#, "(iv)"),
  ])
  func whatRTFShowsWithoutAResultIsWords(_ body: String, _ words: String) throws {
    let reading = try RichText.readRTF(Self.rtf(body))
    #expect(reading.value.plainText().contains(words) && reading.value.plainText().contains("b"))
  }

  @Test(arguments: [
    (#"{\f2 a\'a3b\'b7\'ae}"#, "α≤β•→"), (#"{\f2 "$@^`~}"#, "∀∃≅⊥‾∼"), (#"{\f2\u61476?\u-3896?}"#, "∃∪"),
    (#"{\f2\'f2\'e5\'d6\'a5}"#, "∫∑√∞"), (#"{\field{\*\fldinst SYMBOL 174 \\f "Symbol"}{\fldrslt }}"#, "→"),
    (#"{\f2\u8594?}"#, "→"),
  ])
  func theSignsOfTheSymbolFontAreCharacters(_ body: String, _ words: String) throws {
    let fonts = #"{\fonttbl{\f0 Times;}{\f2\ftech\fcharset2 Symbol;}}"#
    let reading = try RichText.readRTF(Data((#"{\rtf1\ansi\deff0"# + fonts + body + #"\par}"#).utf8))
    expectEqual(reading.value.plainText(), words)
    expectEmpty(reading.losses)
  }

  @Test func whatOurOwnDocumentsNeedIsNotCounted() throws {
    let text = RichText.readMarkdown(
      "- a\n\n<!-- -->\n\n- b\n\n> c\n\n```\nd\n\ne\n```\n\n|f|\n|-|\n|g|\n\nh\n"
    ).value
    let rtf = text.writeRTF()
    try expectEmpty(RichText.readRTF(rtf.data).losses)
  }

  // MARK: Markdown and text

  @Test(arguments: [
    ("a\n\n[b]: http://x/\n", 1), ("[a][b]\n\n[b]: http://x/\n[B]: http://y/\n", 1), ("[](http://x/)\n", 1),
    ("[a][b]\n\n[b]: http://x/\n", 0), ("[![](a.png)](http://x/)\n", 0),
  ])
  func linksThatNothingShowsAreCounted(_ markdown: String, _ count: Int) {
    let losses = RichText.readMarkdown(markdown).losses.filter { $0.kind == .links }
    expectEqual(losses.reduce(0) { $0 + $1.count }, count)
  }

  @Test(arguments: [
    ("a\n    b\n\tc\n", 2), ("a\n\n\n\nb\n", 2), ("  a\n", 1), ("a  b\nc\td\n", 0), ("a\n\nb\n", 0),
  ])
  func linesThatMarkdownDoesNotKeepAreCounted(_ text: String, _ count: Int) throws {
    let losses = try Self.losses(Data(text.utf8), "public.plain-text", to: "net.daringfireball.markdown")
    expectEqual(losses.filter { $0.kind == .layout }.reduce(0) { $0 + $1.count }, count)
  }

  // MARK: Pieces

  /// A table that is long enough to be written row by row.
  private static func longTable(_ cell: (Int) -> RichText.TableCell) -> RichText {
    RichText([.table(RichText.Table(rows: (0..<1_200).map { [cell($0)] }))])
  }

  @Test func theRowsAfterTheFirstCountWhatTheyLose() {
    let text = Self.longTable { number in
      var cell = RichText.TableCell([.text("\(number)")])
      cell.isRowHeading = true
      cell.background = Color(redByte: 9, greenByte: 9, blueByte: 9)
      return cell
    }
    func counts(_ losses: [Loss]) -> [LossKind: Int] {
      Dictionary(losses.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
    }
    expectEqual(counts(text.writeMarkdown().losses), [.formatting: 1_200, .colors: 1_200])
    expectEqual(counts(text.writeRTF().losses), [:])
  }

  @Test func linksInPiecesLeadToHeadings() throws {
    let link = RichText.Inline.styled(.link(RichText.Link("#title")), [.text("x")])
    let line = [RichText.Inline.text(String(repeating: "a", count: 70_000)), .hardBreak]
    let texts = [
      RichText([.paragraph(RichText.Paragraph(line + [link] + line + [.text("b")]))]),
      RichText([.paragraph(RichText.Paragraph(line + line + [link]))]),
      Self.longTable { RichText.TableCell($0 == 5 ? [link] : [.text("a")]) },
      Self.longTable { RichText.TableCell($0 == 1_100 ? [link] : [.text("a")]) },
    ]
    for text in texts {
      let whole = RichText([.heading(level: 1, RichText.Paragraph([.text("Title")]))] + text.blocks)
      let written = whole.writeRTF()
      #expect(String(decoding: written.data, as: UTF8.self).contains(#"{\*\bkmkstart title}"#))
      try expectEmpty(RichText.readRTF(written.data).losses)
    }
  }

  // MARK: Data

  @Test func commentsOfPropertyListsAreCounted() throws {
    let list =
      #"<?xml version="1.0"?><plist version="1.0"><array><!-- x --><string>a &lt;!--</string></array></plist>"#
    let losses = try Self.losses(Data(list.utf8), "com.apple.xml-property-list", to: "public.json")
    expectEqual(losses.map(\.description), ["1 comment"])
  }
}
