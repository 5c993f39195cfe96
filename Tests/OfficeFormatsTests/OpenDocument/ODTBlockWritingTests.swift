import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import OfficeFormats

@Suite
struct ODTBlockWritingTests {
  @Test
  func headingsHaveTheirLevelAndAStyleThatProgramsKnow() {
    let body = ODTBody((1...6).map { .heading(level: $0, RichText.Paragraph([.text("a")])) })
    for level in 1...6 {
      expect(
        body.xml.contains(
          "<text:h text:style-name=\"Heading_20_\(level)\" text:outline-level=\"\(level)\">a</text:h>"),
        body.xml)
      expect(body.namedStyles.contains("style:display-name=\"Heading \(level)\""), body.namedStyles)
    }
    expectEmpty(body.losses)
  }

  @Test(
    arguments: [
      (.blockQuote([.words("a")]), "Quotations"), (.codeBlock(RichText.CodeBlock("a")), "Preformatted Text"),
      (.codeBlock(RichText.CodeBlock("a", language: "swift")), "Code swift"), (.rule, "Horizontal Line"),
      (.definitions([RichText.Definition([[.text("a")]], meanings: [])]), "List Heading"),
      (.definitions([RichText.Definition([], meanings: [[.words("a")]])]), "List Contents"),
      (.blockQuote([.blockQuote([.words("a")])]), "Quote, Quote"),
      (.blockQuote([.heading(level: 2, RichText.Paragraph([.text("a")]))]), "Quote, heading 2"),
    ] as [(RichText.Block, String)])
  func blocksWithoutAnElementAreParagraphsOfANamedStyle(block: RichText.Block, name: String) {
    let body = ODTBody([block])
    expect(body.xml.contains("text:style-name=\"\(ODTAttributes.styleName(name))\""), body.xml)
    expect(body.namedStyles.contains("style:name=\"\(ODTAttributes.styleName(name))\""), body.namedStyles)
    expectEmpty(body.losses)
  }

  @Test
  func linesOfCodeAreParagraphs() {
    let body = ODTBody([.codeBlock(RichText.CodeBlock("a\n\n  b\tc\n"))])
    expectEqual(
      body.structure,
      #"<text:p>a</text:p><text:p></text:p><text:p><text:s text:c="2"/>b<text:tab/>c</text:p>"#)
  }

  @Test
  func anEmptyParagraphSeparatesAdjacentBlocksThatWouldBeReadAsOne() {
    for block in [
      .blockQuote([.words("a")]), .codeBlock(RichText.CodeBlock("a")),
      .definitions([RichText.Definition([[.text("a")]], meanings: [])]),
    ] as [RichText.Block] {
      expectEqual(
        ODTBody([block, block]).structure, "<text:p>a</text:p><text:p></text:p><text:p>a</text:p>")
    }
  }

  // MARK: Page breaks

  @Test
  func aPageBreakIsAPropertyOfTheNextParagraphOrTable() {
    let cell = RichText.TableCell([.text("c")])
    let body = ODTBody([
      .words("a"), .pageBreak, .words("b"), .pageBreak, .table(RichText.Table(rows: [[cell]])), .pageBreak,
      .list(RichText.List(.bullet(.disc), items: [RichText.ListItem([.words("d")])])),
    ])
    expect(body.structure.contains("<text:p>a</text:p><text:p>b</text:p><table:table "), body.structure)
    expectEqual(body.styles.components(separatedBy: "fo:break-before=\"page\"").count, 4)
    expectEmpty(body.losses)
  }

  @Test
  func consecutivePageBreaksHaveEmptyParagraphs() {
    let body = ODTBody([.pageBreak, .pageBreak])
    expectEqual(body.xml, #"<text:p text:style-name="P1"></text:p><text:p text:style-name="P1"></text:p>"#)
  }

  @Test
  func aPageBreakInsideAnotherBlockIsCounted() {
    let body = ODTBody([.blockQuote([.words("a"), .pageBreak, .words("b")])])
    expectEqual(body.losses, [Loss(.layout, count: 1, detail: "page breaks inside other blocks")])
    expect(!body.styles.contains("break-before"), body.styles)
  }

  // MARK: Layout

  @Test
  func layoutIsDirectFormatting() {
    let layout = RichText.Layout(
      alignment: .justified, direction: .leftToRight, indentation: 10, trailingIndentation: 20.25,
      firstLineIndentation: -5, background: .white)
    let body = ODTBody([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])
    for attribute in [
      #"fo:margin-left="10pt""#, #"fo:margin-right="20.25pt""#, #"fo:text-indent="-5pt""#,
      #"fo:text-align="justify""#, #"style:writing-mode="lr-tb""#, ##"fo:background-color="#ffffff""##,
    ] {
      expect(body.styles.contains(attribute), "\(attribute)")
    }
    expectEmpty(body.losses)
  }

  @Test
  func theIndentationOfAQuotationIsAddedToThatOfItsParagraphs() {
    let layout = RichText.Layout(indentation: 10)
    let body = ODTBody([.blockQuote([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])])
    expect(body.styles.contains(#"fo:margin-left="46pt" fo:margin-right="36pt""#), body.styles)
  }

  @Test
  func paragraphsOfEqualLayoutShareAStyle() {
    let paragraph = RichText.Block.paragraph(
      RichText.Paragraph([.text("a")], layout: RichText.Layout(alignment: .center)))
    let body = ODTBody([paragraph, .words("b"), paragraph])
    expectEqual(body.xml.components(separatedBy: "text:style-name=\"P1\"").count, 3)
    expect(!body.styles.contains("\"P2\""), body.styles)
  }

  @Test
  func textFromRightToLeftIsAlignedRightByDefault() {
    func align(_ alignment: RichText.Alignment?) -> ODTBody {
      let layout = RichText.Layout(alignment: alignment, direction: .rightToLeft)
      return ODTBody([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])
    }
    #expect(align(nil).styles.contains(#"fo:text-align="right" style:writing-mode="rl-tb""#))
    expectEmpty(align(nil).losses)
    #expect(align(.left).styles.contains(#"fo:text-align="left""#))
    expectEqual(align(.right).losses.map(\.kind), [.layout])
  }

  @Test(arguments: [.nan, .infinity, 1e300, 1.00001] as [Double])
  func lengthsThatTheFormatCannotExpressAreCounted(length: Double) {
    let layout = RichText.Layout(indentation: length)
    let body = ODTBody([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])
    expectEqual(body.losses.map(\.kind), [.precision])
    expectNotNil(body.styles.firstMatch(of: #/fo:margin-left="[0-9.]+pt"/#))
  }
}
