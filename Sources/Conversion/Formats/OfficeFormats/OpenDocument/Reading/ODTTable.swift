import ProfferConversions
import RichTextFormats
import XMLText

/// A table whose element is open.
struct ODTTable {
  /// Whether the table is nested so deeply that only its content is kept.
  var isFlattened = false
  var isInHeaderColumns = false
  var isInHeaderRows = false
  /// The number of columns at the beginning whose cells are row headings.
  var headerColumnCount = 0
  var columnCount = 0
  var hasWidths = false
  var rows: [[RichText.TableCell]] = []
  var headerRowCount = 0
  /// Whether the style of the table sets apart its first row.
  var hasHeaderRow = false
  /// The number of leading rows whose paragraphs have the style of column headings.
  var headingRowCount = 0
  var row: [RichText.TableCell] = []
  var rowRepeat = 1
  /// The column at which the next cell of the row begins.
  var column = 0
  /// The number of text bytes in the row.
  var rowByteCount = 0
  /// For each column, the first row that no cell from above covers.
  private var free: [Int] = []
  /// The first column after the last cell that begins in the row.
  private var coveredColumns = 0
  /// Whether all cells so far in the row have the style of column headings; nil without paragraphs.
  var isRowOfHeadings: Bool?
  /// The containers around the table, according to the first paragraph.
  var around: [ParagraphStyleName.Container]?
  /// The cell that is being read.
  var cell = Cell()
  /// Whether the table began in text that is dropped.
  var isDropped = false

  struct Cell {
    var columnSpan = 1
    var rowSpan = 1
    var repeatCount = 1
    var style: String?
    /// The value of a cell that may have no paragraph.
    var value: String?
  }

  /// The maximum number of columns whose coverage is recorded.
  private static let columnLimit = 16_384

  /// Whether a cell of this row or an earlier one covers the next position.
  var isCovered: Bool {
    column < coveredColumns || free.indices.contains(column) && free[column] > rows.count
  }

  /// Adds a cell at the next position.
  mutating func add(_ cell: RichText.TableCell) {
    row.append(cell)
    let end = column + cell.columnSpan
    if cell.rowSpan > 1, end <= Self.columnLimit {
      while free.count < end { free.append(0) }
      for index in column..<end { free[index] = max(free[index], rows.count + cell.rowSpan) }
    }
    coveredColumns = end
    column += 1
  }

  mutating func beginRow(repeatCount: Int) {
    row = []
    rowRepeat = repeatCount
    (column, coveredColumns, rowByteCount) = (0, 0, 0)
    isRowOfHeadings = nil
  }
}

extension ODTReader {
  /// The maximum number of columns that a cell can cover.
  private static let spanLimit = 1_000

  mutating func beginTable() {
    // On slides, the table is in a frame, and a picture of it is the alternative.
    if scopes.last == .frame, !frames.isEmpty { frames[frames.count - 1].isShown = true }
    slides.endedCounters = nil
    scopes.append(.table)
    let flow = flows.count - 1
    var table = ODTTable()
    table.hasHeaderRow = slides.isPresentation && xml.attribute(.tableUseFirstRowStyles) == "true"
    table.isDropped = isDropping
    let depth = RichText.depthLimit - flows[flow].blocks.depthLimit + flows[flow].blocks.depth
    if depth + 4 > RichText.depthLimit {
      table.isFlattened = true
      losses.add(.tables, RichText.Table.nestingDetail)
    }
    let chain = styles.chain(.table, xml.attribute(.tableStyleName))
    if flows[flow].kind == .body, flows[flow].listBases.isEmpty, !isDropping {
      let style = chain.first
      _ = beginPage(
        chain.lazy.compactMap(\.paragraph.breakBefore).first,
        master: style?.masterPage.flatMap { $0.isEmpty ? nil : $0 },
        isDirect: style?.isAutomatic == true && style?.paragraph.breakBefore == .page)
    }
    if !isDropping { endHeldParagraph() }
    if let last = paragraphs.indices.last { paragraphs[last].isPlace = true }
    tables.append(table)
  }

