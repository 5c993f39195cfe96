import ImageCoders
public import ProfferConversions
import RichTextFormats

extension CoderSet {
  /// The coders of formatted text.
  public static let richTexts = richTexts(findsLinks: false)

  /// Returns the coders of formatted text.
  ///
  /// - Parameter findsLinks: whether addresses in plain text become links.
  /// - Returns: the coders.
  package static func richTexts(findsLinks: Bool) -> CoderSet {
    plainText(findsLinks: findsLinks) + html + webArchive + rtf(pictures: Image.pngOfPicture) + markdown
      + textBundle
  }
}
