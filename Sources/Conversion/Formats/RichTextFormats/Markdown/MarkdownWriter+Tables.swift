import Conversions

extension MarkdownWriter {
  /// Writes a table, with its columns under one another where they are narrow.
  mutating func write(_ table: RichText.Table) {
    if !table.caption.isEmpty {
      losses.add(.formatting, "captions of tables, which became paragraphs")
      for line in inlines.lines(table.caption) { addLine(line) }
      addLine([])
    }
    let grid = RichText.TableGrid(table, &placeBudget)
    guard grid.columnCount > 0 else { return }
    losses.add(.tables, "cells that cover several columns or rows", count: grid.spanCount)
    losses.add(.tables, CellBudget.detail, count: grid.cutCount)
    losses.add(.formatting, "rows of headings after the first", count: max(table.headerRowCount - 1, 0))
    var rows = grid.rows.map { row in row.map { $0.map { cell($0.blocks) } ?? [] } }
    if table.headerRowCount == 0 {
      rows.insert([], at: 0)
    } else if rows[0].allSatisfy(\.isEmpty) {
      losses.add(.formatting, "empty rows of headings")
    }
    // The head names every column. Readers fill the other rows.
    rows[0] += repeatElement([], count: grid.columnCount - rows[0].count)
    let alignments = alignments(grid)
    let widths = widths(rows)
    addRow(rows[0], widths)
    addRow(zip(widths, alignments).map { Self.delimiter(width: $0, $1) }, widths)
    for row in rows.dropFirst() { addRow(row.isEmpty ? [[]] : row, widths) }
  }

  /// The alignment of each column: that of its first cell.
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
    losses.add(.layout, "alignments of single cells", count: lostCount)
    return alignments.map { alignment in
      if let alignment, alignment != .justified { alignment } else { nil }
    }
  }

  /// The words of a cell in one line.
  private mutating func cell(_ blocks: [RichText.Block]) -> [UInt8] {
    var paragraphs: [[RichText.Inline]] = []
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        if paragraph.layout != RichText.Layout() {
          losses.add(.layout, "indentations and directions in cells")
        }
        paragraphs.append(paragraph.content)
      default:
        losses.add(.formatting, "blocks in cells, which became words")
        paragraphs += block.paragraphs
      }
    }
    losses.add(.layout, "paragraphs of one cell", count: max(paragraphs.count - 1, 0))
    return inlines.cell(Array(paragraphs.joined(separator: [.hardBreak])))
  }

  /// The width that each column is filled up to: that of its widest cell, or none where a row would be too long to read.
  private func widths(_ rows: [[[UInt8]]]) -> [Int] {
    var widths = Array(repeating: 3, count: rows[0].count)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], Self.columnWidth(cell)) }
    }
    return widths.reduce(0, +) > 160 ? widths.map { _ in 3 } : widths
  }

  private static func columnWidth(_ cell: [UInt8]) -> Int {
    String(decoding: cell, as: UTF8.self).columnWidth
  }

  private static func delimiter(width: Int, _ alignment: RichText.Alignment?) -> [UInt8] {
    var cell = [UInt8](repeating: UInt8(ascii: "-"), count: width)
    if alignment == .left || alignment == .center { cell[0] = UInt8(ascii: ":") }
    if alignment == .right || alignment == .center { cell[width - 1] = UInt8(ascii: ":") }
    return cell
  }

  private mutating func addRow(_ cells: [[UInt8]], _ widths: [Int]) {
    var line: [UInt8] = [UInt8(ascii: "|")]
    for (cell, width) in zip(cells, widths) {
      line.append(0x20)
      line += cell
      line += repeatElement(0x20, count: max(0, width - Self.columnWidth(cell)))
      line += " |".utf8
    }
    addLine(line)
  }
}

extension RichText.Block {
  /// The words of every line in the block.
  fileprivate var paragraphs: [[RichText.Inline]] {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph): [paragraph.content]
    case .list(let list): list.items.flatMap { $0.blocks.flatMap(\.paragraphs) }
    case .blockQuote(let blocks): blocks.flatMap(\.paragraphs)
    case .codeBlock(let code):
      code.text.split(separator: "\n").map { [.styled(.code, [.text(String($0))])] }
    case .table(let table): table.rows.flatMap { $0.flatMap { $0.blocks.flatMap(\.paragraphs) } }
    case .rule: []
    }
  }
}
