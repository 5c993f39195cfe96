import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// HTML content that a rich text cannot express, and content that only seems to be of that kind.
struct HTMLLossTests {
  private func losses(_ html: String) -> [String] { RichText.readHTML(html).losses.map(\.description) }

  @Test(arguments: [
    ("<ol reversed><li>a<li>b</ol>", ["formatting in 1 place (descending lists)"]),
    ("<ol reversed start=4><li>a</ol>", []), ("<ul reversed><li>a<li>b</ul>", []),
    ("<ol style='list-style-type:none'><li>a</ol>", ["formatting in 1 place (lists without markers)"]),
    ("<style>ul{list-style:none}</style><ul><li>a</ul>", ["formatting in 1 place (lists without markers)"]),
    ("<ul><li style='list-style: NONE outside'>a</ul>", ["formatting in 1 place (lists without markers)"]),
    ("<ul style='list-style:none square'><li>a</ul>", []),
    ("<ul style='list-style:none;list-style-type:disc'><li>a</ul>", []),
    ("<ul style='list-style:none'></ul>", []),
    ("<ul style='list-style:none'><li><input type=checkbox>a</ul>", []),
  ])
  func markersThatListsLackAreCounted(html: String, expected: [String]) {
    expectEqual(losses(html), expected)
  }

  @Test(arguments: [
    ("<h1 id=z>a</h1><a href=#z>b</a>", "heading 1: anchor(z) \"a\""),
    ("<a href=#z>b</a><p id=z>a", "paragraph: anchor(z) \"a\""),
    ("<p id=z>a<a href=#y>b</a>", "paragraph: \"a\" link(#y)[\"b\"]"), ("<p id=z>a", "paragraph: \"a\""),
    ("<p id='é'>a</p><a href='#%C3%A9'>b</a>", "paragraph: anchor(é) \"a\""),
    ("<a name=z>a</a>", "paragraph: anchor(z) \"a\""),
    ("<a href=#>b</a><p id=''>a", "paragraph: link(#)[\"b\"]"),
    ("<p>a <a name=z id=z></a> c", "paragraph: \"a \" anchor(z) \"c\""),
    ("<p>a<b id=z>c</b><a href='#z'>b</a>", "paragraph: \"a\" anchor(z) bold[\"c\"] link(#z)[\"b\"]"),
    ("<a id=z></a><p>a", "paragraph: anchor(z) \"a\""), ("<a id=z></a><h2></h2>a", "heading 2: anchor(z)"),
    ("<pre id=z>a</pre><a href=#z>b</a>", "paragraph: anchor(z)"),
    ("<h2 id=a-b>A b</h2><a href=#a-b>c</a>", "heading 2: \"A b\""),
    ("<h2>A</h2><h2 id=a-1>A</h2><a href=#a-1>c</a>", "heading 2: \"A\""),
    ("<p id=z>a<!--StartFragment--><a href=#z>b</a><!--EndFragment-->", "paragraph: link(#z)[\"b\"]"),
  ])
  func placesThatLinksLeadToAreAnchors(html: String, expected: String) {
    let lines = RichText.readHTML(html).value.debugDescription.split(separator: "\n")
    expect(lines.contains { $0 == expected }, lines)
    expectEqual(losses(html), [])
  }

  @Test func aPlaceInCodeIsCounted() {
    expectEqual(losses("<pre>a <b id=z></b>c</pre><a href=#z>b</a>"), ["1 link (link targets)"])
  }

