import ProfferConversions
import StructuredFormats
import XMLText

/// Reads the cells of a worksheet row by row, and counts its other content.
///
/// (Source: ISO/IEC 29500-1, 18.3.)
struct XLSXSheetReader {
  private var xml: PackageXML<XLSXName>
  private let part: PartName
  private let strings: XLSXSharedStrings
  private let styles: XLSXStyles
  private let dates: SerialDate
  private(set) var budget: SheetBudget
  private(set) var tally = SheetTally()
  /// The number of the row after the last one.
  private var nextRow = 0
  /// The largest number of a row so far, counted from 1.
  private var largestNumber = 0
  private var row = SheetRow(number: 0, cells: [])
  private var nextColumn = 0
  /// Whether the cells of the row are in the order of their columns.
  private var isOrdered = true
  /// The columns that are hidden, counted from 0.
  private var hiddenColumns: [ClosedRange<Int>] = []
  private var width = 0
  private var reference: [UInt8] = []
  private var content: [UInt8] = []
  /// The most recently used long texts, so that cells with the same text share its memory.
  private var longTexts: [Int: StructuredValue] = [:]
  private var longTextByteCount = 0
  /// The minimum size of a long text in bytes, and the maximum size of the long texts that are kept.
  private static let longTextSize = 1_000
  private static let keptTextByteCount = 8 << 20

  init(
    _ xml: PackageXML<XLSXName>, part: PartName, strings: XLSXSharedStrings, styles: XLSXStyles,
    dates: SerialDate, budget: SheetBudget
  ) {
    self.xml = xml
    self.part = part
    self.strings = strings
    self.styles = styles
    self.dates = dates
    self.budget = budget
  }

