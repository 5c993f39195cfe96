import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats
@testable import TextEncodings

/// The rich text read from HTML, described in lines.
func dump(html: String) -> String {
  let value = RichText.readHTML(html).value
  expectEqual(value, value.normalized())
  return value.debugDescription
}

struct HTMLReadingTests {
  private static let fragments: [(String, String)] = [
    // White space.
    ("<p>a   b\n\n c </p>", "paragraph: \"a b\" soft-break \"c\""),
    ("<p> a <b> b </b> c</p>", "paragraph: \"a \" bold[\"b \"] \"c\""),
    ("a <br> b", "paragraph: \"a\" hard-break \"b\""),
    ("<p>a<br></p>", "paragraph: \"a\""),
    ("<p>a<br><br></p>", "paragraph: \"a\" hard-break"),
    ("<div>a</div> <div> b</div>", "paragraph: \"a\"\nparagraph: \"b\""),
    ("<p>&nbsp; a</p>", "paragraph: \"\u{A0} a\""),
    ("<p style='white-space:pre-wrap'>a  b\nc</p>", "paragraph: \"a  b\" hard-break \"c\""),
    ("<p style='white-space:pre-line'>a  b\n c</p>", "paragraph: \"a b\" hard-break \"c\""),
    ("<p>a<!-- x -->b<wbr>c</p>", "paragraph: \"abc\""),
    ("<p>x<span> </span> y</p>", "paragraph: \"x y\""),
    // Character references.
    (
      "&lt;&#65;&#x42;&copy&notit;&amp;amp;&bogus;&#150;&#0;&;&",
      "paragraph: \"<AB©¬it;&amp;&bogus;–\u{FFFD}&;&\""
    ),
    ("<a href='?a=1&copy=2&amp;b'>x</a>", "paragraph: link(?a=1&copy=2&b)[\"x\"]"),
    // Text that is not markup.
    ("a < b <3 </ >", "paragraph: \"a < b <3\""),
    ("<p>1 <2</p><>", "paragraph: \"1 <2\"\nparagraph: \"<>\""),
    // Elements with implied end tags.
    ("<p>a<p>b<div>c", "paragraph: \"a\"\nparagraph: \"b\"\nparagraph: \"c\""),
    ("<p>a<b>b<p>c</b>d", "paragraph: \"a\" bold[\"b\"]\nparagraph: bold[\"c\"] \"d\""),
    ("<b>a<i>b</b>c</i>d", "paragraph: bold[\"a\" italic[\"b\"]] italic[\"c\"] \"d\""),
    ("<b><p>a</b>b</p>c", "paragraph: bold[\"a\"] \"b\"\nparagraph: \"c\""),
    ("<h1>a<h2>b</h3>c", "heading 1: \"a\"\nheading 2: \"b\"\nparagraph: \"c\""),
    ("<a href=1>a<a href=2>b</a>c", "paragraph: link(1)[\"a\"] link(2)[\"b\"] \"c\""),
    ("<div>a</span></p></div>b", "paragraph: \"a\"\nparagraph: \"b\""),
    ("<select><option>x</select>y", "paragraph: \"y\""),
    // Inline elements.
    (
      "<u>u</u><ins>i</ins><del>d</del><strike>s</strike><kbd>k</kbd><tt>t</tt>",
      "paragraph: underline[\"ui\"] strikethrough[\"ds\"] code[\"kt\"]"
    ),
    (
      "<font color=red size=5 face='Arial, x'>a</font>",
      "paragraph: font(Arial)[size(18.0)[color(1.000 0.000 0.000)[\"a\"]]]"
    ),
    ("<small>a</small>", "paragraph: size(10.0)[\"a\"]"),
    ("<mark>a</mark>", "paragraph: background(1.000 1.000 0.000)[\"a\"]"),
    ("<p lang=fr>a <span lang=''>b</span>", "paragraph: language(fr)[\"a \"] \"b\""),
    ("<q>a <q>b</q></q>", "paragraph: \"“a ‘b’”\""),
    ("<b style='font-weight:normal'>a</b>", "paragraph: \"a\""),
    ("<u>a<span style='text-decoration:none'>b</span></u>", "paragraph: underline[\"ab\"]"),
    (
      "<span style=\"color:#f00 !important;color:blue\">a</span>",
      "paragraph: color(1.000 0.000 0.000)[\"a\"]"
    ),
    (
      "<span style='font:italic 700 10pt/1.2 \"A B\",serif'>a</span>",
      "paragraph: font(A B)[size(10.0)[bold[italic[\"a\"]]]]"
    ),
    (
      "<span style='font-size:2em'>a<span style='font-size:50%'>b</span></span>",
      "paragraph: size(24.0)[\"a\"] size(12.0)[\"b\"]"
    ),
    // Blocks.
    ("<center>a</center><p align=right>b", "paragraph (center): \"a\"\nparagraph (right): \"b\""),
    ("<p dir=rtl style='margin-right:1in'>a", "paragraph (rightToLeft, indented 72.0): \"a\""),
    ("<div style='margin-left:10px'><p style='padding-left:1em'>a", "paragraph (indented 19.5): \"a\""),
    ("<hr><p>a<hr>b", "rule\nparagraph: \"a\"\nrule\nparagraph: \"b\""),
    ("<pre>\na\n b</pre>", "code: \"a\\n b\\n\""),
    ("<pre class=lang-c><b>a</b><br>b</pre>", "code in c: \"a\\nb\\n\""),
    (
      "<blockquote style='margin:0 0 0 40px;border:none;padding:0'>a</blockquote>",
      "paragraph (indented 30.0): \"a\""
    ),
    ("<details><summary>a</summary>b</details>", "paragraph: \"a\"\nparagraph: \"b\""),
    (
      "<figure><img src=a.png alt=x><figcaption>c</figcaption></figure>",
      "paragraph: attachment(a.png, text \"x\")\nparagraph: \"c\""
    ),
    // Lists.
    (
      "<ul><li>a<ul><li>b</ul><li>c</ul>",
      "tight list, disc\n  item\n    paragraph: \"a\"\n    tight list, disc\n      item\n        paragraph: \"b\"\n"
        + "  item\n    paragraph: \"c\""
    ),
    (
      "<ol><li>a</li><ol type=i start=4><li>b</ol></ol>",
      "tight list, decimal from 1, period\n  item\n    paragraph: \"a\"\n"
        + "    tight list, lowercaseRoman from 4, period\n      item\n        paragraph: \"b\""
    ),
    (
      "<ol><li>a<li value=5>b</ol>",
      "tight list, decimal from 1, period\n  item\n    paragraph: \"a\"\n"
        + "tight list, decimal from 5, period\n  item\n    paragraph: \"b\""
    ),
    (
      "<li>a<li>b<p>c",
      "loose list, disc\n  item\n    paragraph: \"a\"\n  item\n    paragraph: \"b\"\n    paragraph: \"c\""
    ),
    (
      "<ul style='list-style:square'>a<li>b</ul>",
      "tight list, square\n  item\n    paragraph: \"a\"\n  item\n    paragraph: \"b\""
    ),
    // Tables.
    (
      "<table><tr><td>a<td rowspan=2>b<tr><td>c</table>",
      "table, 0 header\n  row\n    cell\n      paragraph: \"a\"\n    cell 1×2\n      paragraph: \"b\"\n"
        + "  row\n    cell\n      paragraph: \"c\""
    ),
    (
      "<table>x<td>a<table><td>b</table>c</table>d",
      "paragraph: \"x\"\ntable, 0 header\n  row\n    cell\n      paragraph: \"a\"\n      table, 0 header\n"
        + "        row\n          cell\n            paragraph: \"b\"\n      paragraph: \"c\"\nparagraph: \"d\""
    ),
    (
      "<table><tfoot><tr><td>f</tfoot><tbody><tr><td>b</table>",
      "table, 0 header\n  row\n    cell\n      paragraph: \"b\"\n  row\n    cell\n      paragraph: \"f\""
    ),
    (
      "<b><table><tr align=center><td>a<td align=left>b</b></table>c",
      "table, 0 header\n  row\n    cell, center\n      paragraph: bold[\"a\"]\n    cell, left\n"
        + "      paragraph: bold[\"b\"]\nparagraph: bold[\"c\"]"
    ),
  ]

