import ColorFormats
import RichTextFormats
import XMLText

/// The properties of text that a style specifies; nil for a property that the style inherits.
///
/// Source: ODF 1.3 part 3, section 20.2 and following.
struct ODTTextProperties: Equatable {
  /// A kind of script: some properties exist once for each kind.
  enum Script { case western, asian, complex }

  enum Size: Equatable {
    case points(Double)
    /// The size relative to the size of the parent style, as a factor.
    case factor(Double)
  }

  /// The properties of text in one kind of script.
  struct Face: Equatable {
    var isBold: Bool?
    var isItalic: Bool?
    var family: String?
    var size: Size?
    /// The language as a BCP 47 tag; an empty tag for no language.
    var language: String?
  }

  /// A color, or the explicit absence of a color.
  enum Paint: Equatable {
    case none
    case color(Color)

    var color: Color? { if case .color(let color) = self { color } else { nil } }
  }

  var western = Face()
  var asian = Face()
  var complex = Face()
  var isUnderlined: Bool?
  var isStruckThrough: Bool?
  var isSmallCaps: Bool?
  var isHidden: Bool?
  var baseline: RichText.Attributes.Baseline?
  var color: Paint?
  var background: Paint?
  // Properties that rich text cannot express.
  var isTransformed: Bool?
  var isOutlined: Bool?
  var isShadowed: Bool?
  var isRaised: Bool?
  var isEmphasized: Bool?
  var isOverlined: Bool?
  var isSpaced: Bool?
  var isScaled: Bool?

  /// Whether the capitals, outlines or shadows differ from those of plain text.
  var hasDecoration: Bool {
    isTransformed == true || isOutlined == true || isShadowed == true || isRaised == true
  }

  subscript(script: Script) -> Face {
    switch script {
    case .western: western
    case .asian: asian
    case .complex: complex
    }
  }

  /// Applies the properties of a style that inherits from this style.
  mutating func apply(_ style: ODTTextProperties) {
    western.apply(style.western)
    asian.apply(style.asian)
    complex.apply(style.complex)
    isUnderlined = style.isUnderlined ?? isUnderlined
    isStruckThrough = style.isStruckThrough ?? isStruckThrough
    isSmallCaps = style.isSmallCaps ?? isSmallCaps
    isHidden = style.isHidden ?? isHidden
    baseline = style.baseline ?? baseline
    color = style.color ?? color
    background = style.background ?? background
    isTransformed = style.isTransformed ?? isTransformed
    isOutlined = style.isOutlined ?? isOutlined
    isShadowed = style.isShadowed ?? isShadowed
    isRaised = style.isRaised ?? isRaised
    isEmphasized = style.isEmphasized ?? isEmphasized
    isOverlined = style.isOverlined ?? isOverlined
    isSpaced = style.isSpaced ?? isSpaced
    isScaled = style.isScaled ?? isScaled
  }
}

extension ODTTextProperties {
  /// Removes the properties that `style` specifies, except those for which `common` has the same value.
  mutating func remove(_ style: ODTTextProperties, except common: ODTTextProperties?) {
    western.remove(style.western, except: common?.western)
    asian.remove(style.asian, except: common?.asian)
    complex.remove(style.complex, except: common?.complex)
    isUnderlined.remove(style.isUnderlined, except: common?.isUnderlined)
    isStruckThrough.remove(style.isStruckThrough, except: common?.isStruckThrough)
    isSmallCaps.remove(style.isSmallCaps, except: common?.isSmallCaps)
    baseline.remove(style.baseline, except: common?.baseline)
    color.remove(style.color, except: common?.color)
    background.remove(style.background, except: common?.background)
  }
}

extension ODTTextProperties.Face {
  fileprivate mutating func remove(_ face: Self, except common: Self?) {
    isBold.remove(face.isBold, except: common?.isBold)
    isItalic.remove(face.isItalic, except: common?.isItalic)
    family.remove(face.family, except: common?.family)
    size.remove(face.size, except: common?.size)
    language.remove(face.language, except: common?.language)
  }
}

extension Optional where Wrapped: Equatable {
  /// Removes the value if a style specifies one, unless another style has the same value.
  fileprivate mutating func remove(_ value: Wrapped?, except common: Wrapped?) {
    if value != nil, value != common { self = nil }
  }
}

extension ODTTextProperties.Face {
  fileprivate mutating func apply(_ face: Self) {
    isBold = face.isBold ?? isBold
    isItalic = face.isItalic ?? isItalic
    family = face.family ?? family
    language = face.language ?? language
    switch (face.size, size) {
    case (.factor(let factor)?, .points(let points)?):
      size = .points((points * factor * 100).rounded() / 100)
    case (.factor(let factor)?, .factor(let outer)?): size = .factor(factor * outer)
    case (let own?, _): size = own
    case (nil, _): break
    }
  }
}

// MARK: - Attributes

