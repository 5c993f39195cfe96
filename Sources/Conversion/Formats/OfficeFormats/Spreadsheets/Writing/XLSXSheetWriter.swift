import StructuredFormats
import XMLText

/// Writes a sheet of a workbook in Office Open XML.
///
/// The rows are written first, as their content determines the elements before them.
struct XLSXSheetWriter {
  private var rows: [UInt8] = []
  private var grid = WrittenGrid()
  /// The letters of the columns so far.
  private var columnNames: [[UInt8]] = []

  /// Returns the part of a sheet.
  ///
  /// - Parameters:
  ///   - sheet: the sheet.
  ///   - isActive: whether programs show the sheet first.
  ///   - cells: converts the values, and counts their losses.
  ///   - strings: the texts of the workbook.
  /// - Returns: the part and the losses of the grid.
  /// - Throws: ``CoderError/Code/unwritable`` if a cell is outside of the largest sheet.
  static func part(
    of sheet: Workbook.Sheet, isActive: Bool, _ cells: inout WrittenCells,
    _ strings: inout WrittenSharedStrings
  ) throws -> (xml: XMLWriter, grid: WrittenGrid) {
    var writer = XLSXSheetWriter()
    var grid = WrittenGrid()
    try grid.write(sheet, &cells) { row, cells, isHeading in
      writer.add(row, cells, isHeading: isHeading, &strings)
    }
    writer.grid = grid
    return (writer.part(hasHeading: sheet.hasHeading, isActive: isActive), grid)
  }

  // MARK: Rows

  private mutating func add(
    _ row: Int, _ cells: [WrittenGrid.PlacedCell], isHeading: Bool, _ strings: inout WrittenSharedStrings
  ) {
    let number = Array(String(row + 1).utf8)
    add("<row r=\"")
    rows += number
    add("\">")
    for (column, cell) in cells {
      add("<c r=\"")
      appendName(of: column)
      rows += number
      let style = WrittenXLSXStyle(cell, isHeading: isHeading)
      if style != .general { add("\" s=\"\(style.rawValue)") }
      switch cell {
      case .empty: break
      case .text(let text): add("\" t=\"s\"><v>\(strings.number(of: text))")
      case .number(let spelling): add("\"><v>\(spelling)")
      case .boolean(let boolean): add("\" t=\"b\"><v>\(boolean ? 1 : 0)")
      case .date(let date): add("\"><v>\(Self.serialNumber(of: date))")
      case .time(let time): add("\"><v>\(Double(Self.milliseconds(of: time)) / Self.dayLength)")
      case .dateTime(let dateTime):
        let day = Double(Self.serialNumber(of: dateTime.date))
        add("\"><v>\(day + Double(Self.milliseconds(of: dateTime.time)) / Self.dayLength)")
      }
      add("</v></c>")
    }
    add("</row>")
  }

  private mutating func add(_ text: String) { rows.append(contentsOf: text.utf8) }

  private mutating func appendName(of column: Int) {
    while columnNames.count <= column { columnNames.append(Self.name(of: columnNames.count)) }
    rows += columnNames[column]
  }

  /// Returns the letters of a column, such as `A`, `Z` and `AA`.
  private static func name(of column: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var rest = column + 1
    while rest > 0 {
      rest -= 1
      letters.append(UInt8(ascii: "A") + UInt8(rest % 26))
      rest /= 26
    }
    return letters.reversed()
  }

  /// The number of milliseconds of a day.
  private static let dayLength = 86_400_000.0

  /// Returns the number of a day in the date system that begins in 1900.
  private static func serialNumber(of date: LocalDate) -> Int64 { date.dayNumber + 25_569 }

  private static func milliseconds(of time: LocalTime) -> Int {
    ((time.hour * 60 + time.minute) * 60 + time.second) * 1000 + time.nanosecond / 1_000_000
  }

  // MARK: Part

  private func part(hasHeading: Bool, isActive: Bool) -> XMLWriter {
    var xml = XMLWriter()
    xml.begin("worksheet", ("xmlns", SpreadsheetNamespaces.main))
    let range =
      "A1:\(String(decoding: Self.name(of: max(grid.columnCount, 1) - 1), as: UTF8.self))"
      + "\(max(grid.rowCount, 1))"
    xml.add("dimension", ("ref", range == "A1:A1" ? "A1" : range))
    writeView(hasHeading: hasHeading, isActive: isActive, to: &xml)
    xml.add("sheetFormatPr", ("defaultRowHeight", "15"))
    writeColumns(hasHeading: hasHeading, to: &xml)
    if rows.isEmpty {
      xml.add("sheetData")
    } else {
      xml.begin("sheetData")
      xml.add(rows)
      xml.end("sheetData")
    }
    if grid.hasText {
      // Excel would mark texts such as `007` as mistakes.
      xml.begin("ignoredErrors")
      xml.add("ignoredError", ("sqref", range), ("numberStoredAsText", "1"))
      xml.end("ignoredErrors")
    }
    xml.end("worksheet")
    return xml
  }

  private func writeView(hasHeading: Bool, isActive: Bool, to xml: inout XMLWriter) {
    var attributes: [(StaticString, String)] = isActive ? [("tabSelected", "1")] : []
    attributes.append(("workbookViewId", "0"))
    xml.begin("sheetViews")
    if hasHeading {
      xml.begin("sheetView", attributes: attributes)
      xml.add(
        "pane", ("ySplit", "1"), ("topLeftCell", "A2"), ("activePane", "bottomLeft"), ("state", "frozen"))
      xml.add("selection", ("pane", "bottomLeft"))
      xml.end("sheetView")
    } else {
      xml.add("sheetView", attributes: attributes)
    }
    xml.end("sheetViews")
  }

  private func writeColumns(hasHeading: Bool, to xml: inout XMLWriter) {
    guard grid.widths.contains(where: { $0 > 0 }) else { return }
    xml.begin("cols")
    for (column, width) in grid.widths.enumerated() where width > 0 {
      // A width includes the padding of 5 of the 7 pixels of a digit. Bold headings are wider than digits.
      let shown = Double(max(width, 4)) + (hasHeading ? 2 : 1)
      xml.add(
        "col", ("min", String(column + 1)), ("max", String(column + 1)), ("width", "\(shown + 0.7109375)"),
        ("customWidth", "1"))
    }
    xml.end("cols")
  }
}