  @Test(arguments: fragments)
  func htmlReadsAsBrowsersShowIt(_ html: String, _ expected: String) {
    expectEqual(dump(html: html), expected + "\n")
  }

  @Test(arguments: [
    ("p{color:red} .a{color:lime} #b{color:blue}", "<p class=a id=b>x", "color(0.000 0.000 1.000)[\"x\"]"),
    ("p.a,p.b{font-weight:bold}", "<p class='c b'>x", "bold[\"x\"]"),
    (".o i{font-style:normal}", "<div class=o><p><i>x</i> <b>y</b></div>", "\"x \" bold[\"y\"]"),
    ("div>i{color:red}", "<div><p><i>x</i></p></div>", "italic[\"x\"]"),
    ("p>i{font-style:normal}", "<div><p><i>x</i></p></div>", "\"x\""),
    ("body{font-family:Arial} p:hover{color:red}", "<p>x", "font(Arial)[\"x\"]"),
    ("@media print{p{color:red}}@media screen{p{font-weight:700}}", "<p>x", "bold[\"x\"]"),
    ("<!-- /* } */ p{font-weight:bold!important} p{font-weight:normal} -->", "<p>x", "bold[\"x\"]"),
    ("p{background:url(data:;}) ; font-style:italic}", "<p>x", "italic[\"x\"]"),
    ("{} } ; p { font-style : italic", "<p>x", "italic[\"x\"]"),
  ])
  func styleSheetsApply(_ sheet: String, _ html: String, _ expected: String) {
    expectEqual(dump(html: "<style>\(sheet)</style>\(html)"), "paragraph: \(expected)\n")
  }

