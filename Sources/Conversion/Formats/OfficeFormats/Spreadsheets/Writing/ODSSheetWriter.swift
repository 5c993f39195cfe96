import ProfferConversions
import StructuredFormats
import XMLText

/// Writes the tables of an OpenDocument spreadsheet.
struct ODSSheetWriter {
  /// The tables so far.
  private(set) var body = XMLWriter(isDocument: false)
  private(set) var cells = WrittenCells(.openDocument)
  private(set) var losses = LossCounter()
  /// The widths of columns so far, in the order of their styles.
  private(set) var widths: [Int] = []
  private var widthNumbers: [Int: Int] = [:]

  /// Writes a table.
  ///
  /// - Parameters:
  ///   - sheet: the sheet.
  ///   - name: the name of the table.
  ///   - isShown: whether programs show the table.
  /// - Throws: ``CoderError/Code/unwritable`` if a cell is outside of the largest sheet.
  mutating func write(_ sheet: Workbook.Sheet, name: String, isShown: Bool) throws {
    var rows = ODSRows()
    var grid = WrittenGrid()
    try grid.write(sheet, &cells) { row, cells, isHeading in
      rows.write(row, cells, isHeading: isHeading)
    }
    losses.add(contentsOf: grid.losses.total + rows.losses.total)
    losses.add(.characters, WrittenOpenDocument.forbiddenDetail, count: rows.xml.droppedCount)
    body.begin(
      "table:table", ("table:name", name), ("table:style-name", Self.tableStyle(isShown: isShown)))
    var column = 0
    while column < grid.columnCount {
      let width = column < grid.widths.count ? grid.widths[column] : 0
      var end = column + 1
      while end < grid.columnCount, (end < grid.widths.count ? grid.widths[end] : 0) == width { end += 1 }
      var attributes: [(StaticString, String)] = [("table:style-name", columnStyle(width))]
      if end > column + 1 { attributes.append(("table:number-columns-repeated", String(end - column))) }
      body.add("table:table-column", attributes: attributes)
      column = end
    }
    if grid.rowCount == 0 {
      // The schema requires a column and a row.
      body.add("table:table-column")
      body.begin("table:table-row")
      body.add("table:table-cell")
      body.end("table:table-row")
    }
    body.add(rows.xml.bytes)
    body.end("table:table")
  }

  private mutating func columnStyle(_ width: Int) -> String {
    let number = widthNumbers[width] ?? widths.count + 1
    if number > widths.count {
      widths.append(width)
      widthNumbers[width] = number
    }
    return "Column\(number)"
  }

  private static func tableStyle(isShown: Bool) -> String { isShown ? "Table" : "HiddenTable" }

  /// Writes the styles of columns and tables.
  func writeStyles(to xml: inout XMLWriter) {
    for (index, width) in widths.enumerated() {
      xml.begin("style:style", ("style:name", "Column\(index + 1)"), ("style:family", "table-column"))
      // A digit of the standard font, with 10 points, is 5.6 points wide.
      let points = width == 0 ? 64 : (max(width, 4) + 2) * 56 / 10
      xml.add("style:table-column-properties", ("style:column-width", "\(points)pt"))
      xml.end("style:style")
    }
    for isShown in [true, false] {
      xml.begin("style:style", ("style:name", Self.tableStyle(isShown: isShown)), ("style:family", "table"))
      xml.add("style:table-properties", ("table:display", isShown ? "true" : "false"))
      xml.end("style:style")
    }
  }
}

/// The rows of a table in an OpenDocument spreadsheet.
private struct ODSRows {
  private(set) var xml = XMLWriter(isDocument: false)
  private(set) var losses = LossCounter()
  /// The number of rows so far.
  private var rowCount = 0

  mutating func write(_ row: Int, _ cells: [WrittenGrid.PlacedCell], isHeading: Bool) {
    if row > rowCount {
      xml.begin("table:table-row", attributes: Self.repetition("table:number-rows-repeated", row - rowCount))
      xml.add("table:table-cell")
      xml.end("table:table-row")
    }
    rowCount = row + 1
    if isHeading { xml.begin("table:table-header-rows") }
    xml.begin("table:table-row")
    var columnCount = 0
    for (column, cell) in cells {
      if column > columnCount {
        xml.add(
          "table:table-cell",
          attributes: Self.repetition("table:number-columns-repeated", column - columnCount))
      }
      columnCount = column + 1
      write(cell, isHeading: isHeading)
    }
    xml.end("table:table-row")
    if isHeading { xml.end("table:table-header-rows") }
  }

