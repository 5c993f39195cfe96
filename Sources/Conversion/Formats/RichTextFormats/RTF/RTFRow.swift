import ColorFormats

/// A row of a table.
///
/// A row can have many cells, so its definition and its contents are stored separately. Rows with the same
/// definition share it. A cell of plain text is stored as a string.
struct RTFRow {
  /// The cells of a row as its control words define them.
  struct Definition {
    var isHeader = false
    var cells: [RTFCell.Definition] = []
  }

  let definition: Definition
  let contents: [RTFCell.Content]
  /// The number of cells: the filled cells, and a limited number of empty ones.
  let cellCount: Int

  /// The cells, created on access.
  var cells: LazyMapCollection<Range<Int>, RTFCell> { (0..<cellCount).lazy.map(cell) }

  private func cell(_ index: Int) -> RTFCell {
    let pieces = index < contents.count ? contents[index].pieces : []
    if index < definition.cells.count { return RTFCell(definition: definition.cells[index], pieces: pieces) }
    // Cells beyond the defined cells get a default width.
    let right = (definition.cells.last?.right ?? 0) + (index - definition.cells.count + 1) * 1440
    return RTFCell(definition: RTFCell.Definition(right: right), pieces: pieces)
  }
}

/// A cell of a row.
struct RTFCell {
  enum VerticalMerge { case none, first, continued }

  /// A cell as the control words before `\cellx` define it.
  struct Definition {
    /// The position of the right edge, in twentieths of a point.
    var right = 0
    private var rare = RareValues<Values>()

    private struct Values: DefaultedValues {
      var verticalMerge = VerticalMerge.none
      var background: Color?
      var continuesBefore = false
    }

    init(right: Int = 0) { self.right = right }
  }

  /// The content of a cell.
  enum Content {
    /// One paragraph, whose content is only text.
    case text(String, RTFParagraph.Form)
    case other([RTFPiece])

    init(_ pieces: [RTFPiece]) {
      if pieces.count == 1, case .paragraph(let paragraph) = pieces[0], paragraph.content.count == 1,
        case .text(let text) = paragraph.content[0]
      {
        self = .text(text, paragraph.form)
      } else {
        self = .other(pieces)
      }
    }

    var pieces: [RTFPiece] {
      switch self {
      case .text(let text, let form): [.paragraph(RTFParagraph(content: [.text(text)], form: form))]
      case .other(let pieces): pieces
      }
    }
  }

  let definition: Definition
  let pieces: [RTFPiece]
}

extension RTFCell.Definition {
  var verticalMerge: RTFCell.VerticalMerge {
    get { rare.shared?.values.verticalMerge ?? .none }
    set { rare.change { $0.verticalMerge = newValue } }
  }

  /// The background color.
  var background: Color? {
    get { rare.shared?.values.background }
    set { rare.change { $0.background = newValue } }
  }

  /// Whether the cell is merged with the preceding cell.
  var continuesBefore: Bool {
    get { rare.shared?.values.continuesBefore ?? false }
    set { rare.change { $0.continuesBefore = newValue } }
  }
}

extension RTFCell {
  /// Whether the cell has at least one paragraph, and all its paragraphs have the style of a row heading.
  var isRowHeading: Bool {
    var isHeading = false
    for case .paragraph(let paragraph) in pieces {
      guard paragraph.form.name.isRowHeading || paragraph.form.isCellHeading else { return false }
      isHeading = true
    }
    return isHeading
  }
}

extension RTFRow {
  /// Whether the row has at least one paragraph, and all its paragraphs have the style of a column heading.
  var isOfHeadings: Bool {
    var isHeading = false
    for cell in cells {
      for case .paragraph(let paragraph) in cell.pieces {
        guard paragraph.form.isCellHeading else { return false }
        isHeading = true
      }
    }
    return isHeading
  }

  /// The containers around the table, according to the style of the first paragraph in the row.
  var around: [ParagraphStyleName.Container] {
    for cell in cells {
      for case .paragraph(let paragraph) in cell.pieces { return paragraph.form.name.aroundTable ?? [] }
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
