import ProfferConversions
import XMLText

/// The properties of characters that a run, a style or the document's defaults set.
///
/// Fonts and languages are numbers of ``WordTheme/names``, so that the properties are small and quickly
/// compared.
struct WordRunProperties: Hashable, Sendable {
  /// Properties that are on or off.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt32
    static let bold = Flags(rawValue: 1 << 0)
    static let complexBold = Flags(rawValue: 1 << 1)
    static let italic = Flags(rawValue: 1 << 2)
    static let complexItalic = Flags(rawValue: 1 << 3)
    static let capitals = Flags(rawValue: 1 << 4)
    static let smallCapitals = Flags(rawValue: 1 << 5)
    static let strike = Flags(rawValue: 1 << 6)
    static let outline = Flags(rawValue: 1 << 7)
    static let shadow = Flags(rawValue: 1 << 8)
    static let emboss = Flags(rawValue: 1 << 9)
    static let imprint = Flags(rawValue: 1 << 10)
    static let vanish = Flags(rawValue: 1 << 11)
    static let doubleStrike = Flags(rawValue: 1 << 12)
    static let underline = Flags(rawValue: 1 << 13)
    static let rightToLeft = Flags(rawValue: 1 << 14)
    static let complexScript = Flags(rawValue: 1 << 15)
    /// Formatting that the rich text model cannot express.
    static let spacing = Flags(rawValue: 1 << 16)
    static let emphasisMark = Flags(rawValue: 1 << 17)
    static let border = Flags(rawValue: 1 << 18)
    static let effect = Flags(rawValue: 1 << 19)
    static let eastAsianLayout = Flags(rawValue: 1 << 20)
    static let otherUnderline = Flags(rawValue: 1 << 21)
    // Marks of tracked changes, of paragraph marks only.
    static let inserted = Flags(rawValue: 1 << 22)
    static let deleted = Flags(rawValue: 1 << 23)
    static let styleSeparator = Flags(rawValue: 1 << 24)

    /// Properties that two levels of styles switch back and forth (Source: ISO/IEC 29500-1, 17.7.3).
    static let toggles: Flags = [
      .bold, .complexBold, .italic, .complexItalic, .capitals, .smallCapitals, .strike, .outline, .shadow,
      .emboss, .imprint, .vanish,
    ]
    static let raised: Flags = [.capitals, .outline, .shadow, .emboss, .imprint]
    static let unsaid: Flags = [
      .capitals, .outline, .shadow, .emboss, .imprint, .spacing, .emphasisMark, .border, .effect,
      .eastAsianLayout, .otherUnderline,
    ]
  }

  /// The properties that are on.
  var on: Flags = []
  /// The properties that are on or off; all others are inherited.
  var set: Flags = []
  /// The index of the character style.
  var style: Int32?
  /// Positive for raised text, negative for lowered text, 0 for text on the line.
  var shift: Int8?
  /// The shift of `w:position`, which keeps the size of the text.
  var position: Int8?
  var font: Int32?
  var complexFont: Int32?
  /// The font size in half points.
  var size: Int32?
  var complexSize: Int32?
  var color: WordColor?
  var highlight: WordColor?
  var shading: WordColor?
  var language: Int32?
  var complexLanguage: Int32?

  mutating func change(_ flag: Flags, isOn: Bool) {
    set.insert(flag)
    if isOn { on.insert(flag) } else { on.remove(flag) }
  }

  /// Replaces the properties that other properties set.
  mutating func apply(_ other: WordRunProperties) {
    on = on.subtracting(other.set).union(other.on.intersection(other.set))
    set.formUnion(other.set)
    applyValues(other)
  }

  /// Adds the properties of a character style to those of a paragraph style.
  mutating func applyCharacterStyle(_ other: WordRunProperties) {
    let toggled = other.set.intersection(.toggles)
    let switched = on.symmetricDifference(other.on).intersection(toggled)
    on = on.subtracting(other.set).union(other.on.subtracting(.toggles)).union(switched)
    set.formUnion(other.set)
    applyValues(other)
  }

  private mutating func applyValues(_ other: WordRunProperties) {
    style = other.style ?? style
    shift = other.shift ?? shift
    position = other.position ?? position
    font = other.font ?? font
    complexFont = other.complexFont ?? complexFont
    size = other.size ?? size
    complexSize = other.complexSize ?? complexSize
    color = other.color ?? color
    highlight = other.highlight ?? highlight
    shading = other.shading ?? shading
    language = other.language ?? language
    complexLanguage = other.complexLanguage ?? complexLanguage
  }
}

extension WordRunProperties {
  /// Whether the properties of complex scripts apply to the text.
  var isComplex: Bool { !on.isDisjoint(with: [.rightToLeft, .complexScript]) }
  var isBold: Bool { on.contains(isComplex ? .complexBold : .bold) }
  var isItalic: Bool { on.contains(isComplex ? .complexItalic : .italic) }
  var isStruckThrough: Bool { !on.isDisjoint(with: [.strike, .doubleStrike]) }
  var effectiveFont: Int32? { isComplex ? complexFont ?? font : font }
  var effectiveSize: Int32? { isComplex ? complexSize ?? size : size }
  var effectiveLanguage: Int32? { on.contains(.rightToLeft) ? complexLanguage ?? language : language }
  /// The vertical shift; text that only `w:position` moves is treated as raised or lowered text.
  var effectiveShift: Int8 {
    if let shift, shift != 0 { return shift }
    return position ?? 0
  }
  /// The background color; highlighting covers shading.
  var background: WordColor? {
    if let highlight, highlight != .automatic { return highlight }
    return shading
  }
}

