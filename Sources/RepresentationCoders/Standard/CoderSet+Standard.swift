public import Conversions

extension CoderSet {
  /// Every coder of this module.
  ///
  /// Of equal paths the earlier coder wins, so that what is exact stands first.
  public static let standard =
    text + links + structuredValues + tables + colors + cards + richTexts

  /// Every coder of formatted text.
  public static let richTexts = plainText + html + webArchive + rtf + markdown + textBundle
}
