import RichTextFormats
import XMLText

/// A level of a numbering: the marker of its items, and how they are counted.
struct WordListLevel {
  /// A part of a label.
  enum Token: Equatable {
    /// The number of a level.
    case number(level: Int)
    case text(String)

    /// Whether the part is text of several characters, which is not a bullet.
    var hasWords: Bool { if case .text(let text) = self { text.unicodeScalars.count > 1 } else { false } }
  }

  var start = 1
  var format = WordNumberFormat.style(.decimal)
  var tokens: [Token] = []
  /// Whether all numbers in the label are decimal.
  var isLegal = false
  /// The number of outer levels whose items restart this level; 0 for none, nil for all.
  var restart: Int?
  /// The text between the label and the paragraph.
  var suffix = "\t"
  /// The identifier of the paragraph style that has this level.
  var style: String?
  var hasPictureBullet = false
  /// The indentation of the items, in twentieths of a point.
  var leading: Int32?
  /// The font of the label; bullets of symbol fonts have characters of their own.
  var font: String?

  /// Sets the label from the value of `w:lvlText`, in which `%1` is the number of the first level.
  mutating func setText(_ text: String) {
    tokens = []
    var literal = ""
    var rest = text[...]
    while let sign = rest.popFirst() {
      if sign == "%", let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
        rest.removeFirst()
        if !literal.isEmpty { tokens.append(.text(literal)) }
        literal = ""
        tokens.append(.number(level: digit - 1))
      } else {
        literal.append(sign)
      }
    }
    if !literal.isEmpty { tokens.append(.text(literal)) }
  }
}

extension WordListLevel {
  /// The first text in the label.
  private var literal: String {
    for case .text(let text) in tokens { return text }
    return ""
  }

  /// The only character of a bullet.
  private var bulletScalar: UnicodeScalar? {
    guard let scalar = literal.unicodeScalars.first else { return nil }
    return font.flatMap { SymbolFont.scalar(scalar, in: $0) } ?? scalar
  }

  /// Returns the marker of an item with a number; nil if the item has no marker, or one that the rich text
  /// model cannot express.
  func marker(number: Int) -> RichText.Marker? {
    let style: RichText.NumberStyle
    switch format {
    case .bullet: return tokens.isEmpty && !hasPictureBullet ? nil : .bullet(bullet)
    case .none, .other: return nil
    case .decimalZero: style = .decimal
    case .style(let own): style = isLegal ? .decimal : own
    }
    guard tokens.contains(where: { if case .number = $0 { true } else { false } }) else { return nil }
    var sign: Character?
    if case .text(let text)? = tokens.last { sign = text.first }
    return .number(start: number, style: style, delimiter: sign == ")" ? .parenthesis : .period)
  }

  private var bullet: RichText.Bullet {
    switch bulletScalar {
    case "o" where font?.hasPrefix("Courier") ?? false, "◦", "○", "⚪", "❍", "o": .circle
    case "▪", "■", "◼", "□", "▫", "◻", "⬛", "§": .square
    default: .disc
    }
  }

  /// Whether the bullet is a checked box; nil if the bullet is not a box.
  var isChecked: Bool? { format == .bullet ? Self.isChecked(bulletScalar) : nil }

  static func isChecked(_ sign: UnicodeScalar?) -> Bool? {
    switch sign {
    case "☐", "◻": false
    case "☑", "☒": true
    default: nil
    }
  }

  /// Returns the label as text.
  ///
  /// - Parameters:
  ///   - numbers: the current number of each level.
  ///   - levels: the levels of the numbering.
  func label(_ numbers: [Int], _ levels: [WordListLevel]) -> String {
    var text = ""
    for token in tokens {
      switch token {
      case .text(let literal):
        for scalar in literal.unicodeScalars {
          text.unicodeScalars.append(font.flatMap { SymbolFont.scalar(scalar, in: $0) } ?? scalar)
        }
      case .number(let level):
        if isLegal {
          text += String(numbers[level])
        } else {
          text += levels[level].format.text(numbers[level])
        }
      }
    }
    return text
  }

  /// Returns the loss detail for a marker that the model cannot express exactly; nil if nothing is lost.
  ///
  /// - Parameters:
  ///   - number: the number of the item.
  ///   - followsOuterNumber: whether the list in the model includes the numbers of outer lists.
  func lostDetail(number: Int, followsOuterNumber: Bool) -> String? {
    switch format {
    case .bullet:
      if hasPictureBullet { return "picture bullets" }
      return tokens.contains(where: \.hasWords) ? "text in list markers" : nil
    case .none, .other: return nil
    case .decimalZero: return "text in list markers"
    case .style(let style) where RepeatedLetters.differs(number, style) && !isLegal:
      return RepeatedLetters.detail
    case .style: break
    }
    let numberCount = tokens.count { if case .number = $0 { true } else { false } }
    if numberCount > 1, !followsOuterNumber { return RichText.List.outerNumberDetail }
    // The rest is text around the number, or a delimiter other than a period or parenthesis.
    var signs = ""
    for token in numberCount > 1 ? tokens[(2 * numberCount - 1)...] : tokens[...] {
      if case .text(let text) = token { signs += text.filter { !$0.isWhitespace } }
    }
    return signs.isEmpty || signs == "." || signs == ")" ? nil : "text in list markers"
  }

  /// Returns the first level whose number is in the label, such as 0 for 1.1.1 at the third level.
  ///
  /// The result is nil unless the label consists of the numbers of successive levels, separated by periods,
  /// with the number of this level at the end.
  private func firstLevel(at level: Int) -> Int? {
    var tokens = tokens[...]
    if case .text? = tokens.last { tokens.removeLast() }
    guard tokens.count % 2 == 1, tokens.count / 2 <= level else { return nil }
    let first = level - tokens.count / 2
    for (index, token) in tokens.enumerated() {
      guard token == (index % 2 == 0 ? .number(level: first + index / 2) : .text(".")) else { return nil }
    }
    return first
  }

  /// Returns whether the numbers of a level include the numbers of outer levels, in the way that the rich
  /// text model can express.
  static func followsOuterNumber(at level: Int, in levels: [WordListLevel]) -> Bool {
    guard level > 0, levels.indices.contains(level), let first = levels[level].firstLevel(at: level),
      first < level, levels[level - 1].firstLevel(at: level - 1) == first
    else { return false }
    return levels[level].marker(number: 0)?.isNumber == true
      && levels[first..<level].allSatisfy {
        guard case .number(_, let style, _)? = $0.marker(number: 0) else { return false }
        return style == .decimal || !levels[level].isLegal
      }
  }
}
