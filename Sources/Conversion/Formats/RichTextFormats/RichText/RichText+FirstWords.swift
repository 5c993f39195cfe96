extension [RichText.Block] {
  /// The first words of the blocks on one line, for use as a title; nil if the blocks contain no words.
  ///
  /// The words are from the first heading, paragraph or line of code that contains words. Long text is
  /// shortened.
  var firstWords: String? {
    for block in self { if let words = block.firstWords { return words } }
    return nil
  }
}

extension RichText.Block {
  /// The first words of the block; nil if the block contains no words.
  var firstWords: String? {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph): TitleWords(paragraph.content).text
    case .list(let list): list.items.firstOfAll(\.blocks.firstWords)
    case .blockQuote(let blocks): blocks.firstWords
    case .codeBlock(let code):
      code.lines.firstOfAll { TitleWords([.text(String($0))]).text }
    case .table(let table):
      TitleWords(table.caption).text ?? table.rows.joined().firstOfAll(\.blocks.firstWords)
    case .rule, .pageBreak: nil
    case .definitions(let definitions):
      definitions.firstOfAll {
        $0.terms.firstOfAll { TitleWords($0).text } ?? $0.meanings.firstOfAll(\.firstWords)
      }
    }
  }
}

extension Sequence {
  /// Returns the first result that is not nil.
  ///
  /// A lazy `compactMap` would evaluate the matching element twice at each level, so the time would double
  /// with every level.
  fileprivate func firstOfAll<Result>(_ result: (Element) -> Result?) -> Result? {
    for element in self { if let result = result(element) { return result } }
    return nil
  }
}

extension Character {
  /// Whether the character contains a control character, which titles must not contain.
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// The text of a paragraph on one line, up to the length of a title.
private struct TitleWords {
  /// The title; nil if there are no words.
  let text: String?

  private static let lengthLimit = 80

  init(_ content: [RichText.Inline]) {
    var line = ""
    Self.add(content, to: &line)
    var title = ""
    for word in line.split(whereSeparator: { $0.isWhitespace || $0.isControl }) {
      if title.count + 1 + word.count > Self.lengthLimit {
        title = (title.isEmpty ? String(word.prefix(Self.lengthLimit)) : title) + "…"
        break
      }
      title += (title.isEmpty ? "" : " ") + word
    }
    text = title.isEmpty ? nil : title
  }

  /// Adds the words at the beginning of the content to a line, until the line is long enough for any title.
  private static func add(_ content: [RichText.Inline], to line: inout String) {
    for inline in content {
      if line.utf8.count > 16 * lengthLimit { return }
      switch inline {
      case .text(let text): line += text.prefix(4 * lengthLimit)
      case .softBreak, .hardBreak: line += " "
      case .attachment, .anchor, .note: break
      case .styled(_, let content): add(content, to: &line)
      }
    }
  }
}
