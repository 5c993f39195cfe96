import ColorFormats
import ProfferConversions

extension HTMLReader {
  /// Adds a block at the current position.
  mutating func emit(_ block: RichText.Block) {
    closeImplicitFrames()
    add(block)
  }

  /// Closes the innermost blocks that no element opened.
  mutating func closeImplicitFrames() {
    while frames[frames.count - 1].isImplicit { closeFrame() }
  }

  private mutating func add(_ block: RichText.Block) { add(block, from: frames.count - 1) }

  /// Adds a block to a frame, or to the nearest enclosing frame that accepts blocks.
  mutating func add(_ block: RichText.Block, from index: Int) {
    // A block inside a table but outside its cells is added before the table.
    var index = index
    while frames[index].kind == .table || frames[index].kind == .row { index -= 1 }
    switch frames[index].kind {
    case .list: addStray(block, to: frames[...index].count { $0.kind == .list } - 1)
    case .definitions: frames[index].addMeaning([block])
    case .caption, .term: losses.add(.formatting, HTMLReader.wordsDetail(frames[index].kind))
    default: frames[index].blocks.append(block)
    }
  }

  /// Returns the loss detail for a block in a place that can contain only text.
  static func wordsDetail(_ kind: HTMLFrame.Kind) -> String {
    kind == .term ? "blocks in definition terms" : "blocks in captions"
  }

  /// Adds a block that is inside a list but outside its items.
  private mutating func addStray(_ block: RichText.Block, to list: Int) {
    if case .list = block, !lists[list].items.isEmpty {
      lists[list].items[lists[list].items.count - 1].blocks.append(block)
    } else {
      lists[list].items.append(RichText.ListItem([block]))
    }
  }

  private static let listElements: [HTMLElement] = [.ul, .ol, .menu, .dir]

  /// Returns whether an element may open a block within the depth limit.
  ///
  /// If not, the loss is counted.
  mutating func mayDeepen(by element: HTMLElement) -> Bool {
    if frames.count(where: \.isBlock) < RichText.depthLimit - 1 { return true }
    switch element {
    // The loss of the enclosing list is already counted.
    case .li where Self.listElements.contains(elements[elements.count - 1].element): break
    case .table: losses.add(.tables, RichText.Table.nestingDetail)
    // The function `didOpen` counts the loss of a definition list.
    case .dl: break
    default: losses.add(.formatting, RichText.nestingDetail)
    }
    return false
  }

  /// Opens a block.
  mutating func open(_ frame: HTMLFrame) {
    frames.append(frame)
    switch frame.kind {
    case .table: tables.append(HTMLTable())
    default: break
    }
  }

  /// Opens a list.
  mutating func open(_ list: HTMLList, isImplicit: Bool = false) {
    frames.append(HTMLFrame(.list, isImplicit: isImplicit))
    lists.append(list)
  }

  /// Closes the innermost frame and adds its block to the enclosing frame.
  mutating func closeFrame() {
    let frame = frames.removeLast()
    switch frame.kind {
    case .root: preconditionFailure("the page itself was closed")
    case .quotation: if !frame.blocks.isEmpty { add(.blockQuote(frame.blocks)) }
    case .list:
      guard let list = lists.popLast(), !list.items.isEmpty else { return }
      count(list)
      add(list.block)
    case .item:
      lists[lists.count - 1].items.append(RichText.ListItem(frame.blocks, isChecked: frame.isChecked))
    case .table: closeTable()
    case .row: tables[tables.count - 1].endRow()
    case .cell:
      let cell = RichText.TableCell(
        frame.blocks, alignment: frame.cell.alignment, columnSpan: frame.cell.columnSpan,
        rowSpan: frame.cell.rowSpan, isRowHeading: frame.cell.namesRow, background: frame.cell.background)
      tables[tables.count - 1].addCell(cell, isHeader: frame.cell.isHeader)
    case .caption: tables[tables.count - 1].caption = [RichText.Inline](runs: frame.caption)
    case .definitions:
      let definitions = frame.definitions.normalized()
      if !definitions.isEmpty { add(.definitions(definitions)) }
    case .term: frames[frames.count - 1].addTerm([RichText.Inline](runs: frame.caption))
    case .meaning: frames[frames.count - 1].addMeaning(frame.blocks)
    case .notes: closeNotes(frame)
    }
  }

  /// Counts the properties of a list's markers that are lost.
  mutating func count(_ list: HTMLList) {
    if list.isReversed, list.items.count > 1 { losses.add(.formatting, "descending lists") }
    // A check box replaces the marker of its item.
    if list.hidesMarkers, list.items.contains(where: { $0.isChecked == nil }) {
      losses.add(.formatting, "lists without markers")
    }
  }

