import ColorFormats

/// A part of an RTF text: a paragraph, a table or a page break.
enum RTFPiece {
  case paragraph(RTFParagraph)
  case table([RTFRow])
  case pageBreak
}

/// A paragraph of RTF whose list and quotations have not been determined yet.
struct RTFParagraph {
  var runs: [RichText.Run]
  /// The kind and the containers of the paragraph, according to the name of its style.
  var name: RTFStyleName
  var layout: RTFLayout
  /// The list item that begins with the paragraph; nil if no item begins.
  var item: Item?
  /// Whether the paragraph has a style for column headings.
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

/// A cell of a row.
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
  /// Whether the cell has at least one paragraph, and all its paragraphs have the style of a row heading.
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
  /// Whether the row has at least one paragraph, and all its paragraphs have the style of a column heading.
  var isOfHeadings: Bool {
    let paragraphs = cells.flatMap(\.pieces).filter { if case .paragraph = $0 { true } else { false } }
    return !paragraphs.isEmpty
      && paragraphs.allSatisfy {
        if case .paragraph(let paragraph) = $0 { paragraph.isCellHeading } else { false }
      }
  }

  /// The containers around the table, according to the style of the first paragraph in the row.
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
  /// The number of rows with fewer cells than defined.
  private(set) var cutRowCount = 0

  /// Returns the number of cells that a row keeps, given the numbers of defined and filled cells.
  mutating func cellCount(defined: Int, filled: Int) -> Int {
    budget.addCells(filled)
    let emptyCount = max(0, defined - filled)
    let keptCount = budget.take(atMost: emptyCount)
    if keptCount < emptyCount { cutRowCount += 1 }
    return filled + keptCount
  }
}

/// A separate text in a document: the main text, a note or a text box.
struct RTFFlow {
  /// The characters of the current paragraph in UTF-8.
  var text: [UInt8] = []
  var runs: [RawRun] = []
  var pieces: [RTFPiece] = []
  /// The open tables, from the outermost to the innermost.
  var tables: [OpenTable] = []
  /// The limit for empty cells, which is passed from text to text because it applies to the whole document.
  var emptyCells = RTFEmptyCells()
  /// The label of the current paragraph, saved while a note or text box is read.
  var label = ""
  /// Whether the text is a note that begins with its own number.
  var hasOwnMark = false
  /// The position after the number of a note that has not been read yet, in runs and in characters.
  var noteMark: (runCount: Int, textCount: Int)?
  /// Whether a page break occurred at the beginning of the current paragraph.
  var endsPage = false
  /// The number of finished paragraphs, with which a field determines whether its first paragraph has ended.
  var paragraphCount = 0

  /// A run of characters with the same format, before the format of the paragraph's style is subtracted.
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
    /// The row as its control words define it, with empty cells.
    var definition = RTFRow()
    /// The next cell of the row definition, until its right edge is read.
    var nextCell = RTFCell()
  }
}

extension RTFFlow {
  /// Adds a piece to the table at a depth; at depth 0, adds the piece outside of all tables.
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
    // One definition applies to any number of rows. The empty cells of these rows could therefore far
    // outnumber the bytes of the document.
    let cellCount = emptyCells.cellCount(defined: row.cells.count, filled: contents.count)
    if row.cells.count > cellCount { row.cells = Array(row.cells.prefix(cellCount)) }
    // Cells beyond the defined cells get a default width.
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
  /// Handles a control word that defines a row or its cells.
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
