import ColorFormats

/// The header tables at the beginning of a document.
struct RTFHeader {
  var codePage = RTFCodePage.windows1252
  var isCocoa = false
  var defaultFont: Int?
  var defaultLanguage: Int?
  var fonts: [Int: RTFFont] = [:]
  /// The colors; nil for the default color.
  var colors: [Color?] = []
  var styles: [Int: RTFStyle] = [:]
  var characterStyles: [Int: RTFStyle] = [:]
  var lists: [RTFList] = []
  /// The levels of each list, by the list number that paragraphs refer to.
  var overrides: [Int: [RTFListLevel]] = [:]
  private var listsByIdentifier: [Int: Int] = [:]

  // The state of the entry that is being read.
  var fontNumber: Int?
  var colorParts = (red: 0, green: 0, blue: 0)
  var hasColorParts = false
  var expandedColor = RTFExpandedColor()
  var expandedIndex = 0
  var style = RTFOpenStyle()
  var overrideList: Int?
  var overrideNumber: Int?
  var overrideLevel = -1
  var overrideStarts: [Int: Int] = [:]
  var linkStyle: RTFStyle?
}

/// The style that is being read.
struct RTFOpenStyle {
  enum Kind { case paragraph, character, other }

  var number = 0
  var kind = Kind.paragraph
}

/// An entry of Apple's table of exact colors.
struct RTFExpandedColor {
  var isSRGB = false
  var isSaid = false
  var components: [Int] = []
  /// The name of a system color, such as `labelColor`.
  var name: [UInt8] = []
}

extension RTFHeader {
  func color(_ number: Int?) -> Color? {
    guard let number, colors.indices.contains(number) else { return nil }
    return colors[number]
  }

  /// Returns the code page of bytes in a font.
  func codePage(font: Int?) -> RTFCodePage {
    (font ?? defaultFont).flatMap { fonts[$0]?.codePage } ?? codePage
  }

  mutating func endColor() {
    colors.append(
      hasColorParts
        ? Color(
          redByte: UInt8(clamping: colorParts.red), greenByte: UInt8(clamping: colorParts.green),
          blueByte: UInt8(clamping: colorParts.blue)) : nil)
    colorParts = (0, 0, 0)
    hasColorParts = false
  }

  /// Applies the current entry of Apple's color table to the color with the same number.
  ///
  /// The entry may specify an opacity, components that are more exact than bytes, or the default text
  /// color.
  mutating func endExpandedColor() {
    defer {
      expandedColor = RTFExpandedColor()
      expandedIndex += 1
    }
    guard expandedColor.isSaid, colors.indices.contains(expandedIndex), let color = colors[expandedIndex]
    else { return }
    let name = String(decoding: expandedColor.name, as: UTF8.self)
    if ["textColor", "labelColor", "controlTextColor", "textBackgroundColor"].contains(name) {
      colors[expandedIndex] = nil
      return
    }
    let amounts = expandedColor.components.map { Double($0) / 100_000 }
    if expandedColor.isSRGB, amounts.count >= 3 {
      let exact = Color(
        red: amounts[0], green: amounts[1], blue: amounts[2], alpha: amounts.count > 3 ? amounts[3] : 1)
      // If the components are rounded values of the bytes in the color table, the exact bytes are used.
      colors[expandedIndex] = expandedColor.isRounding(of: color) ? color : exact
    } else if amounts.count == 2 || amounts.count == 4, let alpha = amounts.last {
      colors[expandedIndex] = Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }
  }

  mutating func endLists() {
    for (index, list) in lists.enumerated() { listsByIdentifier[list.identifier] = index }
  }

  mutating func endOverride() {
    if let number = overrideNumber, let list = overrideList.flatMap({ listsByIdentifier[$0] }) {
      var levels = lists[list].levels
      for (level, start) in overrideStarts where levels.indices.contains(level) {
        levels[level].start = start
      }
      overrides[number] = levels
    }
    (overrideList, overrideNumber, overrideLevel, overrideStarts) = (nil, nil, -1, [:])
  }

  /// Completes the font table, and replaces Apple's face names by family names.
  mutating func endFonts() {
    guard isCocoa else { return }
    for number in fonts.keys { fonts[number]?.takeFamilyOfFace() }
  }
}

extension RTFExpandedColor {
  /// Returns whether each component equals the color's component, within the precision of Apple's color
  /// table.
  fileprivate func isRounding(of color: Color) -> Bool {
    let amounts = [color.red, color.green, color.blue, color.alpha].prefix(components.count)
    return zip(components, amounts).allSatisfy { abs(Double($0) - $1 * 100_000) <= 1 }
  }
}

extension RTFFont {
  /// Replaces the PostScript name of a face, such as `Helvetica-BoldOblique`, by the name of its family.
  ///
  /// Apple writes the name of the face, and also the bold and italic properties.
  fileprivate mutating func takeFamilyOfFace() {
    if let dash = family.lastIndex(of: "-") {
      let face = family[family.index(after: dash)...]
      let known = [
        "Bold", "Italic", "Oblique", "Regular", "Roman", "BoldItalic", "BoldOblique", "BoldMT", "ItalicMT",
        "BoldItalicMT",
      ]
      if known.contains(String(face)) { family = String(family[..<dash]) }
    }
    switch family {
    case "ArialMT": family = "Arial"
    case "TimesNewRomanPSMT", "TimesNewRomanPS": family = "Times New Roman"
    case "CourierNewPSMT", "CourierNewPS": family = "Courier New"
    default: break
    }
  }
}

