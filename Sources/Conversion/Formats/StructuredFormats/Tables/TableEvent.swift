package import ProfferConversions

/// A part of a table.
///
/// The first event contains the column names, and each later event contains a row.
package enum TableEvent {
  /// The column names; nil if there are none. This event occurs exactly once, as the first event.
  case columns([String]?)
  /// A row of texts, as ranges of a scanner's bytes. The reader passes cells to the writer without copying.
  case scannedRow(DelimitedScanner, [DelimitedScanner.Cell])
  /// A row of a table in memory.
  case row([StructuredValue?])
}

extension TableEvent: MeasuredEvent {
  /// A row of names or cells is one element, and so is each name and each cell.
  package var size: ValueSize {
    switch self {
    case .columns(let columns): ValueSize(elementCount: columns.map { $0.count + 1 } ?? 0)
    case .scannedRow(_, let cells): ValueSize(elementCount: cells.count + 1)
    case .row(let cells): ValueSize(elementCount: cells.count + 1)
    }
  }
}

extension Table {
  /// The total size of the events of the table.
  package var size: ValueSize {
    rows.reduce(TableEvent.columns(columns).size) {
      ValueSize(elementCount: $0.elementCount + TableEvent.row($1).size.elementCount)
    }
  }

  /// Emits the column names and the rows of the table.
  package func emit(_ emit: (TableEvent) throws -> Void) throws {
    try emit(.columns(columns))
    for row in rows { try emit(.row(row)) }
  }

  /// Collects the events of a reader in a table.
  package static func collected(
    _ events: ((TableEvent) throws -> Void) throws -> StepReport
  ) throws -> Reading<Table> {
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
