import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import Testing

@testable import OfficeFormats

@Suite
struct ODTBlockWritingTests {
  @Test
  func headingsHaveTheirLevelAndAStyleThatProgramsKnow() {
    let body = ODTBody((1...6).map { .heading(level: $0, RichText.Paragraph([.text("a")])) })
    for level in 1...6 {
      #expect(
        body.xml.contains(
          "<text:h text:style-name=\"Heading_20_\(level)\" text:outline-level=\"\(level)\">a</text:h>"))
      #expect(body.namedStyles.contains("style:display-name=\"Heading \(level)\""))
    }
    #expect(body.losses.isEmpty)
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
    #expect(body.xml.contains("text:style-name=\"\(ODTAttributes.styleName(name))\""))
    #expect(body.namedStyles.contains("style:name=\"\(ODTAttributes.styleName(name))\""))
    #expect(body.losses.isEmpty)
  }

  @Test
  func linesOfCodeAreParagraphs() {
    let body = ODTBody([.codeBlock(RichText.CodeBlock("a\n\n  b\tc\n"))])
    #expect(
      body.structure
        == #"<text:p>a</text:p><text:p></text:p><text:p><text:s text:c="2"/>b<text:tab/>c</text:p>"#)
  }

  @Test
  func anEmptyParagraphSeparatesAdjacentBlocksThatWouldBeReadAsOne() {
    for block in [
      .blockQuote([.words("a")]), .codeBlock(RichText.CodeBlock("a")),
      .definitions([RichText.Definition([[.text("a")]], meanings: [])]),
    ] as [RichText.Block] {
      #expect(
        ODTBody([block, block]).structure == "<text:p>a</text:p><text:p></text:p><text:p>a</text:p>")
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
    #expect(body.structure.contains("<text:p>a</text:p><text:p>b</text:p><table:table "))
    #expect(body.styles.components(separatedBy: "fo:break-before=\"page\"").count == 4)
    #expect(body.losses.isEmpty)
  }

  @Test
  func consecutivePageBreaksHaveEmptyParagraphs() {
    let body = ODTBody([.pageBreak, .pageBreak])
    #expect(body.xml == #"<text:p text:style-name="P1"></text:p><text:p text:style-name="P1"></text:p>"#)
  }

  @Test
  func aPageBreakInsideAnotherBlockIsCounted() {
    let body = ODTBody([.blockQuote([.words("a"), .pageBreak, .words("b")])])
    #expect(body.losses == [Loss(.layout, count: 1, detail: "page breaks inside other blocks")])
    #expect(!body.styles.contains("break-before"))
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
      #expect(body.styles.contains(attribute), "\(attribute)")
    }
    #expect(body.losses.isEmpty)
  }

  @Test
  func theIndentationOfAQuotationIsAddedToThatOfItsParagraphs() {
    let layout = RichText.Layout(indentation: 10)
    let body = ODTBody([.blockQuote([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])])
    #expect(body.styles.contains(#"fo:margin-left="46pt" fo:margin-right="36pt""#))
  }

  @Test
  func paragraphsOfEqualLayoutShareAStyle() {
    let paragraph = RichText.Block.paragraph(
      RichText.Paragraph([.text("a")], layout: RichText.Layout(alignment: .center)))
    let body = ODTBody([paragraph, .words("b"), paragraph])
    #expect(body.xml.components(separatedBy: "text:style-name=\"P1\"").count == 3)
    #expect(!body.styles.contains("\"P2\""))
  }

  @Test
  func textFromRightToLeftIsAlignedRightByDefault() {
    func align(_ alignment: RichText.Alignment?) -> ODTBody {
      let layout = RichText.Layout(alignment: alignment, direction: .rightToLeft)
      return ODTBody([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])
    }
    #expect(align(nil).styles.contains(#"fo:text-align="right" style:writing-mode="rl-tb""#))
    #expect(align(nil).losses.isEmpty)
    #expect(align(.left).styles.contains(#"fo:text-align="left""#))
    #expect(align(.right).losses.map(\.kind) == [.layout])
  }

  @Test(arguments: [.nan, .infinity, 1e300, 1.00001] as [Double])
  func lengthsThatTheFormatCannotExpressAreCounted(length: Double) {
    let layout = RichText.Layout(indentation: length)
    let body = ODTBody([.paragraph(RichText.Paragraph([.text("a")], layout: layout))])
    #expect(body.losses.map(\.kind) == [.precision])
    #expect(body.styles.firstMatch(of: #/fo:margin-left="[0-9.]+pt"/#) != nil)
  }
}