/// A font of the font table.
struct RTFFont {
  /// The family name.
  var family = ""
  /// The code page of bytes in the font; nil for the code page of the document.
  var codePage: RTFCodePage?
  /// Whether the font is Symbol, which shows letters as Greek letters.
  var isGreek: Bool { family == "Symbol" }
}

/// A style of the style sheet.
struct RTFStyle {
  /// The meaning of the style's name; nil if the name has no known meaning.
  var name: ParagraphStyleName?
  /// The purpose of a character style.
  var use = Use.none
  var characters = RTFCharacters()
  var outlineLevel: Int?
  /// The purpose of a paragraph style for cells.
  ///
  /// The indentation of such a style is only the margin of the cell.
  var cellUse = CellUse.none

  enum Use { case none, code, link, box }
  enum CellUse { case none, content, heading }
}

extension RTFStyle.CellUse {
  /// Creates the purpose from a style name of LibreOffice.
  init(name: String) {
    switch name.lowercased() {
    case "table contents": self = .content
    case "table heading": self = .heading
    default: self = .none
    }
  }
}

extension RTFStyle.Use {
  /// Creates the purpose from a style name of Word, LibreOffice or pandoc.
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
  /// Word's number for the number format: 0 for decimal, 23 for a bullet, 255 for no marker.
  var format = 0
  var start = 1
  var text = ""
  /// Whether all numbers in the marker are decimal, regardless of the formats of outer levels.
  var isDecimal = false
}

extension RTFListLevel {
  /// Returns the marker of the level's items; nil if the items have no marker.
  func marker(start: Int) -> RichText.Marker? {
    let style: RichText.NumberStyle
    switch format {
    case 0...4 where isDecimal: style = .decimal
    case 1: style = .uppercaseRoman
    case 2: style = .lowercaseRoman
    case 3: style = .uppercaseLetter
    case 4: style = .lowercaseLetter
    case 23: return .bullet(bullet)
    case 255: return nil
    default: style = .decimal
    }
    // The text begins with its length. In the rest of the text, a control character below 9 is the index of a
    // level, and represents the number of that level.
    let scalars = Array(text.unicodeScalars.dropFirst())
    let number = scalars.lastIndex { $0.value < 9 }
    let sign = number.flatMap { $0 + 1 < scalars.count ? scalars[$0 + 1] : nil }
    return .number(
      start: min(max(start, 0), 999_999_999), style: style, delimiter: sign == ")" ? .parenthesis : .period)
  }

  /// Returns the loss detail for a marker that the model cannot express exactly; nil if nothing is lost.
  ///
  /// - Parameter followsOuterNumber: whether the list in the model includes the numbers of outer lists.
  func lostDetail(followsOuterNumber: Bool) -> String? {
    guard (0...4).contains(format) else { return nil }
    let scalars = Array(text.unicodeScalars.dropFirst())
    let numberCount = scalars.count { $0.value < 9 }
    if numberCount > 1, !followsOuterNumber { return RichText.List.outerNumberDetail }
    // The rest is text around the number, or a delimiter other than a period or parenthesis.
    let rest = numberCount > 1 ? scalars[(2 * numberCount - 1)...] : scalars[...]
    let signs = rest.filter { $0.value >= 9 && $0 != " " && $0 != "\t" }
    return signs.isEmpty || signs == ["."] || signs == [")"] ? nil : "text in list markers"
  }

  /// Returns the first level whose number is in the marker, such as 0 for 1.1.1 at the third level.
  ///
  /// The result is nil unless the marker consists of the numbers of successive levels, separated by
  /// periods, with the number of this level at the end.
  private func firstLevel(at level: Int) -> Int? {
    let scalars = Array(text.unicodeScalars.dropFirst())
    let numbers = scalars.indices.filter { scalars[$0].value < 9 }
    guard let last = numbers.last, last == 2 * (numbers.count - 1), numbers.count <= level + 1 else {
      return nil
    }
    let first = level + 1 - numbers.count
    for (index, place) in numbers.enumerated() {
      guard place == 2 * index, scalars[place].value == first + index, index == 0 || scalars[place - 1] == "."
      else { return nil }
    }
    return first
  }

  /// Returns whether the numbers of a level include the numbers of outer levels.
  ///
  /// The result is true only if the rich text model can express the numbers.
  static func followsOuterNumber(at level: Int, in levels: [RTFListLevel]) -> Bool {
    guard level > 0, levels.indices.contains(level), let first = levels[level].firstLevel(at: level),
      first < level, levels[level - 1].firstLevel(at: level - 1) == first
    else { return false }
    let around = levels[first..<level]
    return levels[level].marker(start: 0)?.isNumber == true
      && around.allSatisfy {
        guard case .number(_, let style, _)? = $0.marker(start: 0) else { return false }
        return style == .decimal || !levels[level].isDecimal
      }
  }

  /// The bullet that represents the marker in the rich text model.
  ///
  /// Scalars from U+F000 are characters of symbol fonts.
  private var bullet: RichText.Bullet {
    switch text.unicodeScalars.dropFirst().first {
    case "o", "◦", "○", "⚪", "\u{F06F}", "\u{F0A1}": .circle
    case "▪", "■", "◼", "§", "\u{F0A7}", "\u{F06E}": .square
    default: .disc
    }
  }

  /// Whether the bullet is a checked box; nil if the bullet is not a box.
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
