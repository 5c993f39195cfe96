import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats

/// The extensions of GitHub, and our own.
struct MarkdownReaderTests {
  private static func dump(_ markdown: String) -> String { RichText(markdown: markdown).debugDescription }

  @Test func tablesHaveHeadsAlignmentsAndRows() {
    expectEqual(
      Self.dump("a\n| x | y | z | w |\n|---|:--|:-:|--:|\n| `a\\|b` | *c* | \\| |\n1 | 2 | 3 | 4 | 5\n> q"),
      """
      paragraph: "a"
      table, 1 header
        row
          cell
            paragraph: "x"
          cell, left
            paragraph: "y"
          cell, center
            paragraph: "z"
          cell, right
            paragraph: "w"
        row
          cell
            paragraph: code["a|b"]
          cell, left
            paragraph: italic["c"]
          cell, center
            paragraph: "|"
          cell, right
        row
          cell
            paragraph: "1"
          cell, left
            paragraph: "2"
          cell, center
            paragraph: "3"
          cell, right
            paragraph: "4"
      quotation
        paragraph: "q"

      """)
  }

  @Test(arguments: [
    "| a |\n| - | - |\n", "a\n", "| a |\n|   |\n", "| a | b |\n| - |\n", "| a |\n| :-: - |\n",
  ])
  func linesThatAreNotATableAreWords(markdown: String) {
    #expect(Self.dump(markdown).hasPrefix("paragraph: "))
  }

