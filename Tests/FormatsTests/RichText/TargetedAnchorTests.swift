import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

/// Markdown drops anchors that no link in the text targets.
///
/// Both Markdown and plain text count such anchors.
@Suite struct TargetedAnchorTests {
  @Test(arguments: [
    ("public.html", "<p><a name=x></a>a <a name=y></a>b <a href='#y'>c</a>"),
    ("public.html", "<p><a href='#y'>c</a> <a name=x></a>a<a name=y></a>b"),
    (
      "public.rtf",
      #"{\rtf1{\*\bkmkstart x}{\*\bkmkend x}a {\*\bkmkstart y}b{\*\bkmkend y} {\field{\*\fldinst HYPERLINK \\l "y"}{\fldrslt c}}}"#
    ),
  ])
  func bookmarksWithoutALinkAreCounted(_ type: String, _ document: String) throws {
    let markdown = try ConvertedDocument(.data(Data(document.utf8)), type, to: "net.daringfireball.markdown")
    let text = String(decoding: markdown.contents.bytes, as: UTF8.self)
    #expect(text.contains(#"<a id="y"></a>b"#) && text.contains("[c](#y)") && !text.contains(#"id="x""#))
    let bookmarks = "metadata in 1 place (bookmarks without a link)"
    expectEqual(markdown.losses.map(\.description), [bookmarks])
    let plain = try ConvertedDocument(.data(Data(document.utf8)), type, to: "public.plain-text")
    expectEqual(Set(plain.losses.map(\.description)), ["1 link (reduced to text)", bookmarks])
  }

  /// A link before or after its anchor, in another cell or in a note.
  @Test(arguments: [
    ("<table><tr><td><a name=x></a>a</td><td><a href='#x'>b</a></td></tr></table>", 0),
    ("<table><tr><td><a href='#x'>b</a></td></tr></table><p><a name=x></a>a", 0),
    ("<p><a name=x></a>a</p><p><a name=y></a>b <a name=y></a>c", 3),
    ("<table><tr><td><a name=x></a>a<table><tr><td><a name=y></a>b</table></table>", 2),
    ("<p><a name='a b'></a>c <a href='#a%20b'>d</a>", 0), ("<p><a name=x></a>a <a href='y.html#x'>b</a>", 1),
  ])
  func plainTextCountsOnlyTheBookmarksWithoutALink(_ page: String, _ count: Int) throws {
    let plain = try ConvertedDocument(.data(Data(page.utf8)), "public.html", to: "public.plain-text")
    expectEqual(plain.losses.filter { $0.kind == .metadata }.map(\.count), count > 0 ? [count] : [])
  }

  @Test func aBookmarkInACellIsNoValueOfATable() throws {
    let page = Data("<table><tr><td><a name=x></a>a</td><td>b</td></tr></table>".utf8)
    let table = try ConvertedDocument(.data(page), "public.html", to: "public.comma-separated-values-text")
    #expect(String(decoding: table.contents.bytes, as: UTF8.self).contains("a,b"))
    #expect(
      table.losses.map(\.description).contains("metadata in 1 place (bookmarks without a link)"))
  }

  @Test func valuesAreWrittenAsDocumentsAre() {
    let text = RichText([
      .paragraph(
        RichText.Paragraph([
          .anchor("a"), .text("# b"), .note([.paragraph(RichText.Paragraph([.anchor("c"), .text("d")]))]),
        ])),
      .paragraph(RichText.Paragraph([.anchor("e")])),
      .table(RichText.Table(rows: [[RichText.TableCell([.anchor("f"), .text("g")])]])),
    ])
    let written = text.writeMarkdown()
    expectEqual(
      String(decoding: written.data, as: UTF8.self), "\\# b[^1]\n\n|     |\n| --- |\n| g   |\n\n[^1]: d\n")
    expectEqual(written.losses.map(\.count), [4])
  }

  @Test func linksOutsideOfTheTextDoNotCount() {
    let text = RichText(markdown: "<a id='a b'></a>c [d](other.md#a%20b)\n")
    expectEqual(text.writeMarkdown().losses.map(\.count), [1])
    let linked = RichText(markdown: "<a id='a b'></a>c [d](#a%20b)\n")
    expectEmpty(linked.writeMarkdown().losses)
  }

  /// A text that is too long to be held is received twice, with the same result.
  @Test(arguments: [
    "[a](#x)\n\n<a id=x></a>b<a id=y></a>\n", "<a id=x></a>b\n\nc\n\n[a](#x)[^1]\n\n[^1]: <a id=z></a>d\n",
    "a\n\n<a id=y></a>\n\n- b <a id=x></a>\n- [c](#x)\n",
  ])
  func aLongTextIsReceivedTwice(_ part: String) {
    let text = RichText(markdown: part + "\n" + String(repeating: "e *f*\n\n", count: 9) + part).normalized()
    let whole = text.writeMarkdown()
    for limit in [0, 5, 20, .max] {
      var sink = MarkdownSink(anchors: TargetedAnchors(heldByteLimit: limit))
      var output: [UInt8] = []
      var report = StepReport()
      var readingCount = 0
      repeat {
        text.emit { sink.write($0, into: &output) }
        report = sink.finish(into: &output)
        readingCount += 1
      } while sink.wantsSecondReading
      #expect(readingCount == (limit < 20 ? 2 : 1) || limit == 20)
      expectEqual(String(decoding: output, as: UTF8.self), String(decoding: whole.data, as: UTF8.self))
      expectEqual(report.losses.total(), whole.losses.total())
    }
  }
}

extension RichText {
  /// The text, followed by a paragraph with links to all anchors of ``RandomRichText``, so that all are kept.
  var withLinksToAnchors: RichText {
    let names = Set(debugDescription.matches(of: /anchor\((place[0-9]+)\)/).map { String($0.1) }).sorted()
    guard !names.isEmpty else { return self }
    let links = names.flatMap { name -> [Inline] in
      [.styled(.link(Link("#" + name)), [.text(name)]), .text(" and ")]
    }
    return RichText(blocks + [.paragraph(Paragraph(links.dropLast()))], metadata: metadata)
  }
}
