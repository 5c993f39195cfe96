/// The mark of formatting that the paragraph or the link around a text also has.
///
/// A reader of OpenDocument text takes such formatting for that of the paragraph or link. The writer therefore
/// adds this class to the span, and the reader keeps the formatting.
enum ExplicitFormatting {
  /// The name of the class, which is also the name of an empty text style.
  static let className = "Explicit_20_Formatting"
}
