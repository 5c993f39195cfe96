extension RichText {
  /// A table as rows of places, in which a cell begins or which one covers.
  ///
  /// A row ends with the places of its last own cell: filled up to the longest, a few rows would make millions of them.
  struct TableGrid {
    /// The cell that begins at each place; nil where another covers it.
    private(set) var rows: [[TableCell?]] = []
    /// How many places after the last own cell of each row cells from above cover.
    private(set) var coveredAfterRow: [Int] = []
    /// How many places the longest row has, those after its last own cell included.
    private(set) var columnCount = 0
    /// How many cells cover more than one place.
    private(set) var spanCount = 0
    /// How many of them cover fewer places than they claim.
    private(set) var cutCount = 0

    /// How many columns a cell covers at most (Source: HTML Standard).
    static let spanLimit = 1000

    /// Lays out the cells from the top, each at the first free place of its row.
    ///
    /// - Parameter budget: what the places that cells cover are taken from.
    init(_ table: Table, _ budget: inout CellBudget) {
      // The columns that cells above cover, from the first on, and in how many more rows.
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

/// How many empty places the tables of a document may have: places in which no cell begins.
///
/// A few bytes can claim millions of them: cells that cover others, or short rows under a wide one. So a document has a
/// budget of empty places for all its tables together, and every cell adds a few.
struct CellBudget {
  private static let placesPerDocument = 20_000
  private static let placesPerCell = 4

  /// How many are left.
  private(set) var count = CellBudget.placesPerDocument

  /// The detail of the loss, for cells that cover fewer places than they claim.
  static let detail = "cells that claim more places than a table has"

  /// Adds the places that some cells bring.
  mutating func addCells(_ cellCount: Int = 1) { count += cellCount * Self.placesPerCell }

  /// Takes places, of which there must be as many.
  mutating func take(_ places: Int) {
    precondition(places <= count, "more places were taken than are left")
    count -= places
  }

  /// Takes as many places as are wanted, or those that are left.
  ///
  /// - Returns: how many.
  mutating func take(atMost wanted: Int) -> Int {
    let places = min(wanted, count)
    take(places)
    return places
  }
}
