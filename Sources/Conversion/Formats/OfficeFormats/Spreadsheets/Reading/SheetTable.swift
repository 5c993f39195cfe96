import ProfferConversions
import StructuredFormats

/// Makes a table from the rows of a sheet, row by row.
///
/// Empty rows and columns around the cells are left out. Empty rows between other rows are kept. The first row
/// is held back until the second row arrives, because the header is detected from both.
struct SheetTable {
  private let hasHeader: Bool?
  /// The first column with content.
  private let firstColumn: Int
  private var budget: SheetBudget
  /// The first row, until it is known whether it contains the column names.
  private var heldRow: [StructuredValue?]?
  private var hasBegun = false
  /// The number of the row after the last one.
  private var nextNumber = 0
  /// Remarks about the header.
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - hasHeader: whether the first row contains the column names; nil to detect a header.
  ///   - firstColumn: the first column with content in any row, counted from 0.
  init(hasHeader: Bool?, firstColumn: Int, limits: OfficeLimits) {
    self.hasHeader = hasHeader
    self.firstColumn = firstColumn
    budget = SheetBudget(limits)
  }

  /// Adds a row; rows must be in their order.
  mutating func add(_ row: SheetRow, _ emit: (TableEvent) throws -> Void) throws {
    guard let last = row.cells.last else { return }
    let width = max(0, last.column + 1 - firstColumn)
    let gap = hasBegun || heldRow != nil ? row.number - nextNumber : 0
    let emptyCount = (width - row.cells.count).multipliedReportingOverflow(by: row.repeatCount)
    try budget.spend(
      emptyCount: emptyCount.overflow ? .max / 2 : emptyCount.partialValue + gap,
      beside: row.cells.count * row.repeatCount)
    let values = [StructuredValue?](unsafeUninitializedCapacity: width) { buffer, count in
      for cell in row.cells {
        let place = cell.column - firstColumn
        guard place >= count, place < width else { continue }
        while count < place {
          buffer.initializeElement(at: count, to: nil)
          count += 1
        }
        buffer.initializeElement(at: count, to: cell.value)
        count += 1
      }
    }
    var gapCount = gap
    for _ in 0..<row.repeatCount {
      if !hasBegun {
        guard let first = heldRow else {
          heldRow = values
          continue
        }
        try begin(first, above: values, emit)
      }
      while gapCount > 0 {
        try emit(.row([]))
        gapCount -= 1
      }
      try emit(.row(values))
    }
    nextNumber = row.number + row.repeatCount
  }

  /// Ends the table.
  mutating func finish(_ emit: (TableEvent) throws -> Void) throws {
    guard !hasBegun else { return }
    if let heldRow { try begin(heldRow, above: nil, emit) } else { try emit(.columns(nil)) }
  }

  /// Emits the first row, as column names or as cells.
  private mutating func begin(
    _ row: [StructuredValue?], above second: [StructuredValue?]?, _ emit: (TableEvent) throws -> Void
  ) throws {
    hasBegun = true
    heldRow = nil
    let texts = Self.texts(row)
    // A row with fewer cells than the next one, such as a title, lacks headings.
    let padded = texts + repeatElement("", count: max(0, (second?.count ?? 0) - texts.count))
    if hasHeader ?? TableHeadings.areHeadings(padded, above: second.map(Self.texts)) {
      let headings = TableHeadings(texts)
      warnings += headings.warnings
      try emit(.columns(headings.names))
    } else {
      try emit(.columns(nil))
      try emit(.row(row))
    }
  }

  private static func texts(_ row: [StructuredValue?]) -> [String] {
    row.map { $0.map { TableCellText.text(of: $0) } ?? "" }
  }
}