  private static func repetition(_ name: StaticString, _ count: Int) -> [(StaticString, String)] {
    count > 1 ? [(name, String(count))] : []
  }

  private mutating func write(_ cell: WrittenCell, isHeading: Bool) {
    var attributes: [(StaticString, String)] = []
    if let style = WrittenODSStyle(cell, isHeading: isHeading) {
      attributes.append(("table:style-name", style.rawValue))
    }
    let shown: String
    switch cell {
    case .empty: return xml.add("table:table-cell")
    case .text(let text):
      attributes.append(("office:value-type", "string"))
      shown = text
    case .number(let spelling):
      attributes += [("office:value-type", "float"), ("office:value", spelling)]
      shown = spelling
    case .boolean(let boolean):
      attributes += [("office:value-type", "boolean"), ("office:boolean-value", boolean ? "true" : "false")]
      shown = boolean ? "TRUE" : "FALSE"
    case .date(let date):
      attributes += [("office:value-type", "date"), ("office:date-value", date.description)]
      shown = date.description
    case .time(let time):
      attributes += [("office:value-type", "time"), ("office:time-value", Self.duration(time))]
      shown = time.description
    case .dateTime(let dateTime):
      attributes += [("office:value-type", "date"), ("office:date-value", dateTime.description)]
      shown = "\(dateTime.date) \(dateTime.time)"
    }
    xml.begin("table:table-cell", attributes: attributes)
    for line in lines(of: shown) { write(line) }
    xml.end("table:table-cell")
  }

  /// Returns a time of day as a duration since midnight, such as `PT13H05M00.25S`.
  private static func duration(_ time: LocalTime) -> String {
    var parts = time.description.split(separator: ":").makeIterator()
    return "PT\(parts.next() ?? "00")H\(parts.next() ?? "00")M\(parts.next() ?? "00")S"
  }

  // MARK: Text

  /// Returns the lines of a text.
  ///
  /// Paragraphs cannot contain carriage returns, so each of them ends a line, except before a line feed.
  private mutating func lines(of text: String) -> [Substring.UnicodeScalarView] {
    let scalars = text.unicodeScalars
    guard text.utf8.contains(0x0D) else {
      return scalars.split(separator: "\n", omittingEmptySubsequences: false)
    }
    losses.add(.characters, "carriage returns, written as line breaks", count: scalars.count { $0 == "\r" })
    var lines: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    var place = start
    while place < scalars.endIndex {
      let next = scalars.index(after: place)
      if scalars[place] == "\n" {
        lines.append(scalars[start..<place])
        start = next
      } else if scalars[place] == "\r" {
        lines.append(scalars[start..<place])
        start = next
        if next < scalars.endIndex, scalars[next] == "\n" { start = scalars.index(after: next) }
        place = start
        continue
      }
      place = next
    }
    lines.append(scalars[start...])
    return lines
  }

  /// Writes a paragraph.
  ///
  /// Readers remove spaces at the edges of a paragraph, and keep one of several spaces. Such spaces and tabs
  /// are therefore written as elements.
  ///
  /// Source: OpenDocument 1.3, part 3, section 6.1.2.
  private mutating func write(_ line: Substring.UnicodeScalarView) {
    guard !line.isEmpty else { return xml.add("text:p") }
    xml.begin("text:p")
    var words = String.UnicodeScalarView()
    var rest = line[...]
    while let scalar = rest.first {
      guard scalar == " " || scalar == "\t" else {
        words.append(scalar)
        rest = rest.dropFirst()
        continue
      }
      if scalar == "\t" {
        xml.add(text: String(words))
        words = String.UnicodeScalarView()
        xml.add("text:tab")
        rest = rest.dropFirst()
        continue
      }
      let after = rest.drop { $0 == " " }
      let count = rest.count - after.count
      if count == 1, !words.isEmpty, let next = after.first, next != "\t" {
        words.append(" ")
      } else {
        xml.add(text: String(words))
        words = String.UnicodeScalarView()
        xml.add(spaces: count)
      }
      rest = after
    }
    xml.add(text: String(words))
    xml.end("text:p")
  }
}
