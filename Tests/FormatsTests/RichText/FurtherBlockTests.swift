import Foundation
import ProfferConversions
import StandardCoders
import Testing

@testable import RichTextFormats

/// Definitions, breaks of pages and headings of rows: each is kept where a format has a form for it, otherwise counted.
@Suite struct FurtherBlockTests {
  private static let definitions =
    "<dl>\n<dt>Term</dt>\n<dd>Meaning</dd>\n<dd>\n<p>one</p>\n<p>two</p>\n</dd>\n</dl>\n"
  private static let pages = "<p>a</p>\n<div style=\"page-break-after:always\"></div>\n<p>b</p>\n"
  private static let rows =
    "<table>\n<tbody>\n<tr>\n<th scope=\"row\">a</th>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n"

  private static let backgrounds =
    "<h2 id=\"a\" style=\"background-color:#12ab34\">a</h2>\n<table>\n<tbody>\n<tr>\n"
    + "<td style=\"background-color:#12ab34\">b</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n"

  private static func convert(_ contents: DocumentContents, _ type: String, to target: String) throws -> (
    contents: DocumentContents, losses: [Loss]
  ) {
    let plan = try ConversionRegistry(.standard).plan(from: [type], to: target)
    let result = try plan.run(on: RepresentationSource(contents, typeIdentifier: type))
    return (result.contents, result.losses)
  }

  @Test(arguments: [
    (definitions, "public.html"), (definitions, "net.daringfireball.markdown"),
    (definitions, "com.apple.webarchive"),
    (definitions, "org.textbundle.package"), (pages, "public.html"), (pages, "public.rtf"),
    (pages, "net.daringfireball.markdown"), (pages, "com.apple.rtfd"), (rows, "public.html"),
    (rows, "public.xhtml"), (backgrounds, "public.html"), (backgrounds, "public.rtf"),
    (backgrounds, "com.apple.rtfd"),
  ])
  func whatAFormatHasAFormForComesBack(_ html: String, _ type: String) throws {
    let there = try Self.convert(.data(Data(html.utf8)), "public.html", to: type)
    #expect(there.losses.isEmpty)
    let back = try Self.convert(there.contents, type, to: "public.html")
    #expect(back.losses.isEmpty)
    #expect(String(decoding: back.contents.bytes, as: UTF8.self).hasSuffix(html))
  }

  @Test(arguments: [
    (definitions, "public.rtf", LossKind.formatting), (definitions, "public.plain-text", .formatting),
    (pages, "public.plain-text", .layout), (rows, "public.rtf", .formatting),
    (rows, "net.daringfireball.markdown", .formatting),
    (rows, "public.comma-separated-values-text", .formatting),
    (backgrounds, "net.daringfireball.markdown", .colors), (backgrounds, "public.plain-text", .colors),
    (backgrounds, "public.comma-separated-values-text", .colors),
  ])
  func whatAFormatHasNoFormForIsCounted(_ html: String, _ type: String, _ kind: LossKind) throws {
    #expect(
      try Self.convert(.data(Data(html.utf8)), "public.html", to: type).losses.contains { $0.kind == kind })
  }

  @Test func meaningsWithoutWordsAreLeftOut() {
    let value = RichText.readHTML("<dl><dt>a<dd><dd>b<dt><dd></dl><dl><dd></dl>").value
    #expect(value == value.normalized())
    #expect(
      value.blocks == [
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
    #expect(names.joined(separator: ", ") == expected)
    #expect(reading.losses.isEmpty)
  }

  @Test(arguments: [
    (#"a\par\page b\par"#, "a|-|b"), (#"a\par\pard\page\par b\par"#, "a|-|b"),
    (#"a\par\pard\pagebb b\par\pard c\par"#, "a|-|b|c"),
    (#"a\par{\page}\par b\par"#, "a|-|b"), (#"a\par\pagebb0 b\par"#, "a|b"),
  ])
  func aBreakOfPagesOfRTFIsABlock(_ body: String, _ expected: String) throws {
    let reading = try RichText.readRTF(Data((#"{\rtf1\ansi "# + body + "}").utf8))
    let parts = reading.value.blocks.map { $0 == .pageBreak ? "-" : RichText([$0]).plainText() }
    #expect(parts.joined(separator: "|") == expected)
    #expect(reading.losses.isEmpty)
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
    #expect(reading.value.debugDescription.split(separator: "\n").joined(separator: "; ") == expected)
    #expect(reading.losses.isEmpty)
  }

  @Test func theBackgroundOfAPageIsCounted() {
    #expect(RichText.readHTML("<body bgcolor=red>a").losses.map(\.kind) == [.colors])
    #expect(RichText.readHTML("<pre style='background:red'>a</pre>").losses.map(\.kind) == [.colors])
  }

  @Test func blankLinesOfCodeStayInDefinitionsOfMarkdown() {
    let text = RichText(html: "<dl><dt>a<dd><pre>b\n\n  \n\nc</pre></dl>")
    let markdown = text.markdown()
    #expect(!markdown.contains("\n\n") && RichText(markdown: markdown) == text.normalized())
  }
}
