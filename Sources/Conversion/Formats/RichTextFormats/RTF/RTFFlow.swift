/// A separate text in a document: the main text, a note or a text box.
struct RTFFlow {
  /// The characters of the current paragraph in UTF-8.
  var text: [UInt8] = []
  var runs: [RawRun] = []
  /// The formats of the runs, without links.
  private var formats: [RTFCharacters] = []
  var pieces: [RTFPiece] = []
  /// The open tables, from the outermost to the innermost.
  var tables: [OpenTable] = []
  /// The limit for empty cells, which is passed from text to text because it applies to the whole document.
  var emptyCells = RTFEmptyCells()
  /// The label of the current paragraph, saved while a note or text box is read.
  var label = ""
  /// Whether the text is a note that begins with its own number.
  var hasOwnMark = false
  /// The position after the placeholder for the next note's number, in runs and in characters.
  var noteMark: (runCount: Int, textCount: Int)?
  /// Whether a page break occurred at the beginning of the current paragraph.
  var endsPage = false
  /// The number of finished paragraphs; shows whether the paragraph in which a field began has ended.
  var paragraphCount = 0

  init(emptyCells: RTFEmptyCells = RTFEmptyCells()) { self.emptyCells = emptyCells }

  /// A run of characters with the same format, before the format of the paragraph's style is subtracted.
  ///
  /// A paragraph may have very many runs, so each run is kept small: its format is an index into the
  /// formats of the flow, and contents other than text are stored as objects.
  struct RawRun {
    enum Content {
      case text(start: Int), softBreak, hardBreak
      indirect case attachment(RichText.Attachment)
      indirect case anchor(String)
      case note([RichText.Block])
    }

    var content: Content
    fileprivate var format: Int32
    /// The index of the link in ``RTFReader/links``, or a negative number for no link.
    fileprivate var link: Int
  }

  struct OpenTable {
    var rows: [RTFRow] = []
    /// The finished cells of the current row.
    var cells: [RTFCell.Content] = []
    /// The content of the current cell.
    var pieces: [RTFPiece] = []
    /// The row as its control words define it, with empty cells.
    var definition = RTFRow.Definition()
    /// The next cell of the row definition, until its right edge is read.
    var nextCell = RTFCell.Definition()
  }
}

extension RTFFlow {
  /// Appends a run.
  mutating func append(_ content: RawRun.Content, _ characters: RTFCharacters) {
    var format = characters
    format.link = nil
    // Most text has one of the last few formats.
    let number = formats.suffix(8).lastIndex(of: format) ?? formats.count
    if number == formats.count { formats.append(format) }
    runs.append(
      RawRun(content: content, format: Int32(truncatingIfNeeded: number), link: characters.link ?? -1))
  }

  /// The format of a run.
  func characters(of run: RawRun) -> RTFCharacters {
    var characters = formats[Int(run.format)]
    characters.link = run.link < 0 ? nil : run.link
    return characters
  }

  /// Whether the last run is text with a format, so that more text can be added to it.
  func endsInText(with characters: RTFCharacters) -> Bool {
    guard let last = runs.last, case .text = last.content else { return false }
    return self.characters(of: last) == characters
  }

  /// Whether two runs have the same format.
  static func haveSameFormat(_ first: RawRun, _ second: RawRun) -> Bool {
    first.format == second.format && first.link == second.link
  }

  /// Removes the content of the current paragraph; memory for a very long paragraph is released.
  mutating func emptyParagraph() {
    text.removeAll(keepingCapacity: text.count < 1 << 16)
    runs.removeAll(keepingCapacity: runs.count < 1 << 12)
    formats.removeAll(keepingCapacity: true)
  }

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
    tables[tables.count - 1].cells.append(RTFCell.Content(tables[tables.count - 1].pieces))
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
    var definition = tables[last].definition
    // One definition applies to any number of rows. The empty cells of these rows could therefore far
    // outnumber the bytes of the document.
    let cellCount = emptyCells.cellCount(defined: definition.cells.count, filled: contents.count)
    // A shared definition is copied when the next `\cellx` changes it.
    if definition.cells.count > cellCount { definition.cells = Array(definition.cells.prefix(cellCount)) }
    let row = RTFRow(definition: definition, contents: contents, cellCount: cellCount)
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
      definition = RTFRow.Definition()
      nextCell = RTFCell.Definition()
    case .trhdr: definition.isHeader = true
    case .cellx:
      nextCell.right = max(parameter ?? 0, (definition.cells.last?.right ?? Int.min) + 1)
      definition.cells.append(nextCell)
      nextCell = RTFCell.Definition()
    case .clmrg: nextCell.continuesBefore = true
    case .clvmgf: nextCell.verticalMerge = .first
    case .clvmrg: nextCell.verticalMerge = .continued
    default: break
    }
  }
}
