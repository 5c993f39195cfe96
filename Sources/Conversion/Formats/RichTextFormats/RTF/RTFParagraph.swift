import ColorFormats

/// What a row of RTF is made of, in order: paragraphs, and tables between them.
enum RTFPiece {
  case paragraph(RTFParagraph)
  case table([RTFRow])
  case pageBreak
}

/// A paragraph as RTF has it, before it finds its place in lists and quotations.
struct RTFParagraph {
  var runs: [RichText.Run]
  /// Its kind, and the containers around it.
  var name: RTFStyleName
  var layout: RTFLayout
  /// The item that begins with it.
  var item: Item?
  /// Whether its style is for cells that name a column.
  var isCellHeading = false

  /// Whether it is nothing but the space of a line.
  var isEmptyLine: Bool {
    runs.isEmpty && item == nil && name.containers.isEmpty && name.kind == .paragraph
  }

  /// The beginning of a list's item.
  struct Item {
    /// Which list.
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

/// A cell with its place.
struct RTFCell {
  enum VerticalMerge { case none, first, continued }

  /// Where its right edge is, in twentieths of a point.
  var right = 0
  var verticalMerge = VerticalMerge.none
  /// The color behind it.
  var background: Color?
  /// Whether it is a part of the cell before it.
  var continuesBefore = false
  var pieces: [RTFPiece] = []
}

extension RTFCell {
  /// Whether the styles of its paragraphs, of which there is one at least, say that it names its row.
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
  /// Whether the styles of all its paragraphs say that it names the columns.
  var isOfHeadings: Bool {
    let paragraphs = cells.flatMap(\.pieces).filter { if case .paragraph = $0 { true } else { false } }
    return !paragraphs.isEmpty
      && paragraphs.allSatisfy {
        if case .paragraph(let paragraph) = $0 { paragraph.isCellHeading } else { false }
      }
  }

  /// The containers around the table, by the style name of its first paragraph.
  var around: [RTFStyleName.Container] {
    for cell in cells {
      for case .paragraph(let paragraph) in cell.pieces { return paragraph.name.aroundTable ?? [] }
    }
    return []
  }
}

/// How many of the cells that a document's rows define may stay empty.
struct RTFEmptyCells {
  private var budget = CellBudget()
  /// How many rows got fewer than they define.
  private(set) var cutRowCount = 0

  /// How many cells a row has that defines some and fills others.
  mutating func cellCount(defined: Int, filled: Int) -> Int {
    budget.addCells(filled)
    let emptyCount = max(0, defined - filled)
    let keptCount = budget.take(atMost: emptyCount)
    if keptCount < emptyCount { cutRowCount += 1 }
    return filled + keptCount
  }
}

/// A text of its own inside a document: the whole, a footnote, a text box.
struct RTFFlow {
  /// The characters of the paragraph that is being read, as UTF-8.
  var text: [UInt8] = []
  var runs: [RawRun] = []
  var pieces: [RTFPiece] = []
  /// The tables that are open, the outermost first.
  var tables: [OpenTable] = []
  /// What is left for empty cells in the whole document; it goes from text to text.
  var emptyCells = RTFEmptyCells()
  /// The label before the paragraph that is being read, while a text inside it is read.
  var label = ""
  /// Whether the number of the note that the text is was in it.
  var hasOwnMark = false
  /// How many runs and characters there were after the number of a note that has not come yet.
  var noteMark: (runCount: Int, textCount: Int)?
  /// Whether a page ended at the beginning of the paragraph that is being read.
  var endsPage = false
  /// Counts the paragraphs, so that a field knows whether it is still in the one it began in.
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
    /// The finished cells of the row that is being read.
    var cells: [[RTFPiece]] = []
    /// The content of the cell that is being read.
    var pieces: [RTFPiece] = []
    /// The row as its words define it; the cells are empty.
    var definition = RTFRow()
    /// The cell whose right edge is not yet said.
    var nextCell = RTFCell()
  }
}

extension RTFFlow {
  /// Adds a piece in the table of a depth; 0 is outside of all.
  mutating func append(_ piece: RTFPiece, depth: Int) {
    if depth == 0 { pieces.append(piece) } else { tables[depth - 1].pieces.append(piece) }
  }

  /// Opens and closes tables until so many are open.
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
    // A definition stays in force for any number of rows: their empty cells are more than the document is long.
    let cellCount = emptyCells.cellCount(defined: row.cells.count, filled: contents.count)
    if row.cells.count > cellCount { row.cells = Array(row.cells.prefix(cellCount)) }
    // Cells beyond those defined follow at the width of Word's narrowest column.
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
  /// Takes a word that says how the cells of a row lie.
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
