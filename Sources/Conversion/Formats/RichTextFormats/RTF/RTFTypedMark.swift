/// The mark of a list's item that is typed: a sign or number and a tab, in a paragraph whose first line hangs out.
///
/// Many programs write lists so, without a word that says it.
struct RTFTypedMark {
  let marker: RichText.Marker
  /// How many bytes of UTF-8 the mark and the tab have.
  let byteCount: Int

  /// The mark at the beginning of a paragraph's runs; nil if there is none.
  init?(_ runs: [RichText.Run]) {
    guard case .text(let text)? = runs.first?.content, let tab = text.utf8.prefix(12).firstIndex(of: 0x09)
    else {
      return nil
    }
    let mark = text[..<tab]
    byteCount = text.utf8.distance(from: text.startIndex, to: tab) + 1
    switch mark {
    case "•", "·", "-", "–", "\u{F0B7}": marker = .bullet(.disc)
    case "◦", "○": marker = .bullet(.circle)
    case "▪", "■", "\u{F0A7}": marker = .bullet(.square)
    default:
      guard let sign = mark.last, sign == "." || sign == ")",
        let (start, style) = Self.number(mark.dropLast())
      else {
        return nil
      }
      marker = .number(start: start, style: style, delimiter: sign == ")" ? .parenthesis : .period)
    }
  }

  private static func number(_ text: Substring) -> (Int, RichText.NumberStyle)? {
    guard let first = text.utf8.first else { return nil }
    switch (first, text.utf8.count) {
    case (0x61...0x7A, 1): return (Int(first) - 0x60, .lowercaseLetter)
    case (0x41...0x5A, 1): return (Int(first) - 0x40, .uppercaseLetter)
    case (0x30...0x39, 1...9) where text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }):
      return Int(text).map { ($0, .decimal) }
    default: return nil
    }
  }

  /// What tells lists of typed marks from one another and from those of the list table.
  var list: Int {
    switch marker {
    case .bullet: Int.min
    case .number(_, let style, let delimiter):
      Int.min + 1 + style.format * 2 + (delimiter == .period ? 0 : 1)
    }
  }

  /// Whether a list is one of typed marks, whose numbers are typed too.
  static func isTyped(list: Int) -> Bool { list < Int.min + 100 }
}

extension RTFLayout {
  /// Whether the first line hangs out as it does for a mark.
  var isHanging: Bool { first < 0 && left > 0 && meant == nil && list == 0 }

  /// The level of a typed item, by its indentation.
  var typedLevel: Int { min(left / 300, 8) }
}
