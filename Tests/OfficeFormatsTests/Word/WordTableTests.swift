import ColorFormats
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Tables.
@Suite
struct WordTableTests {
  private func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> RichText.TableCell {
    RichText.TableCell(text.isEmpty ? [] : [.text(text)], columnSpan: columns, rowSpan: rows)
  }

  private func properties(_ xml: String) -> String { "<w:tcPr>\(xml)</w:tcPr>" }

  private func onlyTable(_ file: WordFile) throws -> RichText.Table {
    let blocks = try file.blocks
    guard blocks.count == 1, case .table(let table) = blocks[0] else { throw WordFile.Unexpected(blocks) }
    return table
  }

  @Test
  func tablesWithoutGridAreKept() throws {
    let file = WordFile(table([[p("a"), p("b")], [p("c"), p("d")]]) + p())
    try expectEqual(
      onlyTable(file), RichText.Table(rows: [[cell("a"), cell("b")], [cell("c"), cell("d")]]))
    try expectEmpty(file.losses())
  }

  @Test
  func spansAreKept() throws {
    let file = WordFile(
      table([
        [properties(on("gridSpan", "2")) + p("a"), properties(on("vMerge", "restart")) + p("b")],
        [p("c"), p("d"), properties(on("vMerge")) + p()],
      ]))
    try expectEqual(
      onlyTable(file),
      RichText.Table(rows: [[cell("a", columns: 2), cell("b", rows: 2)], [cell("c"), cell("d")]]))
  }

  @Test
  func cellsThatContinueNothingAreOrdinaryCells() throws {
    let file = WordFile(table([[properties(on("vMerge")) + p("a")]]))
    try expectEqual(onlyTable(file), RichText.Table(rows: [[cell("a")]]))
  }

  @Test
  func textInContinuedCellsIsCounted() throws {
    let file = WordFile(
      table([[properties(on("vMerge", "restart")) + p("a")], [properties(on("vMerge")) + p("hidden")]]))
    try expectEqual(onlyTable(file).rows, [[cell("a", rows: 2)], []])
    try expectEqual(file.losses(), ["tables: text in merged cells × 1"])
  }

  @Test
  func cellsThatAreMergedHorizontallyAreJoined() throws {
    let file = WordFile(
      table([[properties(on("hMerge", "restart")) + p("a"), properties(on("hMerge")) + p(), p("b")]]))
    try expectEqual(onlyTable(file).rows, [[cell("a", columns: 2), cell("b")]])
  }

  @Test
  func skippedColumnsBecomeAnEmptyCell() throws {
    let row = "<w:tr><w:trPr>\(on("gridBefore", "2"))</w:trPr><w:tc>\(p("a"))</w:tc></w:tr>"
    try expectEqual(onlyTable(WordFile("<w:tbl>\(row)</w:tbl>")).rows, [[cell("", columns: 2), cell("a")]])
  }

  @Test
  func leadingHeaderRowsAreKept() throws {
    func row(_ text: String, _ isHeader: Bool) -> String {
      "<w:tr>\(isHeader ? "<w:trPr>\(on("tblHeader"))</w:trPr>" : "")<w:tc>\(p(text))</w:tc></w:tr>"
    }
    let file = WordFile("<w:tbl>\(row("a", true))\(row("b", false))\(row("c", true))</w:tbl>")
    try expectEqual(onlyTable(file).headerRowCount, 1)
  }

  @Test
  func aFirstRowThatTheStyleSetsApartIsAHeader() throws {
    var file = WordFile(
      table([[p("a"), p("b")], [p("c"), p("d")]], properties: on("tblStyle", "T") + on("tblLook", "04A0")))
    file.styles = style(
      "T", type: "table",
      other:
        #"<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr><w:tblStylePr w:type="firstCol"><w:rPr><w:b/></w:rPr></w:tblStylePr>"#
    )
    let table = try onlyTable(file)
    expectEqual(table.headerRowCount, 1)
    expectEqual(table.rows[1].map(\.isRowHeading), [true, false])
    try expectEqual(file.losses(), ["formatting: table styles × 1"])
    file.styles = style("T", type: "table")
    try expectEqual(onlyTable(file).headerRowCount, 0)
  }