  @Test func anEmptyTableHeadIsDropped() {
    #expect(
      Self.dump("| |\n|-|\n| a |\n").hasPrefix("table, 0 header\n  row\n    cell\n      paragraph: \"a\""))
  }

  @Test(arguments: [
    ("~~a~~ ~b~", #"strikethrough["a"] " " strikethrough["b"]"#), ("~~a~", #""~~a~""#),
    ("~~~a~~~ b", #""~~~a~~~ b""#),
    ("a ~ b ~ c", #""a ~ b ~ c""#), ("**~~a~~**", #"bold[strikethrough["a"]]"#),
  ])
  func tildesStrikeThrough(markdown: String, words: String) {
    // At the start of a line, three tildes would begin a code block.
    expectEqual(
      Self.dump("x " + markdown), Self.dump("x ").replacing("\"x\"\n", with: joined("x ", words) + "\n"))
  }

  private func joined(_ start: String, _ words: String) -> String {
    words.hasPrefix("\"") ? "\"\(start)\(words.dropFirst())" : "\"\(start)\" \(words)"
  }

  @Test(arguments: [
    ("www.example.org", "http://www.example.org", ""),
    ("(www.example.org/a)", "http://www.example.org/a", ")"),
    ("https://example.org/a(b)c).", "https://example.org/a(b)c", ")."),
    ("http://localhost!", "http://localhost", "!"),
    ("https://example.org/?a=b&amp;", "https://example.org/?a=b", "&"),
    ("ftp://example.org", "ftp://example.org", ""),
    ("who@example.org.", "mailto:who@example.org", "."), ("a_b@example.org", "mailto:a_b@example.org", ""),
    ("[see https://example.org]", "https://example.org]", nil),
  ])
  func autolinksAreLinks(markdown: String, destination: String, rest: String?) throws {
    let runs = try require(RichText(markdown: markdown).paragraphs.first).runs
    expectEqual(runs.compactMap(\.attributes.link?.destination), [destination])
    if let rest, !rest.isEmpty { expectEqual(runs.last?.content, .text(rest)) }
  }

  @Test(arguments: [
    "xwww.example.org", "www.", "http://", "https://_a_", "a@b", "a@b-.c_", "@example.org",
    #"https\://example.org"#,
    #"who\@example.org"#, #"www\.example.org"#, "`www.example.org`", "x\u{200}https:",
  ])
  func otherWordsAreNotLinks(markdown: String) {
    #expect(!Self.dump(markdown).contains("link("))
  }

  @Test func autolinksInsideLinksAreWords() {
    expectEqual(Self.dump("[https://a.example](b)"), "paragraph: link(b)[\"https://a.example\"]\n")
    expectEqual(Self.dump("![a@b.example](c)"), "paragraph: attachment(c, text \"a@b.example\")\n")
  }

  @Test func itemsHaveBoxes() {
    expectEqual(
      Self.dump("- [ ] a\n- [x] b\n- [X]\n- [y] c\n- [x]d\n  [ ] e"),
      """
      tight list, disc
        item, not ticked
          paragraph: "a"
        item, ticked
          paragraph: "b"
        item, ticked
        item
          paragraph: "[y] c"
        item
          paragraph: "[x]d" soft-break "[ ] e"

      """)
  }

  @Test func frontMatterIsMetadata() {
    let reading = RichText.readMarkdown(
      "---\ntitle: \"A \\\"b\\\"\"\nauthor: 'It''s me'\nlang: de\ntags:\n  - x\n---\n# a")
    expectEqual(
      reading.value.debugDescription, "title: A \"b\"\nauthor: It's me\nlanguage: de\nheading 1: \"a\"\n")
    expectEqual(reading.losses.map(\.description), ["metadata in 1 place (other keys of the front matter)"])
  }

  @Test(arguments: [
    ("subject: x", "subject: x"), ("keywords: a, b", "keywords: a, b"),
    ("keywords: [a, 'b, c', d's]", "keywords: a, b, c, d's"),
    ("keywords:\n  - a\n  - \"b\"", "keywords: a, b"), ("keywords: [\n  a,\n  b\n ]", "keywords: a, b"),
    ("title: a\n  b", "title: a b"), ("title: >-\n  a\n  b", "title: a b"),
    ("title: 12", "title: 12"),
    ("title: |\n  a\n  b", "title: a\nb"), ("keywords: >\n  a", "keywords: a"),
    ("keywords:\n  - a\n    b", "keywords: a b"), ("title: \"a: b\"", "title: a: b"),
    ("description: x", #"summary: "x""#), ("summary: \"x\\ny\"", #"summary: "x\ny""#),
    ("date: 2024-01-31", "created: 2024-01-31"),
    ("date: '2024-01-31 10:15:30 +0100'", "created: 2024-01-31T09:15:30Z"),
    ("lastmod: 2024-01-31T10:15:30Z", "modified: 2024-01-31T10:15:30Z"),
    ("last_modified_at: 2024-01-31", "modified: 2024-01-31"),
  ])
  func theKeysOfFrontMatterAreThoseOfOtherPrograms(lines: String, expected: String) {
    let reading = RichText.readMarkdown("---\n\(lines)\n---\n\na\n")
    expectEqual(reading.value.debugDescription, "\(expected)\nparagraph: \"a\"\n")
    expectEqual(reading.losses, [])
  }

  @Test(arguments: [
    ("categories: [a, b]", "", 1), ("title: {a: b}", "", 1), ("author:\n  - a\n  - b", "", 1),
    ("date: today", "", 1),
    ("description: a\nsummary: b", "summary: \"a\"\n", 1), ("dcterms.created: x\ntitle: b", "title: b\n", 1),
    ("keywords: [a, [b]]", "keywords: a\n", 1), ("keywords: []", "", 1), ("title:", "", 1),
  ])
  func valuesOfFrontMatterThatAreNotReadAreCounted(lines: String, expected: String, count: Int) {
    let reading = RichText.readMarkdown("---\n\(lines)\n---\n\na\n")
    expectEqual(reading.value.debugDescription, expected + "paragraph: \"a\"\n")
    expectEqual(reading.losses, [Loss(.metadata, count: count, detail: "other keys of the front matter")])
  }

  @Test(arguments: [
    ("title: Foo: bar", "title: Foo: bar\n", 0, 2, 11),
    ("author: a\ntitle: @b", "title: @b\nauthor: a\n", 0, 3, 8),
    ("title: Foo: bar\nkeywords:\n- a\n- b\nx: |\n  y", "title: Foo: bar\nkeywords: a, b\n", 1, 2, 11),
    ("title: a\n# note\nsubject: [b", "title: a\nsubject: [b\n", 0, 5, 1),
  ])
  func frontMatterThatIsNotYAMLIsReadLineByLine(
    lines: String, expected: String, count: Int, line: Int, column: Int
  ) {
    let reading = RichText.readMarkdown("---\n\(lines)\n---\n\na\n")
    expectEqual(reading.value.debugDescription, expected + "paragraph: \"a\"\n")
    let comments = lines.contains("#") ? [Loss(.comments, count: 1)] : []
    expectEqual(
      reading.losses,
      comments
        + (count == 0 ? [] : [Loss(.metadata, count: count, detail: "other keys of the front matter")]))
    expectEqual(reading.warnings.count, 1)
    expect(
      reading.warnings[0].hasPrefix(
        "the front matter is not YAML, so it is read line by line (line \(line), column \(column): "),
      "\(reading.warnings)")
  }

  @Test func commentsOfFrontMatterAreCounted() {
    let reading = RichText.readMarkdown("---\ntitle: a # b\n# c\n---\n")
    expectEqual(reading.value.metadata.title, "a")
    expectEqual(reading.losses, [Loss(.comments, count: 2)])
  }

  @Test(arguments: ["---\n---\n", "---\n\na: b\n---\n", "---\na\n---\n", "---\na: b\n", "--- \na: b\n---\n"])
  func otherRulesAreNotFrontMatter(markdown: String) {
    expectEqual(RichText(markdown: markdown).blocks.first, .rule)
  }

  @Test func picturesInDataURLsHaveTheirBytes() {
    expectEqual(
      Self.dump("![a](data:image/png;base64,iVBORw0KGgo=)"),
      "paragraph: attachment(public.png, 8 bytes, text \"a\")\n")
  }

  @Test(arguments: [
    ("a<u>b</u>c", #""a" underline["b"] "c""#), ("x<sup>2</sup>", #""x" superscript["2"]"#),
    ("<b>*a*</b> b", #"bold[italic["a"]] " b""#), ("a<br>b", #""a" hard-break "b""#), ("a</b>b", #""ab""#),
    ("<b>a <i>b</b> c", #"bold["a " italic["b"]] " c""#), ("a<!-- -->b", #""ab""#),
    ("a<script>alert(1)</script>b", #""ab""#), ("a<img src=x onerror=alert(1)>", #""a" attachment(x)"#),
    ("[a](javascript:alert(1))", #""a""#), ("<javascript:alert(1)>", #""javascript:alert(1)""#),
  ])
  func inlineHTMLIsReadAsHTML(markdown: String, words: String) {
    expectEqual(Self.dump(markdown), "paragraph: \(words)\n")
  }

  @Test func htmlBlocksAreReadAsHTML() {
    let reading = RichText.readMarkdown(
      "<table><tr><td>a</table>\n\n<script>\nx\n\n</script>\n\n<!-- note -->\n\n*b*")
    expectEqual(
      reading.value.debugDescription,
      """
      table, 0 header
        row
          cell
            paragraph: "a"
      paragraph: italic["b"]

      """)
    expectEqual(reading.losses.map(\.kind.rawValue).sorted(), ["comments", "scripts"])
  }

  @Test func everyEntityHasItsCharacters() {
    expectEqual(
      Self.dump("&amp;&copy;&ngE;&#xe9;&#233;&#0;&nope;&amp"),
      "paragraph: \"&©\u{2267}\u{338}éé\u{FFFD}&nope;&amp\"\n")
  }

  @Test func definitionsDoNotMultiplyAText() {
    let definition = "[a]: /" + String(repeating: "x", count: 100_000) + "\n\n"
    let text = RichText(markdown: definition + String(repeating: "[a] ", count: 25_000))
    let runs = text.paragraphs.first?.runs ?? []
    expectAtMost(runs.reduce(0) { $0 + ($1.attributes.link?.destination.utf8.count ?? 0) }, 210_000)
  }
}

extension RichText {
  fileprivate var paragraphs: [[RichText.Inline]] { blocks.flatMap(\.lines) }

  // MARK: HTML around Markdown

  @Test func markdownBetweenHTMLTableTagsIsRead() {
    let markdown = """
      <table>
      <tr><td>

      **one**

      - two

      </td><td>three</td></tr>
      </table>

      after
      """
    expectEqual(
      RichText(markdown: markdown).debugDescription,
      """
      table, 0 header
        row
          cell
            paragraph: bold["one"]
            tight list, disc
              item
                paragraph: "two"
          cell
            paragraph: "three"
      paragraph: "after"

      """)
  }

  @Test func anElementAroundMarkdownApplies() {
    expectEqual(
      RichText(markdown: "<div align=\"center\">\n\n# Name\n\n</div>\n\nwords").debugDescription,
      "heading 1 (center): \"Name\"\nparagraph: \"words\"\n")
    expectEqual(
      RichText(markdown: "> <blockquote>\n>\n> a\n>\n> </blockquote>\n\nb").debugDescription,
      "quotation\n  quotation\n    paragraph: \"a\"\nparagraph: \"b\"\n")
  }

  @Test func anElementWithoutAnEndHoldsNothing() {
    expectEqual(
      RichText(markdown: "<table><tr><td>\n\n*a*\n\n<p>b\n").debugDescription,
      "table, 0 header\n  row\n    cell\nparagraph: italic[\"a\"]\nparagraph: \"b\"\n")
    expectEqual(RichText(markdown: "</div>\n\n*a*\n\n</td>\n").debugDescription, "paragraph: italic[\"a\"]\n")
  }

  @Test(arguments: [
    ("<a id=\"z\"></a>\n\n[b](#z)\n", "paragraph: anchor(z)"),
    ("<p id=z>a</p>\n\n[b](#z)\n", "paragraph: anchor(z) \"a\""),
    ("# <b id=z>a</b>\n\n[b][c]\n\n[c]: #z", "heading 1: anchor(z) bold[\"a\"]"),
    ("*a* <a name=z></a>b\n", "paragraph: italic[\"a\"] \" \" anchor(z) \"b\""),
    ("# z\n\n[b](#z)\n", "heading 1: \"z\""),
    ("<table id=z><tr><td>\n\n[b](#z)\n\n</table>\n", "      paragraph: anchor(z) link(#z)[\"b\"]"),
  ])
  func placesThatHTMLNamesAreAnchors(markdown: String, expected: String) {
    let reading = RichText.readMarkdown(markdown)
    #expect(reading.value.debugDescription.split(separator: "\n").contains { $0 == expected })
    expectEmpty(reading.losses)
  }

  // MARK: Links without words

  @Test(arguments: [
    ("[**](u)", "paragraph: link(u)[\"**\"]", 0), ("[_](u)", "paragraph: link(u)[\"_\"]", 0),
    ("[~~](u)", "paragraph: link(u)[\"~~\"]", 0), ("[****](u)", "paragraph: link(u)[\"****\"]", 0),
    ("[**a**](u)", "paragraph: link(u)[bold[\"a\"]]", 0), ("[a](u)[b](u)", "paragraph: link(u)[\"ab\"]", 0),
    ("[![](i)](u)", "paragraph: link(u)[attachment(i)]", 0),
    ("a[](u)", "paragraph: \"a\"", 1), ("a[<b></b>](u)", "paragraph: \"a\"", 1),
    ("a[<i name=x></i>](u)[](u)", "paragraph: \"a\"", 2),
  ])
  func aLinkIsCountedAsLostOnlyIfNothingOfItIsLeft(markdown: String, expected: String, lost: Int) {
    let reading = RichText.readMarkdown(markdown)
    expectEqual(reading.value.debugDescription, expected + "\n")
    expectEqual(reading.losses.filter { $0.detail == "without text" }.reduce(0) { $0 + $1.count }, lost)
  }

  // MARK: Footnotes

  @Test func footnotesAreNotesAndTheirNamesAreCounted() {
    let markdown = "Words[^1] and more[^note].\n\n[^1]: once\n[^note]: Two words.\n"
    let reading = RichText.readMarkdown(markdown)
    expectEqual(
      reading.value.debugDescription,
      """
      paragraph: "Words" note(paragraph: "once") " and more" note(paragraph: "Two words.") "."

      """)
    expectEqual(reading.losses, [Loss(.metadata, count: 1, detail: "footnote labels")])
    expectEqual(reading.value.markdown(), "Words[^1] and more[^2].\n\n[^1]: once\n\n[^2]: Two words.\n")
    #expect(
      RichText(markdown: "[^1]\n\n[^1]: /a", dialect: .commonMark).debugDescription.contains("link(/a)"))
  }
}
