import ColorFormats
import ProfferConversions

/// The colors of a slide: those of the theme, by the names that the slide's master gives them.
struct SlideColors {
  var theme = DrawingTheme()
  /// The theme colors for the names in slides, such as `tx1`.
  var map: [String: String] = ["bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"]

  /// The color of text without another color.
  var textColor: Color? { theme.colors[map["tx1"] ?? "dk1"].map { SlideRGB($0).color } }

  private static let mapNames: [SlideName] = [
    .mappedBackground1, .mappedText1, .mappedBackground2, .mappedText2, .mappedAccent1, .mappedAccent2,
    .mappedAccent3, .mappedAccent4, .mappedAccent5, .mappedAccent6, .mappedLink, .mappedFollowedLink,
  ]

  /// Reads the names of the colors, which are the attributes of the current element.
  mutating func readMap(_ xml: SlideXML) {
    for name in Self.mapNames { if let value = xml.attribute(name) { map[name.rawValue] = value } }
  }

  /// Reads a color, which is in the current element; nil for an unknown color.
  func read(_ xml: inout SlideXML) throws(CoderError) -> Color? {
    var color: SlideRGB?
    try xml.forEachDescendant { (name, xml) throws(CoderError) in
      let value = xml.attribute(.value)
      switch name {
      case .rgbColor: color = value.flatMap { SlideRGB(hexadecimal: $0) }
      case .systemColor: color = (xml.attribute(.lastColor) ?? value).flatMap { SlideRGB(hexadecimal: $0) }
      case .schemeColor:
        color = value.flatMap { theme.colors[map[$0] ?? $0] }.map { SlideRGB($0) }
      case .presetColor:
        color = value.flatMap { Color(css: $0.lowercased()) }.map { SlideRGB($0) }
      case .luminanceModulation, .luminanceOffset, .tint, .shade:
        if let name, let share = value.flatMap(Self.share) { color?.change(name, share) }
      default: break
      }
      return false
    }
    return color?.color
  }

  /// Parses a share in thousandths of a percent, or in percent.
  private static func share(_ text: String) -> Double? {
    let number =
      text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text).map { $0 / 100_000 }
    return number.flatMap { $0.isFinite ? min(max($0, -10), 10) : nil }
  }
}

/// A color as shares of red, green and blue.
private struct SlideRGB {
  private var red: Double
  private var green: Double
  private var blue: Double

  init(_ value: UInt32) {
    red = Double(value >> 16 & 0xFF) / 255
    green = Double(value >> 8 & 0xFF) / 255
    blue = Double(value & 0xFF) / 255
  }

  init?(hexadecimal text: String) {
    guard text.utf8.count == 6, let value = UInt32(text, radix: 16) else { return nil }
    self.init(value)
  }

  init(_ color: Color) { (red, green, blue) = (color.red, color.green, color.blue) }

  var color: Color {
    func byte(_ share: Double) -> UInt8 { UInt8(min(max((share * 255).rounded(), 0), 255)) }
    return Color(redByte: byte(red), greenByte: byte(green), blueByte: byte(blue))
  }

  /// Changes the color (Source: ISO/IEC 29500-1, 20.1.2.3).
  mutating func change(_ name: SlideName, _ share: Double) {
    switch name {
    case .shade: (red, green, blue) = (red * share, green * share, blue * share)
    case .tint:
      (red, green, blue) = (1 - (1 - red) * share, 1 - (1 - green) * share, 1 - (1 - blue) * share)
    case .luminanceModulation: setLuminance { $0 * share }
    case .luminanceOffset: setLuminance { $0 + share }
    default: break
    }
  }

  /// Changes the luminance of the color, and keeps its hue and saturation.
  private mutating func setLuminance(_ change: (Double) -> Double) {
    let most = max(red, green, blue)
    let least = min(red, green, blue)
    let luminance = (most + least) / 2
    let range = most - least
    let saturation = range == 0 ? 0 : range / (1 - abs(2 * luminance - 1))
    let new = min(max(change(luminance), 0), 1)
    let newRange = saturation * (1 - abs(2 * new - 1))
    func moved(_ part: Double) -> Double {
      let place = range == 0 ? 0.5 : (part - least) / range
      return new - newRange / 2 + place * newRange
    }
    (red, green, blue) = (moved(red), moved(green), moved(blue))
  }
}
