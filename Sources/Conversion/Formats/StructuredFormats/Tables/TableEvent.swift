import ProfferConversions

/// A part of a table: first the column names, then the rows.
package enum TableEvent {
  /// The column names, or nil if there are none; the first event, which occurs once.
  case columns([String]?)
  /// A row of texts, as ranges in a scanner's bytes, so that no cell is copied between reader and writer.
  case scannedRow(DelimitedScanner, [DelimitedScanner.Cell])
  /// A row of a table in memory.
  case row([StructuredValue?])
}

extension Table {
  /// Emits the table's events in order.
  package func emit(_ emit: (TableEvent) throws -> Void) throws {
    try emit(.columns(columns))
    for row in rows { try emit(.row(row)) }
  }

  /// Collects the events that a reader emits into a table.
  static func collected(_ events: ((TableEvent) throws -> Void) throws -> StepReport) throws -> Reading<Table>
  {
    var table = Table()
    let report = try events { event in
      switch event {
      case .columns(let columns): table.columns = columns
      case .scannedRow(let scanner, let cells): table.rows.append(cells.map { .string(scanner.text(of: $0)) })
      case .row(let row): table.rows.append(row)
      }
    }
    return Reading(table, losses: report.losses, warnings: report.warnings)
  }
}