  @Test(arguments: [
    ("<meta name=subject content=x>", "subject: x"), ("<meta name=classification content=x>", "subject: x"),
    ("<meta name=DC.subject content=x>", "subject: x"),
    ("<meta name=Keywords content='x, y'>", "keywords: x, y"),
    ("<meta name=description content='x&#10;y'>", #"summary: "x\ny""#),
    ("<meta name=dcterms.abstract content=x>", #"summary: "x""#),
    ("<meta name=date content=2024-01-31>", "created: 2024-01-31"),
    ("<meta name=created content=2024-01-31T10:15:30>", "created: 2024-01-31T10:15:30Z"),
    ("<meta name=created content=2024-01-31T10:15:30.000000000>", "created: 2024-01-31T10:15:30Z"),
    ("<meta name=dcterms.created content=2024-01-31T10:15+01:00>", "created: 2024-01-31T09:15:00Z"),
    ("<meta name=DCTERMS.date content=2024-01-31T10:15Z>", "created: 2024-01-31T10:15:00Z"),
    ("<meta name=changed content=2024-01-31T10:15:30>", "modified: 2024-01-31T10:15:30Z"),
    ("<meta name=dcterms.modified content=2024-01-31>", "modified: 2024-01-31"),
    ("<meta name=author content=x><meta name=dc.creator content=x>", "author: x"),
  ])
  func metadataOfOtherProgramsIsRead(html: String, expected: String) {
    expectEqual(RichText.readHTML(html + "<p>a").value.debugDescription, expected + "\nparagraph: \"a\"\n")
    expectEqual(losses(html + "<p>a"), [])
  }

  @Test(arguments: [
    (
      "<meta name=keywords content=x><meta name=keywords content=y>",
      ["metadata in 1 place (metadata of the page)"]
    ),
    (
      "<meta name=author content=x><meta name=author content=y>",
      ["metadata in 1 place (metadata of the page)"]
    ),
    ("<meta name=created content=yesterday>", ["metadata in 1 place (metadata of the page)"]),
    ("<meta name=changed content=2023-02-29>", ["metadata in 1 place (metadata of the page)"]),
    ("<meta name=created content=00:00:00>", []),
    (
      "<meta name=created content=2024-01-31T10:15:30.5>",
      ["metadata in 1 place (fractions of seconds in dates)"]
    ),
    (
      "<meta property=article:published_time content=2024-01-31>",
      ["metadata in 1 place (metadata of the page)"]
    ),
  ])
  func metadataThatIsNotReadIsCounted(html: String, expected: [String]) {
    expectEqual(losses(html + "<p>a"), expected)
  }

  @Test(arguments: [
    ("<span style='font-variant:small-caps'>a</span>", "smallCaps[\"a\"]"),
    ("<span style='font-variant:oldstyle-nums SMALL-CAPS'>a</span>", "smallCaps[\"a\"]"),
    ("<b style='font-variant-caps:small-caps'>a</b>", "bold[smallCaps[\"a\"]]"),
    ("<i style='font:small-caps bold 9pt Georgia'>a</i>", "font(Georgia)[size(9.0)[bold[smallCaps[\"a\"]]]]"),
    (
      "<span style='font-variant:small-caps'>a<i style='font-variant:normal'>b</i></span>",
      "smallCaps[\"a\"] italic[\"b\"]"
    ),
    (
      "<span style='font-variant:small-caps'>a<i style='font:9pt Georgia'>b</i></span>",
      "smallCaps[\"a\"] font(Georgia)[size(9.0)[\"b\"]]"
    ),
    (
      "<span style='font-variant:small-caps'>a<i style='font-variant-caps:inherit'>b</i></span>",
      "smallCaps[\"a\" italic[\"b\"]]"
    ),
    (
      "<style>.smallcaps{font-variant: small-caps;}</style><span class=smallcaps>a</span>", "smallCaps[\"a\"]"
    ),
  ])
  func smallCapitalsAreAStyle(html: String, expected: String) {
    expectEqual(RichText.readHTML("<p>" + html).value.debugDescription, "paragraph: \(expected)\n")
    expectEqual(losses("<p>" + html), [])
  }

  @Test(arguments: [
    "font-variant:all-small-caps", "font-variant-caps:petite-caps", "font-variant-caps:unicase",
    "text-transform:uppercase",
  ])
  func otherCapitalsAreCounted(style: String) {
    expectEqual(
      losses("<p style='\(style)'>a"),
      [
        "formatting in 1 place (text shown in another case or in small capitals)"
      ])
  }

  @Test func wordsInASetDirectionAreCounted() {
    expectEqual(
      losses("<p>a <bdo dir=rtl>bc</bdo>"), ["formatting in 1 place (text with an overridden direction)"])
  }

  @Test func partsOfPicturesAreLinks() {
    let html = """
      <p>a<map name=m><area href="https://a/" alt=Z><area href="https://b/" alt="Y y" shape=rect>\
      <area alt=no><area href="javascript:x" alt=script></map>b
      """
    let reading = RichText.readHTML(html)
    expectEqual(
      reading.value.debugDescription,
      "paragraph: \"a \" link(https://a/)[\"Z\"] \" \" link(https://b/)[\"Y y\"] \" script b\"\n")
    expectEqual(reading.losses.map(\.description), ["1 link (script URLs)"])
    expectEqual(losses("<area href=a>"), ["1 link (image map areas)"])
  }

  @Test(arguments: [
    (
      "<dl><dt>a<dd>b</dl>c",
      "definitions\n  term: \"a\"\n  meaning\n    paragraph: \"b\"\nparagraph: \"c\"\n"
    ),
    (
      "<dl><div><dt>a<dt>b<dd>c</div><div><dt>d<dd><p>e<ul><li>f</ul></div></dl>",
      "definitions\n  term: \"a\"\n  term: \"b\"\n  meaning\n    paragraph: \"c\"\n  term: \"d\"\n  meaning\n"
        + "    paragraph: \"e\"\n    tight list, disc\n      item\n        paragraph: \"f\"\n"
    ), ("<dl><dd>b</dl>", "definitions\n  meaning\n    paragraph: \"b\"\n"),
    ("<dl></dl>a", "paragraph: \"a\"\n"),
    ("<dl>a<dt>b</dl>", "definitions\n  meaning\n    paragraph: \"a\"\n  term: \"b\"\n"),
    ("<dl><dt><b>a</b><br>b<dd></dl>", "definitions\n  term: bold[\"a\"] hard-break \"b\"\n"),
  ])
  func termsAndMeaningsAreDefinitions(html: String, expected: String) {
    expectEqual(RichText(html: html).normalized().debugDescription, expected)
    expectEqual(losses(html), [])
  }

  @Test func whatDefinitionsLackIsCounted() {
    expectEqual(
      losses("<dl><dt><h3>a</h3><dd>b</dl>"), ["formatting in 1 place (blocks in definition terms)"])
    expectEqual(
      losses("<dl><dt align=center><ul><li>a</ul><dd>b</dl>"),
      [
        "formatting in 1 place (blocks in definition terms)"
      ])
    expectEqual(losses("<dl hidden><dt>a<dd>b</dl>e"), ["2 characters (hidden by the page)"])
    expectEmpty(RichText.readMarkdown("<dl><dt>*a*<dd>b</dl>\n\nc\n").losses)
  }

  @Test(arguments: [
    "net.daringfireball.markdown", "public.rtf", "public.utf8-plain-text", "public.html",
    "org.textbundle.package",
  ])
  func termsAndDefinitionsAreSeparateParagraphs(type: String) throws {
    let html = "<dl><dt>ab<dd>cd<dt>ef<dd><p>gh<p>ij</dl><table><tr><td><dl><dt>kl<dd>mn</dl></table>"
    let result = try convert(Data(html.utf8), from: "public.html", to: type)
    let said: String
    switch result.contents {
    case .data(let data): said = String(decoding: data, as: UTF8.self)
    case .package(let members): said = members.map { String(decoding: $0.data, as: UTF8.self) }.joined()
    }
    for word in ["ab", "cd", "ef", "gh", "ij", "kl", "mn"] { expect(said.contains(word), said) }
    for words in ["abcd", "ab cd", "efgh", "ef gh", "klmn", "kl mn"] {
      expect(!said.contains(words), "\(said)")
    }
  }
}
