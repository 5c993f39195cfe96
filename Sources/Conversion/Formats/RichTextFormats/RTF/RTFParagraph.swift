import ColorFormats

/// A part of an RTF text: a paragraph, table or page break.
enum RTFPiece {
  case paragraph(RTFParagraph)
  case table([RTFRow])
  case pageBreak
}

/// A paragraph of RTF before its list and quotations are determined.
struct RTFParagraph {
  var runs: [RichText.Run]
  /// The paragraph's kind, and its enclosing containers.
  var name: RTFStyleName
  var layout: RTFLayout
  /// The list item that begins with the paragraph.
  var item: Item?
  /// Whether the paragraph's style is for column heading cells.
  var isCellHeading = false

  /// Whether the paragraph is only an empty line.
  var isEmptyLine: Bool {
    runs.isEmpty && item == nil && name.containers.isEmpty && name.kind == .paragraph
  }

  /// The beginning of a list item.
  struct Item {
    /// The number of the list.
    var list: Int
    var level: Int
    var marker: RichText.Marker
    var followsOuterNumber = false
    var isTight: Bool
    var isChecked: Bool?
  }
}

/// A row of a table.
struct RTFRow {
  var isHeader = false
  var cells: [RTFCell] = []
}

/// A cell with its position.
struct RTFCell {
  enum VerticalMerge { case none, first, continued }

  /// The position of the right edge, in twentieths of a point.
  var right = 0
  var verticalMerge = VerticalMerge.none
  /// The background color.
  var background: Color?
  /// Whether the cell is merged with the preceding cell.
  var continuesBefore = false
  var pieces: [RTFPiece] = []
}

extension RTFCell {
  /// Whether all paragraphs of the cell, at least one, have the style of a row heading.
  var isRowHeading: Bool {
    var isHeading = false
    for case .paragraph(let paragraph) in pieces {
      guard paragraph.name.isRowHeading || paragraph.isCellHeading else { return false }
      isHeading = true
    }
    return isHeading
  }
}

extension RTFRow {
  /// Whether all paragraphs of the row have the style of column headings.
  var isOfHeadings: Bool {
    let paragraphs = cells.flatMap(\.pieces).filter { if case .paragraph = $0 { true } else { false } }
    return !paragraphs.isEmpty
      && paragraphs.allSatisfy {
        if case .paragraph(let paragraph) = $0 { paragraph.isCellHeading } else { false }
      }
  }

  /// The containers around the table, according to the style name of its first paragraph.
  var around: [RTFStyleName.Container] {
    for cell in cells {
      for case .paragraph(let paragraph) in cell.pieces { return paragraph.name.aroundTable ?? [] }
    }
    return []
  }
}

/// Limits the number of empty cells in the rows of a document.
struct RTFEmptyCells {
  private var budget = CellBudget()
  /// The number of rows with fewer cells than they define.
  private(set) var cutRowCount = 0

  /// The number of cells that a row keeps, given its defined and its filled cells.
  mutating func cellCount(defined: Int, filled: Int) -> Int {
    budget.addCells(filled)
    let emptyCount = max(0, defined - filled)
    let keptCount = budget.take(atMost: emptyCount)
    if keptCount < emptyCount { cutRowCount += 1 }
    return filled + keptCount
  }
}

/// A separate text inside a document: the main text, a footnote or a text box.
struct RTFFlow {
  /// The characters of the current paragraph in UTF-8.
  var text: [UInt8] = []
  var runs: [RawRun] = []
  var pieces: [RTFPiece] = []
  /// The open tables, outermost first.
  var tables: [OpenTable] = []
  /// The limit for empty cells in the whole document, which is passed from text to text.
  var emptyCells = RTFEmptyCells()
  /// The label of the current paragraph, saved while a nested text is read.
  var label = ""
  /// Whether the text is a note that contains its own number.
  var hasOwnMark = false
  /// The counts of runs and characters after the number of a note that has not been read yet.
  var noteMark: (runCount: Int, textCount: Int)?
  /// Whether a page ended at the beginning of the current paragraph.
  var endsPage = false
  /// The number of paragraphs so far, from which a field recognizes whether its first paragraph has
  /// ended.
  var paragraphCount = 0

