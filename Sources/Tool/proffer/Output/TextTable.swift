import ProfferFileSystem

/// Rows of text in columns that line up, two spaces apart.
///
/// All rows are measured before the first line is made, so that they are not kept in memory. Cells are shown
/// as ``Console`` prints them.
struct TextTable {
  private var widths: [Int] = []
  /// The columns whose cells end at the right.
  private let rightAligned: Set<Int>

  init(rightAligned: Set<Int> = []) { self.rightAligned = rightAligned }

  /// The lines of rows that are in memory.
  static func lines(_ rows: [[String]]) -> [String] {
    var table = TextTable()
    for row in rows { table.measure(row) }
    return rows.map(table.line)
  }

  /// Makes the columns as wide as a row needs.
  ///
  /// A row of two cells spans the columns and does not widen them.
  mutating func measure(_ row: [String]) {
    guard row.count != 2 else { return }
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], TextTable.width(of: PrintableText.line(cell)))
    }
  }

  /// A row as a line, without spaces or a line break at its end.
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

  /// How many Unicode scalars a cell has, each of which has one byte in UTF-8 that is not a continuation.
  private static func width(of cell: String) -> Int {
    var cell = cell
    return cell.withUTF8 { bytes in bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
  }
}

extension String {
  /// The lines of the program's own text, without their line breaks; one at the end does not begin another line.
  var lines: [String] {
    var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
