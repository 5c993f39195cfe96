public import ProfferConversions
import TextEncodings

extension RichText {
  /// Makes a text of lines: a blank line ends a paragraph, and every other end of a line is a hard break.
  ///
  /// Further blank lines and spaces stay. A line feed at the very end is not part of the text.
  ///
  /// - Parameter plainText: the text; a line break ends a paragraph.
  public init(plainText: String) {
    var builder = RichTextBuilder()
    var paragraphs = PlainTextParagraphs()
    var plainText = plainText
    plainText.withUTF8 { utf8 in paragraphs.add(UnsafeRawBufferPointer(utf8)) { builder.add($0) } }
    paragraphs.end { builder.add($0) }
    self = builder.text
  }

  /// The text in lines for people, without reporting losses.
  ///
  /// ``writePlainText()`` also reports losses.
  ///
  /// - Returns: the text.
  public func plainText() -> String { writePlainText().value }

  /// Writes the text in lines for people, and reports losses.
  ///
  /// Blocks stand apart by a blank line. Items of lists have their markers, and quotations `> ` before each line;
  /// tables are columns for a font of fixed width, and code keeps its lines. Of links and pictures the words stay. A
  /// text of more than one line ends in a line feed.
  ///
  /// - Returns: the text, with what was lost.
  public func writePlainText() -> Reading<String> {
    var lines = PlainTextLines()
    var text: [UInt8] = []
    func add(_ event: TextEvent) {
      if case .piece(let piece) = event { text.append(contentsOf: piece) }
    }
    emit { lines.write($0, add) }
    let report = lines.finish(add)
    return Reading(String(decoding: text, as: UTF8.self), losses: report.losses)
  }
}

extension CoderSet {
  /// Bridges between text and rich text.
  ///
  /// A text may have lost all that a rich text could have said, if there was any. So the bridge from text names these
  /// losses although it drops nothing: where the same thing is there as HTML too, a plan begins from that, and Markdown
  /// is read as Markdown.
  public static let plainText = CoderSet(bridges: [
    ValueBridge(
      "rich text to text", from: .richText, to: .text,
      mayLose: [.colors, .fonts, .formatting, .images, .layout, .links, .metadata, .tables],
      streaming: { PlainTextLines() }, events: { try $0.emit($1) }, collect: { try Reading.collected($0) }),
    ValueBridge(
      "text to rich text", from: .text, to: .richText,
      mayLose: webReaderLosses + [.fonts, .layout, .tables],
      streaming: { PlainTextParagraphs() }, events: TextEvent.emit, collect: { try RichText.collected($0) }),
  ])
}
