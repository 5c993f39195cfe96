import RichTextFormats

/// The labels of list items after z, which differ between Word and the rich text model: Word repeats the
/// letter, so that the 28th label is bb, where the model and HTML have ab.
enum RepeatedLetters {
  /// The loss detail for items with such labels.
  static let detail = "repeated letters in list markers"

  /// Returns whether the label of an item differs.
  ///
  /// - Parameters:
  ///   - number: the number of the item, counted from 1.
  ///   - style: the kind of its number.
  static func differs(_ number: Int, _ style: RichText.NumberStyle) -> Bool {
    // The 27th label is aa in both.
    number > 27 && (style == .lowercaseLetter || style == .uppercaseLetter)
  }
}
