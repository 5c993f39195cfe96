/// A block that is being filled.
struct HTMLFrame {
  enum Kind {
    /// The whole text.
    case root
    case quotation
    case list
    case item
    case table
    case row
    case cell
    case caption
  }

  let kind: Kind
  /// Whether no element of the source opened it: it ends with whatever does not belong to it.
  var isImplicit = false
  var blocks: [RichText.Block] = []
  /// An item's box.
  var isChecked: Bool?
  /// A cell's extent and alignment.
  var cell = HTMLCell()
  /// Words of a caption.
  var caption: [RichText.Run] = []

  init(_ kind: Kind, isImplicit: Bool = false) {
    self.kind = kind
    self.isImplicit = isImplicit
  }

  /// Whether it stands as a block inside others.
  var isBlock: Bool { kind == .quotation || kind == .list || kind == .table }
}

/// A cell of a table that is being filled.
struct HTMLCell {
  var columnSpan = 1
  var rowSpan = 1
  var alignment: RichText.Alignment?
  var isHeader = false
}

/// A list that is being filled.
struct HTMLList {
  var marker: RichText.Marker
  var items: [RichText.ListItem] = []
  /// Whether space shows between items; nil as long as nothing says it.
  var isLoose: Bool?
  /// Whether an item may still choose the marker.
  var isMarkerOpen = true
  /// Where Word says it is.
  var office: OfficeList?
  /// Whether its numbers go down.
  var isReversed = false
  /// Whether nothing marks its items.
  var hidesMarkers = false

  var block: RichText.Block {
    .list(RichText.List(marker, isTight: !(isLoose ?? false), items: items))
  }
}

/// A table that is being filled.
struct HTMLTable {
  enum Section {
    case none, head, body, foot
  }

  var section = Section.none
  var caption: [RichText.Inline] = []
  var row: [RichText.TableCell] = []
  /// Whether every cell of the row names a column.
  var isHeaderRow = true
  private var rows: [[RichText.TableCell]] = []
  private var footRows: [[RichText.TableCell]] = []
  private var headRowCount = 0
  private var leadingHeaderRowCount = 0
  /// How many cells outside of the head name rows.
  private(set) var rowHeadingCount = 0
  private var rowHeadingsInRow = 0

  mutating func addCell(_ cell: RichText.TableCell, isHeader: Bool) {
    row.append(cell)
    if isHeader { rowHeadingsInRow += 1 } else { isHeaderRow = false }
  }

  mutating func endRow() {
    if section == .foot {
      footRows.append(row)
      rowHeadingCount += rowHeadingsInRow
    } else {
      if section == .head, headRowCount == rows.count {
        headRowCount += 1
      } else if headRowCount == 0, leadingHeaderRowCount == rows.count, isHeaderRow, !row.isEmpty {
        leadingHeaderRowCount += 1
      } else {
        rowHeadingCount += rowHeadingsInRow
      }
      rows.append(row)
    }
    row = []
    rowHeadingsInRow = 0
    isHeaderRow = true
  }

  /// The table; nil without rows.
  var table: RichText.Table? {
    let all = rows + footRows
    guard !all.isEmpty else { return nil }
    return RichText.Table(
      caption: caption, headerRowCount: headRowCount > 0 ? headRowCount : leadingHeaderRowCount, rows: all)
  }

  /// Forgets what is in it so far, but not where it is.
  mutating func empty() {
    let section = self.section
    self = HTMLTable()
    self.section = section
  }
}
