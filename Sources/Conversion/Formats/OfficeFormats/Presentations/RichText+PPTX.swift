public import Foundation
public import ProfferConversions
public import RichTextFormats

extension RichText {
  /// Reads a PowerPoint presentation and reports losses.
  ///
  /// The formats are those of ISO/IEC 29500, transitional and strict: presentations, slide shows and templates,
  /// with and without macros. The slides are read in their order, with a page break between two slides. The
  /// title of a slide is a heading of level 1. The other shapes follow in the order of the shape tree. The
  /// speaker notes of a slide are a quotation after it. Dates, footers and slide numbers are not part of the
  /// text. Macros and embedded programs are never run, and content outside of the presentation is never read.
  ///
  /// - Parameters:
  ///   - data: the bytes of the presentation.
  ///   - options: the limits; the treatment of tracked changes has no effect.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes are not a presentation, are encrypted or
  ///   are a presentation of an older format, and with `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readPPTX(
    _ data: Data, options: OfficeReadingOptions = OfficeReadingOptions()
  ) throws(CoderError) -> Reading<RichText> {
    try options.readingLimits.check(byteCount: data.count)
    return try options.readingLimits.checked(PresentationReader.read(data, options: options), as: .richText)
  }
}
