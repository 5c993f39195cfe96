import Conversions

/// A piece of a rich text that is told from its beginning to its end.
///
/// Where the reader and the writer know the text in this form, only one block of it is there at a time.
enum RichTextEvent {
  /// What is said about the text; it is told once, before all blocks.
  case beginning(RichText.Metadata)
  /// The next block of the text, in its normalised form.
  case block(RichText.Block)
}
