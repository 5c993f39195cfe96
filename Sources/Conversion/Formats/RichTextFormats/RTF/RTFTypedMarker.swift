/// A plain-text list marker: a bullet or number and a tab, at the beginning of a paragraph with a hanging
/// first line.
///
/// Many programs write lists with such markers instead of control words.
struct RTFTypedMarker {
  let marker: RichText.Marker
  /// The length of the marker and the tab, in bytes of UTF-8.
  let byteCount: Int

  /// Finds the marker at the beginning of a paragraph's runs; nil if the runs do not begin with a marker.
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

  /// The number of the list formed by all plain-text markers of the same kind.
  ///
  /// The number is outside the range of numbers in the list table.
  var list: Int {
    switch marker {
    case .bullet: Int.min
    case .number(_, let style, let delimiter):
      Int.min + 1 + style.format * 2 + (delimiter == .period ? 0 : 1)
    }
  }

  /// Returns whether the number is that of a list of plain-text markers.
  static func isTyped(list: Int) -> Bool { list < Int.min + 100 }
}

extension RTFLayout {
  /// Whether the first line is outdented, as in a paragraph with a plain-text list marker.
  var isHanging: Bool { first < 0 && left > 0 && explicit == nil && list == 0 }

  /// The list level of a plain-text list marker, determined by the indentation.
  var typedLevel: Int { min(left / 300, 8) }
}
