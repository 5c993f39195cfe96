/// A font of the table at the top.
struct RTFFont {
  /// The name of the family.
  var family = ""
  /// The encoding of bytes in it; nil is the document's.
  var codePage: RTFCodePage?
  /// Whether it is the Symbol font, whose letters are Greek.
  var isGreek: Bool { family == "Symbol" }
}

/// A style of the style sheet.
struct RTFStyle {
  /// What its name says; nil when it says nothing.
  var name: RTFStyleName?
  /// What a character style is for.
  var use = Use.none
  var characters = RTFCharacters()
  var outlineLevel: Int?
  /// What a paragraph style is for in a cell, where its indentation is only the cell's margin.
  var cellUse = CellUse.none

  enum Use { case none, code, link, box }
  enum CellUse { case none, content, heading }
}

extension RTFStyle.CellUse {
  /// What LibreOffice's names of styles say.
  init(name: String) {
    switch name.lowercased() {
    case "table contents": self = .content
    case "table heading": self = .heading
    default: self = .none
    }
  }
}

extension RTFStyle.Use {
  /// What the name of a character style says, in Word's, LibreOffice's and pandoc's names.
  init(name: String) {
    switch name.lowercased().replacing("_", with: " ") {
    case "code", "source text", "html code", "html typewriter", "html keyboard", "html sample", "teletype",
      "verbatim char", "inline code", "user entry":
      self = .code
    case "hyperlink", "internet link": self = .link
    case "check box": self = .box
    default: self = .none
    }
  }
}

/// A level of a list.
struct RTFListLevel: Equatable {
  /// Word's number of the kind: 0 decimal, 23 a sign, 255 nothing.
  var format = 0
  var start = 1
  var text = ""
}

extension RTFListLevel {
  /// The marker of its items; nil when they have none.
  func marker(start: Int) -> RichText.Marker? {
    let style: RichText.NumberStyle
    switch format {
    case 1: style = .uppercaseRoman
    case 2: style = .lowercaseRoman
    case 3: style = .uppercaseLetter
    case 4: style = .lowercaseLetter
    case 23: return .bullet(bullet)
    case 255: return nil
    default: style = .decimal
    }
    // The text is a count, then signs with the levels' numbers as control characters between them.
    let scalars = Array(text.unicodeScalars.dropFirst())
    let number = scalars.lastIndex { $0.value < 9 }
    let sign = number.flatMap { $0 + 1 < scalars.count ? scalars[$0 + 1] : nil }
    return .number(
      start: min(max(start, 0), 999_999_999), style: style, delimiter: sign == ")" ? .parenthesis : .period)
  }

  /// The sign; U+F000 and on are signs of symbol fonts.
  private var bullet: RichText.Bullet {
    switch text.unicodeScalars.dropFirst().first {
    case "o", "◦", "○", "⚪", "\u{F06F}", "\u{F0A1}": .circle
    case "▪", "■", "◼", "§", "\u{F0A7}", "\u{F06E}": .square
    default: .disc
    }
  }

  /// Whether the sign is a box, and a ticked one.
  var isChecked: Bool? {
    guard format == 23 else { return nil }
    return RTFListLevel.isChecked(text.unicodeScalars.dropFirst().first)
  }

  static func isChecked(_ sign: UnicodeScalar?) -> Bool? {
    switch sign {
    case "☐", "\u{F0A8}": false
    case "☑", "☒", "\u{F0FE}", "\u{F0FD}": true
    default: nil
    }
  }
}

/// A list of the list table.
struct RTFList {
  var identifier = 0
  var levels: [RTFListLevel] = []
}
