import ProfferConversions
import StructuredFormats

/// Converts a table to formatted text row by row, with the column names as a header row.
///
/// Short rows are padded with empty cells to the width of the widest row so far. The first rows are held
/// back, and are padded to the width of the widest of these rows. Padding stops when the table would have far
/// more grid positions than cells.
struct TableRows: EventBridge {
  private var parts = TableParts(headerRowCount: 0)
  /// The first rows, held back until their width is known; nil afterwards.
  private var firstRows: [[RichText.TableCell]]? = []
  private var firstCellCount = 0
  private var width = 0
  /// The number of rows without cells before the first row with a cell.
  ///
  /// These rows are not emitted at once, because a table without columns is not shown at all.
  private var emptyRowCount = 0
  private var hasEmptyHead = false
  private var budget = CellBudget()
  private var losses = LossCounter()

  mutating func write(_ event: TableEvent, _ emit: (RichTextEvent) throws -> Void) throws {
    switch event {
    case .columns(let columns):
      try emit(.beginning(RichText.Metadata(), isPlain: true))
      guard let columns else { return }
      parts = TableParts(headerRowCount: 1)
      hasEmptyHead = columns.isEmpty
      try add(columns.map { cell(.string($0)) }, emit)
    case .scannedRow(let scanner, let cells):
      try add(cells.map { RichText.TableCell(Self.lines(of: scanner.text(of: $0))) }, emit)
    case .row(let row): try add(row.map { cell($0) }, emit)
    }
  }

  mutating func finish(_ emit: (RichTextEvent) throws -> Void) throws -> StepReport {
    if width > 0 {
      try flush(emit)
      try parts.finish(emit)
    } else {
      losses.add(.nulls, Table.emptyRow, count: emptyRowCount - (hasEmptyHead ? 1 : 0))
    }
    return StepReport(losses: losses.total)
  }

  // MARK: Rows

  private mutating func add(
    _ row: [RichText.TableCell], _ emit: (RichTextEvent) throws -> Void
  ) throws {
    width = max(width, row.count)
    guard width > 0 else {
      emptyRowCount += 1
      return
    }
    guard let heldCount = firstRows?.count else { return try parts.add(filled(row), emit) }
    firstRows?.append(row)
    firstCellCount += row.count
    if heldCount + 1 == TableParts.firstRowCount || firstCellCount >= TableParts.firstCellCount {
      try flush(emit)
    }
  }

  private mutating func flush(_ emit: (RichTextEvent) throws -> Void) throws {
    let rows = firstRows ?? []
    firstRows = nil
    // Column names precede all rows, so only a table without column names can begin with rows without
    // cells.
    for _ in 0..<emptyRowCount { try parts.add(filled([]), emit) }
    emptyRowCount = 0
    for row in rows { try parts.add(filled(row), emit) }
  }

  private mutating func filled(_ cells: [RichText.TableCell]) -> [RichText.TableCell] {
    budget.addCells(cells.count)
    let missingCount = budget.take(atMost: width - cells.count)
    if missingCount == 0 { return cells }
    return cells + repeatElement(RichText.TableCell([RichText.Block]()), count: missingCount)
  }

  // MARK: Cells

  private mutating func cell(_ value: StructuredValue?) -> RichText.TableCell {
    switch value {
    case nil: return RichText.TableCell([RichText.Block]())
    case .string(let text): return RichText.TableCell(Self.lines(of: text))
    case .some(let value):
      if case .null = value { losses.add(.nulls) } else { losses.add(.types, "cells that are not text") }
      return RichText.TableCell(Self.lines(of: TableCellText.text(of: value)))
    }
  }

  private static func lines(of text: String) -> [RichText.Inline] {
    // Every line end contains a control character or begins with one of these two bytes.
    let isOneLine = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0xC2 && $0 != 0xE2 }
    if isOneLine { return text.isEmpty ? [] : [.text(text)] }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Array(lines.map { $0.isEmpty ? [] : [.text(String($0))] }.joined(separator: [.hardBreak]))
  }
}
