import ColorFormats
import ContactFormats
import LinkFormats
public import ProfferConversions
import RichTextFormats
import StructuredFormats
import TextEncodings

extension CoderSet {
  /// Every coder of the formats.
  ///
  /// Of equal paths the earlier coder wins, so exact coders come first.
  public static let standard =
    text + links + structuredValues + tables + richTextTables + colors + cards + richTexts

  /// Every coder of formatted text.
  public static let richTexts = plainText + html + webArchive + rtf + markdown + textBundle
}