extension ODTTextProperties {
  /// Reads the properties from the attributes of the current element.
  ///
  /// - Parameter fonts: the families of the font faces, by name.
  init(_ xml: XMLReader<ODTName>, fonts: [String: String]) {
    let attributes = xml.attributes()
    var tags = Tags()
    for (name, _, value) in attributes {
      guard let name else { continue }
      switch name {
      case .foFontWeight: western.isBold = Self.isBold(value)
      case .styleFontWeightAsian: asian.isBold = Self.isBold(value)
      case .styleFontWeightComplex: complex.isBold = Self.isBold(value)
      case .foFontStyle: western.isItalic = value != "normal"
      case .styleFontStyleAsian: asian.isItalic = value != "normal"
      case .styleFontStyleComplex: complex.isItalic = value != "normal"
      case .foFontSize: western.size = Self.size(value)
      case .styleFontSizeAsian: asian.size = Self.size(value)
      case .styleFontSizeComplex: complex.size = Self.size(value)
      case .styleFontName: western.family = fonts[value] ?? value
      case .styleFontNameAsian: asian.family = fonts[value] ?? value
      case .styleFontNameComplex: complex.family = fonts[value] ?? value
      case .foFontFamily: western.family = western.family ?? Self.family(value)
      case .styleFontFamilyAsian: asian.family = asian.family ?? Self.family(value)
      case .styleFontFamilyComplex: complex.family = complex.family ?? Self.family(value)
      case .styleTextUnderlineStyle: isUnderlined = value != "none"
      case .styleTextUnderlineType where isUnderlined == nil: isUnderlined = value != "none"
      case .styleTextLineThroughStyle: isStruckThrough = value != "none"
      case .styleTextLineThroughType where isStruckThrough == nil: isStruckThrough = value != "none"
      case .styleTextOverlineStyle: isOverlined = value != "none"
      case .styleTextOverlineType where isOverlined == nil: isOverlined = value != "none"
      case .foFontVariant: isSmallCaps = value == "small-caps"
      case .foTextTransform: isTransformed = value != "none"
      case .styleTextOutline: isOutlined = value == "true"
      case .foTextShadow: isShadowed = value != "none"
      case .styleFontRelief: isRaised = value != "none"
      case .styleTextEmphasize: isEmphasized = !value.hasPrefix("none")
      case .foLetterSpacing: isSpaced = value != "normal" && ODTValue.points(value) != 0
      case .styleTextScale: isScaled = value != "100%"
      case .styleTextRotationAngle: isScaled = (Double(value) ?? 0) != 0 ? true : isScaled
      case .styleTextPosition: baseline = Self.baseline(value)
      case .foColor where color == nil: color = Color(css: value).map { .color($0) }
      case .styleUseWindowFontColor: if value == "true" { color = Paint.none }
      case .foBackgroundColor:
        background = value == "transparent" ? Paint.none : Color(css: value).map { .color($0) }
      case .textDisplay: isHidden = value == "none"
      default: tags.add(name, value)
      }
    }
    western.language = tags.western.tag
    asian.language = tags.asian.tag
    complex.language = tags.complex.tag
  }

  private static func isBold(_ value: String) -> Bool {
    value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600
  }

  private static func size(_ value: String) -> Size? {
    if let factor = ODTValue.fraction(value) { return .factor(min(max(factor, 0.01), 100)) }
    return ODTValue.points(value).flatMap { $0 > 0 ? .points($0) : nil }
  }

  /// Returns the first family of a list of families in the syntax of CSS.
  static func family(_ value: String) -> String? {
    let value = ODTValue.trimmed(value)
    if let quote = value.first, quote == "'" || quote == "\"" {
      let rest = value.dropFirst()
      return rest.firstIndex(of: quote).map { String(rest[..<$0]) }
    }
    let first = value.prefix { $0 != "," }
    return first.isEmpty ? nil : ODTValue.trimmed(String(first))
  }

  private static func baseline(_ value: String) -> RichText.Attributes.Baseline? {
    guard let first = value.split(separator: " ").first else { return nil }
    if first == "super" { return .superscript }
    if first == "sub" { return .subscript }
    guard let shift = ODTValue.fraction(String(first)) else { return nil }
    return shift > 0 ? .superscript : shift < 0 ? .subscript : .normal
  }

  /// The attributes that form the languages.
  private struct Tags {
    struct Parts {
      var language: String?
      var script: String?
      var country: String?
      var whole: String?

      var tag: String? {
        if let whole { return whole }
        guard let language else { return nil }
        if ["", "none", "zxx"].contains(language) { return "" }
        return [language, script, country].compactMap { part in part.flatMap { $0 == "none" ? nil : $0 } }
          .filter { !$0.isEmpty }.joined(separator: "-")
      }
    }

    var western = Parts()
    var asian = Parts()
    var complex = Parts()

    mutating func add(_ name: ODTName, _ value: String) {
      switch name {
      case .foLanguage: western.language = value
      case .foScript: western.script = value
      case .foCountry: western.country = value
      case .styleRfcLanguageTag: western.whole = value
      case .styleLanguageAsian: asian.language = value
      case .styleScriptAsian: asian.script = value
      case .styleCountryAsian: asian.country = value
      case .styleRfcLanguageTagAsian: asian.whole = value
      case .styleLanguageComplex: complex.language = value
      case .styleScriptComplex: complex.script = value
      case .styleCountryComplex: complex.country = value
      case .styleRfcLanguageTagComplex: complex.whole = value
      default: break
      }
    }
  }
}
