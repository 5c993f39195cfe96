extension RichText {
  /// A table as rows of grid positions.
  ///
  /// At each position, a cell begins or another cell covers the position. A row ends with the last position
  /// of the last cell that begins in the row. If all rows were padded to the longest row, a few rows could
  /// result in millions of positions.
  package struct TableGrid {
    /// The cell that begins at each position; nil if another cell covers the position.
    package private(set) var rows: [[TableCell?]] = []
    /// For each row, the number of covered positions after the last cell that begins in the row.
    package private(set) var coveredAfterRow: [Int] = []
    /// The number of positions in the longest row, including covered positions at its end.
    package private(set) var columnCount = 0
    /// The number of cells that span several rows or columns.
    package private(set) var spanCount = 0
    /// The number of cells that cover fewer positions than they specify.
    package private(set) var cutCount = 0

    /// The maximum number of columns that a cell may cover (Source: HTML Standard).
    package static let spanLimit = 1000

    /// Lays out the cells row by row from the top, each at the first free position of its row.
    ///
    /// - Parameter budget: the budget for positions at which no cell begins.
    package init(_ table: Table, _ budget: inout CellBudget) {
      // The columns that cells of earlier rows cover, from left to right, each with the number of rows
      // still to be covered.
      var covering: [(columns: Range<Int>, rowCount: Int)] = []
      for row in table.rows {
        var places: [TableCell?] = []
        var begun: [(columns: Range<Int>, rowCount: Int)] = []
        var passedCount = 0
        func skipCovered() {
          while passedCount < covering.count, covering[passedCount].columns.lowerBound <= places.count {
            places += repeatElement(
              nil, count: max(0, covering[passedCount].columns.upperBound - places.count))
            passedCount += 1
          }
        }
        for cell in row {
          skipCovered()
          budget.addCells()
          let columnSpan = max(1, min(cell.columnSpan, Self.spanLimit, 1 + budget.count))
          let wanted = max(1, min(cell.rowSpan, table.rows.count - rows.count))
          let rowSpan = min(wanted, (budget.count + 1) / columnSpan)
          budget.take(columnSpan * rowSpan - 1)
          if cell.columnSpan > 1 || cell.rowSpan > 1 { spanCount += 1 }
          if columnSpan < cell.columnSpan || rowSpan < wanted { cutCount += 1 }
          if rowSpan > 1 { begun.append((places.count..<places.count + columnSpan, rowSpan - 1)) }
          places.append(cell)
          places += repeatElement(nil, count: columnSpan - 1)
        }
        let ownCount = places.count
        skipCovered()
        covering = covering.compactMap { $0.rowCount > 1 ? ($0.columns, $0.rowCount - 1) : nil } + begun
        covering.sort { $0.columns.lowerBound < $1.columns.lowerBound }
        columnCount = max(columnCount, places.count)
        coveredAfterRow.append(places.count - ownCount)
        rows.append(Array(places.prefix(ownCount)))
      }
    }
  }
}

/// The budget of grid positions at which no cell begins, for all tables of a document.
///
/// A few bytes can specify millions of such positions, through cells that span several rows or columns, or
/// through short rows below a wide row. A document therefore has one budget for all its tables, and every
/// cell increases the budget a little.
package struct CellBudget {
  private static let placesPerDocument = 20_000
  private static let placesPerCell = 4

  /// The number of remaining positions.
  package private(set) var count = CellBudget.placesPerDocument

  /// The loss detail for cells that cover fewer positions than they specify.
  package static let detail = "cell spans that exceed the table"

  package init() {}

  /// Increases the budget for a number of cells.
  package mutating func addCells(_ cellCount: Int = 1) { count += cellCount * Self.placesPerCell }

  /// Takes the given number of positions, which must not exceed the budget.
  package mutating func take(_ places: Int) {
    precondition(places <= count, "more places were taken than are left")
    count -= places
  }

  /// Takes the requested number of positions, or all remaining positions if fewer remain.
  ///
  /// - Returns: the number of positions taken.
  package mutating func take(atMost wanted: Int) -> Int {
    let places = min(wanted, count)
    take(places)
    return places
  }
}
