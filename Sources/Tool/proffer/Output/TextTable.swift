import ByteTools
import ProfferFileSystem

/// A table of text with aligned columns, two spaces apart.
///
/// Columns are aligned by the display width of the cells.
/// All rows must be measured before the first line is created. The table does not keep the rows in memory. For many rows,
/// use ``BufferedTable``.
/// Cells are escaped in the same way as ``Console`` escapes text.
struct TextTable {
  private var widths: [Int] = []

  /// Returns the lines of a table whose rows are all in memory.
  static func lines(_ rows: [[String]]) -> [String] {
    var table = TextTable()
    for row in rows { table.measure(row) }
    return rows.map(table.line)
  }

  /// Widens the columns to fit a row.
  ///
  /// A row of two cells does not widen the columns, because its second cell extends across the other columns.
  mutating func measure(_ row: [String]) {
    guard row.count != 2 else { return }
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], PrintableText.line(cell).columnWidth)
    }
  }

  /// Returns a row as a line, without trailing spaces and without a line break.
  func line(_ row: [String]) -> String {
    let space = UInt8(ascii: " ")
    var line: [UInt8] = []
    line.reserveCapacity(120)
    for (column, cell) in row.enumerated() {
      var cell = PrintableText.line(cell)
      let width = column < widths.count ? widths[column] : 0
      let padding = repeatElement(space, count: max(0, width - cell.columnWidth))
      cell.withUTF8 { line.append(contentsOf: $0) }
      guard column < row.count - 1 else { break }
      line += padding
      line += [space, space]
    }
    while line.last == space { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}

extension String {
  /// The lines of a text, without their line breaks.
  ///
  /// A line break at the end does not begin another line.
  var lines: [String] {
    var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
