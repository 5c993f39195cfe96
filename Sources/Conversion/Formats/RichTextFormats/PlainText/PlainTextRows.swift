/// The rows of a table that is too long to keep as cells.
///
/// The rows are stored as bytes until the last row, because only then are the widths of the columns known. A
/// cell is stored as a digit for its alignment, its lines separated by line feeds, and a carriage return.
/// The row ends with another carriage return. No line contains a carriage return.
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

  /// Calls a function with each line of the table, including the rule under the header rows.
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
