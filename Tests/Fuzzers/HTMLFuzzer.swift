import Foundation
import ProfferConversions
import RichTextFormats

/// HTML: read from bytes, written and read again.
struct HTMLFuzzer: Fuzzer {
  let material = Material(
    seeds: [
      "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>T</title><style>p.a,#b>i{color:red;margin:0 1em}</style>"
        + "<h1>A</h1><p class=a id=b>b <b>c <i>d</b> e</i> <a href='x?a=1&amp;b' title=t>f</a><br>g &copy; &#150;",
      "<ul><li>a<ol start=3 type=i><li>b<li value=9>c</ol><li><input type=checkbox checked> d<p>e</ul><dl><dt>f<dd>g</dl>",
      "<table><caption>a</caption><thead><tr><th>b<th colspan=2>c<tbody><tr><td rowspan=2 align=right>d<td><p>e<p>f"
        + "</table>g<blockquote>h<pre><code class=language-c>\ni\n</code></pre></blockquote><hr>",
      "Version:0.9\r\nStartHTML:00000071\r\nEndHTML:00000170\r\nStartFragment:00000140\r\nEndFragment:00000160\r\n"
        + "<html><body>a<!--StartFragment--><b>b</b><!--EndFragment-->",
      "<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level1 lfo1'><![if !supportLists]><span "
        + "style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>a<o:p></o:p></p><p style='mso-list:l0 level2 "
        + "lfo1'>b<span style='mso-spacerun:yes'>  </span><span style='mso-tab-count:2'>  </span>c",
      "<p dir=rtl lang=ar style='white-space:pre-wrap;text-indent:-1em'>a  b\n<span style=\"font:italic 12px/1 'A B',x;"
        + "background:#ff0;vertical-align:super\">c</span><img src='data:image/png;base64,AAAA' width=9 alt=d><q>e",
      "<svg><foreignObject><p>a</p></foreignObject></svg><math><mi>x</mi></math><select><option>b</select><script>c",
    ].map { Array($0.utf8) },
    words: [
      "<b>", "</b>", "<i>", "</i>", "<p>", "</p>", "<div>", "</div>", "<a href=x>", "</a>", "<ul>", "</ul>",
      "<ol>",
      "</ol>", "<li>", "</li>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<th>", "<thead>", "<tfoot>",
      "<caption>",
      "</caption>", "<h2>", "</h2>", "<pre>", "</pre>", "<br>", "<hr>", "<q>", "</q>", "<blockquote>",
      "</blockquote>",
      "<span style='display:none'>", "<span style='white-space:pre'>", "</span>", "<!--", "-->",
      "<!--StartFragment-->",
      "<!--EndFragment-->", "<![CDATA[", "]]>", "<style>", "</style>", "p{", "}", "@media", "&amp;", "&#0;",
      "&#x10FFFF;",
      "&nbsp;", "<svg>", "</svg>", "<select>", "<title>", "<script>", "</script>", " ", "\n", "\t", "=\"",
      "'>",
      "style='mso-list:l1 level3'", "<p style='mso-list:l0 level1'>", "<center>", "<font size=7>", "<code>",
      "</code>",
    ],
    pairs: [
      ("<div>", "</div>"), ("<b>", "</b>"), ("<ul><li>", "</ul>"), ("<table><tr><td>", "</table>"),
      ("<p>", "</p>"),
      ("<blockquote>", "</blockquote>"), ("<span>", "</span>"), ("<q>", "</q>"), ("<!--", "-->"),
    ],
    shapes: [
      "<", "&", " ", "<b>x", "</b>", "<p><b>x", "<div>", "<ul><li>x", "<table><tr><td>x", "<td>",
      "<blockquote>x",
      "<a href=x>", "<!-- -->", "<a b=c ", "<font color=red>x<p>", "<i><p>x</i>", "<svg><p>",
      "<style>p{color:red}</style><p>", "<h1>", "<pre>a</pre>", "<q>", "<br>", "<span style='color:red'>x",
      "<dd>",
      "&am", "<p style='mso-list:l0 level2 lfo1'>x", "<b><div></b>", "<ol><li value=7>x</ol>", "<caption>x",
      "<script>", "<area href=a alt=b>", "<p id=a><a href=#b>x", "<ol reversed style='list-style:none'><li>x",
    ].map { GrowingShape(repeating: $0) })

  func check(_ input: [UInt8]) throws(Finding) {
    let reading = RichText.readHTML(Data(input))
    let value = reading.value
    try Finding.unless(value == value.normalized(), "the text that was read is not normalized")
    let written = value.writeHTML()
    let again = RichText.readHTML(written.data).value
    try Finding.unless(
      again == value || !written.losses.isEmpty,
      "after writing and reading, the value differs: \(Self.difference(value, again))")
    _ = RichText.readXHTML(Data(input))
  }

  /// The first line that differs between two values.
  private static func difference(_ first: RichText, _ second: RichText) -> String {
    let lines = first.debugDescription.split(separator: "\n")
    for (one, other) in zip(lines, second.debugDescription.split(separator: "\n")) where one != other {
      return "\(one)\nand\n\(other)"
    }
    return "one value is longer than the other"
  }
}
