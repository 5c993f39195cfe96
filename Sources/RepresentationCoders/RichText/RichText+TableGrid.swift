extension RichText {
  /// A table as rows of places, in which a cell begins or which one covers.
  ///
  /// A row ends with the places of its last own cell: filled up to the longest, a few rows would make millions of them.
  struct TableGrid {
    /// The cell that begins at each place; nil where another covers it.
    private(set) var rows: [[TableCell?]] = []
    /// How many places the longest row has, those after its last own cell included.
    private(set) var columnCount = 0
    /// How many cells cover more than one place.
    private(set) var spanCount = 0

    /// How many columns and rows a cell is taken to cover at most (Source: HTML Standard, which has this bound for
    /// columns).
    private static let spanLimit = 1000
    /// How many places there are at most beyond those that cells begin at.
    private static let coveredLimit = 100_000

    /// Lays out the cells from the top, each at the first free place of its row.
    init(_ table: Table) {
      // For each column, how many more rows the cell above covers.
      var covered: [Int] = []
      var coveredBudget = Self.coveredLimit
      for row in table.rows {
        var places: [TableCell?] = []
        var next: [Int] = []
        func skipCovered() {
          while places.count < covered.count, covered[places.count] > 0 {
            next.append(covered[places.count] - 1)
            places.append(nil)
          }
        }
        for cell in row {
          skipCovered()
          let columnSpan = max(1, min(cell.columnSpan, Self.spanLimit, 1 + max(coveredBudget, 0)))
          let rowsLeft = table.rows.count - rows.count
          let most = 1 + max(coveredBudget - columnSpan, 0) / columnSpan
          let rowSpan = min(cell.rowSpan, Self.spanLimit, rowsLeft, most)
          if cell.columnSpan > 1 || cell.rowSpan > 1 { spanCount += 1 }
          coveredBudget -= columnSpan * rowSpan - 1
          for column in 0..<columnSpan {
            places.append(column == 0 ? cell : nil)
            next.append(rowSpan - 1)
          }
        }
        let ownCount = places.count
        skipCovered()
        covered = next
        columnCount = max(columnCount, places.count)
        rows.append(Array(places.prefix(ownCount)))
      }
    }
  }
}
