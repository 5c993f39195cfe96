import ByteTools
import ProfferFileSystem

/// A table of many rows, which are made once: the widths of the columns are known when all rows were added.
///
/// The cells are kept as bytes in one buffer. A string and an array for each row would take several times the memory and
/// the time. The table looks like a ``TextTable``.
struct BufferedTable {
  private static let endOfCell = UInt8(ascii: "\t")
  private static let endOfRow = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  /// The escaped cells, which contain neither of the bytes that end cells and rows.
  private var bytes: [UInt8] = []
  private var widths: [Int] = []
  /// The widths of the cells of the row to which cells are added.
  private var rowWidths: [Int] = []
  /// The index of the right-aligned column.
  private let rightAligned: Int

  init(rightAligned: Int) { self.rightAligned = rightAligned }

  // MARK: Adding

  /// Adds a cell to the last row.
  mutating func add(_ cell: String) {
    var cell = cell
    // Most cells are printable ASCII: they need no escapes, and each byte has one column.
    let isPlain = cell.withUTF8 { text in
      guard text.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return false }
      append(text, width: text.count)
      return true
    }
    if isPlain { return }
    var escaped = PrintableText.line(cell)
    let width = escaped.columnWidth
    escaped.withUTF8 { append($0, width: width) }
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>, width: Int) {
    bytes.append(contentsOf: cell)
    bytes.append(Self.endOfCell)
    rowWidths.append(width)
  }

  /// Ends the last row.
  ///
  /// A row of two cells does not widen the columns, because its second cell extends across the other columns.
  mutating func endRow() {
    bytes.append(Self.endOfRow)
    if rowWidths.count != 2 {
      for (column, width) in rowWidths.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], width)
      }
    }
    rowWidths.removeAll(keepingCapacity: true)
  }

  // MARK: Lines

  /// A position at the beginning of a row.
  struct Position { fileprivate var offset = 0 }

  /// Whether there is no row at a position.
  func isEnd(_ position: Position) -> Bool { position.offset == bytes.count }

  /// Appends a row as a line, without trailing spaces and without a line break, and advances to the next row.
  ///
  /// Returns the number of cells of the row.
  func appendLine(at position: inout Position, to line: inout [UInt8]) -> Int {
    let start = line.count
    var column = 0
    bytes.withUnsafeBufferPointer { bytes in
      while bytes[position.offset] != Self.endOfRow {
        var end = position.offset
        var isASCII = true
        while bytes[end] != Self.endOfCell {
          isASCII = isASCII && bytes[end] < 0x80
          end += 1
        }
        let cell = UnsafeBufferPointer(rebasing: bytes[position.offset..<end])
        let width = isASCII ? cell.count : String(decoding: cell, as: UTF8.self).columnWidth
        let padding = max(0, (column < widths.count ? widths[column] : 0) - width)
        if column > 0 { line.append(contentsOf: repeatElement(Self.space, count: 2)) }
        if column == rightAligned { line.append(contentsOf: repeatElement(Self.space, count: padding)) }
        line.append(contentsOf: cell)
        if column != rightAligned { line.append(contentsOf: repeatElement(Self.space, count: padding)) }
        column += 1
        position.offset = end + 1
      }
      position.offset += 1
    }
    while line.count > start, line.last == Self.space { line.removeLast() }
    return column
  }
}
