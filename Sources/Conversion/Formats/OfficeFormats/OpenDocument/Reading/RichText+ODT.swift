public import Foundation
public import ProfferConversions
public import RichTextFormats

extension RichText {
  /// Reads OpenDocument text and reports losses.
  ///
  /// Documents of versions 1.0 to 1.3, templates, master documents, and the flat form in one XML file are read.
  /// Files outside of the document are never read: a linked picture becomes an attachment with its URL.
  /// Scripts are never run.
  ///
  /// Text without direct formatting is read without a font and size. Formatting that only repeats the
  /// paragraph's style is not read as formatting of the text, unless the style is a custom style.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - options: the treatment of tracked changes, and the limits.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not OpenDocument text, if the
  ///   document is encrypted, or if its XML or its archive is malformed; with `tooLarge` or `tooDeep` if a limit
  ///   is exceeded.
  public static func readODT(
    _ data: Data, options: OfficeReadingOptions = OfficeReadingOptions()
  ) throws(CoderError) -> Reading<RichText> {
    try readOpenDocument(data, isPresentation: false, options: options)
  }

  /// Reads OpenDocument text or a presentation.
  static func readOpenDocument(
    _ data: Data, isPresentation: Bool, options: OfficeReadingOptions
  ) throws(CoderError) -> Reading<RichText> {
    try options.readingLimits.check(byteCount: data.count)
    let reading: Reading<RichText>
    do {
      reading = try ODTReader.read(data, isPresentation: isPresentation, options)
    } catch {
      throw CoderError(packageError: error)
    }
    return try options.readingLimits.checked(reading, as: .richText)
  }
}
