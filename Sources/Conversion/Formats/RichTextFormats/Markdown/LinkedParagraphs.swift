package import ProfferConversions
import TextEncodings

/// Converts text to paragraphs in which web and mail addresses are links.
///
/// A web address begins with a scheme or with `www.`, and a mail address contains an `@`. An address ends
/// before the punctuation of the sentence.
///
/// Source: GitHub Flavored Markdown, "Autolinks".
struct LinkedParagraphs: EventBridge {
  private var paragraphs = PlainTextParagraphs()

  mutating func write(_ event: TextEvent, _ emit: (RichTextEvent) throws -> Void) throws {
    try paragraphs.write(event) { try emit(Self.linked($0)) }
  }

  mutating func finish(_ emit: (RichTextEvent) throws -> Void) throws -> StepReport {
    try paragraphs.finish { try emit(Self.linked($0)) }
  }

  private static func linked(_ event: RichTextEvent) -> RichTextEvent {
    switch event {
    case .beginning(let metadata, _): .beginning(metadata, isPlain: false)
    case .block(.paragraph(let paragraph)):
      .block(.paragraph(RichText.Paragraph(paragraph.content.flatMap(linked), layout: paragraph.layout)))
    case .words(let content): .words(content.flatMap(linked))
    default: event
    }
  }

  /// Returns the inlines for a text, with its addresses as links.
  static func linked(_ inline: RichText.Inline) -> [RichText.Inline] {
    guard case .text(let text) = inline else { return [inline] }
    let bytes = Array(text.utf8)
    var pieces: [RichText.Inline] = []
    var (start, place) = (0, 0)
    while place < bytes.count {
      let link: MarkdownAutolink? =
        switch bytes[place] {
        case UInt8(ascii: ":"), UInt8(ascii: "w"):
          MarkdownAutolink.bare(bytes, at: place, in: start..<bytes.count)
        case UInt8(ascii: "@"): MarkdownAutolink.email(bytes, at: place, from: start)
        default: nil
        }
      guard let link else {
        place += 1
        continue
      }
      if link.text.lowerBound > start {
        pieces.append(.text(String(decoding: bytes[start..<link.text.lowerBound], as: UTF8.self)))
      }
      let words = String(decoding: bytes[link.text], as: UTF8.self)
      pieces.append(.styled(.link(RichText.Link(link.destination)), [.text(words)]))
      start = link.text.upperBound
      place = max(start, place + 1)
    }
    if start == 0 { return [inline] }
    if start < bytes.count { pieces.append(.text(String(decoding: bytes[start...], as: UTF8.self))) }
    return pieces
  }
}

extension CoderSet {
  /// Returns the bridges between plain text and rich text, optionally converting addresses to links.
  ///
  /// - Parameter findsLinks: whether addresses become links.
  /// - Returns: the coders.
  package static func plainText(findsLinks: Bool) -> CoderSet {
    guard findsLinks else { return plainText }
    var coders = plainText
    for (place, bridge) in coders.bridges.enumerated() where bridge.source == ValueKind.text.erased {
      coders.bridges[place] = ValueBridge(
        bridge.name, from: .text, to: .richText, mayLose: Array(bridge.mayLose),
        streaming: { LinkedParagraphs() }, events: TextEvent.emit, collect: { try RichText.collected($0) })
    }
    return coders
  }
}
