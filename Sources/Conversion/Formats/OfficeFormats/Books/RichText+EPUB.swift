public import Foundation
public import ProfferConversions
public import RichTextFormats

extension RichText {
  /// Reads a book in the EPUB format, and reports losses.
  ///
  /// Versions 2 and 3 are read. The documents of the reading order (`spine`) become one text; documents that
  /// are not part of the linear order are at the end. Links between the documents become links to anchors.
  /// Notes are moved to their reference marks. The table of contents is read only if it is one of the
  /// documents of the reading order. Scripts are never run, and files outside of the book are never read.
  ///
  /// - Parameters:
  ///   - data: the bytes of the book.
  ///   - options: the limits; the treatment of tracked changes has no effect.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not a book, if the book is
  ///   encrypted, or if it has no text; with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readEPUB(
    _ data: Data, options: OfficeReadingOptions = OfficeReadingOptions()
  ) throws(CoderError) -> Reading<RichText> {
    try options.readingLimits.check(byteCount: data.count)
    return try options.readingLimits.checked(EPUBReader.read(data, options: options), as: .richText)
  }
}
