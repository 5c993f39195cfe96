/// Makes UTF-8 of single bytes, a code page at a time.
struct RTFByteDecoder {
  private var codePage = RTFCodePage.windows1252
  private var upperHalf: [[UInt8]] = []
  private var known: [Int: [[UInt8]]] = [:]

  /// The UTF-8 of a byte from 0x80 on; empty when it stands for nothing.
  mutating func characters(of byte: UInt8, in codePage: RTFCodePage) -> [UInt8] {
    if codePage != self.codePage || upperHalf.isEmpty {
      self.codePage = codePage
      if let table = known[codePage.number] {
        upperHalf = table
      } else {
        upperHalf = codePage.upperHalf()
        known[codePage.number] = upperHalf
      }
    }
    return upperHalf[Int(byte) - 0x80]
  }

  /// The Greek letter that the Symbol font shows for an ASCII one (Source: Adobe's Symbol encoding).
  static func greek(_ byte: UInt8) -> UnicodeScalar? {
    switch byte {
    case 0x41...0x5A: greekCapitals[Int(byte) - 0x41]
    case 0x61...0x7A: greekSmall[Int(byte) - 0x61]
    default: nil
    }
  }

  private static let greekCapitals = Array("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ".unicodeScalars)
  private static let greekSmall = Array("αβχδεφγηιϕκλμνοπθρστυϖωξψζ".unicodeScalars)
}
