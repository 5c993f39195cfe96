import ByteTools

/// A table as aligned columns of text.
///
/// If the last column would begin too far to the right, the table has no aligned columns, and each row is
/// written as one line. As a result, the size of the output is proportional to the size of the text. A wide
/// row, or a long or high cell, does not make the other rows longer.
struct PlainTextTable {
  /// The content of a cell.
  struct Cell {
    var lines: [String]
    var alignment: RichText.Alignment?
  }

  /// The column widths that the rows require.
  struct Columns {
    /// The maximum width to which a column is padded; longer cells extend beyond this width.
    private static let limit = 40

    /// The maximum distance from the start of the first column to the start of the last column.
    fileprivate let widthLimit: Int
    /// The widths of the columns; nil for a column in which no cell begins.
    fileprivate private(set) var widths: [Int?] = []

    init(widthLimit: Int) { self.widthLimit = widthLimit }

    /// Adds the cells of a row, one element per column; nil for a column covered by another cell.
    mutating func add(_ row: [Cell?]) {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(nil) }
        guard let cell else { continue }
        let width = min(Self.limit, widthLimit, cell.lines.map(\.columnWidth).max() ?? 0)
        widths[column] = max(width, widths[column] ?? 0)
      }
    }
  }

  /// For each column, whether a cell begins in the column.
  private let isBegun: [Bool]
  /// The widths of the columns in which a cell begins.
  private let widths: [Int]
  private let hasColumns: Bool

  /// Creates a layout with the given columns.
  init(_ columns: Columns) {
    isBegun = columns.widths.map { $0 != nil }
    widths = columns.widths.compactMap { $0 }
    hasColumns = widths.dropLast().reduce(0) { $0 + $1 + 2 } <= columns.widthLimit
  }

  /// Returns the cells of a row for the columns in which a cell begins.
  private func places(_ row: [Cell?]) -> [Cell?] { zip(row, isBegun).filter(\.1).map(\.0) }

  /// Returns the lines of a row, without trailing spaces.
  func lines(of row: [Cell?]) -> [String] {
    let row = places(row)
    guard hasColumns else {
      let cells = row.compactMap { cell in
        cell?.lines.filter { !$0.isEmpty }.joined(separator: " ")
      }
      return [trimmed(cells.joined(separator: "  "))]
    }
    let height = max(1, row.map { $0?.lines.count ?? 0 }.max() ?? 1)
    return (0..<height).map { line in
      joined(
        row.map { cell in
          if let cell, line < cell.lines.count { (cell.lines[line], cell.alignment) } else { ("", nil) }
        })
    }
  }

  /// Returns the rule under a header row.
  func rule(under row: [Cell?]) -> String {
    let dashes = widths.map { String(repeating: "-", count: $0) }
    guard hasColumns else {
      return trimmed(zip(places(row), dashes).filter { $0.0 != nil }.map(\.1).joined(separator: "  "))
    }
    return joined(dashes.map { ($0, nil) })
  }

  private func joined(_ cells: [(words: String, alignment: RichText.Alignment?)]) -> String {
    var line = ""
    // Spaces are written only before text, so that the line has no trailing spaces.
    var owed = 0
    for (cell, width) in zip(cells, widths) {
      let space = max(0, width - cell.words.columnWidth)
      let before =
        switch cell.alignment {
        case .right: space
        case .center: space / 2
        default: 0
        }
      if !cell.words.isEmpty {
        line += String(repeating: " ", count: owed + before) + cell.words
        owed = -before
      }
      owed += space + 2
    }
    return trimmed(line)
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
