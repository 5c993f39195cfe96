/// The characters of the Symbol font, and of other fonts that show symbols instead of letters.
///
/// The bytes of this font are not characters of a code page.
///
/// Sources: Adobe's Symbol encoding, and Unicode's mapping of this encoding; for Wingdings and Webdings, the
/// names of the characters in Unicode that are based on these fonts. Symbols without a common character are
/// omitted.
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

  /// Returns whether a font shows symbols instead of letters.
  package static func isSymbolic(_ family: String) -> Bool {
    switch family {
    case "Symbol", "Wingdings", "Wingdings 2", "Wingdings 3", "Webdings": true
    default: false
    }
  }

  /// Returns the character that a symbol font shows for a scalar; nil if it is unknown, or if the font shows
  /// letters.
  ///
  /// - Parameter scalar: a scalar below U+0100, or the private use scalar from U+F000 for the same symbol.
  package static func scalar(_ scalar: UnicodeScalar, in family: String) -> UnicodeScalar? {
    let code = (0xF000...0xF0FF).contains(scalar.value) ? scalar.value - 0xF000 : scalar.value
    guard code < 256 else { return nil }
    return switch family {
    case "Symbol": table[Int(code)]
    case "Wingdings": wingdings[Int(code)]
    case "Wingdings 2": wingdings2[Int(code)]
    case "Webdings": webdings[Int(code)]
    default: nil
    }
  }

  private static let table = table(of: rows)
  private static let wingdings = table(of: wingdingsRows)
  private static let wingdings2 = table(of: wingdings2Rows)
  private static let webdings = table(of: webdingsRows)

  private static func table(of rows: [(Int, String)]) -> [UnicodeScalar?] {
    var table = [UnicodeScalar?](repeating: nil, count: 256)
    for (first, signs) in rows {
      for (index, sign) in signs.unicodeScalars.enumerated() where sign != " " || first + index == 0x20 {
        table[first + index] = sign
      }
    }
    return table
  }

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

  private static let wingdingsRows: [(Int, String)] = [
    (0x20, "  ✂✁     ✆     "), (0x36, "⌛"), (0x3E, "✇✍ ✌👌👍👎☜☞☝☟ ☺😐☹💣☠  ✈☼💧❄ ✞ ✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓"),
    (0x6C, "●❍■□◻❑❒⬧⧫◆❖⬥⌧ ⌘"), (0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"), (0x9E, "·•"), (0xA1, "○"), (0xA7, "▪◻"),
    (0xAB, "★"), (0xB5, "✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛"), (0xD5, "⌫⌦ ➢"), (0xDF, "←→↑↓↖↗↙↘"), (0xE8, "➔"),
    (0xEF, "⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂"), (0xFB, "✗✓☒☑"),
  ]
  private static let wingdings2Rows: [(Int, String)] = [
    (0x20, " "), (0x4F, "✗✓☒☑☒"), (0xA3, "□"), (0x97, "●"),
  ]
  private static let webdingsRows: [(Int, String)] = [
    (0x20, " "), (0x33, "◀▶▲▼⏪⏩⏮⏭⏸⏹⏺"), (0x59, "♥"), (0x61, "✔"), (0x67, "■"), (0x6E, "●"), (0x72, "✖"),
  ]
}
