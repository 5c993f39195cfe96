import ColorFormats
import ProfferConversions
import RichTextFormats

/// A table that is being read.
struct WordOpenTable {
  /// The properties of a cell.
  struct Cell {
    enum Merge { case none, first, continued }

    var columnSpan = 1
    var vertical = Merge.none
    var continuesBefore = false
    var background: Color?
    var isDropped = false
  }

  private var rows: [[RichText.TableCell]] = []
  /// The cells that extend into the next row, by their first column, with the row and index of each cell.
  private var above: [Int: (row: Int, place: Int)] = [:]

  // The current row.
  private var cells: [RichText.TableCell] = []
  private var reaching: [Int: (row: Int, place: Int)] = [:]
  private var column = 0
  /// The index of the last cell of the row; nil if it is covered by a cell above.
  private var begun: Int?
  /// Whether the paragraphs in the row have the style of column headings.
  private var areHeadings: Bool?
  var isHeader = false
  var isDropped = false

  /// The content of the current cell.
  var pieces: [WordPiece] = []
  var cell = Cell()
  private var headerRowCount = 0
  private var isInHeader = true
  private var depth = 0
  private var around: [ParagraphStyleName.Container]?
  /// Whether the table's style sets apart the first row or column.
  var formatsFirstRow = false
  var formatsFirstColumn = false

  /// The maximum number of columns that a cell covers.
  private static let spanLimit = RichText.TableGrid.spanLimit

  mutating func beginRow() {
    cells = []
    reaching = [:]
    column = 0
    begun = nil
    areHeadings = nil
    isHeader = false
    isDropped = false
  }

  /// Skips columns at the beginning of the row.
  mutating func skipColumns(_ count: Int) {
    guard column == 0, count > 0 else { return }
    let span = min(count, Self.spanLimit)
    var empty = RichText.TableCell([RichText.Block]())
    empty.columnSpan = span
    cells.append(empty)
    column = span
  }

  /// Ends the current cell.
  ///
  /// - Parameter content: the cell with its content, and the number of nested blocks in it.
  mutating func endCell(
    _ content: RichText.TableCell, depth: Int, losses: inout LossCounter
  ) {
    let firstPiece = pieces.firstParagraph
    if let firstPiece, around == nil { around = firstPiece.form.name.aroundTable ?? [] }
    if let own = pieces.areCellHeadings { areHeadings = own && areHeadings ?? true }
    pieces = []
    let definition = cell
    cell = Cell()
    if definition.isDropped { return }
    self.depth = max(self.depth, depth)
    let span = min(max(definition.columnSpan, 1), Self.spanLimit)
    defer { column += span }
    if definition.continuesBefore, let begun, cells.indices.contains(begun) {
      cells[begun].columnSpan = min(cells[begun].columnSpan + span, Self.spanLimit)
      if cells[begun].blocks.isEmpty {
        cells[begun].alignment = content.alignment
      } else if !content.blocks.isEmpty, content.alignment != cells[begun].alignment {
        losses.add(.layout, "alignments of merged cells")
      }
      cells[begun].blocks += content.blocks
    } else if definition.vertical == .continued, let first = above[column],
      rows.indices.contains(first.row), rows[first.row].indices.contains(first.place)
    {
      // Word does not show the content of such a cell.
      if !content.blocks.isEmpty { losses.add(.tables, "text in merged cells") }
      rows[first.row][first.place].rowSpan += 1
      reaching[column] = first
      begun = nil
    } else {
      var content = content
      content.columnSpan = span
      content.background = definition.background
      if definition.vertical != .none { reaching[column] = (rows.count, cells.count) }
      begun = cells.count
      cells.append(content)
    }
  }

  mutating func endRow() {
    defer { cells = [] }
    if isDropped {
      column = 0
      return
    }
    let isHeading =
      isHeader || areHeadings ?? false || (formatsFirstRow && rows.isEmpty)
    if isInHeader, isHeading {
      headerRowCount += 1
    } else {
      isInHeader = false
    }
    if formatsFirstColumn, !isInHeader, !cells.isEmpty {
      cells[0].isRowHeading = true
    }
    above = reaching
    rows.append(cells)
  }

  /// Ends the table; nil if it has no rows.
  mutating func finish() -> WordTable? {
    guard !rows.isEmpty else { return nil }
    if headerRowCount == rows.count, formatsFirstRow, headerRowCount == 1 { headerRowCount = 0 }
    for row in 0..<headerRowCount {
      for cell in rows[row].indices { rows[row][cell].isRowHeading = false }
    }
    var finished: [[RichText.TableCell]] = []
    swap(&finished, &rows)
    let table = RichText.Table(headerRowCount: headerRowCount, rows: finished).droppingEmptyHeadings()
    return WordTable(table: table, depth: depth + 2, around: around ?? [])
  }
}

extension [WordPiece] {
  /// The first paragraph.
  fileprivate var firstParagraph: WordParagraph? {
    for case .paragraph(let paragraph) in self { return paragraph }
    return nil
  }

  /// Whether all paragraphs have the style of column headings; nil if there are no paragraphs.
  fileprivate var areCellHeadings: Bool? {
    var areHeadings: Bool?
    for case .paragraph(let paragraph) in self {
      if !paragraph.form.isCellHeading { return false }
      areHeadings = true
    }
    return areHeadings
  }

  /// Whether there is at least one paragraph, and all paragraphs have the style of a row heading.
  var isRowHeading: Bool {
    var isHeading = false
    for case .paragraph(let paragraph) in self {
      guard paragraph.form.name.isRowHeading || paragraph.form.isCellHeading else { return false }
      isHeading = true
    }
    return isHeading
  }
}
