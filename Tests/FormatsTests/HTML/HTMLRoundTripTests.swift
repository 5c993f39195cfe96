import Foundation
import ProfferConversions
import RichTextTestSupport
import TestSupport
import Testing

@testable import ColorFormats
@testable import RichTextFormats

struct HTMLRoundTripTests {
  /// The features that HTML can express: all of them.
  private static let features = RandomRichText.Features.everything

  @Test func everyRichTextReadsBackAsItWas() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, Self.features)
    for _ in 0..<Repetitions.count(100, long: 400) {
      let text = random.richText()
      let written = text.writeHTML()
      let reading = RichText.readHTML(written.data)
      expectEqual(
        reading.value, text,
        "seed \(seed)\n\(String(decoding: written.data, as: UTF8.self))\n\(text.debugDescription)\n\(reading.value.debugDescription)"
      )
      expect(
        written.losses.isEmpty && reading.losses.isEmpty && reading.warnings.isEmpty,
        "seed \(seed) \(written.losses) \(reading.losses)\n\(text.debugDescription)")
      guard reading.value == text else { return }
    }
  }

  @Test func everyRichTextReadsBackFromXHTML() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(seed: seed, Self.features)
    for _ in 0..<Repetitions.count(50, long: 200) {
      let text = random.richText()
      let written = text.writeXHTML()
      let reading = RichText.readXHTML(written.data)
      expectEqual(
        reading.value, text,
        "seed \(seed)\n\(String(decoding: written.data, as: UTF8.self))\n\(text.debugDescription)\n\(reading.value.debugDescription)"
      )
      guard reading.value == text else { return }
    }
  }

  @Test func writtenXHTMLIsWellFormed() throws {
    var random = RandomRichText(seed: 7, Self.features)
    for _ in 0..<Repetitions.count(10, long: 40) {
      let bytes = random.richText().writeXHTML().data
      expect(XMLDocumentCheck.isWellFormed(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    "a  b", " a", "a ", " ", "  ", "\t", "a\tb", "a \u{A0} b", "\u{A0}", "a\u{200B}b", "<b>&amp;\"'", "\u{B}",
    "e\u{301}",
    "\u{FEFF}x", "]]>", "&#65;",
  ])
  func charactersAndSpacesAreKept(_ text: String) {
    for context in Self.contexts(of: [.text(text)])
      + Self.contexts(of: [.text("x"), .hardBreak, .text(text)])
    {
      let value = RichText([context]).normalized()
      let read = RichText.readHTML(value.writeHTML().data).value
      expectEqual(read, value, "\(value.html())\(read.debugDescription)")
    }
  }

  @Test func spacesBetweenStylesAreKept() {
    let value = RichText([
      .paragraph(
        RichText.Paragraph([
          .text("a "), .styled(.bold, [.text(" b ")]), .hardBreak, .styled(.italic, [.text(" c")]),
          .softBreak,
          .text(" d "), .softBreak, .text("e "), .hardBreak, .hardBreak,
        ]))
    ])
    expectEqual(RichText.readHTML(value.writeHTML().data).value, value.normalized(), "\(value.html())")
  }

  /// The words in every context that accepts inline content.
  private static func contexts(of words: [RichText.Inline]) -> [RichText.Block] {
    let paragraph = RichText.Block.paragraph(RichText.Paragraph(words))
    return [
      paragraph, .heading(level: 2, RichText.Paragraph(words)), .blockQuote([paragraph]),
      .list(RichText.List(.bullet(.square), items: [RichText.ListItem([paragraph], isChecked: true)])),
      .list(
        RichText.List(.number(start: 0), isTight: false, items: [RichText.ListItem([paragraph, paragraph])])),
      .list(RichText.List(.number(start: 0), items: [RichText.ListItem([paragraph, paragraph])])),
      .table(
        RichText.Table(
          caption: words, headerRowCount: 1,
          rows: [[RichText.TableCell([paragraph])], [RichText.TableCell([paragraph, paragraph])], []])),
      .paragraph(RichText.Paragraph([.styled(.code, words)])),
    ]
  }

  @Test func blocksWithoutContentAreKept() {
    let empty = RichText.Paragraph([])
    let value = RichText([
      .heading(level: 3, empty), .codeBlock(RichText.CodeBlock("")), .codeBlock(RichText.CodeBlock("\n")),
      .codeBlock(RichText.CodeBlock("\n\n a\n")),
      .list(
        RichText.List(
          .bullet(.disc), isTight: false, items: [RichText.ListItem([]), RichText.ListItem([.rule])])),
      .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([], isChecked: false)])),
      .table(RichText.Table(rows: [[], [RichText.TableCell([RichText.Block]())]])),
      .table(RichText.Table(headerRowCount: 2, rows: [[], [RichText.TableCell([RichText.Block]())]])),
    ])
    expectEqual(RichText.readHTML(value.writeHTML().data).value, value, "\(value.html())")
  }

  @Test func widthsColorsAndNamesAreExact() {
    var attachment = RichText.Attachment(
      .data(Data([1, 2, 3]), typeIdentifier: "com.example.unheard-of"), alternativeText: "a \"b\" <c>",
      title: "t", name: "n.bin", width: 12.3, height: 100.0 / 3)
    let picture = RichText.Inline.attachment(attachment)
    attachment.source = .url("a b\"c&d.png?x=1&copy=2")
    let value = RichText([
      .paragraph(
        RichText.Paragraph([
          picture, .attachment(attachment),
          .styled(.color(Color(red: 0.1, green: 1.5, blue: -0.2, alpha: 0.25)), [.text("wide")]),
          .styled(.fontFamily("It's; \"quoted\", \\ and\u{1}"), [.text("name")]),
          .styled(.fontFamily("\u{301} begins with an accent"), [.text("accent")]),
          .styled(.fontSize(10.1), [.text("size")]),
          .styled(.link(RichText.Link("x y&amp;z", title: "")), [.text("link")]),
        ]))
    ])
    let read = RichText.readHTML(value.writeHTML().data).value
    expectEqual(read, value.normalized(), "\(value.html())\n\(read.debugDescription)")
  }

  @Test func activeURLsAreNeverWritten() {
    let addresses = [
      "javascript:alert(1)", " JavaScript:x", "java\nscript:x", "\u{1}vbscript:x", "data:text/html,<script>",
      "data:image/svg+xml,x",
    ]
    for address in addresses {
      let value = RichText([
        .paragraph(RichText.Paragraph([.styled(.link(RichText.Link(address)), [.text("words")])]))
      ])
      let written = value.writeHTML()
      expectEqual(written.losses.map(\.kind), [.links])
      expectEqual(
        RichText.readHTML(written.data).value, RichText([.paragraph(RichText.Paragraph([.text("words")]))]))
    }
    let picture = RichText.Attachment(.url("javascript:x"), alternativeText: "words")
    let written = RichText([.paragraph(RichText.Paragraph([.attachment(picture)]))]).writeHTML()
    expectEqual(written.losses.map(\.kind), [.images])
    #expect(String(decoding: written.data, as: UTF8.self).contains("<p>words</p>"))
  }

  @Test func aPageWithMetadataBeginsWithIt() {
    let metadata = RichText.Metadata(
      title: "T", author: "A", subject: "S", keywords: "k, \"l\"", summary: "one\ntwo",
      creationDate: Date(timeIntervalSince1970: 1_706_696_130),
      modificationDate: Date(timeIntervalSince1970: 1_706_745_600))
    let text = RichText(
      [.paragraph(RichText.Paragraph([.styled(.smallCaps, [.text("a")])]))], metadata: metadata)
    expectEqual(
      text.html(),
      """
      <!DOCTYPE html>
      <meta charset="utf-8">
      <title>T</title>
      <meta name="author" content="A">
      <meta name="subject" content="S">
      <meta name="keywords" content="k, &quot;l&quot;">
      <meta name="description" content="one
      two">
      <meta name="dcterms.created" content="2024-01-31T10:15:30Z">
      <meta name="dcterms.modified" content="2024-02-01">
      <p><span style="font-variant:small-caps">a</span></p>

      """)
    expectEqual(RichText.readHTML(text.writeHTML().data).value, text)
    expectEqual(RichText.readXHTML(text.writeXHTML().data).value, text)
  }

  @Test func charactersThatHTMLLacksAreReported() {
    let value = RichText([.paragraph(RichText.Paragraph([.text("a\u{0}b\u{1}")]))])
    let html = value.writeHTML()
    expectEqual(html.losses.map(\.kind), [.characters])
    expectEqual(html.losses.map(\.count), [1])
    expectEqual(value.writeXHTML().losses.map(\.count), [2])
  }
}
