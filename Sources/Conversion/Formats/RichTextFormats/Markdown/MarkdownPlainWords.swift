/// Writes content whose Markdown certainly reads back as the same content.
///
/// Most paragraphs consist of words without special characters, and of words in one style with a space or a
/// sign on both sides. No delimiter in such a paragraph has a second meaning, so nothing has to be escaped,
/// and the result does not have to be read back.
enum MarkdownPlainWords {
  /// Returns the Markdown of the content; nil if the content needs other treatment.
  static func words(_ content: [RichText.Inline], _ place: MarkdownInlineWriter.Place) -> [UInt8]? {
    var words: [UInt8] = []
    for (index, inline) in content.enumerated() {
      let next = index + 1 < content.count ? content[index + 1] : nil
      switch inline {
      case .text(let text):
        guard add(text, to: &words, place, next: next) else { return nil }
      case .softBreak, .hardBreak:
        guard place == .paragraph, let last = words.last, !MarkdownCharacters.isSpace(last) else {
          return nil
        }
        if inline == .hardBreak { words.append(UInt8(ascii: "\\")) }
        words.append(0x0A)
      case .styled(let style, let inner):
        guard inner.count == 1, case .text(let text) = inner[0],
          add(text, style, to: &words, place, next: next)
        else { return nil }
      case .attachment, .anchor, .note: return nil
      }
    }
    guard let last = words.last, !MarkdownCharacters.isSpace(last) else { return nil }
    return words
  }

  /// Adds text without a style, and returns false if the text needs other treatment.
  private static func add(
    _ text: String, to words: inout [UInt8], _ place: MarkdownInlineWriter.Place, next: RichText.Inline?
  ) -> Bool {
    let before = words.last ?? 0x0A
    let isLineStart = before == 0x0A
    let isLineEnd = !(next?.isStyled ?? false)
    guard let first = text.utf8.first, !isLineStart || !MarkdownCharacters.isSpace(first) else {
      return false
    }
    if MarkdownEscaping.isPlain(
      text, isLineStart: isLineStart && place == .paragraph, isLineEnd: isLineEnd, before: before)
    {
      words += text.utf8
      return true
    }
    let line = MarkdownEscaping.words(
      text, .needed, isLineStart: isLineStart && place == .paragraph, isParagraphStart: words.isEmpty,
      isInBrackets: false, before: before)
    guard MarkdownEscaping.hasNoBareSigns(line, before: before, isLineEnd: isLineEnd) else { return false }
    words += line
    return true
  }

  /// Adds text in a style, and returns false if the text needs other treatment.
  private static func add(
    _ text: String, _ style: RichText.Style, to words: inout [UInt8],
    _ place: MarkdownInlineWriter.Place, next: RichText.Inline?
  ) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    switch style {
    case .code:
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") }
      guard isPlain, place != .cell, first != 0x20, last != 0x20 else { return false }
      words.append(UInt8(ascii: "`"))
      words += text.utf8
      words.append(UInt8(ascii: "`"))
    case .bold, .italic:
      // With a space or a sign outside and a letter inside, a delimiter can only begin or only end a style.
      guard MarkdownCharacters.isAlphanumeric(first), MarkdownCharacters.isAlphanumeric(last),
        words.last.map({ isEdge($0) }) ?? true, next?.mayFollowDelimiter ?? true,
        MarkdownEscaping.isPlain(text, isLineStart: false, isLineEnd: false, before: 0x20)
      else { return false }
      let sign = repeatElement(UInt8(ascii: "*"), count: style == .bold ? 2 : 1)
      words += sign
      words += text.utf8
      words += sign
    case .link(let link):
      guard MarkdownCharacters.isAlphanumeric(first), MarkdownCharacters.isAlphanumeric(last),
        MarkdownEscaping.isPlain(text, isLineStart: false, isLineEnd: false, before: 0x20),
        isPlainDestination(link),
        words.last != UInt8(ascii: "]")
      else { return false }
      words.append(UInt8(ascii: "["))
      words += text.utf8
      words += "](".utf8
      words += link.destination.utf8
      if let title = link.title {
        words += " \"".utf8
        words += title.utf8
        words.append(UInt8(ascii: "\""))
      }
      words.append(UInt8(ascii: ")"))
    default: return false
    }
    return true
  }

  /// Whether a byte before a delimiter is a space or a sign that is not a delimiter.
  private static func isEdge(_ byte: UInt8) -> Bool {
    MarkdownCharacters.isSpace(byte)
      || byte != UInt8(ascii: "*") && byte < 0x80 && MarkdownCharacters.isPunctuation(byte)
  }

  /// Whether the destination and title of a link need no escapes.
  private static func isPlainDestination(_ link: RichText.Link) -> Bool {
    let isPlain = link.destination.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "&"), UInt8(ascii: "|"):
        false
      default: byte > 0x20 && byte < 0x7F
      }
    }
    guard isPlain, !link.destination.isEmpty, !LinkDestination.isActive(link.destination) else {
      return false
    }
    guard let title = link.title else { return true }
    return !title.isEmpty
      && title.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "|"): false
        default: byte >= 0x20 && byte < 0x7F
        }
      }
  }
}

extension RichText.Inline {
  fileprivate var isStyled: Bool { if case .styled = self { true } else { false } }

  /// Whether a delimiter before the inline can only end a style.
  fileprivate var mayFollowDelimiter: Bool {
    switch self {
    case .softBreak, .hardBreak: true
    case .text(let text):
      text.utf8.first.map {
        MarkdownCharacters.isSpace($0) || $0 < 0x80 && MarkdownCharacters.isPunctuation($0)
      } ?? false
    case .styled(.code, _), .styled(.link, _): true
    case .styled, .attachment, .anchor, .note: false
    }
  }
}
