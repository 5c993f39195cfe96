public import Conversions

extension CoderSet {
  /// Every coder of this module.
  public static let standard = text + links + structuredValues + tables + colors
}
