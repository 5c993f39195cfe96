public import ProfferConversions
import TextEncodings

extension RichText {
  /// Converts lines of text to paragraphs: a blank line ends a paragraph, and every other line end is a
  /// hard break.
  ///
  /// Further blank lines and spaces are kept. A line feed at the very end is not part of the text.
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

  /// Returns the text as readable lines, without reporting losses.
  ///
  /// ``writePlainText()`` also reports losses.
  ///
  /// - Returns: the text.
  public func plainText() -> String { writePlainText().value }

  /// Writes the text as readable lines and reports losses.
  ///
  /// Blocks are separated by a blank line. List items have their markers, and quotations have `> ` before
  /// each line; tables are columns for a monospaced font, and code keeps its lines. Links and pictures
  /// are written as their text. A text of more than one line ends in a line feed.
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
  /// A plain text may already have lost everything that only rich text can express. The bridge from text
  /// therefore lists these losses, although it drops nothing itself. As a result, a plan prefers HTML if
  /// it is also available, and reads Markdown as Markdown.
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
