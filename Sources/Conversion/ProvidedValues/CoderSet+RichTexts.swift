import ImageCoders
package import OfficeFormats
public import ProfferConversions
import RichTextFormats

extension CoderSet {
  /// The coders of formatted text.
  public static let richTexts = richTexts(findsLinks: false)

  /// Returns the coders of formatted text.
  ///
  /// - Parameters:
  ///   - findsLinks: whether addresses in plain text become links.
  ///   - changes: the treatment of tracked changes in office documents.
  /// - Returns: the coders.
  package static func richTexts(findsLinks: Bool, changes: TrackedChanges = .accepted) -> CoderSet {
    plainText(findsLinks: findsLinks) + html + webArchive + rtf(pictures: Image.pngOfPicture) + markdown
      + textBundle + office(changes: changes, pictures: Image.pngOfPicture)
  }
}
