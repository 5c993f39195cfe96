/// Rows of text in columns that line up, two spaces apart.
enum TextTable {
  /// The table, a line for each row, without spaces at the ends of lines.
  ///
  /// A row of two cells spans the columns and does not widen them.
  static func text(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows where row.count != 2 {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.unicodeScalars.count)
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { break }
        let width = column < widths.count ? widths[column] : 0
        line += String(repeating: " ", count: max(0, width - cell.unicodeScalars.count) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
