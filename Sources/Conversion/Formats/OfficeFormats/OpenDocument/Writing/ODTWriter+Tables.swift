import ProfferConversions
import RichTextFormats
import XMLText

extension ODTWriter {
  mutating func write(_ table: RichText.Table) {
    if !table.caption.isEmpty {
      writeParagraph(.caption) { $0.write(table.caption.runs) }
    }
    guard place.story != .footnote else {
      // LibreOffice 7.4 drops a table in a footnote.
      losses.add(.tables, "tables in footnotes")
      return writeContents(of: table)
    }
    guard elementDepth + 4 <= Self.elementDepthLimit else {
      losses.add(.tables, RichText.Table.nestingDetail)
      return writeContents(of: table)
    }
    leaveLists()
    let grid = MergedCellGrid(table, &cellBudget, &losses)
    let headingCount = Self.headingColumnCount(of: grid, after: table.headerRowCount)
    tableCount += 1
    let style = sheet.name(
      of: ODTTableFormat(
        indentation: Double(place.containers.count) * ODTNamedStyle.step,
        breaksPage: hasPendingPageBreak))
    hasPendingPageBreak = false
    body.begin("table:table", ("table:name", "Table \(tableCount)"), ("table:style-name", style))
    if headingCount > 0 {
      body.begin("table:table-header-columns")
      writeColumns(headingCount)
      body.end("table:table-header-columns")
    }
    if headingCount < grid.columnCount { writeColumns(grid.columnCount - headingCount) }

    let outer = (place, elementDepth)
    place.aroundTable = place.containers.isEmpty ? nil : place.containers
    (place.containers, place.lists) = ([], [])
    elementDepth += 4
    if table.headerRowCount > 0 { body.begin("table:table-header-rows") }
    for index in grid.rows.indices {
      place.story = index < table.headerRowCount ? .headerCell : .cell
      writeRow(index, of: grid)
      if index == table.headerRowCount - 1 { body.end("table:table-header-rows") }
    }
    (place, elementDepth) = outer
    body.end("table:table")
  }

  /// Writes the content of a table without the table.
  private mutating func writeContents(of table: RichText.Table) {
    for row in table.rows { for cell in row { write(cell.blocks) } }
  }

  private mutating func writeColumns(_ count: Int) {
    if count == 1 {
      body.add("table:table-column")
    } else {
      body.add("table:table-column", ("table:number-columns-repeated", "\(count)"))
    }
  }

  /// Returns the number of columns at the beginning in which all cells below the header rows are row headings.
  ///
  /// The style names of their paragraphs also express row headings, because they may be in any column.
  private static func headingColumnCount(of grid: MergedCellGrid, after headerRowCount: Int) -> Int {
    let rows = grid.rows.dropFirst(headerRowCount)
    guard !rows.isEmpty else { return 0 }
    var count = grid.columnCount
    for row in rows {
      var own = 0
      var isHeading = false
      for position in row {
        if let cell = position.cell {
          isHeading = cell.isRowHeading
        } else if !position.continuesBefore {
          // The position continues a cell of an earlier row, which decides for this column.
          isHeading = true
        }
        guard isHeading else { break }
        own += 1
      }
      count = min(count, own)
    }
    return count
  }

  private mutating func writeRow(_ index: Int, of grid: MergedCellGrid) {
    let row = grid.rows[index]
    body.begin("table:table-row")
    var column = 0
    while column < row.count {
      guard let cell = row[column].cell else {
        let end = row[column...].firstIndex { $0.cell != nil } ?? row.count
        if end - column == 1 {
          body.add("table:covered-table-cell")
        } else {
          body.add("table:covered-table-cell", ("table:number-columns-repeated", "\(end - column)"))
        }
        column = end
        continue
      }
      let columnSpan = row[(column + 1)...].prefix { $0.cell == nil && $0.continuesBefore }.count + 1
      var rowSpan = 1
      if row[column].reach == .first {
        while index + rowSpan < grid.rows.count, grid.rows[index + rowSpan].count > column,
          grid.rows[index + rowSpan][column].reach == .continued
        {
          rowSpan += 1
        }
      }
      write(cell, columnSpan: columnSpan, rowSpan: rowSpan)
      column += 1
    }
    body.end("table:table-row")
  }

  private mutating func write(_ cell: RichText.TableCell, columnSpan: Int, rowSpan: Int) {
    let hasAlignedParagraphs =
      cell.alignment == nil
      && !cell.blocks.allSatisfy { block in
        guard case .paragraph(let paragraph) = block else { return false }
        return paragraph.layout.alignment == nil && paragraph.layout.direction == nil
      }
    let format = ODTCellFormat(
      alignment: cell.alignment, background: cell.background, hasAlignedParagraphs: hasAlignedParagraphs)
    var attributes: [(StaticString, String)] = [
      ("table:style-name", sheet.name(of: format)), ("office:value-type", "string"),
    ]
    if columnSpan > 1 { attributes.append(("table:number-columns-spanned", "\(columnSpan)")) }
    if rowSpan > 1 { attributes.append(("table:number-rows-spanned", "\(rowSpan)")) }
    body.begin("table:table-cell", attributes: attributes)
    place.cellAlignment = cell.alignment
    place.isInRowHeading = cell.isRowHeading
    let start = body.bytes.count
    write(cell.blocks)
    if body.bytes.count == start { writeParagraph(.paragraph) }
    place.cellAlignment = nil
    place.isInRowHeading = false
    body.end("table:table-cell")
  }
}
