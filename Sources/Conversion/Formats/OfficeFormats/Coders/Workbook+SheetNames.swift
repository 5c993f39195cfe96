public import Foundation
public import ProfferConversions

extension Workbook {
  /// Returns the names of the sheets of a document, in their order, without reading the cells.
  ///
  /// Sheets without cells, such as a sheet that is a chart, are left out. The number of a name, counted from 1,
  /// is the number of the sheet in ``SheetChoice/number(_:)``.
  ///
  /// - Parameters:
  ///   - data: the bytes of an Excel workbook or an OpenDocument spreadsheet.
  ///   - options: the limits.
  /// - Returns: the names.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are neither an Excel workbook nor an
  ///   OpenDocument spreadsheet, and with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func sheetNames(
    in data: Data, options: SpreadsheetOptions = SpreadsheetOptions()
  ) throws(CoderError) -> [String] {
    try options.readingLimits.check(byteCount: data.count)
    do {
      return try ODSReader.isPackage(data)
        ? ODSReader.sheetNames(data, options) : XLSXReader.sheetNames(data, options)
    } catch { throw CoderError(packageError: error) }
  }
}
