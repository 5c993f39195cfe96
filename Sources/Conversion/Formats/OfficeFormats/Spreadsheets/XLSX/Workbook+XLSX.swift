public import Foundation
public import ProfferConversions
import StructuredFormats

extension Workbook {
  /// Reads an Excel workbook and reports losses.
  ///
  /// The formats are those of ISO/IEC 29500, transitional and strict: workbooks and templates, with and
  /// without macros. Macros are never run, and content outside of the document is never read.
  ///
  /// Numbers keep their digits as written. Numbers with a date format become dates, times, or dates with times.
  /// Formulas are read as their stored results, and a formula without a result as an empty cell. Hidden sheets,
  /// rows and columns are kept. Empty rows and columns around the cells of a sheet are left out.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - options: the treatment of headers, and the limits.
  /// - Returns: the workbook and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not an Excel workbook, are encrypted
  ///   or are a document of an older format, and with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readXLSX(
    _ data: Data, options: SpreadsheetOptions = SpreadsheetOptions()
  ) throws(CoderError) -> Reading<Workbook> {
    try options.readingLimits.check(byteCount: data.count)
    let reading: Reading<Workbook>
    do { reading = try XLSXReader.readWorkbook(data, options) } catch {
      throw CoderError(packageError: error)
    }
    return try options.readingLimits.checked(reading, as: .workbook)
  }
}
