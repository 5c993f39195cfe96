import ColorFormats
import ProfferConversions
import RichTextFormats

/// Tables, rows and cells.
extension WordBodyReader {
  mutating func beginTableElement(_ name: WordName) throws(CoderError) {
    switch name {
    case .table:
      frames.append(.table)
      flow.isJoining = false
      flushParagraph()
      flow.tables.append(WordOpenTable())
    case .row:
      frames.append(.row)
      flow.changeTable { $0.beginRow() }
    case .cell:
      frames.append(.cell)
      flow.changeTable { $0.cell = WordOpenTable.Cell() }
    case .tableProperties: try readTableProperties()
    case .tableGrid: try readGrid()
    case .rowProperties: try readRowProperties()
    case .cellProperties: try readCellProperties()
    default: try xml.skipElement()
    }
  }

  mutating func endCell() {
    guard !flow.tables.isEmpty else { return }
    flow.isJoining = false
    flushParagraph()
    let last = flow.tables.count - 1
    let (cell, depth) = WordBlockBuilder.cell(flow.tables[last].pieces, losses: &document.losses)
    flow.tables[last].endCell(cell, depth: depth, losses: &document.losses)
  }

  mutating func endRow() { flow.changeTable { $0.endRow() } }

  mutating func endTable() {
    guard var table = flow.tables.popLast() else { return }
    if let finished = table.finish() { flow.append(.table(finished)) }
  }

  // MARK: Properties

  private mutating func readTableProperties() throws(CoderError) {
    var style: String?
    var look: (firstRow: Bool, firstColumn: Bool) = (false, false)
    var lost: [(LossKind, String)] = []
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .tableStyle: style = xml.attribute(.val)
      case .tableLook:
        let bits = xml.attribute(.val).flatMap { UInt32($0, radix: 16) } ?? 0
        look.firstRow = xml.attribute(.firstRow).map { WordMeasure.isOn($0) } ?? (bits & 0x20 != 0)
        look.firstColumn = xml.attribute(.firstColumn).map { WordMeasure.isOn($0) } ?? (bits & 0x80 != 0)
      case .tablePosition: lost.append((.layout, "positions of tables"))
      case .visuallyBidirectional where xml.isOn: lost.append((.layout, "right-to-left tables"))
      case .justification:
        if !["left", "start"].contains(xml.attribute(.val)) { lost.append((.layout, "positions of tables")) }
      case .tableCaption, .tableDescription:
        if !(xml.attribute(.val) ?? "").isEmpty { lost.append((.metadata, "descriptions of tables")) }
      case .tableChange:
        lost.append((.comments, "tracked changes"))
        return true
      default: break
      }
      return false
    }
    for (kind, detail) in lost { document.losses.add(kind, detail) }
    guard let definition = style.flatMap({ document.styles.tableStyle($0) }) else { return }
    if definition.hasTableFormat { document.losses.add(.formatting, "table styles") }
    flow.changeTable { table in
      table.formatsFirstRow = look.firstRow && definition.formatsFirstRow
      table.formatsFirstColumn = look.firstColumn && definition.formatsFirstColumn
    }
  }

  /// Reads the widths of the columns; equal widths are the default.
  private mutating func readGrid() throws(CoderError) {
    var least = Int.max
    var most = 0
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .gridColumn:
        guard let width = WordMeasure.twips(xml.attribute(.width)), width > 0 else { break }
        least = min(least, width)
        most = max(most, width)
      case .gridChange: return true
      default: break
      }
      return false
    }
    if most > 0, most - least > most / 50 + 20 { document.losses.add(.layout, "column widths") }
  }

  private mutating func readRowProperties() throws(CoderError) {
    var before = 0
    var isHeader = false
    var lost: (LossKind, String)?
    let rejectsChanges = document.rejectsChanges
    var changeCount = 0
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      switch name {
      case .gridBefore: before = WordMeasure.number(xml.attribute(.val), in: 0...1_000) ?? 0
      case .tableHeader: isHeader = xml.isOn
      case .hiddenRow where xml.isOn: lost = (.comments, "hidden text")
      case .insertion, .deletion:
        if (name == .deletion) == rejectsChanges {
          changeCount += 1
        } else {
          lost = (.comments, "text that a tracked change \(name == .deletion ? "deleted" : "inserted")")
        }
      case .rowChange:
        changeCount += 1
        return true
      default: break
      }
      return false
    }
    document.losses.add(.comments, "tracked changes", count: changeCount)
    if let (kind, detail) = lost { document.losses.add(kind, detail) }
    flow.changeTable { table in
      table.skipColumns(before)
      table.isHeader = isHeader
      if lost != nil { table.isDropped = true }
    }
  }

  private mutating func readCellProperties() throws(CoderError) {
    var cell = WordOpenTable.Cell()
    var background: WordColor?
    var lost: [(LossKind, String)] = []
    let rejectsChanges = document.rejectsChanges
    let theme = document.theme
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      let value = xml.attribute(.val)
      switch name {
      case .gridSpan: cell.columnSpan = WordMeasure.number(value, in: 1...1_000) ?? 1
      case .verticalMerge: cell.vertical = value == "restart" ? .first : .continued
      case .horizontalMerge: cell.continuesBefore = value != "restart"
      case .shading: background = theme.shading(xml)
      case .cellVerticalAlignment:
        if value != "top" { lost.append((.layout, "vertical alignment of cells")) }
      case .textDirection:
        if value != "lrTb", value != "lr" { lost.append((.layout, "text directions")) }
      case .cellInsertion, .cellDeletion:
        if (name == .cellDeletion) == rejectsChanges {
          lost.append((.comments, "tracked changes"))
        } else {
          lost.append(
            (.comments, "text that a tracked change \(name == .cellDeletion ? "deleted" : "inserted")"))
          cell.isDropped = true
        }
      case .cellMerge: lost.append((.comments, "tracked changes"))
      case .cellChange:
        lost.append((.comments, "tracked changes"))
        return true
      default: break
      }
      return false
    }
    cell.background = background?.color
    for (kind, detail) in lost { document.losses.add(kind, detail) }
    flow.changeTable { $0.cell = cell }
  }
}

extension WordFlow {
  /// Changes the innermost table.
  fileprivate mutating func changeTable(_ change: (inout WordOpenTable) -> Void) {
    guard !tables.isEmpty else { return }
    change(&tables[tables.count - 1])
  }
}
