import ColorFormats
import RichTextFormats

/// The format of text at a position in a paragraph.
struct ODTFormat {
  /// All properties of the text.
  var properties: ODTTextProperties
  /// The properties that come from the paragraph, code or link, and are not formatting of the text.
  var base: ODTTextProperties
  var link: RichText.Link?
  var isCode = false
  /// Whether the text is in the character style of a check box.
  var isBox = false
  /// The attributes of text in each kind of script.
  private(set) var western = RichText.Attributes()
  private(set) var asian: RichText.Attributes?
  private(set) var complex: RichText.Attributes?

  init(properties: ODTTextProperties, base: ODTTextProperties) {
    self.properties = properties
    self.base = base
    update()
  }

  /// Whether text in all scripts has the same attributes.
  var isUniform: Bool { asian == nil && complex == nil }

  func attributes(_ script: ODTTextProperties.Script) -> RichText.Attributes {
    switch script {
    case .western: western
    case .asian: asian ?? western
    case .complex: complex ?? western
    }
  }

  /// Computes the attributes from the other properties.
  mutating func update() {
    western = attributes(properties.western, base.western)
    let asian = attributes(properties.asian, base.asian)
    let complex = attributes(properties.complex, base.complex)
    self.asian = asian == western ? nil : asian
    self.complex = complex == western ? nil : complex
  }

  private func attributes(
    _ face: ODTTextProperties.Face, _ base: ODTTextProperties.Face
  ) -> RichText.Attributes {
    var result = RichText.Attributes()
    result.link = link
    result.isCode = isCode
    result.isBold = face.isBold == true && base.isBold != true
    result.isItalic = face.isItalic == true && base.isItalic != true
    result.isUnderlined = properties.isUnderlined == true && self.base.isUnderlined != true
    result.isStruckThrough = properties.isStruckThrough == true && self.base.isStruckThrough != true
    result.isSmallCaps = properties.isSmallCaps == true && self.base.isSmallCaps != true
    if let baseline = properties.baseline, baseline != self.base.baseline { result.baseline = baseline }
    if let family = face.family, family != base.family { result.fontFamily = family }
    if case .points(let points)? = face.size, face.size != base.size { result.fontSize = points }
    if let language = face.language, !language.isEmpty, language != base.language {
      result.language = language
    }
    let color = properties.color?.color
    if let color, color != self.base.color?.color { result.color = color }
    let background = properties.background?.color
    if let background, background != self.base.background?.color { result.background = background }
    return result
  }

  // MARK: Links

  /// Adds a link; the usual formatting of links is not formatting of its text.
  ///
  /// - Parameter style: the properties of the link's style; nil if the document does not define it.
  mutating func add(_ link: RichText.Link, style: ODTTextProperties?) {
    self.link = link
    if let style {
      properties.apply(style)
      base.apply(style)
    }
    base.isUnderlined = true
    update()
  }

  /// Adds the properties of a character style.
  ///
  /// - Parameters:
  ///   - style: the properties of the style and of the styles that it inherits from.
  ///   - common: the properties of the common style that it is or inherits from; nil if the text has the
  ///     formatting of this style for a reason other than its meaning.
  ///   - isExplicit: whether formatting is kept even if the paragraph or the link also has it.
  mutating func add(_ style: ODTTextProperties, meaning common: ODTTextProperties?, isExplicit: Bool) {
    properties.apply(style)
    if let common { base.apply(common) }
    if isExplicit {
      base.remove(style, except: common)
    } else if link != nil, let color = properties.color?.color, Self.isUsualForLinks(color) {
      base.color = .color(color)
    }
    update()
  }

  /// Returns whether a color is a usual link color of browsers, Word or LibreOffice.
  private static func isUsualForLinks(_ color: Color) -> Bool {
    let bytes = color.bytes
    return ([(0, 0, 255), (0, 0, 238), (5, 99, 193), (0, 0, 128)] as [(UInt8, UInt8, UInt8)]).contains {
      $0 == (bytes.red, bytes.green, bytes.blue)
    }
  }
}

extension ODTTextProperties.Script {
  /// The kind of script of a character; nil for a character that all scripts use.
  init?(_ scalar: UnicodeScalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x58F: self = .western
    case ..<0x590: return nil
    // Hebrew to Thaana and their neighbors, the scripts of India and Southeast Asia, Khmer and Mongolian.
    case 0x590...0x8FF, 0x900...0x109F, 0x1780...0x18AF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: self = .complex
    // Hangul, Chinese and Japanese characters, and their punctuation.
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x20000...0x3FFFF:
      self = .asian
    case 0x2000...0x2BFF, 0xFE00...0xFE0F, 0x1F000...0x1FFFF: return nil
    default: self = .western
    }
  }
}
