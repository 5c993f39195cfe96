import ColorFormats
import ProfferConversions
import RichTextFormats
import XMLText

/// Reads a table on a slide.
///
/// Every row has a cell for each column of the table. A cell that another cell covers is marked as merged.
///
/// Source: ISO/IEC 29500-1, 21.1.3.
struct SlideTable {
  private struct Cell {
    var columnSpan = 1
    var rowSpan = 1
    var continuesBefore = false
    var continuesAbove = false
    var blocks: [RichText.Block] = []
    var background: Color?
  }

  private let document: PresentationDocument
  private let relationships: Relationships
  private let colors: SlideColors
  private let style: SlideTextStyle
  private var rows: [[RichText.TableCell]] = []
  /// For each column, the number of the row up to which a cell covers it.
  private var coveredRows: [Int: Int] = [:]
  private var hasHeaderRow = false
  private var hasHeaderColumn = false

  init(
    _ document: PresentationDocument, _ relationships: Relationships, _ colors: SlideColors,
    style: SlideTextStyle
  ) {
    self.document = document
    self.relationships = relationships
    self.colors = colors
    self.style = style
  }

  /// Reads the table, which is the current element; nil if it has no rows.
  mutating func read(_ xml: inout SlideXML) throws(CoderError) -> RichText.Table? {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      switch name {
      case .tableProperties:
        hasHeaderRow = xml.isOn(.firstRow)
        hasHeaderColumn = xml.isOn(.firstColumn)
        try xml.skipElement()
      case .tableRow: try readRow(&xml)
      default: try xml.skipElement()
      }
    }
    guard !rows.isEmpty else { return nil }
    for (row, cells) in rows.enumerated() {
      for (column, cell) in cells.enumerated() where cell.rowSpan > rows.count - row {
        rows[row][column].rowSpan = rows.count - row
      }
    }
    let headerRowCount = hasHeaderRow && rows.count > 1 ? 1 : 0
    if headerRowCount > 0 { for index in rows[0].indices { rows[0][index].isRowHeading = false } }
    return RichText.Table(headerRowCount: headerRowCount, rows: rows).droppingEmptyHeadings()
  }

  private mutating func readRow(_ xml: inout SlideXML) throws(CoderError) {
    var cells: [Cell] = []
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      if name == .tableCell { cells.append(try readCell(&xml)) } else { try xml.skipElement() }
    }
    add(cells)
  }

  private func readCell(_ xml: inout SlideXML) throws(CoderError) -> Cell {
    var cell = Cell()
    let limit = RichText.TableGrid.spanLimit
    cell.columnSpan = min(max(xml.number(.gridSpan) ?? 1, 1), limit)
    cell.rowSpan = min(max(xml.number(.rowSpan) ?? 1, 1), 65_534)
    cell.continuesBefore = xml.isOn(.horizontalMerge)
    cell.continuesAbove = xml.isOn(.verticalMerge)
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      switch name {
      case .cellText:
        var text = SlideText(document, relationships, colors, style: style)
        var blocks = SlideBlocks()
        for paragraph in try text.read(&xml) where !paragraph.content.isEmpty { blocks.add(paragraph) }
        cell.blocks = blocks.finish()
        document.losses.add(contentsOf: blocks.losses.total)
      case .cellProperties:
        if let direction = xml.attribute(.verticalText), direction != "horz" {
          document.losses.add(.layout, "text directions")
        }
        try xml.forEachChild { (name, xml) throws(CoderError) in
          guard name == .solidFill else { return try xml.skipElement() }
          cell.background = try colors.read(&xml)
        }
      default: try xml.skipElement()
      }
    }
    return cell
  }

  /// Adds a row: the cells that begin in it.
  private mutating func add(_ cells: [Cell]) {
    let row = rows.count
    var begun: [RichText.TableCell] = []
    // The column after the cell that covers the columns to its right.
    var coveredColumn = 0
    for (column, cell) in cells.enumerated() {
      let isCovered =
        cell.continuesBefore && column < coveredColumn
        || cell.continuesAbove && coveredRows[column].map { row < $0 } ?? false
      if isCovered {
        // PowerPoint does not show the content of such a cell.
        if !cell.blocks.isEmpty { document.losses.add(.tables, "text in merged cells") }
        continue
      }
      var end = column + 1
      while end < cells.count, end - column < cell.columnSpan, cells[end].continuesBefore { end += 1 }
      let span = end == cells.count ? cell.columnSpan : end - column
      coveredColumn = column + span
      let lastRow = row + cell.rowSpan
      if cell.rowSpan > 1 { for covered in column..<column + span { coveredRows[covered] = lastRow } }
      begun.append(
        RichText.TableCell(
          cell.blocks, columnSpan: span, rowSpan: cell.rowSpan,
          isRowHeading: hasHeaderColumn && column == 0, background: cell.background))
    }
    rows.append(begun)
  }
}
