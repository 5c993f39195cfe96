public import ProfferConversions
import TextEncodings

extension RichText {
  /// Converts plain text to paragraphs.
  ///
  /// A blank line ends a paragraph, and every other line end becomes a hard break. Additional blank lines
  /// and spaces are kept. A line feed at the very end is not part of the text.
  ///
  /// - Parameter plainText: the text.
  public init(plainText: String) {
    var builder = RichTextBuilder()
    var paragraphs = PlainTextParagraphs()
    var plainText = plainText
    plainText.withUTF8 { utf8 in paragraphs.add(UnsafeRawBufferPointer(utf8)) { builder.add($0) } }
    paragraphs.end { builder.add($0) }
    self = builder.text
  }

  /// Returns the text as plain text, without reporting losses.
  ///
  /// ``writePlainText()`` also reports losses.
  ///
  /// - Returns: the text.
  public func plainText() -> String { writePlainText().value }

  /// Writes the text as plain text and reports losses.
  ///
  /// Blocks are separated by a blank line. List items begin with their markers, and each line of a
  /// quotation begins with `> `. Tables are written as columns for a monospaced font, and code is written
  /// line by line. Links and pictures are replaced by their text, and anchors are dropped. A text of more
  /// than one line ends in a line feed.
  ///
  /// - Returns: the plain text and the losses.
  public func writePlainText() -> Reading<String> {
    var lines = PlainTextLines()
    var text: [UInt8] = []
    func add(_ event: TextEvent) {
      if case .piece(let piece) = event { text.append(contentsOf: piece) }
    }
    normalized().emit { lines.write($0, add) }
    let report = lines.finish(add)
    return Reading(String(decoding: text, as: UTF8.self), losses: report.losses)
  }
}

extension CoderSet {
  /// The bridges between plain text and rich text.
  ///
  /// The bridge from plain text drops nothing itself, but a plain text may be the result of a conversion that
  /// has already dropped formatting. The bridge therefore declares the losses of such a conversion. As a
  /// result, a plan prefers HTML to plain text if both are available, and reads Markdown as Markdown instead
  /// of as plain text.
  public static let plainText = CoderSet(bridges: [
    ValueBridge(
      "rich text to text", from: .richText, to: .text,
      mayLose: [.colors, .fonts, .formatting, .images, .layout, .links, .metadata, .tables],
      streaming: { PlainTextLines() }, events: { try $0.normalized().emit($1) },
      collect: { try Reading.collected($0) }),
    ValueBridge(
      "text to rich text", from: .text, to: .richText,
      mayLose: webReaderLosses + [.fonts, .layout, .tables],
      streaming: { PlainTextParagraphs() }, events: TextEvent.emit, collect: { try RichText.collected($0) }),
  ])
}
