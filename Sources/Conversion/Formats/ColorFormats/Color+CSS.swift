extension Color {
  /// Parses a CSS color; nil for other text and for colors that depend on their context.
  ///
  /// Accepts every CSS Color 4 syntax for a specific color: hexadecimal digits, the 148 names and
  /// `transparent`, and the functions `rgb`, `rgba`, `hsl`, `hsla`, `hwb`, `lab`, `lch`, `oklab`, `oklch`
  /// and `color` with its predefined spaces. The result is nil for `currentcolor`, system colors and
  /// `calc()` expressions. A color outside sRGB has components below 0 or above 1.
  ///
  /// - Parameter text: the text of the color.
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

  /// Parses a color of 3, 4, 6 or 8 hexadecimal digits, in the order red, green, blue, alpha.
  ///
  /// Alpha is present only with 4 or 8 digits.
  package init?(hexadecimalDigits text: some StringProtocol) {
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

  /// The color in CSS syntax.
  ///
  /// Parsing the text returns the same color. If the red, green and blue components are exact 8-bit values,
  /// the color is written in a form that every HTML reader supports: `#rrggbb` if opaque, otherwise
  /// `rgba(…)`. Any other color is written as `color(srgb …)`.
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

/// The named colors of CSS Color 4.
enum ColorNames {
  /// The colors by their lower-case names, including `transparent`.
  static let all: [String: Color] = {
    var colors = ["transparent": Color(red: 0, green: 0, blue: 0, alpha: 0)]
    for row in table.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let fields = row.split(separator: " ")
      colors[String(fields[0])] = Color(hexadecimalDigits: fields[1])
    }
    return colors
  }()

  private static let table = """
    aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc
    bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a
    burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50
    cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b
    darkcyan 008b8b, darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9
    darkkhaki bdb76b, darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc
    darkred 8b0000, darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f
    darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493, deepskyblue 00bfff
    dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0
    forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700
    goldenrod daa520, gray 808080, green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0
    hotpink ff69b4, indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa
    lavenderblush fff0f5, lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080
    lightcyan e0ffff, lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3
    lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa
    lightslategray 778899, lightslategrey 778899, lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00
    limegreen 32cd32, linen faf0e6, magenta ff00ff, maroon 800000, mediumaquamarine 66cdaa
    mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db, mediumseagreen 3cb371
    mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585
    midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5, navajowhite ffdead
    navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500, orangered ff4500
    orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee, palevioletred db7093
    papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6
    purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1
    saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee
    sienna a0522d, silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090
    snow fffafa, springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8
    tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5
    yellow ffff00, yellowgreen 9acd32
    """
}