  /// A run of characters of the same format, not yet compared with the paragraph's style.
  struct RawRun {
    enum Content {
      case text(start: Int), softBreak, hardBreak, attachment(RichText.Attachment), anchor(String), note(
        [RichText.Block])
    }

    var characters: RTFCharacters
    var content: Content
  }

  struct OpenTable {
    var rows: [RTFRow] = []
    /// The finished cells of the current row.
    var cells: [[RTFPiece]] = []
    /// The content of the current cell.
    var pieces: [RTFPiece] = []
    /// The row as defined by its control words, with empty cells.
    var definition = RTFRow()
    /// The cell whose right edge has not been read yet.
    var nextCell = RTFCell()
  }
}

extension RTFFlow {
  /// Adds a piece to the table at a depth; 0 is outside of all tables.
  mutating func append(_ piece: RTFPiece, depth: Int) {
    if depth == 0 { pieces.append(piece) } else { tables[depth - 1].pieces.append(piece) }
  }

  /// Opens or closes tables until the given number are open.
  mutating func setDepth(_ depth: Int) {
    while tables.count > depth { closeTable() }
    while tables.count < depth { tables.append(OpenTable()) }
  }

  /// Ends the innermost cell.
  mutating func endCell() {
    guard !tables.isEmpty else { return }
    tables[tables.count - 1].cells.append(tables[tables.count - 1].pieces)
    tables[tables.count - 1].pieces = []
  }

  /// Ends the innermost row.
  mutating func endRow() {
    let last = tables.count - 1
    guard last >= 0 else { return }
    if !tables[last].pieces.isEmpty { endCell() }
    let contents = tables[last].cells
    tables[last].cells = []
    guard !contents.isEmpty else { return }
    var row = tables[last].definition
    // A definition applies to any number of rows, so their empty cells could far outnumber the bytes of the
    // document.
    let cellCount = emptyCells.cellCount(defined: row.cells.count, filled: contents.count)
    if row.cells.count > cellCount { row.cells = Array(row.cells.prefix(cellCount)) }
    // Cells beyond the defined ones are added with a default width.
    while row.cells.count < contents.count {
      row.cells.append(RTFCell(right: (row.cells.last?.right ?? 0) + 1440))
    }
    for (index, content) in contents.enumerated() { row.cells[index].pieces = content }
    if let first = tables[last].rows.first, first.around != row.around { finishRows(at: last) }
    tables[last].rows.append(row)
  }

  private mutating func closeTable() {
    let last = tables.count - 1
    if !tables[last].cells.isEmpty || !tables[last].pieces.isEmpty { endRow() }
    finishRows(at: last)
    tables.removeLast()
  }

  private mutating func finishRows(at index: Int) {
    let rows = tables[index].rows
    tables[index].rows = []
    if !rows.isEmpty { append(.table(rows), depth: index) }
  }
}

extension RTFFlow.OpenTable {
  /// Handles a control word that defines the cells of a row.
  mutating func define(_ word: RTFWord, _ parameter: Int?) {
    switch word {
    case .trowd:
      definition = RTFRow()
      nextCell = RTFCell()
    case .trhdr: definition.isHeader = true
    case .cellx:
      nextCell.right = max(parameter ?? 0, (definition.cells.last?.right ?? Int.min) + 1)
      definition.cells.append(nextCell)
      nextCell = RTFCell()
    case .clmrg: nextCell.continuesBefore = true
    case .clvmgf: nextCell.verticalMerge = .first
    case .clvmrg: nextCell.verticalMerge = .continued
    default: break
    }
  }
}