  mutating func beginHeaderColumns() {
    scopes.append(.headerColumns)
    if !tables.isEmpty { tables[tables.count - 1].isInHeaderColumns = true }
  }

  mutating func readColumn() throws {
    if let last = tables.indices.last {
      let count = max(ODTValue.count(xml.attribute(.tableNumberColumnsRepeated), limit: 1 << 20) ?? 1, 1)
      let style = styles.style(.column, xml.attribute(.tableStyleName))
      if style?.hasColumns == true { tables[last].hasWidths = true }
      tables[last].columnCount += count
      // Header columns in the middle of a table are ordinary columns.
      if tables[last].isInHeaderColumns, tables[last].columnCount == tables[last].headerColumnCount + count {
        tables[last].headerColumnCount += count
      }
    }
    try xml.skipElement()
  }

  mutating func beginHeaderRows() {
    scopes.append(.headerRows)
    if !tables.isEmpty { tables[tables.count - 1].isInHeaderRows = true }
  }

  // MARK: Rows

  mutating func beginRow() {
    scopes.append(.row)
    guard let last = tables.indices.last else { return }
    tables[last].beginRow(
      repeatCount: max(ODTValue.count(xml.attribute(.tableNumberRowsRepeated), limit: 1 << 24) ?? 1, 1))
  }

  mutating func endRow() {
    guard let last = tables.indices.last, !tables[last].isFlattened else { return }
    if tables[last].isInHeaderRows, tables[last].headerRowCount == tables[last].rows.count {
      tables[last].headerRowCount += 1
    }
    if tables[last].isRowOfHeadings == true, tables[last].headingRowCount == tables[last].rows.count {
      tables[last].headingRowCount += 1
    }
    let row = tables[last].row
    tables[last].rows.append(row)
    let count = copyCount(
      wanted: tables[last].rowRepeat - 1, cost: row.count + tables[last].rowByteCount / 16)
    for _ in 0..<count { tables[last].rows.append(row) }
  }

  /// Returns the number of copies of a cell or row to make, and counts the omitted copies.
  ///
  /// - Parameter cost: the number of cells that a copy takes.
  private mutating func copyCount(wanted: Int, cost: Int) -> Int {
    guard wanted > 0 else { return 0 }
    let cost = max(cost, 1)
    let count = min(wanted, cellBudget.count / cost)
    cellBudget.take(count * cost)
    losses.add(.tables, "repeated rows and cells beyond the limit", count: wanted - count)
    return count
  }

  // MARK: Cells

  mutating func beginCell(isCovered: Bool) {
    slides.endedCounters = nil
    guard let last = tables.indices.last, !tables[last].isFlattened else { return scopes.append(.block) }
    func span(_ name: ODTName) -> Int { max(ODTValue.count(xml.attribute(name), limit: 1 << 24) ?? 1, 1) }
    var cell = ODTTable.Cell()
    cell.columnSpan = span(.tableNumberColumnsSpanned)
    cell.rowSpan = span(.tableNumberRowsSpanned)
    if cell.columnSpan > Self.spanLimit || cell.rowSpan > 1 << 16 {
      losses.add(.tables, CellBudget.detail)
      cell.columnSpan = min(cell.columnSpan, Self.spanLimit)
      cell.rowSpan = min(cell.rowSpan, 1 << 16)
    }
    cell.repeatCount = span(.tableNumberColumnsRepeated)
    cell.style = xml.attribute(.tableStyleName)
    cell.value = xml.attribute(.officeStringValue) ?? xml.attribute(.officeValue)
    cellBudget.addCells()
    tables[last].cell = cell
    let flow = flows[flows.count - 1]
    let limit = flow.blocks.depthLimit - flow.blocks.depth - 2
    scopes.append(isCovered ? .coveredCell : .cell)
    flows.append(Flow(kind: .cell, blocks: ODTBlocks(depthLimit: limit), paragraphBase: paragraphs.count))
  }

