/// The word before the item of a list: a bullet, a dash, or a number or letter such as `1.` or `(b)`.
enum ListMarker: Equatable {
  case bullet
  /// A dash, which can also be a part of a sentence.
  case dash
  /// A number or letter; a shape such as `(a)` is the same in all items of a list.
  case label(shape: String, value: Int)

  private static let bullets: Set<String> = [
    "•", "◦", "▪", "▫", "‣", "●", "○", "■", "□", "◆", "❖", "➢", "✓", "✔", "\u{F0B7}", "\u{F0A7}", "\u{F0D8}",
  ]

  /// Parses a word; nil if the word is not a marker.
  init?(_ word: String) {
    if Self.bullets.contains(word) {
      self = .bullet
    } else if ["-", "–", "—", "*"].contains(word) {
      self = .dash
    } else {
      guard word.utf8.count <= 6, let last = word.last, ".)]".contains(last) else { return nil }
      let opening = word.prefix { "([".contains($0) }
      let label = word.dropFirst(opening.count).dropLast()
      guard opening.count <= 1, !label.isEmpty else { return nil }
      if label.count <= 3, label.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(label) {
        self = .label(shape: "\(opening)1\(last)", value: value)
      } else if label.count == 1, let letter = label.unicodeScalars.first, ("a"..."z").contains(letter) {
        self = .label(shape: "\(opening)a\(last)", value: Int(letter.value) - 0x60)
      } else if label.count == 1, let letter = label.unicodeScalars.first, ("A"..."Z").contains(letter) {
        self = .label(shape: "\(opening)A\(last)", value: Int(letter.value) - 0x40)
      } else {
        return nil
      }
    }
  }

  /// Returns whether the marker begins an item after the items with the given markers.
  ///
  /// Lines of a sentence can also begin like this. A number or letter therefore begins an item only if it is the
  /// first, or the next after the last one of its shape. A dash must be in the first line or follow a dash.
  ///
  /// - Parameters:
  ///   - previous: the markers of the last items, by their shape.
  ///   - isFirstLine: whether the marker is in the first line of its block.
  func beginsItem(after previous: [String: Int], isFirstLine: Bool) -> Bool {
    switch self {
    case .bullet: true
    case .dash: isFirstLine || previous["-"] != nil
    case .label(let shape, let value): value == 1 || previous[shape] == value - 1
    }
  }

  /// Adds the marker to the markers of the last items.
  func add(to previous: inout [String: Int]) {
    switch self {
    case .bullet: break
    case .dash: previous["-"] = 0
    case .label(let shape, let value): previous[shape] = value
    }
  }
}
