import FileSystem

/// Rows of text in columns that line up, two spaces apart.
///
/// All rows are shown to ``measure(_:)`` before the first is asked for, so that they need not be held. Cells are shown
/// as ``Console`` prints them.
struct TextTable {
  private var widths: [Int] = []

  /// The table of rows that are at hand.
  static func lines(_ rows: [[String]]) -> [String] {
    var table = TextTable()
    for row in rows { table.measure(row) }
    return rows.map(table.line)
  }

  /// Makes the columns as wide as a row needs them.
  ///
  /// A row of two cells spans the columns and does not widen them.
  mutating func measure(_ row: [String]) {
    guard row.count != 2 else { return }
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], TextTable.width(of: PrintableText.line(cell)))
    }
  }

  /// A row as a line, without spaces and a line break at its end.
  func line(_ row: [String]) -> String {
    let space = UInt8(ascii: " ")
    var line: [UInt8] = []
    line.reserveCapacity(120)
    for (column, cell) in row.enumerated() {
      let cell = PrintableText.line(cell)
      line += cell.utf8
      guard column < row.count - 1 else { break }
      let width = column < widths.count ? widths[column] : 0
      line += repeatElement(space, count: max(0, width - TextTable.width(of: cell)) + 2)
    }
    while line.last == space { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// How many Unicode scalars a cell has, of each of which UTF-8 has one byte that does not continue another.
  private static func width(of cell: String) -> Int {
    var cell = cell
    return cell.withUTF8 { bytes in bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
  }
}
