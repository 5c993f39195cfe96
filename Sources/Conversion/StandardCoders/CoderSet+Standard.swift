import ColorFormats
import ContactFormats
import ImageCoders
import LinkFormats
public import ProfferConversions
import RichTextFormats
import StructuredFormats
import TextEncodings

extension CoderSet {
  /// Every coder of the formats.
  ///
  /// Of equal paths the earlier coder wins, so exact coders come first.
  public static let standard = standard(CoderOptions())

  /// Every coder of the formats, with options.
  ///
  /// - Parameter options: the options of the coders.
  /// - Returns: the coders.
  public static func standard(_ options: CoderOptions) -> CoderSet {
    var links = links
    // Otherwise only a text that is one address is a link.
    if options.findsLinks { links.bridges.removeAll { $0.source == ValueKind.text.erased } }
    let tableOptions = TableOptions(
      delimiter: options.delimiter, hasHeader: options.hasHeader, isTyped: options.readsTypedColumns)
    return text + links + structuredValues + tables(tableOptions)
      + richTextTables(number: options.tableNumber) + colors + cards
      + richTexts(findsLinks: options.findsLinks) + images(options.images)
  }

  /// Every coder of formatted text.
  public static let richTexts = richTexts(findsLinks: false)

  private static func richTexts(findsLinks: Bool) -> CoderSet {
    plainText(findsLinks: findsLinks) + html + webArchive + rtf(pictures: Image.pngOfPicture) + markdown
      + textBundle
  }
}
