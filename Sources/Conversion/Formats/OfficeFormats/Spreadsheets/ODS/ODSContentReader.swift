import ProfferConversions
import StructuredFormats
import XMLText

/// Reads the content of an OpenDocument spreadsheet sheet by sheet and row by row.
///
/// Repeated cells and rows without content are only counted, and cells with content are repeated within the
/// limits. (Source: ODF 1.3 part 3, sections 9 and 19.)
struct ODSContentReader {
  /// A sheet of the document.
  struct Sheet {
    /// The place among the sheets, counted from 0.
    let place: Int
    let name: String
    let isVisible: Bool
  }

  var xml: PackageXML<ODSName>
  private let part: String
  private let package: OpenDocumentPackage
  private let limits: OfficeLimits
  private var styles: ODSStyles
  var budget: SheetBudget
  var tally = SheetTally()
  private(set) var hasSpreadsheet = false
  private var sheetCount = 0
  /// The styles of the cells of columns, each with the column after its last one.
  private var columnStyles: [(end: Int, style: String?)] = []
  private var hiddenColumns: [ClosedRange<Int>] = []
  private var width = 0
  /// The text of the current cell.
  var content: [UInt8] = []
  /// The number of spaces that `text:s` elements of the whole document may still produce.
  var spaces: RepeatedSpaces
  /// Bytes of a text before their white space is collapsed.
  var scratch: [UInt8] = []

  init(
    _ xml: PackageXML<ODSName>, part: String, byteCount: Int, of package: OpenDocumentPackage,
    styles: ODSStyles, limits: OfficeLimits
  ) {
    self.xml = xml
    self.part = part
    self.package = package
    self.styles = styles
    self.limits = limits
    budget = SheetBudget(limits)
    spaces = RepeatedSpaces(byteCount: byteCount)
  }

