import ColorFormats

/// A color of a Word document.
enum WordColor: Hashable, Sendable {
  /// The default color, or no color.
  case automatic
  case rgb(UInt32)

  /// Parses a value such as `FF8000` or `auto`; nil for any other value.
  init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else {
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      guard digits.utf8.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
      self = .rgb(value)
    }
  }

  /// The color of a highlighter; nil for an unknown name.
  init?(highlight name: String) {
    switch name {
    case "none": self = .automatic
    case "black": self = .rgb(0x000000)
    case "blue": self = .rgb(0x0000FF)
    case "cyan": self = .rgb(0x00FFFF)
    case "green": self = .rgb(0x00FF00)
    case "magenta": self = .rgb(0xFF00FF)
    case "red": self = .rgb(0xFF0000)
    case "yellow": self = .rgb(0xFFFF00)
    case "white": self = .rgb(0xFFFFFF)
    case "darkBlue": self = .rgb(0x000080)
    case "darkCyan": self = .rgb(0x008080)
    case "darkGreen": self = .rgb(0x008000)
    case "darkMagenta": self = .rgb(0x800080)
    case "darkRed": self = .rgb(0x800000)
    case "darkYellow": self = .rgb(0x808000)
    case "darkGray": self = .rgb(0x808080)
    case "lightGray": self = .rgb(0xC0C0C0)
    default: return nil
    }
  }

  /// The color as a value; nil for the default color.
  var color: Color? {
    guard case .rgb(let value) = self else { return nil }
    return Color(
      redByte: UInt8(value >> 16 & 0xFF), greenByte: UInt8(value >> 8 & 0xFF), blueByte: UInt8(value & 0xFF))
  }

  /// Returns a color that is lighter or darker, as the attributes `themeTint` and `themeShade` define.
  ///
  /// - Parameters:
  ///   - tint: 255 for no change, 0 for white.
  ///   - shade: 255 for no change, 0 for black.
  func changed(tint: UInt8?, shade: UInt8?) -> WordColor {
    guard case .rgb(let value) = self, tint != nil || shade != nil else { return self }
    var amounts = [16, 8, 0].map { Double(value >> UInt32($0) & 0xFF) }
    if let shade { amounts = amounts.map { $0 * Double(shade) / 255 } }
    if let tint { amounts = amounts.map { 255 - (255 - $0) * Double(tint) / 255 } }
    return .rgb(amounts.reduce(0) { $0 << 8 | UInt32(min(max($1.rounded(), 0), 255)) })
  }
}
