public import Foundation
public import ProfferConversions
public import RichTextFormats

extension RichText {
  /// Reads a Word document and reports losses.
  ///
  /// The formats are those of ISO/IEC 29500, transitional and strict: documents and templates, with and
  /// without macros. Macros and embedded programs are never run, and content outside of the document is
  /// never read. Parts that cannot be read, except the document itself, are reported with a warning.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - options: the treatment of tracked changes, and the limits.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not a Word document, are encrypted
  ///   or are a document of an older format, and with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readDOCX(
    _ data: Data, options: OfficeReadingOptions = OfficeReadingOptions()
  ) throws(CoderError) -> Reading<RichText> {
    try options.readingLimits.check(byteCount: data.count)
    return try options.readingLimits.checked(WordReader.read(data, options: options), as: .richText)
  }
}
