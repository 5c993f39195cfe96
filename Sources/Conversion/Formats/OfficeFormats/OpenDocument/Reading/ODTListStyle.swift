import RichTextFormats

/// A list style: the labels of each level.
///
/// Source: ODF 1.3 part 3, section 16.30.
struct ODTListStyle {
  /// The number of levels of a list style.
  static let levelCount = 10

  /// The levels by their number; 0 is the outermost level.
  var levels: [Int: ODTListLevel] = [:]

  /// The level with a number; the last level stands for deeper levels.
  subscript(level: Int) -> ODTListLevel { levels[min(level, Self.levelCount - 1)] ?? ODTListLevel() }
}

/// A level of a list style.
struct ODTListLevel {
  enum Kind {
    case bullet(String)
    /// A number; the format is empty if no number is shown.
    case number(format: String)
    case picture
  }

  var kind = Kind.bullet("•")
  var prefix = ""
  var suffix = ""
  /// The number of levels whose numbers are in the label.
  var shownCount = 1
  var start = 1
  /// LibreOffice's pattern of the label, in which `%1%` is the number of the first level.
  var pattern: String?
  /// The margin of the text, and the indentation of its first line, in points.
  var margin: Double?
  var firstLine: Double?
}

extension ODTListLevel {
  /// Returns the marker of the items; nil if they have no label, or only text as a label.
  func marker(start: Int) -> RichText.Marker? {
    switch kind {
    case .picture: return .bullet(.disc)
    case .bullet(let text):
      return text.isEmpty ? nil : .bullet(Self.bullet(text))
    case .number(let format):
      guard !format.isEmpty else { return nil }
      return .number(
        start: min(max(start, 0), 999_999_999), style: Self.style(format) ?? .decimal,
        delimiter: delimiter)
    }
  }

  private var delimiter: RichText.Delimiter {
    ODTValue.trimmed(suffix).first == ")" ? .parenthesis : .period
  }

  private static func style(_ format: String) -> RichText.NumberStyle? {
    switch format {
    case "1": .decimal
    case "a": .lowercaseLetter
    case "A": .uppercaseLetter
    case "i": .lowercaseRoman
    case "I": .uppercaseRoman
    default: nil
    }
  }

  /// Whether the level has numbers of a kind that rich text cannot express.
  var hasUnknownNumbers: Bool {
    if case .number(let format) = kind { !format.isEmpty && Self.style(format) == nil } else { false }
  }

  /// Whether the label contains text other than numbers and the delimiter.
  var hasText: Bool {
    if case .bullet(let text) = kind { return text.unicodeScalars.count > 1 }
    guard case .number(let format) = kind, !format.isEmpty else { return false }
    let delimiter = ODTValue.trimmed(suffix)
    return !ODTValue.trimmed(prefix).isEmpty || !(delimiter.isEmpty || delimiter == "." || delimiter == ")")
  }

  /// Whether the box of an item with this bullet is checked; nil if the bullet is not a box.
  var isChecked: Bool? {
    guard case .bullet(let text) = kind else { return nil }
    return Self.isChecked(text.unicodeScalars.first)
  }

  static func isChecked(_ sign: UnicodeScalar?) -> Bool? {
    switch sign {
    case "☐", "\u{F0A8}": false
    case "☑", "☒", "\u{F0FE}", "\u{F0FD}": true
    default: nil
    }
  }

  /// The bullet that represents a character in the rich text model.
  ///
  /// Scalars from U+F000 are characters of symbol fonts.
  private static func bullet(_ text: String) -> RichText.Bullet {
    switch text.unicodeScalars.first {
    case "o", "◦", "○", "⚪", "\u{F06F}", "\u{F0A1}": .circle
    case "▪", "■", "◼", "§", "\u{F0A7}", "\u{F06E}": .square
    default: .disc
    }
  }

  /// Takes the prefix, the suffix and the shown levels from LibreOffice's pattern, if it has the usual form.
  ///
  /// - Parameter level: the number of the level; 0 is the outermost.
  mutating func takePattern(level: Int) {
    guard let pattern else { return }
    let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
    // Text and numbers alternate.
    guard parts.count >= 3, parts.count % 2 == 1 else { return }
    let numbers = stride(from: 1, to: parts.count, by: 2).map { Int(parts[$0]) ?? 0 }
    guard numbers.last == level + 1 else { return }
    prefix = String(parts[0])
    suffix = String(parts[parts.count - 1])
    shownCount = numbers.count
    let isConsecutive = numbers.enumerated().allSatisfy { $1 == level + 2 - numbers.count + $0 }
    let separators = stride(from: 2, to: parts.count - 1, by: 2)
    if isConsecutive, separators.allSatisfy({ parts[$0] == "." }) { self.pattern = nil }
  }
}

extension ODTListStyle {
  /// Whether the numbers of a level include the numbers of outer levels in a way that rich text can express.
  func followsOuterNumber(at level: Int) -> Bool {
    guard level > 0, self[level].pattern == nil else { return false }
    let first = level - self[level].shownCount + 1
    guard first < level, first >= 0, self[level].marker(start: 0)?.isNumber == true,
      first == level - 1 || level - 1 - self[level - 1].shownCount + 1 == first
    else { return false }
    return (first..<level).allSatisfy { self[$0].marker(start: 0)?.isNumber == true }
  }

  /// Returns the loss detail for the label of a level; nil if rich text can express the label.
  func lostDetail(at level: Int) -> String? {
    if self[level].hasUnknownNumbers { return "number styles of lists" }
    if self[level].shownCount > 1, self[level].marker(start: 0)?.isNumber == true,
      !followsOuterNumber(at: level)
    {
      return RichText.List.outerNumberDetail
    }
    return self[level].hasText || self[level].pattern != nil ? "text in list markers" : nil
  }

  /// Returns the label of an item as text.
  ///
  /// - Parameter numbers: the numbers of the item and of the outer items, by level.
  func label(at level: Int, numbers: [Int?]) -> String {
    let own = self[level]
    func number(_ level: Int) -> String? {
      guard case .number(let format) = self[level].kind, !format.isEmpty else { return nil }
      let number = (numbers.indices.contains(level) ? numbers[level] : nil) ?? self[level].start
      return Self.text(of: number, format: format)
    }
    switch own.kind {
    case .picture: return "•"
    case .bullet(let text): return text
    case .number:
      if let pattern = own.pattern {
        let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
          index % 2 == 0 ? String(part) : Int(part).flatMap { number($0 - 1) } ?? ""
        }.joined()
      }
      let first = max(0, level - own.shownCount + 1)
      let shown = (first...level).compactMap(number)
      return own.prefix + shown.joined(separator: ".") + own.suffix
    }
  }

  /// Returns a number in a format.
  private static func text(of number: Int, format: String) -> String {
    switch format {
    case "a", "A":
      guard number > 0 else { return String(number) }
      // After z, letters repeat: aa, bb, cc.
      let letter = UnicodeScalar(UInt8((format == "a" ? 0x61 : 0x41) + (number - 1) % 26))
      return String(repeating: Character(letter), count: min((number - 1) / 26 + 1, 100))
    case "i", "I":
      guard 1...3_999 ~= number else { return String(number) }
      var rest = number
      var text = ""
      for (value, sign) in [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
        (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
      ] {
        while rest >= value {
          text += sign
          rest -= value
        }
      }
      return format == "i" ? text : text.uppercased()
    default: return String(number)
    }
  }
}

extension RichText.Marker {
  /// Whether the marker is a number.
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