// MARK: - Reading

extension WordXML {
  /// Reads the properties of the current element, `w:rPr`.
  ///
  /// - Parameters:
  ///   - rejectsChanges: whether the properties before a tracked change apply.
  ///   - changeCount: increased by the number of tracked changes.
  mutating func readRunProperties(
    _ theme: inout WordTheme, styles: WordStyleSheet?, rejectsChanges: Bool = false, changeCount: inout Int
  ) throws(CoderError) -> WordRunProperties {
    var properties = WordRunProperties()
    var rejected: WordRunProperties?
    var depth = 0
    while let event = try next() {
      switch event {
      case .text: continue
      case .end:
        if depth == 0 { return rejected ?? properties }
        depth -= 1
      case .begin(.runChange):
        changeCount += 1
        // The properties before the change are those of the element `w:rPr` in this element.
        var before = WordRunProperties()
        try forEachDescendant { (name, xml) throws(CoderError) in
          if let name { before.read(name, xml, &theme, styles: styles) }
          return false
        }
        if rejectsChanges { rejected = before }
      case .begin(let name):
        if let name { properties.read(name, self, &theme, styles: styles) }
        depth += 1
      }
    }
    return properties
  }
}

extension WordRunProperties {
  private static func flag(_ name: WordName) -> Flags? {
    switch name {
    case .bold: .bold
    case .complexBold: .complexBold
    case .italic: .italic
    case .complexItalic: .complexItalic
    case .capitals: .capitals
    case .smallCapitals: .smallCapitals
    case .strike: .strike
    case .doubleStrike: .doubleStrike
    case .outline: .outline
    case .shadow: .shadow
    case .emboss: .emboss
    case .imprint: .imprint
    case .vanish: .vanish
    case .styleSeparator: .styleSeparator
    case .rightToLeft: .rightToLeft
    case .complexScript: .complexScript
    default: nil
    }
  }

  /// Reads a property from an element.
  mutating func read(_ name: WordName, _ xml: WordXML, _ theme: inout WordTheme, styles: WordStyleSheet?) {
    if let flag = Self.flag(name) { return change(flag, isOn: xml.isOn) }
    let value = xml.attribute(.val)
    switch name {
    case .runStyle: style = value.flatMap { styles?.characterStyle($0) }
    case .underline:
      // An underline without kind, but with a color, changes only the color.
      guard let value else { return }
      change(.underline, isOn: value != "none")
      change(.otherUnderline, isOn: !["none", "single", "words"].contains(value))
    case .verticalAlignment: shift = value == "superscript" ? 1 : value == "subscript" ? -1 : 0
    case .position:
      position = Int8((WordMeasure.length(value, unitsPerPoint: 2) ?? 0).signum())
    case .size: size = Self.size(value) ?? size
    case .complexSize: complexSize = Self.size(value) ?? complexSize
    case .fonts: readFonts(xml, &theme)
    case .color: color = theme.color(xml, value: .val, theme: .themeColor, .themeTint, .themeShade) ?? color
    case .highlight: highlight = value.flatMap { WordColor(highlight: $0) }
    case .shading: shading = theme.shading(xml)
    case .language:
      language = theme.number(value) ?? language
      complexLanguage = theme.number(xml.attribute(.bidirectional)) ?? complexLanguage
    case .spacing, .width:
      let usual = name == .width ? 100 : 0
      let amount = value.map { $0.hasSuffix("%") ? String($0.dropLast()) : $0 }
      change(.spacing, isOn: WordMeasure.twips(amount) ?? usual != usual)
    case .fitText: change(.spacing, isOn: true)
    case .emphasisMark: change(.emphasisMark, isOn: value != "none")
    case .border: change(.border, isOn: value != "none" && value != "nil")
    case .effect: change(.effect, isOn: value != "none")
    case .textGlow, .textShadow, .textReflection, .textOutline, .textFill: change(.effect, isOn: true)
    case .eastAsianLayout: change(.eastAsianLayout, isOn: true)
    case .insertion, .moveTo: change(.inserted, isOn: true)
    case .deletion, .moveFrom: change(.deleted, isOn: true)
    default: break
    }
  }

  private static func size(_ value: String?) -> Int32? {
    guard let size = WordMeasure.length(value, unitsPerPoint: 2), size > 0 else { return nil }
    return Int32(min(size, 32_766))
  }

  private mutating func readFonts(_ xml: WordXML, _ theme: inout WordTheme) {
    let latin = xml.attribute(.asciiTheme) ?? xml.attribute(.otherTheme)
    if let family = latin.flatMap({ theme.family($0) }) {
      font = theme.number(family)
    } else if let family = xml.attribute(.asciiFont) ?? xml.attribute(.otherFont), !family.isEmpty {
      font = theme.number(family)
    }
    if let family = xml.attribute(.complexTheme).flatMap({ theme.family($0) }) {
      complexFont = theme.number(family)
    } else if let family = xml.attribute(.complexScript), !family.isEmpty {
      complexFont = theme.number(family)
    }
  }
}
