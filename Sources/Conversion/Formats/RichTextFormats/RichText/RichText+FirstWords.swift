extension [RichText.Block] {
  /// The words that the blocks begin with, in one line that is fit for a title; nil where none of them says a word.
  ///
  /// They are those of the first heading or paragraph, or of the first line of code, and end where they get long.
  var firstWords: String? {
    for block in self { if let words = block.firstWords { return words } }
    return nil
  }
}

extension RichText.Block {
  /// The words that the block begins with; nil where it says none.
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
  /// The first result that is not nil.
  ///
  /// A lazy `compactMap` would evaluate the matching element twice, and so twice as often at each depth.
  fileprivate func firstOfAll<Result>(_ result: (Element) -> Result?) -> Result? {
    for element in self { if let result = result(element) { return result } }
    return nil
  }
}

extension Character {
  /// Whether it is not a character to be shown, so that no title has it.
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// Words of a paragraph in one line, up to the length of a title.
private struct TitleWords {
  /// The title; nil if there are no words.
  let text: String?

  private static let lengthLimit = 80

  init(_ content: [RichText.Inline]) {
    var line = ""
    for run in content.runs {
      switch run.content {
      case .text(let text): line += text.prefix(4 * Self.lengthLimit)
      case .softBreak, .hardBreak: line += " "
      case .attachment, .anchor, .note: break
      }
      if line.utf8.count > 16 * Self.lengthLimit { break }
    }
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
}
