import ProfferConversions

extension RTFWriter {
  mutating func write(_ table: RichText.Table) {
    if !table.caption.isEmpty {
      beginParagraph(Start(kind: .caption))
      write(table.caption.runs, format: CharacterFormat())
    }
    guard tableDepth < RTFReader.nestingLimit - 1 else {
      losses.add(.tables, RichText.Table.nestingDetail)
      for row in table.rows { for cell in row { write(cell.blocks) } }
      return
    }
    beginRows()
    let grid = MergedCellGrid(table, &cellBudget, &losses)
    let outer = (containers, isBegun, aroundTable, cellAlignment, cellHint, itemList)
    // The style names of paragraphs in a cell include the containers around the table.
    aroundTable = containers.isEmpty ? nil : containers
    (containers, isBegun, cellHint, itemList) = ([], [], nil, nil)
    let isOuterRowHeading = isInRowHeading
    tableDepth += 1
    for (index, row) in grid.rows.enumerated() {
      write(row, columnCount: grid.columnCount, isHeader: index < table.headerRowCount)
    }
    tableDepth -= 1
    isInRowHeading = isOuterRowHeading
    (containers, isBegun, aroundTable, cellAlignment, cellHint, itemList) = outer
    for index in isBegun.indices { isBegun[index] = true }
    endsInTable = true
  }

  /// Writes the first rows of a top-level table; ``writeRow(_:)`` writes the other rows.
  ///
  /// No cell of the table spans several rows or columns.
  mutating func beginTable(_ table: RichText.Table) {
    if !table.caption.isEmpty {
      beginParagraph(Start(kind: .caption))
      write(table.caption.runs, format: CharacterFormat())
    }
    beginRows()
    let grid = MergedCellGrid(table, &cellBudget, &losses)
    openTableColumnCount = grid.columnCount
    tableDepth = 1
    for (index, row) in grid.rows.enumerated() {
      write(row, columnCount: grid.columnCount, isHeader: index < table.headerRowCount)
    }
  }

  /// Writes the next row of the open table.
  ///
  /// The columns of the first rows keep their widths, and additional columns are added on the right. If the
  /// edges of columns moved, cells of earlier rows would cover several columns.
  mutating func writeRow(_ cells: [RichText.TableCell]) {
    let grid = MergedCellGrid(RichText.Table(rows: [cells]), &cellBudget, &losses)
    for row in grid.rows {
      write(row, columnCount: openTableColumnCount, isHeader: false)
    }
  }

  /// Ends the open table.
  mutating func endTable() {
    tableDepth = 0
    endsInTable = true
  }

  /// Ends the paragraph or table before the first row.
  private mutating func beginRows() {
    if hasOpenParagraph {
      add("\\par\n")
      hasOpenParagraph = false
    }
    separateTables()
    if hasOpenParagraph {
      add("\\par\n")
      hasOpenParagraph = false
    }
  }

  private mutating func write(_ row: [MergedCellGrid.Place], columnCount: Int, isHeader: Bool) {
    let definition = definition(of: row, columnCount: columnCount, isHeader: isHeader)
    if tableDepth == 1 { add(definition) }
    for place in row {
      isInRowHeading = place.cell?.isRowHeading ?? false
      if let cell = place.cell { write(cell) } else { beginParagraph(Start()) }
      isInRowHeading = false
      hasOpenParagraph = false
      endsInTable = false
      add(tableDepth == 1 ? "\\cell\n" : "\\nestcell{\\nonesttables\\par}\n")
    }
    add(tableDepth == 1 ? "\\row\n" : "{\\*\\nesttableprops\(definition)\\nestrow}{\\nonesttables\\par}\n")
  }

  private mutating func definition(of row: [MergedCellGrid.Place], columnCount: Int, isHeader: Bool) -> String
  {
    guard row.allSatisfy({ $0.reach == .none && !$0.continuesBefore && $0.cell?.background == nil }) else {
      return newDefinition(of: row, columnCount: columnCount, isHeader: isHeader)
    }
    if let plainRow,
      (plainRow.columnCount, plainRow.cellCount, plainRow.isHeader) == (columnCount, row.count, isHeader)
    {
      return plainRow.definition
    }
    let definition = newDefinition(of: row, columnCount: columnCount, isHeader: isHeader)
    plainRow = (columnCount, row.count, isHeader, definition)
    return definition
  }

  private mutating func newDefinition(of row: [MergedCellGrid.Place], columnCount: Int, isHeader: Bool)
    -> String
  {
    let width = max(9_360 / columnCount, 120)
    var words = #"\trowd\trgaph108\trleft0"# + (isHeader ? #"\trhdr"# : "")
    for (index, place) in row.enumerated() {
      switch place.reach {
      case .none: break
      case .first: words += #"\clvmgf"#
      case .continued: words += #"\clvmrg"#
      }
      if place.continuesBefore {
        words += #"\clmrg"#
      } else if index + 1 < row.count, row[index + 1].continuesBefore {
        words += #"\clmgf"#
      }
      for side in ["t", "l", "b", "r"] { words += #"\clbrdr\#(side)\brdrs\brdrw10"# }
      if let background = place.cell?.background { words += #"\clcbpat\#(number(ofColor: background))"# }
      words += #"\cellx\#((index + 1) * width)"#
    }
    return words + "\n"
  }

  private mutating func write(_ cell: RichText.TableCell) {
    cellAlignment = cell.alignment
    let isPlain = cell.blocks.allSatisfy { block in
      if case .paragraph(let paragraph) = block {
        return paragraph.layout.alignment == nil && paragraph.layout.direction == nil
      }
      return false
    }
    // Readers infer the alignment of a cell from its plain paragraphs. Other cells need an explicit
    // alignment.
    if !isPlain || cell.alignment == .left {
      cellHint = RTFLayout.ExplicitAlignment(alignment: cell.alignment.map(RTFLayout.Alignment.init))
    }
    write(cell.blocks)
    // A cell must end with a paragraph.
    if !hasOpenParagraph { beginParagraph(Start()) }
    cellAlignment = nil
    cellHint = nil
  }
}
