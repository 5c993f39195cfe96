import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats

/// Spreadsheets that are read as a workbook and as tables, written in both formats, and read again.
///
/// The files of the archive are mutated, not the archive itself.
struct SpreadsheetFuzzer: Fuzzer {
  let material: Material
  private let read: Read
  /// The coder that reads one sheet, row by row.
  private let tableCoder: String
  private let type: String

  /// A reader of workbooks.
  typealias Read = @Sendable (Data, SpreadsheetOptions) throws(CoderError) -> Reading<Workbook>

  /// Limits that a few bytes can reach, because a cell can be repeated.
  private static let limits = OfficeLimits(
    expandedByteCount: 16 << 20, rowCount: 1 << 14, columnCount: 1 << 10, cellCount: 1 << 16,
    cellTextByteCount: 8 << 20, sharedTextByteCount: 8 << 20)
  /// Limits for written workbooks: an archive with any number of sheets.
  private static let limitsOfCopies = OfficeLimits(expandedByteCount: 1 << 30, entryCount: .max)
  /// The number of sheets of a workbook that are also read as tables.
  private static let comparedSheetCount = 3

  private init(_ material: Material, coder: String, type: String, read: @escaping Read) {
    self.material = material
    self.read = read
    self.type = type
    tableCoder = coder
  }

  /// Excel workbooks.
  static func excel() throws -> SpreadsheetFuzzer {
    SpreadsheetFuzzer(
      try .excelWorkbooks(seed: written { try $0.writeXLSX() }), coder: "xlsx sheet",
      type: "org.openxmlformats.spreadsheetml.sheet", read: readXLSX)
  }

  /// OpenDocument spreadsheets, in an archive and in the flat form.
  static func openDocument() throws -> SpreadsheetFuzzer {
    SpreadsheetFuzzer(
      try .openDocumentSpreadsheets(seed: written { try $0.writeODS() }), coder: "ods sheet",
      type: "org.oasis-open.opendocument.spreadsheet", read: readODS)
  }

  private static let readXLSX: Read = { data, options throws(CoderError) in
    try Workbook.readXLSX(data, options: options)
  }

  private static let readODS: Read = { data, options throws(CoderError) in
    try Workbook.readODS(data, options: options)
  }

  /// Returns the files of a written workbook with all kinds of cells.
  private static func written(by write: (Workbook) throws -> Written) throws -> [UInt8] {
    let date = LocalDate(year: 2024, month: 2, day: 29)
    let time = LocalTime(hour: 13, minute: 5, second: 9, nanosecond: 250_000_000)
    var rows: [[StructuredValue?]] = [
      [
        .string(" a  b\n\tc_x0041_"), .integer(StructuredInteger(7)),
        StructuredReal(spelling: "-1.50").map { .real($0) },
      ],
      [nil, .boolean(true), nil, date.map { .localDate($0) }, time.map { .localTime($0) }],
    ]
    if let date, let time { rows.append([.localDateTime(LocalDateTime(date: date, time: time))]) }
    let table = Table(columns: ["Name", "N", "é", "Day", "Time"], rows: rows)
    let hidden = Table(columns: nil, rows: [[.string("x"), .string("=1")]])
    let workbook = Workbook(sheets: [
      Workbook.Sheet(name: "One", table: table),
      Workbook.Sheet(name: "Two", table: hidden, visibility: .hidden),
    ])
    return try PackageText.bytes(ofArchive: write(workbook).data)
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let document = PackageText.document(input)
    // Headers are detected in half of the inputs.
    let options = SpreadsheetOptions(hasHeader: input.count % 2 == 0 ? nil : false, limits: Self.limits)
    let workbook: Workbook
    do throws(CoderError) { workbook = try read(document, options).value } catch { return }
    try checkTables(of: document, workbook, options)
    try checkCopies(of: workbook, as: "xlsx", { try $0.writeXLSX() }, Self.readXLSX)
    try checkCopies(of: workbook, as: "ods", { try $0.writeODS() }, Self.readODS)
  }

  // MARK: Tables

  /// Checks that each sheet, read as a table, has the cells that it has in the workbook.
  private func checkTables(
    of document: Data, _ workbook: Workbook, _ options: SpreadsheetOptions
  ) throws(Finding) {
    for (index, sheet) in workbook.sheets.prefix(Self.comparedSheetCount).enumerated() {
      var options = options
      options.sheet = .number(index + 1)
      guard let reader = CoderSet.spreadsheets(options).readers.first(where: { $0.name == tableCoder }) else {
        throw Finding("the coder \(tableCoder) is missing")
      }
      let table: Table?
      do {
        table = try reader.read(RepresentationSource(document, typeIdentifier: type)).value as? Table
      } catch {
        // A sheet whose file is missing is empty in the workbook.
        try Finding.unless(sheet.table.rows.isEmpty, "sheet \(index + 1) cannot be read as a table: \(error)")
        continue
      }
      try Finding.unless(
        table == sheet.table,
        "sheet \(index + 1) differs as a table: \(table.map(Self.lines) ?? []) and \(Self.lines(of: sheet.table))"
      )
    }
  }

  // MARK: Copies

  /// Checks that a workbook that is written without losses has the same cells when it is read again.
  private func checkCopies(
    of workbook: Workbook, as format: String, _ write: (Workbook) throws -> Written, _ read: Read
  ) throws(Finding) {
    let written: Written
    do { written = try write(workbook) } catch {
      return try Finding.unless(
        workbook.sheets.isEmpty, "the workbook cannot be written as \(format): \(error)")
    }
    let again: Workbook
    do throws(CoderError) {
      again = try read(written.data, SpreadsheetOptions(hasHeader: false, limits: Self.limitsOfCopies)).value
    } catch { throw Finding("the written \(format) cannot be read: \(error)") }
    try Finding.unless(
      again.sheets.count == workbook.sheets.count,
      "the written \(format) has \(again.sheets.count) of \(workbook.sheets.count) sheets")
    guard written.losses.isEmpty else { return }
    for (copy, sheet) in zip(again.sheets, workbook.sheets) {
      try Finding.unless(
        copy.name == sheet.name && copy.visibility == sheet.visibility,
        "the sheet \(sheet.name.debugDescription), \(sheet.visibility), is written as \(format) and read as "
          + "\(copy.name.debugDescription), \(copy.visibility)")
      let (lines, copiedLines) = (Self.lines(of: sheet.table), Self.lines(of: copy.table))
      try Finding.unless(
        lines == copiedLines,
        "the cells of a sheet, written as \(format) and read again, differ: \(lines) and \(copiedLines)")
    }
  }

  /// The column names and the cells, without missing cells at the end of a line.
  private static func lines(of table: Table) -> [[StructuredValue?]] {
    var lines: [[StructuredValue?]] = []
    if let columns = table.columns {
      let heading: [StructuredValue?] = columns.map { name in name.isEmpty ? nil : .string(name) }
      lines.append(heading)
    }
    lines += table.rows
    return lines.map { (line: [StructuredValue?]) -> [StructuredValue?] in
      let last = line.lastIndex { $0 != nil }
      return Array(line.prefix(last.map { $0 + 1 } ?? 0))
    }
  }
}
