import Foundation
import ProfferConversions
import RichTextTestSupport
import TestSupport
import Testing

@testable import ColorFormats
@testable import RichTextFormats

struct MarkdownWriterTests {
  /// The features that Markdown can express, some of them with HTML elements.
  static let features: RandomRichText.Features = [
    .bold, .italic, .underline, .strikethrough, .code, .baselines, .links, .linkTitles, .attachmentsByAddress,
    .attachmentTitles, .softBreaks, .hardBreaks, .headings, .lists, .looseLists, .listStarts, .parentheses,
    .tasks,
    .quotations, .codeBlocks, .codeLanguages, .tables, .tableHeadings, .columnAlignments, .rules, .metadata,
    .emptyBlocks, .twins, .markup, .anchors, .definitions, .pageBreaks, .notes,
  ]

  @Test func whatIsWrittenReadsBackAsTheSame() {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, Self.features)
    for _ in 0..<Repetitions.count(60, long: 200) {
      let text = random.richText().withLinksToAnchors
      let written = text.writeMarkdown()
      let markdown = String(decoding: written.data, as: UTF8.self)
      let read = RichText(markdown: markdown)
      expectEqual(read, text, "seed \(seed)\n\(markdown)\n\(text.debugDescription)\n\(read.debugDescription)")
      expectEqual(written.losses, [], "seed \(seed)\n\(markdown)")
      if read != text { return }
    }
  }

  @Test func linesThatLookLikeFootnotesStayInTheirParagraph() {
    let lines: [RichText.Inline] = [.text("[^1]: a"), .softBreak, .text("[^2]: b")]
    let text = RichText([.paragraph(RichText.Paragraph(lines))])
    expectEqual(text.markdown(), "\\[^1]: a\n[^2]: b\n")
    expectEqual(RichText(markdown: text.markdown()), text)
    expectEqual(RichText(markdown: "a\n[^1]: b").markdown(), "a\n[^1]: b\n")
  }

  @Test(arguments: [
    "# A *title*", "a **b** c", "***a***", "a*b*c", "**a *b***", "`a` ``b`c``", "[a](b \"c\")",
    "<https://example.org>",
    "![a](b)", "a\\\nb", "a\nb", "~~a~~", "a<u>b</u>c", "- a\n- b\n  - c", "1. a\n2. b", "5) a", "- a\n\n- b",
    "- [x] a",
    "> a\n>\n> b", "```swift\na\n\nb\n```", "a\n\n---\n\nb", "| a   | b   |\n| --- | --: |\n| c   | d   |",
    "---\ntitle: \"a\"\n---\n\nb", "snake_case, 2 * 3, a & b, x < y, [1], 50% #1 (~10)", "1\\. a", "\\# a",
    "\\- a", "\\*a\\*",
    "- a\n\n* b", "1. a\n\n<!-- -->\n\n1. b", "- a\n  > b", "a\n\\=", "\\---",
    "- - +", "- - + - - +", "> - - + a",
  ])
  func typicalMarkdownIsWrittenUnchanged(markdown: String) {
    expectEqual(RichText(markdown: markdown).markdown(), markdown + "\n")
  }

  @Test(arguments: [
    ("__a__ _b_", "**a** *b*"), ("Title\n===", "# Title"), ("* a\n* b", "- a\n- b"), ("    a", "```\na\n```"),
    ("a  \nb", "a\\\nb"), ("**a **b", "\\*\\*a \\*\\*b"), ("<b>a </b>b", "**a** b"),
    ("x<b>.</b>y", "x<strong>.</strong>y"),
    ("<i>a</i><b>b</b>", "*a*__b__"), ("<i>a</i><b>b</b>c", "*a*<strong>b</strong>c"),
    ("https://a.example", "<https://a.example>"),
    ("|a|\n|-|\n|b<br>c|", "| a      |\n| ------ |\n| b<br>c |"),
  ])
  func otherSpellingsAreNormalised(markdown: String, written: String) {
    expectEqual(RichText(markdown: markdown).markdown(), written + "\n")
  }

  @Test func formattingThatMarkdownLacksIsCounted() {
    var attributes = RichText.Attributes()
    attributes.color = .black
    attributes.fontSize = 20
    attributes.language = "de"
    let picture = RichText.Attachment(
      .data(Data([1]), typeIdentifier: "public.png"), alternativeText: "a view", width: 3)
    let words = [
      RichText.Run(.text("a"), attributes: attributes), RichText.Run(.text(" ")),
      RichText.Run(.attachment(picture)),
    ]
    let cell = RichText.TableCell(
      [.list(RichText.List(.bullet(.disc), items: [.init([.rule])]))], columnSpan: 2)
    let text = RichText([
      .paragraph(
        RichText.Paragraph([RichText.Inline](runs: words), layout: RichText.Layout(alignment: .center))),
      .list(RichText.List(.bullet(.square), items: [RichText.ListItem([])])),
      .table(RichText.Table(caption: [.text("t")], rows: [[cell]])),
    ])
    let written = text.writeMarkdown()
    expectEqual(
      String(decoding: written.data, as: UTF8.self),
      """
      a a view

      -

      t

      |     |     |
      | --- | --- |
      |     |     |

      """)
    expectEqual(
      written.losses.total().map(\.description),
      [
        "1 color (of text)", "1 font", "formatting in 1 place (blocks in cells, converted to paragraphs)",
        "formatting in 1 place (list markers)",
        "formatting in 1 place (table captions, converted to paragraphs)",
        "1 image (embedded in the text)",
        "layout in 1 place (image sizes)",
        "layout in 1 place (paragraphs with an alignment, a direction or an indentation)",
        "metadata in 1 place (languages of text)",
        "1 table (cells that span several columns or rows)",
      ])
  }

  @Test func metadataIsFrontMatterAndSmallCapitalsAreCounted() {
    let metadata = RichText.Metadata(
      title: "T", subject: "S", keywords: "k, l", summary: "one\n\"two\"",
      creationDate: Date(timeIntervalSince1970: 1_706_696_130.5),
      modificationDate: Date(timeIntervalSince1970: 1_706_745_600))
    let words: [RichText.Inline] = [.styled(.smallCaps, [.text("a")]), .text("b")]
    let written = RichText([.paragraph(RichText.Paragraph(words))], metadata: metadata).writeMarkdown()
    expectEqual(
      String(decoding: written.data, as: UTF8.self),
      #"""
      ---
      title: "T"
      subject: "S"
      keywords: "k, l"
      description: "one\n\"two\""
      date: 2024-01-31T10:15:30Z
      lastmod: 2024-02-01
      ---

      ab

      """#)
    expectEqual(
      written.losses.total().map(\.description),
      [
        "formatting in 1 place (small capitals)", "metadata in 1 place (fractions of seconds in dates)",
      ])
  }

  @Test func rowsEndWithTheirLastOwnCell() {
    func row(_ words: String...) -> [RichText.TableCell] { words.map { RichText.TableCell([.text($0)]) } }
    let table = RichText.Table(headerRowCount: 1, rows: [row("a"), row("b", "c"), [], row("d")])
    expectEqual(
      RichText([.table(table)]).markdown(),
      """
      | a   |     |
      | --- | --- |
      | b   | c   |
      |     |
      | d   |

      """)
  }
}
