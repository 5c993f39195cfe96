import Foundation
import ProfferConversions
import RichTextTestSupport
import TestSupport
import Testing

@testable import RichTextFormats

struct HTMLCoderTests {
  private static func convert(_ html: String, to destination: String) throws -> ConversionResult {
    try ConversionRegistry(.html).plan(from: ["public.html"], to: destination)
      .run(on: RepresentationSource(Data(html.utf8), typeIdentifier: "public.html"))
  }

  @Test func htmlConvertsToXHTML() throws {
    let result = try Self.convert("<title>T<p>a</title><h1>b<br>c", to: "public.xhtml")
    expectEqual(
      String(decoding: result.data, as: UTF8.self),
      """
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <title>T&lt;p&gt;a</title>
      </head>
      <body>
      <h1 id="b-c">b<br/>
      c</h1>
      </body>
      </html>

      """)
    expectEmpty(result.losses)
  }

  @Test(
    arguments: ["public.html", "public.xhtml"],
    ["", "# A *b*\n\n- c\n- d <u>e</u>\n", "---\ntitle: t\n---\n\n|x|\n|-|\n|y|\n"])
  func markdownStreamsToTheBytesOfTheWholeValue(destination: String, markdown: String) throws {
    let plan = try ConversionRegistry(.html + .markdown).plan(
      from: ["net.daringfireball.markdown"], to: destination)
    let source = RepresentationSource(
      Data(markdown.utf8), typeIdentifier: "net.daringfireball.markdown")
    expect(plan.streams)
    var streamed: [UInt8] = []
    let report = try plan.stream(source) { streamed += $0 }
    let whole = try plan.run(on: source)
    expectEqual(Data(streamed), whole.data)
    expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
  }

  // A page without a title is invalid. The title made from the first words is not part of the text.
  @Test(arguments: [
    ("", "Untitled"), ("---\n\n# A *b*\nc", "A b"), ("![a](b)\n\n> - first\n\n# head", "first"),
    ("    code\n    more", "code"), ("|x|\n|-|\n|y|", "x"), ("a  \nb & c", "a b &amp; c"),
    (String(repeating: "word ", count: 40), String(repeating: "word ", count: 15) + "word…"),
    (String(repeating: "x", count: 100), String(repeating: "x", count: 80) + "…"),
  ])
  func aPageWithoutATitleGetsItsFirstWords(markdown: String, title: String) throws {
    let text = RichText(markdown: markdown)
    for written in [text.writeHTML().data, text.writeXHTML().data] {
      let page = String(decoding: written, as: UTF8.self)
      expect(page.contains("<title data-implied=\"\">\(title)</title>"), "\(page)")
    }
    expectNil(RichText.readHTML(text.writeHTML().data).value.metadata.title)
    expectNil(RichText.readXHTML(text.writeXHTML().data).value.metadata.title)
  }

  @Test func writtenPagesAreSmall() throws {
    let result = try Self.convert(
      "<p lang=fr style='text-align:center; color:red'>a <b>b</b><ul><li>c</ul>", to: "public.html")
    expectEqual(
      String(decoding: result.data, as: UTF8.self),
      """
      <!DOCTYPE html>
      <meta charset="utf-8">
      <title data-implied="">a b</title>
      <p style="text-align:center"><span lang="fr" style="color:#ff0000">a <strong>b</strong></span></p>
      <ul>
      <li>c</li>
      </ul>

      """)
  }

  @Test func onlyDeclaredLossesAreReported() throws {
    let html = """
      <meta name=changedby content=a><!-- b --><script>c</script><p style="background:red;text-transform:uppercase">\u{0}
      <a name=d></a><a href="javascript:e">f</a><svg></svg><pre><b style="color:red">g</b></pre>
      """
    var data = Data(html.utf8)
    data.append(0xFF)
    let reader = try require(CoderSet.html.readers.first { $0.name == "html" })
    let reading = RichText.readHTML(Data("<meta charset=utf-8>".utf8) + data)
    expectEqual(Set(reading.losses.map(\.kind)), reader.mayLose)
    let value = RichText([
      .paragraph(
        RichText.Paragraph([
          .text("\u{0}"), .styled(.link(RichText.Link("javascript:a")), [.text("b")]),
          .attachment(RichText.Attachment(.url("javascript:c"))),
        ])), .codeBlock(RichText.CodeBlock("d", language: "e f")),
    ])
    let writer = try require(CoderSet.html.writers.first { $0.name == "html" })
    expectEqual(Set(value.writeHTML().losses.map(\.kind)), writer.mayLose)
  }
}

struct HTMLValidityTests {
  @Test(.requires(.python("html5lib", in: "python3-html5lib")))
  func writtenHTMLHasNoParseErrors() async throws {
    var random = RandomRichText(seed: 11, .everything)
    let documents = (0..<100).map { _ in random.richText().writeHTML().data }
    let complaint = try await HTML5Library.complaint(about: documents)
    expectNil(complaint, "\(complaint ?? "")")
  }
}