  /// Reads the document.
  ///
  /// - Parameters:
  ///   - wants: returns whether the cells of a sheet are read.
  ///   - emit: receives the rows with content of these sheets, in their order.
  mutating func read(_ wants: (Sheet) throws -> Bool, _ emit: (Sheet, SheetRow) throws -> Void) throws {
    var isInRoot = false
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      guard isInRoot else {
        guard name == .documentContent || name == .document else {
          throw CoderError(
            .wrongFormat,
            "the outermost element is “\(xml.localName.prefix(40))”, but must be “document-content”",
            subject: part)
        }
        isInRoot = true
        continue
      }
      switch name {
      case .styles, .automaticStyles: try styles.read(&xml)
      case .meta: try tally.countProperties(&xml)
      case .scripts: tally.add(.macros, count: try xml.countChildren())
      case .body: break
      case .spreadsheet:
        hasSpreadsheet = true
        try readSpreadsheet(wants, emit)
      default: try xml.skipElement()
      }
    }
  }

  // MARK: Sheets

  private mutating func readSpreadsheet(
    _ wants: (Sheet) throws -> Bool, _ emit: (Sheet, SheetRow) throws -> Void
  ) throws {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .table:
        let style = xml.attribute(.tableStyle)
        let sheet = Sheet(
          place: sheetCount, name: xml.attribute(.tableName) ?? "", isVisible: styles.isVisible(style))
        sheetCount += 1
        if try wants(sheet) {
          if styles.isRightToLeft(style) { tally.add(.rightToLeft) }
          if xml.attribute(.protected) == "true" { tally.add(.protection) }
          try readTable { try emit(sheet, $0) }
        } else {
          try xml.skipElement()
        }
      case .trackedChanges: tally.add(.trackedChanges, count: try xml.countChildren())
      case .contentValidations: tally.add(.validations, count: try xml.countChildren())
      case .namedExpressions: tally.add(.names, count: try xml.countChildren())
      case .databaseRanges: tally.add(.structuredTables, count: try xml.countChildren())
      case .pivotTables: tally.add(.pivotTables, count: try xml.countChildren())
      case .linkedSources: tally.add(.otherWorkbooks, count: try xml.countChildren())
      default: try xml.skipElement()
      }
    }
  }

  private mutating func readTable(_ emit: (SheetRow) throws -> Void) throws {
    columnStyles = []
    hiddenColumns = []
    width = 0
    var nextRow = 0
    var depth = 1
    while depth > 0, let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { depth -= 1 }
        continue
      }
      switch name {
      case .rows, .headerRows, .rowGroup, .columns, .headerColumns, .columnGroup: depth += 1
      case .column: try readColumn()
      case .row: try readRow(&nextRow, emit)
      case .shapes: try countDrawings()
      case .source:
        tally.add(.otherWorkbooks)
        try xml.skipElement()
      case .namedExpressions: tally.add(.names, count: try xml.countChildren())
      case .conditionalFormats: tally.add(.conditionalFormats, count: try xml.countChildren())
      case .forms: tally.add(.controls, count: try xml.countChildren())
      case .sparklineGroups: try countSparklines()
      default: try xml.skipElement()
      }
    }
    for columns in hiddenColumns {
      tally.add(.hiddenColumns, count: max(0, min(columns.upperBound, width - 1) - columns.lowerBound + 1))
    }
  }

  private mutating func countSparklines() throws {
    var depth = 1
    while depth > 0, let event = try xml.next() {
      switch event {
      case .begin(let name):
        depth += 1
        if name == .sparkline { tally.add(.sparklines) }
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  private mutating func readColumn() throws {
    let start = columnStyles.last?.end ?? 0
    let end = min(start + xml.count(.columnsRepeated), 1 << 40)
    if columnStyles.count < limits.columnCount {
      columnStyles.append((end, xml.attribute(.defaultCellStyle)))
      if let visibility = xml.attribute(.visibility), visibility != "visible", end > start {
        hiddenColumns.append(start...end - 1)
      }
    }
    try xml.skipElement()
  }

  // MARK: Rows

  private mutating func readRow(_ nextRow: inout Int, _ emit: (SheetRow) throws -> Void) throws {
    let repeatCount = xml.count(.rowsRepeated)
    let visibility = xml.attribute(.visibility)
    let rowStyle = xml.attribute(.defaultCellStyle)
    var row = SheetRow(number: nextRow, repeatCount: repeatCount, cells: [])
    nextRow = min(nextRow + repeatCount, 1 << 60)
    var column = 0
    var stylePlace = 0
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { break }
        continue
      }
      guard name == .cell || name == .coveredCell else {
        try xml.skipElement()
        continue
      }
      if stylePlace < columnStyles.count, columnStyles[stylePlace].end <= column {
        stylePlace = self.stylePlace(of: column, from: stylePlace + 1)
      }
      let columnStyle = stylePlace < columnStyles.count ? columnStyles[stylePlace].style : nil
      let count = xml.count(.columnsRepeated)
      let value = try readCell(style: rowStyle ?? columnStyle, count: count, repeatCount: repeatCount)
      if let value {
        try budget.check(columnCount: column + count, row: row.number)
        for place in column..<column + count { row.cells.append(SheetCell(column: place, value: value)) }
      }
      column = min(column + count, 1 << 50)
    }
    guard let last = row.cells.last else { return }
    width = max(width, last.column + 1)
    if visibility == "collapse" || visibility == "filter" { tally.add(.hiddenRows, count: repeatCount) }
    try budget.spend(row)
    try emit(row)
  }

  /// Returns the place of a column's style; the number of styles if the column has none.
  ///
  /// - Parameter start: the place at which the search starts.
  private func stylePlace(of column: Int, from start: Int) -> Int {
    // A short row can skip many columns, so the styles between them are not visited.
    var (low, high) = (start, columnStyles.count)
    while low < high {
      let middle = (low + high) / 2
      if columnStyles[middle].end <= column { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Cells

  /// Reads the current cell, and counts its marks.
  ///
  /// - Parameters:
  ///   - style: the style of a cell without an own style.
  ///   - count: the number of cells in a row for which the element stands.
  ///   - repeatCount: the number of rows for which the row stands.
  private mutating func readCell(
    style: String?, count: Int, repeatCount: Int
  ) throws -> StructuredValue? {
    let type = xml.attribute(.valueType) ?? xml.attribute(.extendedValueType)
    let isError = xml.attribute(.extendedValueType) == "error"
    let written: String? =
      switch type {
      case "float", "percentage", "currency": xml.attribute(.value)
      case "date": xml.attribute(.dateValue)
      case "time": xml.attribute(.timeValue)
      case "boolean": xml.attribute(.booleanValue)
      case "string": isError ? nil : xml.attribute(.stringValue)
      default: nil
      }
    let hasFormula = xml.hasAttribute(.formula)
    let format = (xml.attribute(.tableStyle) ?? style).map { styles.format($0) } ?? ODSStyles.Format()
    if xml.hasAttribute(.columnsSpanned) || xml.hasAttribute(.rowsSpanned),
      xml.count(.columnsSpanned) > 1 || xml.count(.rowsSpanned) > 1
    {
      tally.add(.mergedCells)
    }
    let hasText = try readCellContent()
    let cells = count.multipliedReportingOverflow(by: repeatCount)
    let cellCount = cells.overflow ? Int.max / 4 : min(cells.partialValue, .max / 4)
    let value = try self.value(
      type, written, format: format.number, isError: isError, hasText: hasText, cellCount: cellCount)
    guard let value else {
      let mark: SheetMark = type == nil ? .uncalculatedFormulas : .formulas
      if hasFormula { tally.add(mark, count: min(cellCount, limits.cellCount)) }
      return nil
    }
    if hasFormula { tally.add(.formulas, count: min(cellCount, limits.cellCount)) }
    if format.isFormatted { tally.add(.cellFormats, count: min(cellCount, limits.cellCount)) }
    return value
  }

  /// Returns the value of a cell; nil if it is empty.
  ///
  /// - Parameters:
  ///   - type: the type of the value; nil if the cell does not state it.
  ///   - written: the value of the attribute for the type.
  ///   - hasText: whether the cell has a paragraph.
  private mutating func value(
    _ type: String?, _ written: String?, format: NumberFormat, isError: Bool, hasText: Bool, cellCount: Int
  ) throws -> StructuredValue? {
    if isError {
      guard hasText else { return nil }
      tally.add(.errors, count: min(cellCount, limits.cellCount))
      return try text(cellCount)
    }
    guard let written else {
      guard hasText, type != nil || !content.isEmpty else { return nil }
      return try text(cellCount)
    }
    switch type {
    case "date": return CellDate.value(iso: written, &tally)
    case "time": return ODSDuration.value(written, format, &tally)
    case "boolean": return .boolean(written == "true" || written == "1")
    case "string":
      // Older programs state an empty text for an error, and show the error.
      if written.isEmpty, content.first == UInt8(ascii: "#") {
        tally.add(.errors, count: min(cellCount, limits.cellCount))
      } else {
        content = Array(written.utf8)
      }
      return try text(cellCount)
    default: return number(written, type, format, count: min(cellCount, limits.cellCount))
    }
  }

  /// Returns the content as text; nil if it is empty, because an empty text looks like an empty cell.
  private mutating func text(_ cellCount: Int) throws -> StructuredValue? {
    guard !content.isEmpty else { return nil }
    let bytes = content.count.multipliedReportingOverflow(by: cellCount)
    try budget.spend(textByteCount: bytes.overflow ? .max / 4 : min(bytes.partialValue, .max / 4))
    return .string(String(decoding: content, as: UTF8.self))
  }

  private mutating func number(
    _ written: String, _ type: String?, _ format: NumberFormat, count: Int
  ) -> StructuredValue {
    guard let value = CellNumber.value(Array(written.utf8)) else {
      tally.add(.unreadableNumbers, count: count)
      return .string(written)
    }
    switch type {
    case "percentage": tally.add(.percentFormats, count: count)
    case "currency": tally.add(.currencyFormats, count: count)
    default: if format == .number { tally.add(.numberFormats, count: count) }
    }
    return value
  }

  // MARK: Drawings

  /// Counts the drawings in the current element, which is a container of drawings.
  mutating func countDrawings() throws {
    var depth = 1
    while depth > 0, let event = try xml.next() {
      switch event {
      case .begin(let name):
        if name == .group || name == .drawingLink { depth += 1 } else { try countDrawing(name) }
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  /// Counts the current element if it is a drawing, and skips it.
  mutating func countDrawing(_ name: ODSName?) throws {
    switch name {
    case .frame: return try countFrame()
    case .group, .drawingLink: return try countDrawings()
    case .control: tally.add(.controls)
    case .rectangle, .line, .polyline, .polygon, .regularPolygon, .path, .circle, .ellipse, .connector,
      .caption,
      .measure, .customShape:
      tally.add(.shapes)
    default: break
    }
    try xml.skipElement()
  }

  /// Counts the content of a frame, of whose alternatives only the first counts.
  private mutating func countFrame() throws {
    var mark: SheetMark?
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        switch name {
        case .object: mark = mark ?? (isChart ? .charts : .embeddedFiles)
        case .objectOLE, .plugin, .floatingFrame: mark = mark ?? .embeddedFiles
        case .image: mark = mark ?? .pictures
        case .textBox: mark = mark ?? .shapes
        default: break
        }
        try xml.skipElement()
      case .end:
        if let mark { tally.add(mark) }
        return
      case .text: break
      }
    }
  }

  /// Whether the current object is a chart.
  private var isChart: Bool {
    guard let path = xml.attribute(.reference).flatMap({ OpenDocumentPackage.path(of: $0) }) else {
      return false
    }
    let type = package.manifest.mediaTypes[path + "/"] ?? package.manifest.mediaTypes[path]
    return type?.hasSuffix("opendocument.chart") ?? false
  }
}
