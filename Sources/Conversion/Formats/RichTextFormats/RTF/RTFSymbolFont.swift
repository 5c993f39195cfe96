/// The signs of the Symbol font, whose bytes are not letters of a code page (Source: Adobe, Symbol encoding; Unicode's
/// mapping of it).
enum RTFSymbolFont {
  /// The character that the font shows for a byte; nil for one that has none.
  static func scalar(_ byte: UInt8) -> UnicodeScalar? { table[Int(byte)] }

  /// The character that the font shows for one of Unicode's private area, where programs put its bytes from U+F000 on.
  static func scalar(private scalar: UnicodeScalar) -> UnicodeScalar? {
    guard (0xF020...0xF0FF).contains(scalar.value) else { return nil }
    return table[Int(scalar.value - 0xF000)]
  }

  private static let table: [UnicodeScalar?] = {
    var table = [UnicodeScalar?](repeating: nil, count: 256)
    for (first, signs) in rows {
      for (index, sign) in signs.unicodeScalars.enumerated() where sign != " " || first + index == 0x20 {
        table[first + index] = sign
      }
    }
    return table
  }()

  /// The signs from a byte on; a space where a byte has none.
  private static let rows: [(Int, String)] = [
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?"),
    (0x40, "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"),
    (0x60, "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵"),
    (0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"),
    (0xE0, "◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
  ]
}
