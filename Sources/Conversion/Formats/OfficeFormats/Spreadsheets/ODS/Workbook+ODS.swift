public import Foundation
public import ProfferConversions
import StructuredFormats

extension Workbook {
  /// Reads an OpenDocument spreadsheet and reports losses.
  ///
  /// Documents of versions 1.0 to 1.3, templates, and the flat form in one XML file are read. Content outside
  /// of the document is never read, and scripts are never run.
  ///
  /// Cells, formulas, hidden content and empty borders are treated as by ``readXLSX(_:options:)``. Repeated
  /// cells with content are repeated within the limits.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - options: the treatment of headers, and the limits.
  /// - Returns: the workbook and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not an OpenDocument spreadsheet, if
  ///   the document is encrypted, or if its XML or its archive is malformed; with `tooLarge` or `tooDeep` if a
  ///   limit is exceeded.
  public static func readODS(
    _ data: Data, options: SpreadsheetOptions = SpreadsheetOptions()
  ) throws(CoderError) -> Reading<Workbook> {
    try options.readingLimits.check(byteCount: data.count)
    let reading: Reading<Workbook>
    do { reading = try ODSReader.readWorkbook(data, options) } catch { throw CoderError(packageError: error) }
    return try options.readingLimits.checked(reading, as: .workbook)
  }
}