  /// Reads the sheet.
  ///
  /// - Parameter emit: a function that receives the rows with content, in their order.
  mutating func read(_ emit: (SheetRow) throws -> Void) throws {
    try xml.readRoot(.worksheet, of: part)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .sheetData: try readRows(emit)
      case .column: readColumn()
      case .fallback: try xml.skipElement()
      default: if let mark = mark(name) { tally.add(mark) }
      }
    }
    for columns in hiddenColumns {
      tally.add(.hiddenColumns, count: max(0, min(columns.upperBound, width - 1) - columns.lowerBound + 1))
    }
  }

  // MARK: Content other than cells

  /// Returns the mark that an element stands for.
  private func mark(_ name: XLSXName?) -> SheetMark? {
    switch name {
    case .mergeCell: .mergedCells
    case .conditionalRule, .extensionRule: .conditionalFormats
    case .dataValidation, .extensionValidation: .validations
    case .hyperlink: .links
    case .autoFilter: .filters
    case .pageBreak: .pageBreaks
    case .oddHeader, .oddFooter, .evenHeader, .evenFooter, .firstHeader, .firstFooter: .pageHeaders
    case .background: .backgrounds
    case .embeddedObject: .embeddedFiles
    case .control: .controls
    case .tablePart: .structuredTables
    case .sparkline: .sparklines
    case .sheetProtection: xml.isOn(.isProtected) ? .protection : nil
    case .pane: .frozenPanes
    case .sheetView: xml.isOn(.rightToLeft) ? .rightToLeft : nil
    default: nil
    }
  }

  private mutating func readColumn() {
    if xml.isOn(.width) { tally.add(.widths) }
    guard xml.isOn(.hidden), let first = xml.attribute(.first).flatMap({ Int($0) }), first > 0 else { return }
    let last = xml.attribute(.last).flatMap { Int($0) } ?? first
    guard last >= first, first <= CellReference.columnCount, hiddenColumns.count < CellReference.columnCount
    else { return }
    hiddenColumns.append(first - 1...min(last, CellReference.columnCount) - 1)
  }

  // MARK: Rows

  private mutating func readRows(_ emit: (SheetRow) throws -> Void) throws {
    while let event = try xml.next() {
      switch event {
      case .begin(.row): try readRow(emit)
      case .begin: try xml.skipElement()
      case .end: return
      case .text: break
      }
    }
  }

  private mutating func readRow(_ emit: (SheetRow) throws -> Void) throws {
    reference.removeAll(keepingCapacity: true)
    if xml.appendAttribute(.reference, to: &reference) {
      let number = CellNumber.shortInteger(reference) ?? 0
      nextRow = max(nextRow, number - 1)
      // The rows before may already have the number of a row that is in order, because rows that were out of
      // order are among them.
      if number > largestNumber {
        largestNumber = number
      } else {
        tally.repair(
          "a row was out of order, and was read as the next row",
          "rows were out of order, and were read as the next rows")
      }
    } else {
      largestNumber = max(largestNumber, nextRow + 1)
    }
    row.number = nextRow
    row.cells.removeAll(keepingCapacity: true)
    nextColumn = 0
    isOrdered = true
    let isHidden = xml.isOn(.hidden)
    if xml.isOn(.height) { tally.add(.widths) }
    while let event = try xml.next() {
      switch event {
      case .begin(.cell): try readCell()
      case .begin: try xml.skipElement()
      case .end: return try endRow(isHidden: isHidden, emit)
      case .text: break
      }
    }
  }

  private mutating func endRow(isHidden: Bool, _ emit: (SheetRow) throws -> Void) throws {
    nextRow += 1
    guard !row.cells.isEmpty else { return }
    guard row.number < CellReference.rowCount else {
      tally.add(.outsideCells, count: row.cells.count)
      return
    }
    if !isOrdered { order() }
    if isHidden { tally.add(.hiddenRows) }
    if let last = row.cells.last { width = max(width, last.column + 1) }
    try budget.spend(row)
    try emit(row)
  }

  /// Sorts the cells of the row; of cells in the same column, the last one is kept.
  private mutating func order() {
    let all = row.cells.enumerated().sorted {
      ($0.element.column, $0.offset) < ($1.element.column, $1.offset)
    }
    row.cells.removeAll(keepingCapacity: true)
    for (_, cell) in all {
      if row.cells.last?.column == cell.column {
        tally.repair(
          "a cell occurred twice, and the last one was kept",
          "cells occurred twice, and the last ones were kept")
        row.cells.removeLast()
      }
      row.cells.append(cell)
    }
  }

  // MARK: Cells

  /// The type of a cell's value.
  private enum CellType {
    case number, shared, text, inline, boolean, error, date
  }

  /// The type of the current cell, from its attribute `t`.
  private mutating func cellType() -> CellType {
    reference.removeAll(keepingCapacity: true)
    guard xml.appendAttribute(.type, to: &reference), let first = reference.first else { return .number }
    switch first {
    case UInt8(ascii: "s"): return reference.count == 1 ? .shared : .text
    case UInt8(ascii: "i"): return .inline
    case UInt8(ascii: "b"): return .boolean
    case UInt8(ascii: "e"): return .error
    case UInt8(ascii: "d"): return .date
    default: return .number
    }
  }

  private mutating func readCell() throws {
    reference.removeAll(keepingCapacity: true)
    var column = nextColumn
    if xml.appendAttribute(.reference, to: &reference), let written = CellReference.column(reference) {
      column = written
    }
    if column < nextColumn { isOrdered = false }
    nextColumn = max(nextColumn, column + 1)
    reference.removeAll(keepingCapacity: true)
    var style = 0
    if xml.appendAttribute(.style, to: &reference) { style = CellNumber.shortInteger(reference) ?? 0 }
    let type = cellType()
    content.removeAll(keepingCapacity: true)
    var hasValue = false
    var hasFormula = false
    var isReadingValue = false
    reading: while let event = try xml.next() {
      switch event {
      case .begin(.value):
        isReadingValue = true
        hasValue = true
      case .begin(.formula):
        hasFormula = true
        try xml.skipElement()
      case .begin(.inlineString):
        hasValue = true
        content.removeAll(keepingCapacity: true)
        let text = try XLSXText(&xml, appendingTo: &content)
        if text.isRich { tally.add(.richText) }
        if text.hasPhoneticGuide { tally.add(.phoneticGuides) }
      case .begin: try xml.skipElement()
      case .text: if isReadingValue { xml.appendText(to: &content) }
      case .end(.value): isReadingValue = false
      case .end: break reading
      }
    }
    let format = styles[max(0, style)]
    guard hasValue, let value = try self.value(type, format.number) else {
      let isText = type == .text || type == .inline || type == .shared
      if hasFormula { tally.add(hasValue && isText ? .formulas : .uncalculatedFormulas) }
      return
    }
    guard column < CellReference.columnCount else {
      tally.add(.outsideCells)
      return
    }
    if hasFormula { tally.add(.formulas) }
    if format.isFormatted { tally.add(.cellFormats) }
    row.cells.append(SheetCell(column: column, value: value))
  }

  /// Returns the value of a cell with the current content; nil if it is empty.
  private mutating func value(_ type: CellType, _ format: NumberFormat) throws -> StructuredValue? {
    switch type {
    case .number: return number(format)
    case .shared: return try sharedText()
    case .text:
      EscapedText.decode(&content, from: 0)
      return try text()
    case .inline: return try text()
    case .boolean:
      guard let first = content.first else { return nil }
      return .boolean(first == UInt8(ascii: "1") || first | 0x20 == UInt8(ascii: "t"))
    case .error:
      guard !content.isEmpty else { return nil }
      tally.add(.errors)
      return try text()
    case .date:
      guard !content.isEmpty else { return nil }
      return CellDate.value(iso: String(decoding: content, as: UTF8.self), &tally)
    }
  }

  /// Returns the content as text; nil if it is empty, because an empty text looks like an empty cell.
  private mutating func text() throws -> StructuredValue? {
    guard !content.isEmpty else { return nil }
    try budget.spend(textByteCount: content.count)
    return .string(String(decoding: content, as: UTF8.self))
  }

  /// Returns the shared text whose number is the content.
  private mutating func sharedText() throws -> StructuredValue? {
    guard !content.isEmpty else { return nil }
    guard let number = CellNumber.shortInteger(content), let entry = strings.entry(number) else {
      tally.add(.missingTexts)
      return nil
    }
    guard entry.byteCount > 0 else { return nil }
    if entry.isRich { tally.add(.richText) }
    if entry.hasPhoneticGuide { tally.add(.phoneticGuides) }
    try budget.spend(textByteCount: entry.byteCount)
    guard entry.byteCount > Self.longTextSize else { return .string(strings.text(of: entry)) }
    if let value = longTexts[number] { return value }
    // A workbook whose cells all have different long texts must not be in memory twice.
    if longTextByteCount + entry.byteCount > Self.keptTextByteCount {
      longTexts.removeAll()
      longTextByteCount = 0
    }
    let value = StructuredValue.string(strings.text(of: entry))
    longTexts[number] = value
    longTextByteCount += entry.byteCount
    return value
  }

  private mutating func number(_ format: NumberFormat) -> StructuredValue? {
    while let last = content.last, last <= 0x20 { content.removeLast() }
    if let first = content.first, first <= 0x20 { content.removeFirst(content.prefix { $0 <= 0x20 }.count) }
    guard !content.isEmpty else { return nil }
    if format.isTime, let serial = CellNumber.double(content), let value = dates.value(serial, format, &tally)
    {
      return value
    }
    guard let value = CellNumber.value(content) else {
      tally.add(.unreadableNumbers)
      return .string(String(decoding: content, as: UTF8.self))
    }
    switch format {
    case .percentage: tally.add(.percentFormats)
    case .currency: tally.add(.currencyFormats)
    case .number: tally.add(.numberFormats)
    default: break
    }
    return value
  }
}
