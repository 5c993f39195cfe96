import ByteTools
import ProfferConversions

/// Writes tables.
extension MarkdownWriter {
  /// The texts of the cells of a row, in one buffer.
  private struct Row {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    mutating func add(_ cell: [UInt8]) {
      bytes += cell
      ends.append(bytes.count)
    }

    /// Adds text to the last cell, after a space.
    mutating func extend(_ cell: [UInt8]) {
      guard let last = ends.indices.last else { return }
      bytes.append(0x20)
      bytes += cell
      ends[last] = bytes.count
    }

    subscript(column: Int) -> ArraySlice<UInt8> { bytes[(column > 0 ? ends[column - 1] : 0)..<ends[column]] }
  }

  /// The columns of a table.
  struct Columns {
    /// The width of each column, to which cells are padded.
    var widths: [Int] = []
    var alignments: [RichText.Alignment?] = []
  }

  /// Begins a table that is written row by row.
  mutating func beginTable(_ table: RichText.Table) {
    begin(.table(RichText.Table(rows: [])))
    openTable = writeTable(table)
  }

  /// Writes the next row of the open table.
  mutating func writeRow(_ cells: [RichText.TableCell]) {
    guard let columns = openTable else { return }
    var row = Row()
    var alignmentCount = 0
    for (place, cell) in cells.enumerated() {
      let words = words(of: cell)
      let alignment = place < columns.alignments.count ? columns.alignments[place] : nil
      if cell.alignment != alignment { alignmentCount += 1 }
      if place < columns.widths.count {
        row.add(words)
      } else {
        // Readers drop cells beyond the columns of the header row.
        losses.add(.tables, "cells beyond the last column, appended to the last cell")
        row.extend(words)
      }
    }
    losses.add(.layout, "alignments of individual cells", count: alignmentCount)
    losses.add(.formatting, RichText.Table.rowHeadingDetail, count: cells.count(where: \.isRowHeading))
    losses.add(.colors, RichText.Table.backgroundDetail, count: cells.count { $0.background != nil })
    addRow(row, columns.widths)
  }

  /// Ends the open table.
  mutating func endTable() { openTable = nil }

  /// Writes a table, with aligned columns if the rows are not too long.
  mutating func writeTable(_ table: RichText.Table) -> Columns {
    if !table.caption.isEmpty {
      losses.add(.formatting, "table captions, converted to paragraphs")
      for line in inlines.lines(table.caption) { addLine(line) }
      addLine([])
    }
    let grid = RichText.TableGrid(table, &cellBudget)
    guard grid.columnCount > 0 else { return Columns() }
    losses.add(.tables, "cells that span several columns or rows", count: grid.spanCount)
    losses.add(.tables, CellBudget.detail, count: grid.cutCount)
    losses.add(.formatting, RichText.Table.rowHeadingDetail, count: table.rowHeadingCount)
    losses.add(.colors, RichText.Table.backgroundDetail, count: table.backgroundCount)
    losses.add(.formatting, "header rows after the first", count: max(table.headerRowCount - 1, 0))
    var rows: [Row] = []
    for cells in grid.rows {
      var row = Row()
      for cell in cells { row.add(cell.map { words(of: $0) } ?? []) }
      rows.append(row)
    }
    if table.headerRowCount == 0 { rows.insert(Row(), at: 0) }
    // The header row needs a cell for every column. Readers complete the other rows.
    for _ in rows[0].count..<grid.columnCount { rows[0].add([]) }
    let alignments = alignments(grid)
    let widths = widths(rows)
    addRow(rows[0], widths)
    var delimiters = Row()
    for (width, alignment) in zip(widths, alignments) {
      delimiters.add(Self.delimiter(width: width, alignment))
    }
    addRow(delimiters, widths)
    for row in rows.dropFirst() { addRow(row, widths) }
    return Columns(widths: widths, alignments: alignments)
  }

