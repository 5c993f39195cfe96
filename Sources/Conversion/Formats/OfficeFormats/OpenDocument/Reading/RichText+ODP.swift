public import Foundation
public import ProfferConversions
public import RichTextFormats

extension RichText {
  /// Reads an OpenDocument presentation and reports losses.
  ///
  /// Presentations and templates of versions 1.0 to 1.3 are read, and the flat form in one XML file. The slides
  /// are read in their order, with a page break between two slides. The title of a slide is a heading of
  /// level 1. The other frames and shapes follow in the order of the file. The notes of a slide are a quotation
  /// after it. Dates, footers and slide numbers are not part of the text. Files outside of the presentation are
  /// never read, and scripts are never run.
  ///
  /// - Parameters:
  ///   - data: the bytes of the presentation.
  ///   - options: the treatment of tracked changes, and the limits.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not an OpenDocument presentation, if
  ///   it is encrypted, or if its XML or its archive is malformed; with `tooLarge` or `tooDeep` if a limit is
  ///   exceeded.
  public static func readODP(
    _ data: Data, options: OfficeReadingOptions = OfficeReadingOptions()
  ) throws(CoderError) -> Reading<RichText> {
    try readOpenDocument(data, isPresentation: true, options: options)
  }
}
