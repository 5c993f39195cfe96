/// The characters of the Symbol font, whose bytes are not letters of a code page (Source: Adobe, Symbol
/// encoding; Unicode's mapping of it).
enum RTFSymbolFont {
  /// The character that the font shows for a byte; nil if there is none.
  static func scalar(_ byte: UInt8) -> UnicodeScalar? { table[Int(byte)] }

  /// The character that the font shows for a private use scalar.
  ///
  /// Programs map the font's bytes to U+F000 and above.
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

  /// The characters from a first byte; a space where a byte has no character.
  private static let rows: [(Int, String)] = [
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?"),
    (0x40, "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"),
    (0x60, "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵"),
    (0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"),
    (0xE0, "◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
  ]
}
