package import ProfferConversions

/// The cells of a table, arranged in a grid without overlaps, as RTF and Word describe merged cells.
package struct MergedCellGrid {
  /// A grid position in a row: either a cell begins at the position, or another cell covers the position.
  package struct Place {
    /// The vertical merging of a position: none, the first row of a merged cell, or a later row.
    package enum Reach { case none, first, continued }

    /// The cell that begins at the position; nil if another cell covers the position.
    package var cell: RichText.TableCell?
    package var reach = Reach.none
    /// Whether the position is merged with the preceding position of the row.
    package var continuesBefore = false
  }

  /// The positions of each row; a row ends with the last position that a cell covers.
  package private(set) var rows: [[Place]] = []
  /// The number of positions in the longest row.
  package private(set) var columnCount = 1

  /// Arranges the cells row by row from the top.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - budget: the budget for grid positions at which no cell begins.
  ///   - losses: the counter for cells that the grid changes.
  package init(_ table: RichText.Table, _ budget: inout CellBudget, _ losses: inout LossCounter) {
    // For each column, the number of further rows in which a cell covers the column, and whether the covered
    // grid position continues the preceding position.
    var covered: [(rowCount: Int, continuesBefore: Bool)] = []
    for cells in table.rows {
      var row: [Place] = []
      func addCovered() {
        while row.count < covered.count, covered[row.count].rowCount > 0 {
          row.append(Place(reach: .continued, continuesBefore: covered[row.count].continuesBefore))
        }
      }
      var reaching: [(column: Int, rowCount: Int, continuesBefore: Bool)] = []
      for cell in cells {
        addCovered()
        budget.addCells()
        let mostColumns = Swift.min(cell.columnSpan, RichText.TableGrid.spanLimit, 1 + budget.count)
        var span = mostColumns
        let column = row.count
        let free = covered.dropFirst(column).prefix(span)
        if let taken = free.firstIndex(where: { $0.rowCount > 0 }) { span = taken - column }
        // Rows beyond the end of the table do not count against the budget.
        let rowCount = Swift.min(cell.rowSpan, table.rows.count - rows.count)
        let mostRows = Swift.min(rowCount, (budget.count + 1) / span)
        let rowSpan = mostRows < rowCount ? mostRows : cell.rowSpan
        budget.take(span * mostRows - 1)
        if mostColumns < cell.columnSpan || mostRows < rowCount {
          losses.add(.tables, CellBudget.detail)
        } else if span < mostColumns {
          losses.add(.tables, "cells that would overlap others")
        }
        for place in 0..<span {
          row.append(
            Place(
              cell: place == 0 ? cell : nil, reach: rowSpan > 1 ? .first : .none,
              continuesBefore: place > 0))
          if rowSpan > 1 { reaching.append((column + place, rowSpan - 1, place > 0)) }
        }
      }
      addCovered()
      if let last = covered.lastIndex(where: { $0.rowCount > 0 }), last >= row.count {
        losses.add(.tables, "gaps in table rows")
        while row.count <= last {
          if covered[row.count].rowCount > 0 {
            row.append(Place(reach: .continued, continuesBefore: covered[row.count].continuesBefore))
          } else if budget.count > 0 {
            budget.take(1)
            row.append(Place(cell: RichText.TableCell([RichText.Block]())))
          } else {
            losses.add(.tables, CellBudget.detail)
            covered.removeSubrange(row.count...)
            break
          }
        }
      }
      if row.isEmpty {
        losses.add(.tables, "gaps in table rows")
        row.append(Place(cell: RichText.TableCell([RichText.Block]())))
      }
      for column in covered.indices where covered[column].rowCount > 0 { covered[column].rowCount -= 1 }
      if let last = covered.lastIndex(where: { $0.rowCount > 0 }) {
        covered.removeSubrange((last + 1)...)
      } else {
        covered.removeAll()
      }
      for (column, rowCount, continuesBefore) in reaching {
        while covered.count <= column { covered.append((0, false)) }
        covered[column] = (rowCount, continuesBefore)
      }
      columnCount = Swift.max(columnCount, row.count)
      rows.append(row)
    }
    let isReachingOut = covered.contains { $0.rowCount > 0 }
    if isReachingOut { losses.add(.tables, "row spans that extend below the table") }
  }
}
