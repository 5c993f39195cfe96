import ProfferConversions

/// The numbers of cells and bytes that sheets may still have.
///
/// The limits of a sheet apply to the cells with content. Empty cells before other cells are also limited,
/// because a small document could otherwise become a table of mostly empty cells.
struct SheetBudget {
  private let limits: OfficeLimits
  private var cellCount = 0
  private var textByteCount = 0
  /// The number of empty cells and rows that tables may still have.
  private var emptyCount: Int

  init(_ limits: OfficeLimits) {
    self.limits = limits
    emptyCount = min(1 << 24, limits.cellCount)
  }

  /// Counts the cells of a row, and throws if a limit is exceeded.
  mutating func spend(_ row: SheetRow) throws(CoderError) {
    guard let last = row.cells.last else { return }
    try check(columnCount: last.column + 1, row: row.number)
    let (end, isTooLarge) = row.number.addingReportingOverflow(row.repeatCount)
    guard !isTooLarge, end <= limits.rowCount else {
      throw CoderError(.tooLarge, "a sheet has more than \(limits.rowCount) rows")
    }
    let (count, overflows) = row.cells.count.multipliedReportingOverflow(by: row.repeatCount)
    cellCount = overflows ? .max : cellCount.addingReportingOverflow(count).partialValue
    guard cellCount >= 0, cellCount <= limits.cellCount else {
      throw CoderError(.tooLarge, "the sheets have more than \(limits.cellCount) cells")
    }
  }

  /// Throws if a row has too many columns.
  ///
  /// - Parameters:
  ///   - count: the number of columns up to the last cell of the row.
  ///   - row: the number of the row, counted from 0.
  func check(columnCount count: Int, row: Int) throws(CoderError) {
    guard count <= limits.columnCount else {
      throw CoderError(
        .tooLarge, "row \(row + 1) has a cell in column \(count); the limit is \(limits.columnCount) columns")
    }
  }

  /// Counts the bytes of a cell's text, and throws if the limit is exceeded.
  mutating func spend(textByteCount count: Int) throws(CoderError) {
    textByteCount += count
    guard textByteCount <= limits.cellTextByteCount else {
      throw CoderError(
        .tooLarge, "the texts of the cells have more than \(limits.cellTextByteCount) bytes")
    }
  }

  /// Counts the empty cells before the last cell of a row, and the empty rows before it.
  ///
  /// - Parameters:
  ///   - count: the number of empty cells and rows.
  ///   - cellCount: the number of cells with content beside them.
  mutating func spend(emptyCount count: Int, beside cellCount: Int) throws(CoderError) {
    emptyCount += min(cellCount * 16, .max - emptyCount) - count
    guard emptyCount >= 0 else {
      throw CoderError(.tooLarge, "the sheet consists almost only of empty cells between distant cells")
    }
  }
}
