/// The characters of the Symbol font.
///
/// The bytes of this font are not characters of a code page.
///
/// Sources: Adobe's Symbol encoding, and Unicode's mapping of this encoding.
package enum SymbolFont {
  /// Returns the character that the font shows for a byte; nil if the byte has no character.
  package static func scalar(_ byte: UInt8) -> UnicodeScalar? { table[Int(byte)] }

  /// Returns the character that the font shows for a private use scalar; nil for any other scalar.
  ///
  /// Programs map the bytes of the font to the scalars from U+F000.
  package static func scalar(private scalar: UnicodeScalar) -> UnicodeScalar? {
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

  /// The characters for consecutive bytes, each row with its first byte; a space means that a byte has no
  /// character.
  private static let rows: [(Int, String)] = [
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?"),
    (0x40, "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"),
    (0x60, "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵"),
    (0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"),
    (0xE0, "◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
  ]
}