  @Test func nothingActiveComesThrough() {
    let html = """
      <script>x</script><p onclick="x" onLoad=y>a <a href="java&#10;script:x">b</a>
      <a href=" &#1;VBSCRIPT:x">c</a><img src="javascript:x" alt=d><svg><script>x</script></svg>
      <noscript>e</noscript><template><p>f</template><iframe src=x>g</iframe>
      """
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.debugDescription, "paragraph: \"a b\" soft-break \"cd\" soft-break \"e\"\n")
    var counts: [LossKind: Int] = [:]
    for loss in reading.losses { counts[loss.kind, default: 0] += loss.count }
    expectEqual(counts, [.scripts: 4, .links: 2, .images: 3])
  }

  @Test func formattingThatRichTextLacksIsCounted() {
    let reading = RichText.readHTML(
      """
      <meta name=changedby content=x><link rel=stylesheet href=a.css><!-- note -->
      <p style="background:yellow">a <abbr title="b">c</abbr><a name=d></a><input type=text>
      <table><tr><td>x</td></tr><tr><th>y</th><td>z</td></tr></table>
      """)
    var counts: [LossKind: Int] = [:]
    for loss in reading.losses { counts[loss.kind, default: 0] += loss.count }
    expectEqual(counts, [.metadata: 2, .formatting: 2, .comments: 1])
  }

  @Test func hiddenTextIsLeftOutAndCounted() {
    let reading = RichText.readHTML(
      "<p>a<span style='display:none'>bé c<br></span><div hidden><ul><li>c</ul></div>d")
    expectEqual(reading.value.debugDescription, "paragraph: \"a\"\nparagraph: \"d\"\n")
    expectEqual(
      reading.losses.filter { $0.kind == .characters }.map(\.description),
      [
        "4 characters (hidden by the page)"
      ])
  }

  @Test(arguments: [
    "<style>.t{display:none} .t.on{display:block}</style><div class='t on'>b</div>",
    "<style>.t{display:none}</style><div class=t style='display:flex'>b</div>",
    "<style>.t{display:none} .t{display:revert}</style><div class=t>b</div>",
    "<style>#x{display:none} p{display:block !important}</style><p id=x>b</p>",
    "<style>.t{visibility:hidden} .t b{visibility:visible}</style><div class=t>a<b>b</b></div>",
    "<style>.t{visibility:hidden} .t{visibility:visible}</style><div class=t>b</div>",
    "<style>[hidden]{} .t{display:table-cell}</style><div hidden class=t>b</div>",
  ])
  func whatALaterRuleShowsIsRead(_ html: String) {
    #expect(RichText.readHTML(html).value.plainText().contains("b"))
  }

  @Test func nothingShowsInsideWhatIsNotDisplayed() {
    let reading = RichText.readHTML("<div style='display:none'><p style='display:block'>b</p></div>c")
    expectEqual(reading.value.plainText(), "c")
    expectEqual(reading.losses.map(\.count), [1])
  }

  // MARK: Elements that hide words

  @Test(arguments: [
    ("a<svg><text>x</text><em>b</em>", ["a", "b"]), ("a<svg><path><p>b", ["a", "b"]),
    ("a<svg><path></p>b", ["a", "b"]), ("a<svg><path><code>b</code>", ["a", "b"]),
    ("<plaintext>a</plaintext><b>b", ["a</plaintext><b>b"]),
    ("<frameset><frame src=x><noframes><p>a</p><p>b</p></noframes></frameset>", ["a", "b"]),
    ("<noscript><p>a</p></noscript>b", ["a", "b"]),
    ("a<script><!-- <script> x </script> y --></script>b", ["ab"]),
    ("a<script><!-- x </script>b", ["ab"]), ("a<script><!--> x <script> </script>b", ["ab"]),
    ("a<script>'<script>'</script>b", ["ab"]),
  ])
  func wordsEndUpWhereBrowsersShowThem(_ html: String, _ words: [String]) {
    let lines = RichText.readHTML(html).value.plainText().split(whereSeparator: \.isNewline)
    expectEqual(lines.joined(separator: " ").filter { $0 != " " }, words.joined())
  }

  // MARK: Line ends

  @Test(arguments: ["<pre>a&#13;&#10;b&#13;&#10;", "<textarea>a\r\nb&#13;\n", "<pre>a&#13;b&#13;"])
  func noLineOfCodeIsLost(_ html: String) {
    let text = RichText.readHTML(html).value
    expectEqual(text.plainText().split(whereSeparator: \.isNewline), ["a", "b"])
    let again = RichText(html: text.html())
    expectEqual(again.plainText().split(whereSeparator: \.isNewline), ["a", "b"])
  }

  @Test(arguments: ["<p>a<b", "<p>a<!-- b", "<p>a<b x='", "<p>a<script>b"])
  func aTextThatEndsInsideMarkupIsReadWithAWarning(_ html: String) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.debugDescription, "paragraph: \"a\"\n")
    expectEqual(reading.warnings, ["The text ends inside a tag or a comment."])
  }

  @Test func picturesHaveTheirBytesAndSizes() {
    expectEqual(
      dump(
        html:
          "<img src='data:image/png;base64,iVBO Rw' width=100 height=50% style='height:10pt' title=t alt=a>"
          + "<img src='data:,a%20b%2'>"),
      "paragraph: attachment(public.png, 4 bytes, text \"a\", title \"t\", width 75.0, height 10.0) "
        + "attachment(public.plain-text, 5 bytes)\n")
  }

  @Test func relativeURLsAreResolvedAgainstTheBase() {
    expectEqual(
      dump(html: "<base href='http://a.example/b/c'><a href='d?e'>x</a><a href='#f'>y</a><img src='/g.png'>"),
      "paragraph: link(http://a.example/b/d?e)[\"x\"] link(#f)[\"y\"] attachment(http://a.example/g.png)\n"
    )
  }

  @Test(arguments: [
    "\nhttps://ex.org/a", " https://ex.org/a ", "https://ex.org&#10;/&#9;a", "&#1;https://ex.org/a\u{1F}\r\n",
  ])
  func whiteSpaceAroundAURLIsDropped(address: String) {
    let html = """
      <base href="\(address)"><link rel=stylesheet href="\(address)"><a href="\(address)">x</a><img src="\(address)">\
      <a href="?b">y</a>
      """
    expectEqual(
      dump(html: html),
      "paragraph: link(https://ex.org/a)[\"x\"] attachment(https://ex.org/a) "
        + "link(https://ex.org/a?b)[\"y\"]\n")
  }

  @Test func spacesInsideAURLAreKept() {
    expectEqual(dump(html: "<a href=' a b '>x</a>"), "paragraph: link(a b)[\"x\"]\n")
  }

  @Test func elementsInXMLEndThemselves() {
    let xml = Data("<?xml version='1.0'?><html><body><p/><p>a<b/>c</p><![CDATA[<d>]]></body></html>".utf8)
    expectEqual(RichText.readXHTML(xml).value.debugDescription, "paragraph: \"ac\"\nparagraph: \"<d>\"\n")
  }

  /// Pages: the UTF-8 part at the beginning, the bytes after it, and the expected text.
  private static let encodedPages: [(String, [UInt8], String)] = [
    ("<meta charset=utf-8>é", [], "é"),
    ("", [0xE9], "é"),
    ("<meta charset=iso-8859-1>", [0x93], "“"),
    ("<meta http-equiv=Content-Type content='text/html; charset=macintosh'>", [0x8E], "é"),
    ("<?xml version='1.0' encoding='macintosh'?>", [0x8E], "é"),
    ("<meta charset=utf-16>é", [], "é"),
    ("\u{FEFF}<meta charset=latin1>é", [], "é"), ("<meta charset=latin-1>", [0x93], "“"),
    ("<meta charset=iso-2022-jp>\u{1B}$BF|K\\\u{1B}(B", [], "日本"),
    ("<!-- <meta charset=macintosh> --><script>'<meta charset=macintosh>'</script>", [0xE9], "é"),
  ]

  @Test(arguments: encodedPages)
  func theEncodingIsFound(_ start: String, _ rest: [UInt8], _ expected: String) {
    let data = Data(Array(start.utf8) + rest)
    expectEqual(RichText.readHTML(data).value.debugDescription, "paragraph: \(expected.debugDescription)\n")
  }

  @Test(arguments: [TextEncoding(.utf16LittleEndian, byteOrderMark: true), .utf16BigEndian])
  func pagesInUTF16AreRead(_ encoding: TextEncoding) {
    expectEqual(
      RichText.readHTML(encoding.encode("<p>abé").data).value.debugDescription, "paragraph: \"abé\"\n")
  }

  @Test func anUnknownEncodingIsReported() {
    let reading = RichText.readHTML(Data("<meta charset=x-none>é".utf8))
    expectEqual(reading.warnings, ["The encoding x-none is not known; the text was read as UTF-8."])
    expectEqual(
      RichText.readHTML(Data("<meta charset=utf-7>+ADw-b+AD4-".utf8)).warnings,
      ["The encoding utf-7 is not supported, because it can hide markup; the text was read as UTF-8."])
    expectEqual(
      RichText.readHTML(Data([0x8E]), encodingName: "macintosh").value.debugDescription,
      "paragraph: \"é\"\n")
  }
}
