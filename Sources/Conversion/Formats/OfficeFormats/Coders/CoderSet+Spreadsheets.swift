public import ProfferConversions
import RichTextFormats
import StructuredFormats

extension CoderSet {
  /// Coders for spreadsheets: Excel workbooks and OpenDocument spreadsheets.
  ///
  /// Documents and templates are read, with and without macros. A document is read as the table of one sheet,
  /// row by row, or as a workbook with all sheets. Content that tables cannot express, such as formulas,
  /// formats, comments and charts, is counted as lost. Macros are never run. Workbooks and spreadsheets are
  /// written with typed cells.
  public static let spreadsheets = spreadsheets(SpreadsheetOptions())

  /// Returns the coders for spreadsheets, with settings for reading.
  ///
  /// Each table of a formatted text becomes a sheet. If the options choose a sheet by its number, only the table
  /// with this number is converted.
  ///
  /// - Parameter options: the choice of the sheet that is read as a table, the treatment of headers, and the
  ///   limits. The limits of the source replace ``SpreadsheetOptions/readingLimits``.
  /// - Returns: the coder set.
  public static func spreadsheets(_ options: SpreadsheetOptions) -> CoderSet {
    @Sendable func withLimits(of source: RepresentationSource) -> SpreadsheetOptions {
      var result = options
      result.readingLimits = source.limits
      return result
    }
    var xlsxSheet = RepresentationReader(
      "xlsx sheet", reads: excelTypes, as: .table, mayLose: SheetMark.lossKinds,
      streaming: { try XLSXReader.readTable($0.data, withLimits(of: $0), $1) },
      collect: { try Table.collected($0) })
    var xlsx = RepresentationReader(
      "xlsx", reads: excelTypes, as: .workbook, mayLose: SheetMark.lossKinds
    ) { try Workbook.readXLSX($0.data, options: withLimits(of: $0)) }
    var odsSheet = RepresentationReader(
      "ods sheet", reads: openDocumentSpreadsheetTypes, as: .table, mayLose: SheetMark.lossKinds,
      streaming: { try ODSReader.readTable($0.data, withLimits(of: $0), $1) },
      collect: { try Table.collected($0) })
    var ods = RepresentationReader(
      "ods", reads: openDocumentSpreadsheetTypes, as: .workbook, mayLose: SheetMark.lossKinds
    ) { try Workbook.readODS($0.data, options: withLimits(of: $0)) }
    xlsxSheet.missing = { missingLibrary(for: "Excel") }
    xlsx.missing = { missingLibrary(for: "Excel") }
    odsSheet.missing = { missingLibrary(for: "OpenDocument") }
    ods.missing = { missingLibrary(for: "OpenDocument") }
    let flat = [
      RepresentationReader(
        "fods sheet", reads: flatTypes, as: .table, mayLose: SheetMark.lossKinds,
        streaming: { try ODSReader.readTable($0.data, withLimits(of: $0), $1) },
        collect: { try Table.collected($0) }),
      RepresentationReader("fods", reads: flatTypes, as: .workbook, mayLose: SheetMark.lossKinds) {
        try Workbook.readODS($0.data, options: withLimits(of: $0))
      },
    ]
    return CoderSet(
      readers: [xlsxSheet, xlsx, odsSheet, ods] + flat, writers: spreadsheetWriters,
      bridges: bridges(options.sheet))
  }

  /// Workbooks and templates of Excel, with and without macros.
  private static let excelTypes = [
    "org.openxmlformats.spreadsheetml.sheet", "org.openxmlformats.spreadsheetml.sheet.macroenabled",
    "org.openxmlformats.spreadsheetml.template", "org.openxmlformats.spreadsheetml.template.macroenabled",
  ]

  private static let openDocumentSpreadsheetTypes = [
    "org.oasis-open.opendocument.spreadsheet", "org.oasis-open.opendocument.spreadsheet-template",
  ]

  private static let flatTypes = ["io.proffer.opendocument-flat-spreadsheet"]

  /// Writers for Excel workbooks and OpenDocument spreadsheets.
  private static let spreadsheetWriters = [
    RepresentationWriter(
      "xlsx", writes: ["org.openxmlformats.spreadsheetml.sheet"], from: .workbook,
      mayLose: spreadsheetWritingLosses, cost: 2
    ) { workbook, _ in try workbook.writeXLSX() },
    RepresentationWriter(
      "ods", writes: ["org.oasis-open.opendocument.spreadsheet"], from: .workbook,
      mayLose: spreadsheetWritingLosses, cost: 2
    ) { workbook, _ in try workbook.writeODS() },
  ]

  private static let spreadsheetWritingLosses: [LossKind] = [
    .characters, .dates, .formatting, .metadata, .nulls, .precision, .types,
  ]

  /// The bridges between tables and workbooks.
  private static func bridges(_ choice: SheetChoice) -> [ValueBridge] {
    [
      ValueBridge("table to workbook", from: .table, to: .workbook) { table in
        Reading(Workbook(sheets: [Workbook.Sheet(name: "Sheet1", table: table)]))
      },
      ValueBridge("workbook to table", from: .workbook, to: .table, mayLose: [.tables]) { workbook in
        let sheets = workbook.sheets
        let place = try choice.place(in: sheets.map { ($0.name, $0.visibility == .visible) })
        var tally = SheetTally()
        for other in sheets.indices where other != place && choice == .firstVisible {
          tally.add(sheets[other].visibility == .visible ? .otherSheets : .hiddenSheets)
        }
        return Reading(sheets[place].table, losses: tally.losses)
      },
      ValueBridge(
        "tables of rich text", from: .richText, to: .workbook,
        mayLose: [.tables, .formatting, .layout, .links, .images, .metadata], takes: .some
      ) { text in
        let read = try Table.all(in: text, number: choice.number)
        let sheets = read.value.enumerated().map { index, named in
          Workbook.Sheet(
            name: named.caption.isEmpty ? "Sheet\(index + 1)" : named.caption, table: named.table)
        }
        return Reading(Workbook(sheets: sheets), losses: read.losses)
      },
    ]
  }
}
