import ColorFormats
import Foundation
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

@testable import OfficeFormats

@Suite
struct ODTTableWritingTests {
  private static func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> RichText.TableCell {
    RichText.TableCell([.text(text)], columnSpan: columns, rowSpan: rows)
  }

  @Test
  func spansHaveCoveredCells() {
    let body = ODTBody([
      .table(
        RichText.Table(rows: [
          [Self.cell("a", columns: 2, rows: 2), Self.cell("b")], [Self.cell("c")],
          [Self.cell("d"), Self.cell("e", columns: 2)],
        ]))
    ])
    expectEqual(
      body.structure,
      #"<table:table table:name="Table 1"><table:table-column table:number-columns-repeated="3"/>"#
        + #"<table:table-row><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2">"#
        + "<text:p>a</text:p></table:table-cell><table:covered-table-cell/>"
        + "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>"
        + #"<table:table-row><table:covered-table-cell table:number-columns-repeated="2"/>"#
        + "<table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>"
        + "<table:table-row><table:table-cell><text:p>d</text:p></table:table-cell>"
        + #"<table:table-cell table:number-columns-spanned="2"><text:p>e</text:p></table:table-cell>"#
        + "<table:covered-table-cell/></table:table-row></table:table>")
    expectEmpty(body.losses)
  }

  @Test
  func headerRowsAreAnElement() {
    let body = ODTBody([
      .table(RichText.Table(headerRowCount: 1, rows: [[Self.cell("a")], [Self.cell("b")]]))
    ])
    expect(body.structure.contains("<table:table-header-rows><table:table-row>"), body.structure)
    expect(
      body.structure.contains("</table:table-row></table:table-header-rows><table:table-row>"), body.structure
    )
    expect(body.xml.contains(#"text:style-name="Table_20_Heading">a"#), body.xml)
    expect(body.xml.contains(#"text:style-name="Table_20_Contents">b"#), body.xml)
  }

  @Test
  func aColumnOfRowHeadingsIsAHeaderColumn() {
    var heading = Self.cell("a")
    heading.isRowHeading = true
    let full = ODTBody([
      .table(RichText.Table(rows: [[heading, Self.cell("b")], [heading, Self.cell("b")]]))
    ])
    expect(
      full.structure.contains(
        "<table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column/>"),
      full.structure
    )
    let partial = ODTBody([
      .table(RichText.Table(rows: [[heading, Self.cell("b")], [Self.cell("a"), Self.cell("b")]]))
    ])
    expect(!partial.structure.contains("header-columns"), partial.structure)
    for body in [full, partial] {
      expect(body.xml.contains(#"text:style-name="Row_20_Heading">a"#), body.xml)
    }
  }

  @Test
  func theCaptionIsAParagraphBeforeTheTable() {
    let body = ODTBody([.table(RichText.Table(caption: [.text("a")], rows: [[Self.cell("b")]]))])
    expect(body.xml.hasPrefix(#"<text:p text:style-name="Caption">a</text:p><table:table "#), body.xml)
  }

  @Test
  func theAlignmentOfACellIsThatOfItsParagraphs() {
    var cell = Self.cell("a")
    cell.alignment = .center
    cell.background = Color(redByte: 1, greenByte: 2, blueByte: 3)
    let body = ODTBody([.table(RichText.Table(rows: [[cell, Self.cell("b")]]))])
    expectEqual(body.styles.components(separatedBy: #"fo:text-align="center""#).count, 3)
    expect(body.styles.contains(##"fo:background-color="#010203""##), body.styles)
    expect(!body.styles.contains(#""start""#), body.styles)
  }

  @Test
  func aCellWithoutAlignmentSaysSoIfItsParagraphsHaveAlignments() {
    let paragraph = RichText.Paragraph([.text("a")], layout: RichText.Layout(alignment: .center))
    let body = ODTBody([.table(RichText.Table(rows: [[RichText.TableCell([.paragraph(paragraph)])]]))])
    expect(body.styles.contains(#"<style:paragraph-properties fo:text-align="start"/>"#), body.styles)
    expectEmpty(body.losses)
  }

  @Test
  func anEmptyCellHasAParagraph() {
    let body = ODTBody([.table(RichText.Table(rows: [[RichText.TableCell([RichText.Inline]())]]))])
    expect(body.structure.contains("<table:table-cell><text:p></text:p></table:table-cell>"), body.structure)
  }

  @Test
  func tablesAreNested() {
    let inner = RichText.Block.table(RichText.Table(rows: [[Self.cell("a")]]))
    let body = ODTBody([.table(RichText.Table(rows: [[RichText.TableCell([inner])]]))])
    expect(body.structure.contains("<table:table-cell><table:table "), body.structure)
    expect(body.xml.contains(#"table:name="Table 2""#), body.xml)
    expectEmpty(body.losses)
  }

  @Test
  func tablesThatAreNestedTooDeeplyBecomeTheirContent() {
    var block = RichText.Block.words("a")
    for _ in 0..<60 { block = .table(RichText.Table(rows: [[RichText.TableCell([block])]])) }
    let body = ODTBody([block])
    expectEqual(body.losses.map(\.kind), [.tables])
    expectEqual(body.xml.components(separatedBy: "<table:table ").count, ODTWriter.elementDepthLimit / 4 + 1)
    expect(body.structure.contains("<text:p>a</text:p>"), body.structure)
  }

  @Test
  func aRowWithoutCellsGetsOneAndIsCounted() {
    let body = ODTBody([.table(RichText.Table(rows: [[Self.cell("a")], []]))])
    expectEqual(body.losses.map(\.kind), [.tables])
    expect(
      body.structure.hasSuffix(
        "<table:table-row><table:table-cell><text:p></text:p></table:table-cell></table:table-row></table:table>"
      ), body.structure)
  }
}