  private mutating func closeTable() {
    guard let open = tables.popLast() else { return }
    if let table = open.table {
      add(.table(table))
    } else if !open.caption.isEmpty {
      add(.paragraph(RichText.Paragraph(open.caption)))
    }
  }
}

// MARK: - Word's lists

extension HTMLReader {
  /// Adds a paragraph to a list at the position that Word specifies.
  mutating func emit(_ paragraph: RichText.Paragraph, in place: OfficeList) {
    let marker = RichText.Marker(officeText: String(decoding: officeMarker, as: UTF8.self))
    officeMarker = []
    while frames[frames.count - 1].isImplicit, !lists.isEmpty {
      guard let open = lists[lists.count - 1].office, frames[frames.count - 1].kind == .item else {
        closeFrame()
        continue
      }
      if open.level < place.level { break }
      closeFrame()
      if open.level == place.level, open.name == place.name, lists[lists.count - 1].goesOn(with: marker) {
        break
      }
      closeFrame()
    }
    if frames[frames.count - 1].kind != .list || !frames[frames.count - 1].isImplicit {
      guard mayDeepen(by: .ul) else { return add(.paragraph(paragraph)) }
      open(HTMLList(marker: marker, office: place), isImplicit: true)
    }
    open(HTMLFrame(.item, isImplicit: true))
    var paragraph = paragraph
    paragraph.layout.indentation = 0
    paragraph.layout.firstLineIndentation = 0
    frames[frames.count - 1].blocks.append(.paragraph(paragraph))
  }
}

extension HTMLList {
  /// Returns whether an item with the given marker continues the list.
  fileprivate func goesOn(with marker: RichText.Marker) -> Bool {
    switch (self.marker, marker) {
    case (.bullet, .bullet): true
    case (.number(let start, .decimal, _), .number(let next, .decimal, _)): next == start + items.count
    // A letter such as `i` may follow `h` or precede `ii`, so the style of the list is used.
    case (.number, .number): true
    default: false
    }
  }
}

extension RichText.Marker {
  /// Parses the marker that Word writes before a paragraph: `1.`, `a)`, `iv.`, or a symbol.
  init(officeText text: String) {
    let word = text.filter { !$0.isWhitespace && $0 != "(" }
    guard let last = word.last, last == "." || last == ")" else {
      self = .bullet(word == "o" ? .circle : word == "§" ? .square : .disc)
      return
    }
    let delimiter: RichText.Delimiter = last == "." ? .period : .parenthesis
    // In a marker such as `2.1.`, the item's own number is the last part.
    let body = word.dropLast().split(separator: ".").last.map(String.init) ?? ""
    let isLower = body == body.lowercased()
    if let number = Int(body), (0...999_999_999).contains(number) {
      self = .number(start: number, delimiter: delimiter)
    } else if let number = Self.romanNumber(body.lowercased()) {
      self = .number(start: number, style: isLower ? .lowercaseRoman : .uppercaseRoman, delimiter: delimiter)
    } else if let letter = body.lowercased().utf8.first, body.utf8.count == 1, letter.isHTMLLetter {
      self = .number(
        start: Int(letter) - 96, style: isLower ? .lowercaseLetter : .uppercaseLetter, delimiter: delimiter)
    } else {
      self = .bullet(.disc)
    }
  }

  /// Returns the value of a Roman numeral.
  ///
  /// The result is nil for a single letter other than `i`, because such a letter is more likely to be a
  /// letter of the alphabet than a number.
  private static func romanNumber(_ text: String) -> Int? {
    let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000]
    guard !text.isEmpty, text.count < 16, text.count > 1 || text == "i" else { return nil }
    var (sum, previous) = (0, 0)
    for letter in text.reversed() {
      guard let value = values[letter] else { return nil }
      sum += value < previous ? -value : value
      previous = max(previous, value)
    }
    return sum
  }
}

/// A block that is being built.
struct HTMLFrame {
  enum Kind {
    /// The document.
    case root
    case quotation
    case list
    case item
    case table
    case row
    case cell
    case caption
    case definitions
    case term
    case meaning
    case notes
  }

