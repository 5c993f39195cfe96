extension Color {
  /// Reads a color as style sheets write it; nil for what is none, or depends on the place it stands in.
  ///
  /// All of CSS Color 4 that names one color: hexadecimal digits, the 148 names and `transparent`, and the functions
  /// `rgb`, `rgba`, `hsl`, `hsla`, `hwb`, `lab`, `lch`, `oklab`, `oklch` and `color` with its predefined spaces.
  /// `currentcolor`, system colors and calculations are none. A color beyond sRGB keeps amounts beyond 0 to 1.
  public init?(css text: some StringProtocol) {
    let text = text.lowercased().withoutOuterSpaces()
    if text.hasPrefix("#") {
      self.init(hexadecimalDigits: text.dropFirst())
    } else if let color = ColorNames.all[text] {
      self = color
    } else if let function = ColorFunction(text) {
      guard let color = function.color() else { return nil }
      self = color
    } else {
      return nil
    }
  }

  /// Reads 3, 4, 6 or 8 hexadecimal digits: red, green, blue and, with 4 and 8, alpha.
  public init?(hexadecimalDigits text: some StringProtocol) {
    var digits: [UInt8] = []
    for character in text.utf8 {
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue, digits.count < 8 else {
        return nil
      }
      digits.append(UInt8(digit))
    }
    let bytes: [UInt8]
    switch digits.count {
    case 3, 4: bytes = digits.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(
      redByte: bytes[0], greenByte: bytes[1], blueByte: bytes[2], alphaByte: bytes.count == 4 ? bytes[3] : 255
    )
  }

  /// The color as style sheets write it, which reads back as the same color.
  ///
  /// Colors that bytes can say are `#rrggbb`, or `rgba(…)` when something shows through, which every reader of HTML
  /// knows. Others are `color(srgb …)`.
  public var css: String {
    let (red, green, blue, _) = bytes
    guard Color(redByte: red, greenByte: green, blueByte: blue).isSameLight(as: self) else {
      return "color(srgb \(self.red) \(self.green) \(self.blue)\(alpha == 1 ? "" : " / \(alpha)"))"
    }
    guard alpha == 1 else { return "rgba(\(red), \(green), \(blue), \(alpha))" }
    return "#"
      + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func isSameLight(as other: Color) -> Bool {
    red == other.red && green == other.green && blue == other.blue
  }
}

extension String {
  fileprivate func withoutOuterSpaces() -> String {
    let isSpace: (Character) -> Bool = { $0.isASCII && $0.isWhitespace }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
