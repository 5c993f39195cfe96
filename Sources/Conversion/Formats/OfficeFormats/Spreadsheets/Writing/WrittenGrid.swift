import ByteTools
import ProfferConversions
import StructuredFormats

/// The cells of a sheet that is being written, row by row, with the widths of the columns.
struct WrittenGrid {
  /// A cell that is not empty, with its column from 0.
  typealias PlacedCell = (column: Int, cell: WrittenCell)

  /// The number of rows whose contents determine the widths of the columns.
  private static let measuredRowCount = 1_000
  /// The maximum width of a column, in digits.
  private static let widthLimit = 60

  /// The width of each column, in digits; 0 for a column without content in the first rows.
  private(set) var widths: [Int] = []
  /// The number of columns up to the last one with content.
  private(set) var columnCount = 0
  /// The number of rows up to the last one with content.
  private(set) var rowCount = 0
  /// Whether a cell contains text.
  private(set) var hasText = false
  private(set) var losses = LossCounter()

  /// Writes the rows of a table, with the column names in the first row.
  ///
  /// - Parameters:
  ///   - sheet: the sheet of the table.
  ///   - cells: converts the values.
  ///   - write: writes a row with content: its number, from 0, its cells, and whether it has the column names.
  /// - Throws: ``CoderError/Code/unwritable`` if a cell is outside of the largest sheet.
  mutating func write(
    _ sheet: Workbook.Sheet, _ cells: inout WrittenCells,
    _ write: (_ row: Int, _ cells: [PlacedCell], _ isHeading: Bool) throws -> Void
  ) throws {
    var number = 0
    var givenColumnCount = 0
    var row: [PlacedCell] = []
    if let columns = sheet.table.columns {
      for (column, name) in columns.enumerated() { row.append((column, cells.text(name))) }
      try add(&row, number, of: sheet) { try write(number, $0, true) }
      givenColumnCount = columns.count
      number += 1
    }
    for values in sheet.table.rows {
      row.removeAll(keepingCapacity: true)
      for (column, value) in values.enumerated() {
        if value != nil { givenColumnCount = max(givenColumnCount, column + 1) }
        row.append((column, cells.cell(value)))
      }
      try add(&row, number, of: sheet) { try write(number, $0, false) }
      number += 1
    }
    losses.add(.nulls, "empty rows at the end", count: number - rowCount)
    losses.add(.nulls, "empty columns at the end", count: givenColumnCount - columnCount)
  }

  private mutating func add(
    _ row: inout [PlacedCell], _ number: Int, of sheet: Workbook.Sheet, _ write: ([PlacedCell]) throws -> Void
  ) throws {
    row.removeAll { $0.cell == .empty }
    guard let last = row.last?.column else { return }
    guard number < CellReference.rowCount, last < CellReference.columnCount else {
      throw CoderError(
        .unwritable,
        "the sheet “\(sheet.name)” has content in row \(number + 1) and column \(last + 1); a sheet can have \(CellReference.rowCount) rows and \(CellReference.columnCount) columns"
      )
    }
    rowCount = number + 1
    columnCount = max(columnCount, last + 1)
    if number < Self.measuredRowCount {
      widths.append(contentsOf: repeatElement(0, count: columnCount - widths.count))
      for (column, cell) in row { widths[column] = max(widths[column], min(cell.width, Self.widthLimit)) }
    }
    if !hasText {
      hasText = row.contains { if case .text = $0.cell { true } else { false } }
    }
    try write(row)
  }
}

extension WrittenCell {
  /// The width of the shown content, in digits.
  fileprivate var width: Int {
    switch self {
    case .empty: 0
    case .text(let text):
      text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).reduce(0) {
        max($0, String($1).columnWidth)
      }
    case .number(let spelling): spelling.utf8.count
    case .boolean: 5
    case .date: 10
    case .time(let time): time.nanosecond == 0 ? 8 : 12
    case .dateTime(let dateTime): dateTime.time.nanosecond == 0 ? 19 : 23
    }
  }
}

extension Workbook.Sheet {
  /// Whether the first row has column names.
  var hasHeading: Bool { table.columns?.contains { !$0.isEmpty } ?? false }
}

extension Workbook {
  /// Throws if the workbook has no sheet, and counts sheets that must be shown because all others are hidden.
  ///
  /// - Returns: the index of the first sheet to show.
  func firstShownSheet(_ losses: inout LossCounter) throws -> Int {
    guard !sheets.isEmpty else {
      throw CoderError(.unwritable, "a workbook without sheets cannot be written")
    }
    if let shown = sheets.firstIndex(where: { $0.visibility == .visible }) { return shown }
    // Programs do not open a workbook without a visible sheet.
    losses.add(.formatting, "hidden sheets that are shown, because no other sheet is")
    return 0
  }
}
