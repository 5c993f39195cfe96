import ColorFormats
import ProfferConversions
import RichTextFormats

/// The properties of characters on a slide; nil for properties that are not set.
struct SlideRunProperties: Hashable {
  var isBold: Bool?
  var isItalic: Bool?
  var isUnderlined: Bool?
  var isStruckThrough: Bool?
  var isSmallCaps: Bool?
  /// The position above the line, in thousandths of a percent of the size.
  var baseline: Int?
  /// The size in hundredths of a point.
  var size: Int?
  var color: Color?
  var highlight: Color?
  var family: String?
  var language: String?
  /// The properties that rich text cannot express.
  var isCapitals = false
  var hasKindOfUnderline = false
  var hasSpacing = false
  var hasOutline = false
  var hasEffects = false

  /// Sets the properties that other properties set.
  mutating func apply(_ other: SlideRunProperties) {
    isBold = other.isBold ?? isBold
    isItalic = other.isItalic ?? isItalic
    isUnderlined = other.isUnderlined ?? isUnderlined
    isStruckThrough = other.isStruckThrough ?? isStruckThrough
    isSmallCaps = other.isSmallCaps ?? isSmallCaps
    baseline = other.baseline ?? baseline
    size = other.size ?? size
    color = other.color ?? color
    highlight = other.highlight ?? highlight
    family = other.family ?? family
    language = other.language ?? language
  }

  /// Returns the formatting that differs from the formatting that the placeholder gives to its text.
  func attributes(over base: SlideRunProperties) -> RichText.Attributes {
    var attributes = RichText.Attributes()
    attributes.isBold = isBold == true && base.isBold != true
    attributes.isItalic = isItalic == true && base.isItalic != true
    attributes.isUnderlined = isUnderlined == true && base.isUnderlined != true
    attributes.isStruckThrough = isStruckThrough == true && base.isStruckThrough != true
    attributes.isSmallCaps = isSmallCaps == true && base.isSmallCaps != true
    if let baseline, baseline != base.baseline ?? 0 {
      attributes.baseline = baseline > 0 ? .superscript : baseline < 0 ? .subscript : .normal
    }
    if let size, size != base.size, size > 0 { attributes.fontSize = Double(size) / 100 }
    if let color, color != base.color { attributes.color = color }
    if let highlight, highlight != base.highlight { attributes.background = highlight }
    if let family, family != base.family { attributes.fontFamily = family }
    attributes.language = language
    return attributes
  }

  // MARK: Reading

  /// The references of a run that are not formatting.
  struct Links {
    var identifier: String?
    var action: String?
    var title: String?
    var hasHover = false
  }

  /// Reads the properties, which are the current element.
  static func read(
    _ xml: inout SlideXML, _ colors: SlideColors, links: inout Links
  ) throws(CoderError) -> SlideRunProperties {
    var properties = SlideRunProperties()
    properties.readAttributes(xml)
    try xml.forEachChild { (name, xml) throws(CoderError) in
      switch name {
      case .solidFill: properties.color = try colors.read(&xml) ?? properties.color
      case .highlight: properties.highlight = try colors.read(&xml) ?? properties.highlight
      case .latinFont:
        if let face = xml.attribute(.typeface), !face.isEmpty {
          switch face.prefix(3) {
          case "+mj": properties.family = colors.theme.family(isMajor: true)
          case "+mn": properties.family = colors.theme.family(isMajor: false)
          default: properties.family = face
          }
        }
        try xml.skipElement()
      case .linkOnClick:
        links.identifier = xml.attribute(.relationship)
        links.action = xml.attribute(.action)
        links.title = xml.attribute(.tooltip)
        try xml.skipElement()
      case .linkOnMouseOver, .linkOnHover:
        links.hasHover = true
        try xml.skipElement()
      case .outline:
        try xml.forEachDescendant { (name, _) throws(CoderError) in
          if name == .solidFill || name == .gradientFill { properties.hasOutline = true }
          return name != .solidFill
        }
      case .effects:
        try xml.forEachDescendant { (_, _) throws(CoderError) in
          properties.hasEffects = true
          return true
        }
      case .gradientFill, .pictureFill, .patternFill:
        properties.hasEffects = true
        try xml.skipElement()
      default: try xml.skipElement()
      }
    }
    return properties
  }

  private mutating func readAttributes(_ xml: SlideXML) {
    func value(_ name: SlideName) -> Bool? { xml.hasAttribute(name) ? xml.isOn(name) : nil }
    isBold = value(.bold)
    isItalic = value(.italic)
    if let kind = xml.attribute(.underline) {
      isUnderlined = kind != "none"
      hasKindOfUnderline = kind != "none" && kind != "sng"
    }
    if let kind = xml.attribute(.strike) { isStruckThrough = kind != "noStrike" }
    if let kind = xml.attribute(.capitals) {
      isSmallCaps = kind == "small"
      isCapitals = kind == "all"
    }
    baseline = xml.attribute(.baseline).flatMap { text in
      text.hasSuffix("%") ? Int(text.dropLast()).map { min(max($0, -1_000), 1_000) * 1_000 } : Int(text)
    }
    size = xml.number(.size).flatMap { (100...400_000).contains($0) ? $0 : nil }
    hasSpacing = xml.attribute(.spacing).map { $0 != "0" } ?? false
    if let tag = xml.attribute(.language), !tag.isEmpty, tag.utf8.count < 64, tag != "x-none" {
      language = tag
    }
  }

  /// Counts the properties that rich text cannot express.
  func count(in losses: inout LossCounter) {
    if isCapitals || hasOutline { losses.add(.formatting, "capitals, outlines and shadows") }
    if hasKindOfUnderline { losses.add(.formatting, "kinds of underlines") }
    if hasSpacing { losses.add(.formatting, "character spacing and scale") }
    if hasEffects { losses.add(.formatting, "text effects") }
  }
}
