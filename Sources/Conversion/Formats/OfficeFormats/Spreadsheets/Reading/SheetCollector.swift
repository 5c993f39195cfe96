import ProfferConversions
import StructuredFormats

/// Collects the rows of a sheet in a table.
struct SheetCollector {
  private var rows: [SheetRow] = []
  private var firstColumn = Int.max

  mutating func add(_ row: SheetRow) {
    rows.append(row)
    if let first = row.cells.first { firstColumn = min(firstColumn, first.column) }
  }

  /// Returns the table, without the empty rows and columns around its cells.
  func table(
    hasHeader: Bool?, limits: OfficeLimits, warnings: inout [String]
  ) throws -> Table {
    var sheet = SheetTable(hasHeader: hasHeader, firstColumn: rows.isEmpty ? 0 : firstColumn, limits: limits)
    var table = Table()
    func add(_ event: TableEvent) {
      switch event {
      case .columns(let columns): table.columns = columns
      case .row(let row): table.rows.append(row)
      case .scannedRow(let scanner, let cells): table.rows.append(cells.map { .string(scanner.text(of: $0)) })
      }
    }
    for row in rows { try sheet.add(row, add) }
    try sheet.finish(add)
    warnings += sheet.warnings
    return table
  }
}
