import ProfferFileSystem

/// Rows of text in aligned columns, two spaces apart.
///
/// All rows are measured before the first line is made, so the table does not keep them in memory. Cells are
/// escaped as ``Console`` prints them.
struct TextTable {
  private var widths: [Int] = []
  /// The right-aligned columns.
  private let rightAligned: Set<Int>

  init(rightAligned: Set<Int> = []) { self.rightAligned = rightAligned }

  /// The lines for rows that are in memory.
  static func lines(_ rows: [[String]]) -> [String] {
    var table = TextTable()
    for row in rows { table.measure(row) }
    return rows.map(table.line)
  }

  /// Widens the columns to fit a row.
  ///
  /// A row of two cells spans the columns and does not widen them.
  mutating func measure(_ row: [String]) {
    guard row.count != 2 else { return }
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], TextTable.width(of: PrintableText.line(cell)))
    }
  }

  /// A row as a line, without trailing spaces or a line break.
  func line(_ row: [String]) -> String {
    let space = UInt8(ascii: " ")
    var line: [UInt8] = []
    line.reserveCapacity(120)
    for (column, cell) in row.enumerated() {
      let cell = PrintableText.line(cell)
      let width = column < widths.count ? widths[column] : 0
      let padding = repeatElement(space, count: max(0, width - TextTable.width(of: cell)))
      if rightAligned.contains(column) { line += padding }
      line += cell.utf8
      guard column < row.count - 1 else { break }
      if !rightAligned.contains(column) { line += padding }
      line += [space, space]
    }
    while line.last == space { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// The number of Unicode scalars in a cell, counted as the UTF-8 bytes that are not continuation bytes.
  private static func width(of cell: String) -> Int {
    var cell = cell
    return cell.withUTF8 { bytes in bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
  }
}

extension String {
  /// The lines of the program's own text, without line breaks; a final line break does not start another
  /// line.
  var lines: [String] {
    var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