  mutating func endCell(isCovered: Bool) {
    endHeldParagraph()
    guard var flow = flows.popLast(), let last = tables.indices.last else { return }
    let blocks = flow.blocks.finish()
    losses.add(contentsOf: flow.blocks.losses.total)
    let cell = tables[last].cell
    if isCovered {
      guard !tables[last].isCovered else {
        // The content of covered cells is not shown.
        if !blocks.isEmpty, !blocks.words.isEmpty { losses.add(.comments, "hidden text") }
        losses.add(.images, "in covered cells", count: blocks.attachmentCount)
        tables[last].column += cell.repeatCount
        return
      }
    }
    if tables[last].around == nil { tables[last].around = flow.blocks.around }
    if flow.blocks.around != nil {
      tables[last].isRowOfHeadings = (tables[last].isRowOfHeadings ?? true) && flow.blocks.isOfHeadings
    }
    let made = self.cell(blocks, flow.blocks, isHeading: tables[last].column < tables[last].headerColumnCount)
    tables[last].rowByteCount += flow.blocks.byteCount
    tables[last].add(made)
    let count = copyCount(wanted: cell.repeatCount - 1, cost: 1 + flow.blocks.byteCount / 16)
    for _ in 0..<count { tables[last].add(made) }
    if count > 0 { tables[last].rowByteCount += flow.blocks.byteCount * count }
  }

  private mutating func cell(
    _ blocks: [RichText.Block], _ content: ODTBlocks, isHeading: Bool
  ) -> RichText.TableCell {
    let cell = tables[tables.count - 1].cell
    var blocks = blocks
    let properties = styles.chain(.cell, cell.style).map(\.paragraph)
    var alignment: RichText.Alignment?
    if let explicit = properties.lazy.compactMap(\.alignment).first {
      alignment = explicit.value(isRightToLeft: false)
    } else {
      // A cell is aligned if all its paragraphs have the same alignment.
      let all = content.alignments.isEmpty ? content.emptyAlignments : content.alignments
      alignment = all.first.flatMap { first in all.allSatisfy { $0 == first } ? first : nil }
    }
    if let alignment { blocks = blocks.removing(alignment) }
    if blocks.isEmpty, content.isEmpty, let value = cell.value, !value.isEmpty {
      blocks = [.paragraph(RichText.Paragraph([.text(value)]))]
    }
    return RichText.TableCell(
      blocks, alignment: alignment, columnSpan: cell.columnSpan, rowSpan: cell.rowSpan,
      isRowHeading: isHeading || content.isRowHeading,
      background: properties.lazy.compactMap(\.background).first?.color)
  }

  mutating func endTable() {
    guard let ended = tables.popLast(), !ended.isFlattened else { return }
    let isEmpty = ended.rows.allSatisfy { $0.allSatisfy { $0.blocks.isEmpty } }
    if ended.rows.isEmpty || ended.isDropped && isEmpty { return }
    if ended.hasWidths { losses.add(.layout, "column widths") }
    var table = RichText.Table(
      headerRowCount: max(
        ended.headerRowCount, ended.headingRowCount, ended.hasHeaderRow && ended.rows.count > 1 ? 1 : 0),
      rows: ended.rows)
    for row in table.rows.indices {
      for cell in table.rows[row].indices {
        let rest = table.rows.count - row
        if table.rows[row][cell].rowSpan > rest { table.rows[row][cell].rowSpan = rest }
        if row < table.headerRowCount { table.rows[row][cell].isRowHeading = false }
      }
    }
    let flow = flows.count - 1
    if flows[flow].kind == .deletion {
      flows[flow].pieces.append(.blocks([.table(table)]))
    } else {
      let list = flows[flow].lists.last { $0.item == .begun }
      flows[flow].blocks.add(
        table, around: ended.around ?? [],
        in: list.map { ODTParagraph.Lists.Level(list: $0.list, level: $0.level) })
    }
  }
}

extension [RichText.Block] {
  /// The number of pictures and other files, also in notes.
  fileprivate var attachmentCount: Int {
    var count = 0
    _ = RichText(self).mappingRuns { run in
      if case .attachment = run.content { count += 1 }
      return run
    }
    return count
  }
}
