import ProfferConversions

extension CoderSet {
  /// Writers for Excel workbooks and OpenDocument spreadsheets.
  static let spreadsheetWriters = [
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
}
