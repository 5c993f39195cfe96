import ProfferConversions
import RichTextFormats
import XMLText

extension WordWriter {
  mutating func write(_ table: RichText.Table) {
    if !table.caption.isEmpty {
      let start = Start(kind: .caption)
      writeParagraph(start) { $0.write(table.caption.runs, in: start) }
    }
    guard tableDepth < Self.tableDepthLimit else {
      losses.add(.tables, RichText.Table.nestingDetail)
      for row in table.rows { for cell in row { write(cell.blocks) } }
      return
    }
    // Word joins two adjacent tables.
    separateTables()
    let grid = MergedCellGrid(table, &cellBudget, &losses)
    if grid.columnCount > Self.columnLimit {
      warnings.append("a table has \(grid.columnCount) columns, but Word shows at most \(Self.columnLimit)")
    }
    styles.usesTables = true
    story.xml.begin("w:tbl")
    let widths = columnWidths(grid.columnCount)
    writeProperties(of: table, columnWidths: widths)
    let outer = (containers, isBegun, aroundTable, cellAlignment, itemList)
    // The style names of paragraphs in a cell include the containers around the table.
    aroundTable = containers.isEmpty ? nil : containers
    (containers, isBegun, itemList) = ([], [], nil)
    let isOuterRowHeading = isInRowHeading
    tableDepth += 1
    for (index, row) in grid.rows.enumerated() {
      write(row, columnWidths: widths, isHeader: index < table.headerRowCount)
    }
    tableDepth -= 1
    isInRowHeading = isOuterRowHeading
    (containers, isBegun, aroundTable, cellAlignment, itemList) = outer
    for index in isBegun.indices { isBegun[index] = true }
    story.xml.end("w:tbl")
    lastElement = .table
  }

  /// The maximum number of columns that Word shows.
  private static let columnLimit = 63

  /// Returns the widths of the columns, in twentieths of a point.
  private func columnWidths(_ count: Int) -> [Int] {
    let width = Self.textWidth / (tableDepth + 1)
    return [Int](repeating: max(width / count, 120), count: count)
  }

  private mutating func writeProperties(of table: RichText.Table, columnWidths: [Int]) {
    story.xml.begin("w:tblPr")
    story.xml.add("w:tblStyle", ("w:val", WrittenStyles.table))
    story.xml.add("w:tblW", ("w:w", "0"), ("w:type", "auto"))
    // The number has a bit for each of the attributes; older programs read only the number.
    let (hasHeader, hasRowHeadings) = (table.headerRowCount > 0, table.rowHeadingCount > 0)
    let look = 0x600 | (hasHeader ? 0x20 : 0) | (hasRowHeadings ? 0x80 : 0)
    story.xml.add(
      "w:tblLook", ("w:val", "0" + String(look, radix: 16, uppercase: true)),
      ("w:firstRow", hasHeader ? "1" : "0"), ("w:lastRow", "0"),
      ("w:firstColumn", hasRowHeadings ? "1" : "0"), ("w:lastColumn", "0"), ("w:noHBand", "1"),
      ("w:noVBand", "1"))
    story.xml.end("w:tblPr")
    story.xml.begin("w:tblGrid")
    for width in columnWidths { story.xml.add("w:gridCol", ("w:w", String(width))) }
    story.xml.end("w:tblGrid")
  }

  private mutating func write(_ row: [MergedCellGrid.Place], columnWidths: [Int], isHeader: Bool) {
    story.xml.begin("w:tr")
    let missingCount = columnWidths.count - row.count
    if isHeader || missingCount > 0 {
      story.xml.begin("w:trPr")
      if missingCount > 0 {
        story.xml.add("w:gridAfter", ("w:val", String(missingCount)))
        let width = columnWidths[row.count...].reduce(0, +)
        story.xml.add("w:wAfter", ("w:w", String(width)), ("w:type", "dxa"))
      }
      if isHeader { story.xml.add("w:tblHeader") }
      story.xml.end("w:trPr")
    }
    var column = 0
    while column < row.count {
      var end = column + 1
      while end < row.count, row[end].continuesBefore { end += 1 }
      write(row[column], width: columnWidths[column..<end].reduce(0, +), columnCount: end - column)
      column = end
    }
    story.xml.end("w:tr")
  }

  private mutating func write(_ place: MergedCellGrid.Place, width: Int, columnCount: Int) {
    story.xml.begin("w:tc")
    story.xml.begin("w:tcPr")
    story.xml.add("w:tcW", ("w:w", String(width)), ("w:type", "dxa"))
    if columnCount > 1 { story.xml.add("w:gridSpan", ("w:val", String(columnCount))) }
    switch place.reach {
    case .none: break
    case .first: story.xml.add("w:vMerge", ("w:val", "restart"))
    case .continued: story.xml.add("w:vMerge")
    }
    if let background = place.cell?.background {
      story.xml.add("w:shd", ("w:val", "clear"), ("w:color", "auto"), ("w:fill", hexadecimal(background)))
    }
    story.xml.end("w:tcPr")
    lastElement = .none
    isInRowHeading = place.cell?.isRowHeading ?? false
    cellAlignment = place.cell?.alignment
    if let cell = place.cell {
      countRepeatedAlignments(in: cell)
      write(cell.blocks)
    }
    // A cell must end with a paragraph.
    if lastElement != .paragraph { writeParagraph(Start()) }
    isInRowHeading = false
    cellAlignment = nil
    story.xml.end("w:tc")
  }

  /// Counts a cell whose alignment readers cannot distinguish from the alignments of its paragraphs.
  ///
  /// Cells of Word have no alignment: a cell is aligned if all its paragraphs have the same alignment.
  private mutating func countRepeatedAlignments(in cell: RichText.TableCell) {
    if cell.alignment == .left { losses.add(.layout, Self.defaultLayoutDetail) }
    let explicit = cell.blocks.explicitAlignments
    if explicit.allSatisfy({ $0 == nil }) { return }
    let first = explicit[0] ?? cell.alignment
    let read = explicit.allSatisfy { ($0 ?? cell.alignment) == first } ? first : nil
    if read != cell.alignment || (read != nil && explicit.contains(read)) {
      losses.add(.layout, "alignments of cells that are also alignments of paragraphs")
    }
  }
}

extension [RichText.Block] {
  /// The explicit alignment of each paragraph, without those of nested tables; nil for paragraphs without one.
  fileprivate var explicitAlignments: [RichText.Alignment?] {
    var alignments: [RichText.Alignment?] = []
    for block in self {
      switch block {
      case .paragraph(let paragraph), .heading(_, let paragraph):
        alignments.append(paragraph.layout.alignment)
      case .list(let list): for item in list.items { alignments += item.blocks.explicitAlignments }
      case .blockQuote(let blocks): alignments += blocks.explicitAlignments
      case .definitions(let definitions):
        for definition in definitions {
          alignments += definition.terms.map { _ in nil }
          for meaning in definition.meanings { alignments += meaning.explicitAlignments }
        }
      case .codeBlock, .rule: alignments.append(nil)
      case .table, .pageBreak: break
      }
    }
    return alignments
  }
}
