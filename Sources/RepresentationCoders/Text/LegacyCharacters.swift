/// The upper half of an encoding of one byte a character, whose lower half is ASCII.
struct LegacyCharacters: Sendable {
  /// The scalars of the bytes from 0x80 on.
  let scalars: [UnicodeScalar]
  private let bytes: [UnicodeScalar: UInt8]

  /// - Parameter text: the 128 characters in order, each a single scalar.
  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    precondition(scalars.count == 128, "the upper half of a table of characters is not complete")
    bytes = Dictionary(uniqueKeysWithValues: scalars.enumerated().map { ($1, UInt8(0x80 + $0)) })
  }

  /// The byte of a scalar; nil if the encoding lacks it.
  func byte(of scalar: UnicodeScalar) -> UInt8? {
    scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : bytes[scalar]
  }

  /// ISO 8859-1: the byte is the scalar.
  static let latin1 = LegacyCharacters(latin1UpperHalf(from: 0x80))

  /// Windows-1252 with the five bytes that Microsoft leaves open as the control characters they are in Latin-1, so
  /// that every byte survives (Source: WHATWG Encoding, index windows-1252).
  static let windows1252 = LegacyCharacters(
    """
    €\u{81}‚ƒ„…†‡\u{2C6}‰Š‹Œ\u{8D}Ž\u{8F}\
    \u{90}‘’“”•–—\u{2DC}™š›œ\u{9D}žŸ
    """ + latin1UpperHalf(from: 0xA0))

  /// Mac Roman since Mac OS 8.5, which has the euro sign and Apple's logo (Source: Unicode, Apple's ROMAN.TXT).
  static let macRoman = LegacyCharacters(
    """
    ÄÅÇÉÑÖÜáàâäãåçéè\
    êëíìîïñóòôöõúùûü\
    †°¢£§•¶ß®©™´¨≠ÆØ\
    ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
    ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ\
    –—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
    ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\
    \u{F8FF}ÒÚÛÙı\u{2C6}\u{2DC}¯\u{2D8}\u{2D9}\u{2DA}¸\u{2DD}\u{2DB}\u{2C7}
    """)

  private static func latin1UpperHalf(from first: UInt8) -> String {
    var text = String.UnicodeScalarView()
    for byte in first...0xFF { text.append(UnicodeScalar(byte)) }
    return String(text)
  }
}
