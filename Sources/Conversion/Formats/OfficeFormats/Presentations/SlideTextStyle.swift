import ProfferConversions
import RichTextFormats

/// The bullet of a paragraph on a slide.
enum SlideBullet: Equatable {
  case none
  case character(String)
  case number(scheme: String, start: Int)
  case picture

  /// The marker of an item; nil for none.
  func marker(font: String?) -> RichText.Marker? {
    switch self {
    case .none: return nil
    case .picture: return .bullet(.disc)
    case .character(let text):
      guard let scalar = text.unicodeScalars.first else { return nil }
      let sign = font.flatMap { SymbolFont.scalar(scalar, in: $0) } ?? scalar
      switch sign {
      case "◦", "○", "⚪", "❍": return .bullet(.circle)
      case "o": return .bullet(font?.hasPrefix("Courier") == true ? .circle : .disc)
      case "▪", "■", "◼", "□", "▫", "◻", "⬛", "§": return .bullet(.square)
      default: return .bullet(.disc)
      }
    case .number(let scheme, let start):
      let style: RichText.NumberStyle
      switch scheme {
      case let name where name.hasPrefix("alphaLc"): style = .lowercaseLetter
      case let name where name.hasPrefix("alphaUc"): style = .uppercaseLetter
      case let name where name.hasPrefix("romanLc"): style = .lowercaseRoman
      case let name where name.hasPrefix("romanUc"): style = .uppercaseRoman
      default: style = .decimal
      }
      let isClosed = scheme.hasSuffix("ParenR") || scheme.hasSuffix("ParenBoth")
      return .number(start: start, style: style, delimiter: isClosed ? .parenthesis : .period)
    }
  }

  /// Whether the marker shows less than the document, such as Arabic letters or a picture.
  var isApproximate: Bool {
    switch self {
    case .none, .character: return false
    case .picture: return true
    case .number(let scheme, _):
      return !["alpha", "roman", "arabic"].contains { scheme.hasPrefix($0) } || scheme.hasSuffix("ParenBoth")
        || scheme.hasSuffix("Plain") || scheme.hasPrefix("arabicDb") || scheme.hasPrefix("arabic1")
        || scheme.hasPrefix("arabic2")
    }
  }
}

/// The properties of paragraphs at one level; nil for properties that are not set.
struct SlideLevel {
  var bullet: SlideBullet?
  var bulletFont: String?
  var alignment: String?
  var isRightToLeft: Bool?
  var run = SlideRunProperties()

  mutating func apply(_ other: SlideLevel) {
    bullet = other.bullet ?? bullet
    bulletFont = other.bulletFont ?? bulletFont
    alignment = other.alignment ?? alignment
    isRightToLeft = other.isRightToLeft ?? isRightToLeft
    run.apply(other.run)
  }

  /// The properties of a paragraph that are not those of its level.
  struct Direct {
    var level = 0
    /// The indentation in English Metric Units, 12,700 to a point.
    var leading: Int?
    var firstLine: Int?
    var hasTabStops = false
    var hasSpacing = false
  }

  /// Reads the properties, which are the current element.
  static func read(
    _ xml: inout SlideXML, _ colors: SlideColors, direct: inout Direct
  ) throws(CoderError) -> SlideLevel {
    var level = SlideLevel()
    direct.level = min(max(xml.number(.level) ?? 0, 0), SlideTextStyle.levelCount - 1)
    direct.leading = xml.number(.leftMargin)
    direct.firstLine = xml.number(.firstLine)
    level.alignment = xml.attribute(.alignment)
    if xml.hasAttribute(.rightToLeft) { level.isRightToLeft = xml.isOn(.rightToLeft) }
    try xml.forEachChild { (name, xml) throws(CoderError) in
      switch name {
      case .noBullet: level.bullet = SlideBullet.none
      case .characterBullet: level.bullet = .character(xml.attribute(.character) ?? "•")
      case .numberBullet:
        level.bullet = .number(
          scheme: xml.attribute(.type) ?? "arabicPeriod",
          start: min(max(xml.number(.startAt) ?? 1, 0), 32_767))
      case .pictureBullet: level.bullet = .picture
      case .bulletFont: level.bulletFont = xml.attribute(.typeface)
      case .tabStops: direct.hasTabStops = true
      case .lineSpacing, .spaceBefore, .spaceAfter: direct.hasSpacing = true
      case .defaultRunProperties:
        var links = SlideRunProperties.Links()
        level.run = try SlideRunProperties.read(&xml, colors, links: &links)
        return
      default: break
      }
      try xml.skipElement()
    }
    return level
  }
}

/// The properties of paragraphs at each level.
struct SlideTextStyle {
  static let levelCount = 9

  var levels = [SlideLevel](repeating: SlideLevel(), count: levelCount)

  mutating func apply(_ other: SlideTextStyle) {
    for index in levels.indices { levels[index].apply(other.levels[index]) }
  }

  /// Reads a list style, which is the current element.
  static func read(_ xml: inout SlideXML, _ colors: SlideColors) throws(CoderError) -> SlideTextStyle {
    var style = SlideTextStyle()
    let names: [SlideName] = [
      .level1, .level2, .level3, .level4, .level5, .level6, .level7, .level8, .level9,
    ]
    try xml.forEachChild { (name, xml) throws(CoderError) in
      guard let name, name == .levelDefault || names.contains(name) else { return try xml.skipElement() }
      var direct = SlideLevel.Direct()
      let level = try SlideLevel.read(&xml, colors, direct: &direct)
      if let index = names.firstIndex(of: name) {
        style.levels[index].apply(level)
      } else {
        for index in style.levels.indices { style.levels[index].apply(level) }
      }
    }
    return style
  }
}