  let kind: Kind
  /// Whether the frame was opened without an element of its own.
  ///
  /// An implicit frame ends at the first content that does not belong in the frame.
  var isImplicit = false
  var blocks: [RichText.Block] = []
  /// The number of blocks that were removed from the beginning of `blocks`.
  var takenCount = 0
  /// Whether an item's check box is checked; nil if the item has no check box.
  var isChecked: Bool?
  /// The properties of a cell.
  var cell = HTMLCell()
  /// The text of a caption or term.
  var caption: [RichText.Run] = []
  var definitions: [RichText.Definition] = []
  /// The identifier of the note of Word or LibreOffice; nil for other frames.
  var noteTarget: String?
  /// The anchors before a section of notes, which have not been added to text.
  var heldAnchors: [String] = []

  init(_ kind: Kind, isImplicit: Bool = false) {
    self.kind = kind
    self.isImplicit = isImplicit
  }

  /// The number of blocks added to the frame so far.
  var blockCount: Int { takenCount + blocks.count }

  /// Whether the frame is a block that can contain other blocks.
  var isBlock: Bool { kind == .quotation || kind == .list || kind == .table || kind == .definitions }

  /// Whether the frame can contain only text.
  var holdsWords: Bool { kind == .caption || kind == .term }

  /// Adds a term to the current group of terms; a term after a definition begins a new group.
  mutating func addTerm(_ words: [RichText.Inline]) {
    if let last = definitions.indices.last, definitions[last].meanings.isEmpty {
      definitions[last].terms.append(words)
    } else {
      definitions.append(RichText.Definition([words], meanings: []))
    }
  }

  /// Adds a definition to the preceding terms.
  mutating func addMeaning(_ blocks: [RichText.Block]) {
    if definitions.isEmpty { definitions.append(RichText.Definition([], meanings: [])) }
    definitions[definitions.count - 1].meanings.append(blocks)
  }
}

/// A table cell that is being built.
struct HTMLCell {
  var columnSpan = 1
  var rowSpan = 1
  var alignment: RichText.Alignment?
  var background: Color?
  var isHeader = false
  /// Whether the cell is a row heading: a `th` element with `scope="row"`.
  var namesRow = false
}

/// A list that is being built.
struct HTMLList {
  var marker: RichText.Marker
  var items: [RichText.ListItem] = []
  /// Whether there is space between the items; nil while unknown.
  var isLoose: Bool?
  /// The position of the list's paragraphs in Word's lists; nil if the list is not from Word.
  var office: OfficeList?
  /// Whether the numbers count down.
  var isReversed = false
  /// Whether the items have no markers.
  var hidesMarkers = false
  /// Whether each item's number includes the number of the enclosing item.
  ///
  /// In such a list, the style of each item repeats the whole number as text.
  var followsOuterNumber = false

  var block: RichText.Block {
    .list(
      RichText.List(
        marker, isTight: !(isLoose ?? false), followsOuterNumber: followsOuterNumber && marker.isNumber,
        items: items))
  }
}

/// A table that is being built.
struct HTMLTable {
  enum Section {
    case none, head, body, foot
  }

  var section = Section.none
  var caption: [RichText.Inline] = []
  var row: [RichText.TableCell] = []
  /// Whether every cell of the current row is a column heading.
  var isHeaderRow = true
  private var rows: [[RichText.TableCell]] = []
  private var footRows: [[RichText.TableCell]] = []
  private var headRowCount = 0
  private var leadingHeaderRowCount = 0

  mutating func addCell(_ cell: RichText.TableCell, isHeader: Bool) {
    row.append(cell)
    if !isHeader || cell.isRowHeading { isHeaderRow = false }
    row[row.count - 1].isRowHeading = isHeader
  }

  mutating func endRow() {
    if section == .foot {
      footRows.append(row)
    } else {
      if section == .head, headRowCount == rows.count {
        headRowCount += 1
      } else if headRowCount == 0, leadingHeaderRowCount == rows.count, isHeaderRow, !row.isEmpty {
        leadingHeaderRowCount += 1
      }
      rows.append(row)
    }
    row = []
    isHeaderRow = true
  }

  /// The table; nil if there are no rows.
  var table: RichText.Table? {
    let all = rows + footRows
    guard !all.isEmpty else { return nil }
    var table = RichText.Table(
      caption: caption, headerRowCount: headRowCount > 0 ? headRowCount : leadingHeaderRowCount, rows: all)
    for row in 0..<table.headerRowCount {
      for cell in table.rows[row].indices { table.rows[row][cell].isRowHeading = false }
    }
    return table.droppingEmptyHeadings()
  }

  /// Discards the content of the table but keeps the current section.
  mutating func empty() {
    let section = self.section
    self = HTMLTable()
    self.section = section
  }
}
