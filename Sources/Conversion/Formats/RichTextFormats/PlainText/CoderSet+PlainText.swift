public import Conversions
import TextEncodings

extension CoderSet {
  /// Bridges between text and rich text.
  ///
  /// A text may have lost all that a rich text could have said, if there was any. So the bridge from text names these
  /// losses although it drops nothing: where the same thing is there as HTML too, a plan begins from that, and Markdown
  /// is read as Markdown.
  public static let plainText = CoderSet(bridges: [
    ValueBridge(
      "rich text to text", from: .richText, to: .text,
      mayLose: [.colours, .fonts, .formatting, .images, .layout, .links, .metadata, .tables]
    ) { $0.writePlainText() },
    ValueBridge(
      "text to rich text", from: .text, to: .richText,
      mayLose: webReaderLosses + [.fonts, .layout, .tables]
    ) { Reading(RichText(plainText: $0)) },
  ])
}
