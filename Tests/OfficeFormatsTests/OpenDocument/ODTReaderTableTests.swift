import ColorFormats
import OfficeFormats
import RichTextFormats
import TestSupport;
import Testing

/// Tables.
@Suite
struct ODTReaderTableTests {
  private func cell(_ text: String, _ attributes: String = "") -> String {
    "<table:table-cell \(attributes)><text:p>\(text)</text:p></table:table-cell>"
  }

  private func row(_ cells: String, _ attributes: String = "") -> String {
    "<table:table-row \(attributes)>\(cells)</table:table-row>"
  }

  private func table(_ rows: String) -> ODTTestDocument {
    ODTTestDocument("<table:table>\(rows)</table:table>")
  }

  private func rows(_ texts: [[String]]) -> [[RichText.TableCell]] {
    texts.map { $0.map { RichText.TableCell([.text($0)] as [RichText.Inline]) } }
  }

  private func theTable(_ document: ODTTestDocument) throws -> RichText.Table? {
    for case .table(let table) in try document.blocks { return table }
    return nil
  }

  @Test
  func rowsAndCellsAreKept() throws {
    let document = table(
      #"<table:table-column table:number-columns-repeated="2"/>"# + row(cell("a") + cell("b"))
        + row(cell("c") + cell("d")))
    try expectEqual(document.blocks, [.table(RichText.Table(rows: rows([["a", "b"], ["c", "d"]])))])
    try expectEqual(document.losses, [])
  }

  @Test
  func headerRowsAndHeaderColumnsAreHeadings() throws {
    let document = table(
      "<table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column/>"
        + "<table:table-header-rows>" + row(cell("a") + cell("b")) + "</table:table-header-rows>"
        + row(cell("c") + cell("d")))
    var expected = rows([["a", "b"], ["c", "d"]])
    expected[1][0].isRowHeading = true
    try expectEqual(document.blocks, [.table(RichText.Table(headerRowCount: 1, rows: expected))])
  }