  @Test
  func nestedTablesAreKept() throws {
    let file = WordFile(table([[table([[p("inner")]]) + p()]]))
    try expectEqual(
      onlyTable(file).rows,
      [
        [RichText.TableCell([.table(RichText.Table(rows: [[cell("inner")]]))])]
      ])
  }

  @Test
  func wrappersAroundRowsAndCellsAreTransparent() throws {
    let file = WordFile(
      "<w:tbl><w:sdt><w:sdtContent><w:tr><w:customXml><w:tc><w:sdt><w:sdtContent>\(p("a"))</w:sdtContent></w:sdt></w:tc></w:customXml></w:tr></w:sdtContent></w:sdt></w:tbl>"
    )
    try expectEqual(onlyTable(file).rows, [[cell("a")]])
  }

  @Test
  func cellColorsAndAlignmentsAreKept() throws {
    let file = WordFile(
      table([[properties(#"<w:shd w:val="clear" w:fill="FF0000"/>"#) + p("a", on("jc", "center"))]]))
    let expected = RichText.TableCell(
      [.p("a")], alignment: .center, background: Color(red: 1, green: 0, blue: 0))
    try expectEqual(onlyTable(file).rows, [[expected]])
  }

  @Test
  func aCaptionBeforeATableBelongsToIt() throws {
    var file = WordFile(p("Table 1", on("pStyle", "C")) + table([[p("a")]]))
    file.styles = style("C", "caption", run: on("i"))
    try expectEqual(onlyTable(file).caption, [.text("Table 1")])
  }

  @Test(arguments: [
    (on("tblpPr"), "layout: positions of tables × 1"),
    (on("jc", "center"), "layout: positions of tables × 1"),
    (on("bidiVisual"), "layout: right-to-left tables × 1"),
    (on("tblCaption", "x"), "metadata: descriptions of tables × 1"),
    (on("tblDescription", "x"), "metadata: descriptions of tables × 1"),
  ])
  func propertiesOfTablesAreCounted(_ xml: String, _ loss: String) throws {
    try expectEqual(WordFile(table([[p("a")]], properties: xml)).losses(), [loss])
  }

  @Test(arguments: [
    (on("vAlign", "center"), "layout: vertical alignment of cells × 1"),
    (on("textDirection", "btLr"), "layout: text directions × 1"),
    ("<w:cellMerge/>", "comments: tracked changes × 1"),
  ])
  func propertiesOfCellsAreCounted(_ xml: String, _ loss: String) throws {
    try expectEqual(WordFile(table([[properties(xml) + p("a")]])).losses(), [loss])
  }

  @Test
  func unequalColumnWidthsAreCounted() throws {
    func file(_ widths: [Int]) -> WordFile {
      let grid = widths.map { #"<w:gridCol w:w="\#($0)"/>"# }.joined()
      return WordFile("<w:tbl><w:tblGrid>\(grid)</w:tblGrid><w:tr><w:tc>\(p("a"))</w:tc></w:tr></w:tbl>")
    }
    try expectEmpty(file([1000, 1000]).losses())
    try expectEqual(file([1000, 3000]).losses(), ["layout: column widths × 1"])
  }

  @Test
  func hugeSpansAreLimited() throws {
    let file = WordFile(table([[properties(on("gridSpan", "2000000000")) + p("a")]]))
    try expectEqual(onlyTable(file).rows, [[cell("a", columns: 1000)]])
  }

  @Test
  func deletedAndHiddenRowsAreCounted() throws {
    func row(_ property: String) -> String {
      "<w:tr><w:trPr>\(property)</w:trPr><w:tc>\(p("x"))</w:tc></w:tr>"
    }
    let file = WordFile("<w:tbl>\(row("<w:del/>"))\(row("<w:hidden/>"))\(row("<w:ins/>"))</w:tbl>")
    try expectEqual(onlyTable(file).rows, [[cell("x")]])
    try expectEqual(
      file.losses(),
      [
        "comments: text that a tracked change deleted × 1", "comments: hidden text × 1",
        "comments: tracked changes × 1",
      ])
  }
}
