import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// Definitions, page breaks and row headings: each is kept if the format can express it, otherwise counted as
/// a loss.
@Suite struct FurtherBlockTests {
  private static let definitions =
    "<dl>\n<dt>Term</dt>\n<dd>Meaning</dd>\n<dd>\n<p>one</p>\n<p>two</p>\n</dd>\n</dl>\n"
  private static let pages = "<p>a</p>\n<div style=\"page-break-after:always\"></div>\n<p>b</p>\n"
  private static let rows =
    "<table>\n<tbody>\n<tr>\n<th scope=\"row\">a</th>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n"

  private static let numbers =
    "<ol start=\"3\">\n<li>a\n<ol data-numbers=\"outer\">\n<li style=\"list-style-type:'3.1. '\">b\n"
    + "<ol type=\"a\" data-numbers=\"outer\">\n<li style=\"list-style-type:'3.1.a. '\">c</li>\n</ol>\n</li>\n"
    + "<li style=\"list-style-type:'3.2. '\">d</li>\n</ol>\n</li>\n</ol>\n"

  private static let backgrounds =
    "<h2 id=\"a\" style=\"background-color:#12ab34\">a</h2>\n<table>\n<tbody>\n<tr>\n"
    + "<td style=\"background-color:#12ab34\">b</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n"

  @Test(arguments: [
    (definitions, "public.html"), (definitions, "net.daringfireball.markdown"),
    (definitions, "public.rtf"), (definitions, "com.apple.rtfd"), (rows, "public.rtf"),
    (definitions, "com.apple.webarchive"),
    (definitions, "org.textbundle.package"), (pages, "public.html"), (pages, "public.rtf"),
    (pages, "net.daringfireball.markdown"), (pages, "com.apple.rtfd"), (rows, "public.html"),
    (rows, "public.xhtml"), (backgrounds, "public.html"), (backgrounds, "public.rtf"),
    (backgrounds, "com.apple.rtfd"), (numbers, "public.html"), (numbers, "public.xhtml"),
    (numbers, "public.rtf"),
    (numbers, "com.apple.rtfd"), (numbers, "com.apple.webarchive"),
  ])
  func whatAFormatHasAFormForComesBack(_ html: String, _ type: String) throws {
    let there = try ConvertedDocument(.data(Data(html.utf8)), "public.html", to: type)
    expectEmpty(there.losses)
    let back = try ConvertedDocument(there.contents, type, to: "public.html")
    expectEmpty(back.losses)
    #expect(String(decoding: back.contents.bytes, as: UTF8.self).hasSuffix(html))
  }

