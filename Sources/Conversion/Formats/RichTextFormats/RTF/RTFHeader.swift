import ColorFormats

/// The tables at the top of a document.
struct RTFHeader {
  var codePage = RTFCodePage.windows1252
  var isCocoa = false
  var defaultFont: Int?
  var defaultLanguage: Int?
  var fonts: [Int: RTFFont] = [:]
  /// The colors; nil is the usual one.
  var colors: [Color?] = []
  var styles: [Int: RTFStyle] = [:]
  var characterStyles: [Int: RTFStyle] = [:]
  var lists: [RTFList] = []
  /// The levels of each list by the number that paragraphs use.
  var overrides: [Int: [RTFListLevel]] = [:]
  private var listsByIdentifier: [Int: Int] = [:]

  // What is being read.
  var fontNumber: Int?
  var colorParts = (red: 0, green: 0, blue: 0)
  var hasColorParts = false
  var expandedColor = RTFExpandedColor()
  var expandedIndex = 0
  var style = RTFStyleInHand()
  var overrideList: Int?
  var overrideNumber: Int?
  var overrideLevel = -1
  var overrideStarts: [Int: Int] = [:]
  var linkStyle: RTFStyle?
}

/// A style that is being read.
struct RTFStyleInHand {
  enum Kind { case paragraph, character, other }

  var number = 0
  var kind = Kind.paragraph
}

/// An entry of Apple's table of exact colors.
struct RTFExpandedColor {
  var isSRGB = false
  var isSaid = false
  var components: [Int] = []
  /// The color's name in the system, such as `labelColor`.
  var name: [UInt8] = []
}

extension RTFHeader {
  func color(_ number: Int?) -> Color? {
    guard let number, colors.indices.contains(number) else { return nil }
    return colors[number]
  }

  /// The encoding of bytes in a font.
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

  /// Takes what Apple's table says more than the table of bytes: opacity, amounts between bytes, and that a color is
  /// the usual one of text.
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
      // Bytes are written here too, rounded; the table of bytes has them exactly.
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

  /// The fonts' names are complete: takes Apple's names of faces for what they are.
  mutating func endFonts() {
    guard isCocoa else { return }
    for number in fonts.keys { fonts[number]?.takeFamilyOfFace() }
  }
}

extension RTFExpandedColor {
  /// Whether the amounts are those of a color, as far as they can say it.
  fileprivate func isRounding(of color: Color) -> Bool {
    let amounts = [color.red, color.green, color.blue, color.alpha].prefix(components.count)
    return zip(components, amounts).allSatisfy { abs(Double($0) - $1 * 100_000) <= 1 }
  }
}

extension RTFFont {
  /// Apple names a face by its PostScript name, `Helvetica-BoldOblique`; its boldness and slant are said beside it.
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
