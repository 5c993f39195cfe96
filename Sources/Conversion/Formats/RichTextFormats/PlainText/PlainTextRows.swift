/// The rows of a table that is too long to keep as cells.
///
/// The rows are stored as bytes until the last row is known, and with it the widths of the columns. A
/// cell is a digit for its alignment, followed by its lines, separated by line feeds. A carriage
/// return, which no line contains, ends the cell, and another one ends the row.
struct PlainTextRows {
  private var bytes: [UInt8] = []
  private var columns: PlainTextTable.Columns
  private let headerRowCount: Int

  private static let end = UInt8(ascii: "\r")
  private static let alignments: [RichText.Alignment?] = [nil] + RichText.Alignment.allCases

  init(headerRowCount: Int, widthLimit: Int) {
    self.headerRowCount = headerRowCount
    columns = PlainTextTable.Columns(widthLimit: widthLimit)
  }

  /// Adds the next row.
  mutating func add(_ row: [PlainTextTable.Cell]) {
    columns.add(row)
    for cell in row {
      bytes.append(UInt8(ascii: "0") + UInt8(Self.alignments.firstIndex(of: cell.alignment) ?? 0))
      for (index, line) in cell.lines.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\n")) }
        bytes.append(contentsOf: line.utf8)
      }
      bytes.append(Self.end)
    }
    bytes.append(Self.end)
  }

  /// Calls a function with the lines of all rows, including the rule under the headings.
  func forEachLine(_ take: (String) -> Void) {
    let table = PlainTextTable(columns)
    var rest = bytes[...]
    var rowCount = 0
    while !rest.isEmpty {
      let row = Self.takeRow(&rest)
      for line in table.lines(of: row) { take(line) }
      rowCount += 1
      if rowCount == headerRowCount { take(table.rule(under: row)) }
    }
  }

  private static func takeRow(_ rest: inout ArraySlice<UInt8>) -> [PlainTextTable.Cell] {
    var row: [PlainTextTable.Cell] = []
    while let first = rest.popFirst(), first != end {
      let cell = rest.prefix { $0 != end }
      rest = rest[(cell.endIndex + 1)...]
      let lines = cell.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      row.append(
        PlainTextTable.Cell(
          lines: lines.map { String(decoding: $0, as: UTF8.self) },
          alignment: alignments[Int(first - UInt8(ascii: "0"))]))
    }
    return row
  }
}
