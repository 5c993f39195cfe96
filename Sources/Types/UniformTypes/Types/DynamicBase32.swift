/// The base 32 of dynamic type identifiers: bytes as lower-case text, five bits a character.
///
/// The first byte's top bits come first. A last group of fewer than five bits is filled with zeros; there is no
/// padding, length or check. Source: some hundred identifiers seen in public.
enum DynamicBase32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  /// The value of each byte as a character, 255 for a byte that is not one.
  ///
  /// Either case is read.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() {
      values[Int(character)] = UInt8(value)
      if character >= UInt8(ascii: "a") { values[Int(character) - 32] = UInt8(value) }
    }
    return values
  }()

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        text.append(alphabet[Int(buffer >> bitCount & 31)])
      }
      buffer &= (1 << bitCount) - 1
    }
    if bitCount > 0 { text.append(alphabet[Int(buffer << (5 - bitCount) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil when it has another character, or bits left over that are not zero or make up a whole
  /// character: then the text was cut or mistyped.
  static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 5 / 8)
    var buffer: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value < 32 else { return nil }
      buffer = buffer << 5 | UInt32(value)
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(buffer >> bitCount & 0xFF))
        buffer &= (1 << bitCount) - 1
      }
    }
    return bitCount < 5 && buffer == 0 ? bytes : nil
  }
}
