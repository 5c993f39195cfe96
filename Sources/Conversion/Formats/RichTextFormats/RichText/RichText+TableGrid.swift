extension RichText {
  /// A table as rows of places, where a cell begins or which a cell covers.
  ///
  /// A row ends with the places of its last own cell: if all rows were padded to the longest, a few rows
  /// could result in millions of places.
  struct TableGrid {
    /// The cell that begins at each place; nil if another cell covers the place.
    private(set) var rows: [[TableCell?]] = []
    /// For each row, the number of places after its last own cell that are covered by cells from above.
    private(set) var coveredAfterRow: [Int] = []
    /// The number of places in the longest row, including those after its last own cell.
    private(set) var columnCount = 0
    /// The number of cells that cover more than one place.
    private(set) var spanCount = 0
    /// The number of these cells that cover fewer places than they specify.
    private(set) var cutCount = 0

    /// The maximum number of columns that a cell covers (Source: HTML Standard).
    static let spanLimit = 1000

    /// Lays out the cells from the top, each at the first free place of its row.
    ///
    /// - Parameter budget: the budget for places that cells cover.
    init(_ table: Table, _ budget: inout CellBudget) {
      // The columns covered by cells above, from left to right, and the number of further rows in which they
      // are covered.
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

/// The budget for empty places in the tables of a document, in which no cell begins.
///
/// A few bytes can specify millions of empty places, through cells that cover others or short rows
/// under a wide one. A document therefore has a budget of empty places for all its tables together, and
/// every cell increases it a little.
struct CellBudget {
  private static let placesPerDocument = 20_000
  private static let placesPerCell = 4

  /// The number of remaining places.
  private(set) var count = CellBudget.placesPerDocument

  /// The loss detail for cells that cover fewer places than they specify.
  static let detail = "cells that claim more places than a table has"

  /// Adds the places that some cells contribute.
  mutating func addCells(_ cellCount: Int = 1) { count += cellCount * Self.placesPerCell }

  /// Takes a number of places, which must be available.
  mutating func take(_ places: Int) {
    precondition(places <= count, "more places were taken than are left")
    count -= places
  }

  /// Takes the wanted number of places, or all remaining ones.
  ///
  /// - Returns: the number of places taken.
  mutating func take(atMost wanted: Int) -> Int {
    let places = min(wanted, count)
    take(places)
    return places
  }
}
