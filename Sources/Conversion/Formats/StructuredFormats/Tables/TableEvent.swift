import ProfferConversions

/// A piece of a table: first the names of the columns, then the rows.
package enum TableEvent {
  /// The names of the columns, nil when nothing names them; the first event, once.
  case columns([String]?)
  /// A row of texts, as places in the bytes of a scanner: no cell is copied on the way from reader to writer.
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

  /// Makes a table of the events that a reader emits.
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