  @Test(arguments: [
    (definitions, "public.plain-text", LossKind.formatting), (pages, "public.plain-text", .layout),
    (numbers, "net.daringfireball.markdown", .formatting),
    (rows, "net.daringfireball.markdown", .formatting),
    (rows, "public.comma-separated-values-text", .formatting),
    (backgrounds, "net.daringfireball.markdown", .colors), (backgrounds, "public.plain-text", .colors),
    (backgrounds, "public.comma-separated-values-text", .colors),
  ])
  func whatAFormatHasNoFormForIsCounted(_ html: String, _ type: String, _ kind: LossKind) throws {
    #expect(
      try ConvertedDocument(.data(Data(html.utf8)), "public.html", to: type).losses.contains {
        $0.kind == kind
      })
  }

  @Test func stylesOfLibreOfficeAreRead() throws {
    func html(_ body: String) throws -> String {
      let reading = try RichText.readRTF(Data((#"{\rtf1\ansi "# + body + "}").utf8))
      expectEmpty(reading.losses)
      return reading.value.html()
    }
    let terms =
      #"{\stylesheet{\s1 List Heading;}{\s2 List Contents;}}\pard\s1 a\par\pard\s2\li567 b\par\s2 c\par\pard d\par"#
    #expect(try html(terms).hasSuffix("<dl>\n<dt>a</dt>\n<dd>\n<p>b</p>\n<p>c</p>\n</dd>\n</dl>\n<p>d</p>\n"))
    let rows =
      #"{\stylesheet{\s1 Table Heading;}}\trowd\cellx1000\cellx2000\pard\intbl\s1 a\cell\pard\intbl b\cell\row\pard c\par"#
    #expect(try html(rows).contains("<th scope=\"row\">a</th>\n<td>b</td>"))
  }

  /// Word's legal numbering in decimal, and numberings that a value cannot express.
  @Test(arguments: [
    (#"\'04\'00.\'01."#, "", #"\pard\ls1 a\par\pard\ls1\ilvl1 b\par c\par"#, "1. a\n   1.1. b\n   1.2. c", 0),
    (#"\'03\'00.\'01"#, "", #"\pard\ls1 a\par\pard\ls1\ilvl1 b\par"#, "1. a\n   1.1. b", 0),
    (#"\'04\'00.\'01)"#, #"\levellegal1"#, #"\pard\ls1 a\par\pard\ls1\ilvl1 b\par"#, "1. a\n   1.1) b", 0),
    (#"\'04\'00-\'01."#, "", #"\pard\ls1 a\par\pard\ls1\ilvl1 b\par"#, "1. a\n   1. b", 1),
    (#"\'04\'00.\'01."#, "", #"\pard\ls1\ilvl1 b\par c\par"#, "1. b\n2. c", 2),
  ])
  func numbersOfSeveralLevelsAreRead(
    _ second: String, _ legal: String, _ body: String, _ expected: String, _ lossCount: Int
  ) throws {
    let table =
      #"{\rtf1\ansi{\*\listtable{\list{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}"#
      + #"{\listlevel\levelnfc0\levelstartat1\#(legal){\leveltext\#(second);}{\levelnumbers\'01\'03;}}\listid1}}"#
      + #"{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}"#
    let reading = try RichText.readRTF(Data((table + body + "}").utf8))
    expectEqual(reading.value.plainText(), expected + "\n")
    expectEqual(reading.losses.reduce(0) { $0 + $1.count }, lossCount)
    expectEqual(reading.value, reading.value.normalized())
  }

  /// Before the fix, each term copied all earlier ones.
  @Test func manyTermsTakeLinearTime() throws {
    let definitions = (0..<8_000).map { number in
      RichText.Definition(
        [[.text("\(number)")]], meanings: [[.paragraph(RichText.Paragraph([.text("a")]))]])
    }
    let text = RichText([.definitions(definitions)])
    let rtf = text.writeRTF()
    expectEmpty(rtf.losses)
    try expectEqual(RichText.readRTF(rtf.data).value, text)
  }

  @Test func meaningsWithoutWordsAreLeftOut() {
    let value = RichText.readHTML("<dl><dt>a<dd><dd>b<dt><dd></dl><dl><dd></dl>").value
    expectEqual(value, value.normalized())
    expectEqual(
      value.blocks,
      [
        .definitions([
          RichText.Definition([[.text("a")]], meanings: [[.paragraph(RichText.Paragraph([.text("b")]))]])
        ])
      ])
  }

  @Test(arguments: [
    ("<p style='page-break-after:always'>a</p>b", "paragraph, break, paragraph"),
    ("a<hr style='break-before:page'>", "paragraph, break, rule"),
    ("<h1 style='page-break-before: always'>a</h1>", "break, heading"),
    ("<style>h2{break-before:page}</style><p>a<h2>b</h2>", "paragraph, break, heading"),
    ("<pre style='break-after:page'>a</pre>b", "code, break, paragraph"),
  ])
  func aBreakOfPagesStandsBetweenTheBlocks(_ html: String, _ expected: String) {
    let reading = RichText.readHTML(html)
    let names = reading.value.blocks.map { block in
      switch block {
      case .paragraph: "paragraph"
      case .heading: "heading"
      case .codeBlock: "code"
      case .rule: "rule"
      case .pageBreak: "break"
      default: "?"
      }
    }
    expectEqual(names.joined(separator: ", "), expected)
    expectEmpty(reading.losses)
  }

  @Test(arguments: [
    (#"a\par\page b\par"#, "a|-|b"), (#"a\par\pard\page\par b\par"#, "a|-|b"),
    (#"a\par\pard\pagebb b\par\pard c\par"#, "a|-|b|c"),
    (#"a\par{\page}\par b\par"#, "a|-|b"), (#"a\par\pagebb0 b\par"#, "a|b"),
  ])
  func aBreakOfPagesOfRTFIsABlock(_ body: String, _ expected: String) throws {
    let reading = try RichText.readRTF(Data((#"{\rtf1\ansi "# + body + "}").utf8))
    let parts = reading.value.blocks.map { $0 == .pageBreak ? "-" : RichText([$0]).plainText() }
    expectEqual(parts.joined(separator: "|"), expected)
    expectEmpty(reading.losses)
  }

  @Test(arguments: [
    ("<div style='background:red'><p>a</div>b", "paragraph (on 1.000 0.000 0.000): \"a\"; paragraph: \"b\""),
    (
      "<table bgcolor=red><tr><td>a",
      "table, 0 header;   row;     cell, on 1.000 0.000 0.000;       paragraph: \"a\""
    ),
    ("<p style='background:transparent'>a", "paragraph: \"a\""),
    ("<p>a<span style='background:red'>b", "paragraph: \"a\" background(1.000 0.000 0.000)[\"b\"]"),
  ])
  func aColorBehindABlockIsBehindWhatIsInIt(_ html: String, _ expected: String) {
    let reading = RichText.readHTML(html)
    expectEqual(reading.value.debugDescription.split(separator: "\n").joined(separator: "; "), expected)
    expectEmpty(reading.losses)
  }

  @Test func theBackgroundOfAPageIsCounted() {
    expectEqual(RichText.readHTML("<body bgcolor=red>a").losses.map(\.kind), [.colors])
    expectEqual(RichText.readHTML("<pre style='background:red'>a</pre>").losses.map(\.kind), [.colors])
  }

  @Test func blankLinesOfCodeStayInDefinitionsOfMarkdown() {
    let text = RichText(html: "<dl><dt>a<dd><pre>b\n\n  \n\nc</pre></dl>")
    let markdown = text.markdown()
    #expect(!markdown.contains("\n\n") && RichText(markdown: markdown) == text.normalized())
  }
}