  /// Returns the alignment of each column, which is the alignment of the column's first cell.
  private mutating func alignments(_ grid: RichText.TableGrid) -> [RichText.Alignment?] {
    var alignments: [RichText.Alignment??] = Array(repeating: nil, count: grid.columnCount)
    var lostCount = 0
    for row in grid.rows {
      for case (let column, let cell?) in row.enumerated() {
        let alignment = alignments[column] ?? cell.alignment
        alignments[column] = .some(alignment)
        if cell.alignment != alignment || alignment == .justified { lostCount += 1 }
      }
    }
    losses.add(.layout, "alignments of individual cells", count: lostCount)
    return alignments.map { alignment in
      if let alignment, alignment != .justified { alignment } else { nil }
    }
  }

  /// Returns the text of a cell on one line.
  private mutating func words(of cell: RichText.TableCell) -> [UInt8] {
    if let text = cell.plainText { return inlines.cell([.text(text)]) }
    let blocks = cell.blocks
    var paragraphs: [[RichText.Inline]] = []
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        if paragraph.layout.isLost(countingBackgroundIn: &losses) {
          losses.add(.layout, "indentations and directions in cells")
        }
        paragraphs.append(paragraph.content)
      default:
        losses.add(.formatting, "blocks in cells, converted to paragraphs")
        paragraphs += block.paragraphs
      }
    }
    losses.add(.layout, "paragraph breaks in cells", count: max(paragraphs.count - 1, 0))
    return inlines.cell(Array(paragraphs.joined(separator: [.hardBreak])))
  }

  /// Returns the width of each column, to which cells are padded.
  ///
  /// The width is that of the widest cell. If the rows would be too long to read, the minimum width is
  /// used.
  private func widths(_ rows: [Row]) -> [Int] {
    var widths = Array(repeating: 3, count: rows[0].count)
    for row in rows {
      for column in 0..<row.count { widths[column] = max(widths[column], Self.columnWidth(row[column])) }
    }
    return widths.reduce(0, +) > 160 ? widths.map { _ in 3 } : widths
  }

  private static func columnWidth(_ cell: ArraySlice<UInt8>) -> Int {
    String(decoding: cell, as: UTF8.self).columnWidth
  }

  private static func delimiter(width: Int, _ alignment: RichText.Alignment?) -> [UInt8] {
    var cell = [UInt8](repeating: UInt8(ascii: "-"), count: width)
    if alignment == .left || alignment == .center { cell[0] = UInt8(ascii: ":") }
    if alignment == .right || alignment == .center { cell[width - 1] = UInt8(ascii: ":") }
    return cell
  }

  /// Adds a row; a row without cells has one empty cell.
  private mutating func addRow(_ row: Row, _ widths: [Int]) {
    beginLine()
    output.append(UInt8(ascii: "|"))
    for (column, width) in widths.prefix(max(row.count, 1)).enumerated() {
      let cell = column < row.count ? row[column] : []
      output.append(0x20)
      output += cell
      output += repeatElement(0x20, count: max(0, width - Self.columnWidth(cell)))
      output += " |".utf8
    }
    endLine()
  }
}

extension RichText.Block {
  /// The text of all paragraphs and lines in the block.
  fileprivate var paragraphs: [[RichText.Inline]] {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph): [paragraph.content]
    case .list(let list): list.items.flatMap { $0.blocks.flatMap(\.paragraphs) }
    case .blockQuote(let blocks): blocks.flatMap(\.paragraphs)
    case .codeBlock(let code):
      code.lines.filter { !$0.isEmpty }.map { [.styled(.code, [.text(String($0))])] }
    case .table(let table): table.rows.flatMap { $0.flatMap { $0.blocks.flatMap(\.paragraphs) } }
    case .definitions(let definitions):
      definitions.flatMap { $0.terms + $0.meanings.flatMap { $0.flatMap(\.paragraphs) } }
    case .rule, .pageBreak: []
    }
  }
}