  @Test
  func rowsOfTheStyleTableHeadingAreHeaderRows() throws {
    var document = table(
      row(#"<table:table-cell><text:p text:style-name="Table_20_Heading">a</text:p></table:table-cell>"#)
        + row(cell("b")))
    document.styles = #"""
      <style:style style:name="Table_20_Heading" style:family="paragraph"><style:text-properties \#
      fo:font-weight="bold"/></style:style>
      """#
    try expectEqual(
      document.blocks, [.table(RichText.Table(headerRowCount: 1, rows: rows([["a"], ["b"]])))])
  }

  @Test
  func spansCoverTheCoveredCells() throws {
    let document = table(
      row(
        cell("a", #"table:number-columns-spanned="2" table:number-rows-spanned="2""#)
          + "<table:covered-table-cell/>" + cell("b"))
        + row(#"<table:covered-table-cell table:number-columns-repeated="2"/>"# + cell("c"))
        + row(cell("d") + cell("e") + cell("f")))
    var expected = rows([["a", "b"], ["c"], ["d", "e", "f"]])
    expected[0][0].columnSpan = 2
    expected[0][0].rowSpan = 2
    try expectEqual(document.blocks, [.table(RichText.Table(rows: expected))])
    try expectEqual(document.losses, [])
  }

  @Test
  func coveredCellThatNoCellCoversIsACell() throws {
    let document = table(
      row(cell("a") + "<table:covered-table-cell><text:p>b</text:p></table:covered-table-cell>" + cell("c")))
    try expectEqual(document.blocks, [.table(RichText.Table(rows: rows([["a", "b", "c"]])))])
  }

  @Test
  func textOfCoveredCellsIsCounted() throws {
    let document = table(
      row(
        cell("a", #"table:number-columns-spanned="2""#)
          + "<table:covered-table-cell><text:p>b</text:p></table:covered-table-cell>"))
    try expectEqual(document.losses, ["1 comment (hidden text)"])
  }

  @Test
  func repeatedCellsAndRowsAreCopies() throws {
    let document = table(
      row(cell("a", #"table:number-columns-repeated="3""#), #"table:number-rows-repeated="2""#))
    try expectEqual(
      document.blocks, [.table(RichText.Table(rows: rows([["a", "a", "a"], ["a", "a", "a"]])))])
  }

  @Test
  func nestedTablesAndListsAreInTheirCells() throws {
    let inner = "<table:table table:is-sub-table=\"true\">" + row(cell("x")) + "</table:table>"
    let document = table(
      row(
        "<table:table-cell>\(inner)<text:p>y</text:p><text:list><text:list-item><text:p>z</text:p>"
          + "</text:list-item></text:list></table:table-cell>"))
    try expectEqual(
      document.blocks,
      [
        .table(
          RichText.Table(rows: [
            [
              RichText.TableCell(
                [
                  .table(RichText.Table(rows: rows([["x"]]))), .text("y"), .items(.bullet(.disc), "z"),
                ] as [RichText.Block])
            ]
          ]))
      ])
  }

  @Test
  func captionBeforeATableAndLibreOfficesCaptionAfterItBelongToTheTable() throws {
    let body = "<table:table>" + row(cell("a")) + "</table:table>"
    var document = ODTTestDocument(
      #"<text:p text:style-name="Caption">c</text:p>\#(body)<text:p>x</text:p>\#(body)"#
        + #"<text:p text:style-name="Table">d</text:p><text:p text:style-name="Caption">e</text:p>"#)
    document.styles = #"""
      <style:style style:name="Caption" style:family="paragraph"><style:text-properties \#
      fo:font-style="italic"/></style:style><style:style style:name="Table" style:family="paragraph" \#
      style:parent-style-name="Caption"/>
      """#
    try expectEqual(
      document.blocks,
      [
        .table(RichText.Table(caption: [.text("c")], rows: rows([["a"]]))), .text("x"),
        .table(RichText.Table(caption: [.text("d")], rows: rows([["a"]]))), .text("e"),
      ])
  }

  @Test
  func backgroundsAndAlignmentsAreThoseOfTheCell() throws {
    var document = table(
      row(
        #"<table:table-cell table:style-name="C"><text:p text:style-name="P">a</text:p></table:table-cell>"#))
    document.automaticStyles = #"""
      <style:style style:name="C" style:family="table-cell"><style:table-cell-properties \#
      fo:background-color="#ff0000"/></style:style><style:style style:name="P" style:family="paragraph">\#
      <style:paragraph-properties fo:text-align="center"/></style:style>
      """#
    try expectEqual(
      document.blocks,
      [
        .table(
          RichText.Table(rows: [
            [
              RichText.TableCell(
                [.text("a")], alignment: .center, background: Color(red: 1, green: 0, blue: 0))
            ]
          ]))
      ])
  }

  @Test
  func columnWidthsAndDescriptionsAreCounted() throws {
    var document = table(
      #"<table:title>t</table:title><table:table-column table:style-name="W"/>"# + row(cell("a")))
    document.automaticStyles = #"""
      <style:style style:name="W" style:family="table-column"><style:table-column-properties \#
      style:column-width="3cm"/></style:style>
      """#
    expectEqual(
      Set(try document.losses),
      [
        "layout in 1 place (column widths)", "metadata in 1 place (descriptions of tables)",
      ])
  }

  @Test
  func pageBreakBeforeATableIsABlockAndInACellIsCounted() throws {
    var document = ODTTestDocument(
      #"<text:p>x</text:p><table:table table:style-name="T">"#
        + row(#"<table:table-cell><text:p text:style-name="P">a</text:p></table:table-cell>"#)
        + "</table:table>")
    document.automaticStyles = #"""
      <style:style style:name="T" style:family="table"><style:table-properties fo:break-before="page"/>\#
      </style:style><style:style style:name="P" style:family="paragraph"><style:paragraph-properties \#
      fo:break-before="page"/></style:style>
      """#
    try expectEqual(
      document.blocks, [.text("x"), .pageBreak, .table(RichText.Table(rows: rows([["a"]])))])
    try expectEqual(document.losses, ["layout in 1 place (page breaks in tables)"])
  }

  @Test
  func valueOfACellWithoutParagraphsIsItsText() throws {
    let document = table(row(#"<table:table-cell office:value-type="float" office:value="3"/>"#))
    try expectEqual(document.blocks, [.table(RichText.Table(rows: rows([["3"]])))])
  }
}
