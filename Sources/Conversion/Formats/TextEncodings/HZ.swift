/// HZ: the characters of GB 2312, encoded in ASCII bytes between `~{` and `~}`.
///
/// Two tildes are one, and a tilde before a line feed continues the line (Source: RFC 1843). Every line
/// begins in ASCII, regardless of the state at the end of the previous line.
enum HZ {
  private static let tilde = UInt8(ascii: "~")
  private static let begin = UInt8(ascii: "{")
  private static let end = UInt8(ascii: "}")

  /// Advances past one byte, or past an escape of two bytes.
  ///
  /// - Returns: the new offset.
  private static func step(from place: Int, in bytes: UnsafeRawBufferPointer, _ isChinese: inout Bool) -> Int
  {
    switch bytes[place] {
    case tilde where place + 1 < bytes.count:
      switch bytes[place + 1] {
      case begin: isChinese = true
      case end: isChinese = false
      case tilde: break
      case 0x0A: isChinese = false
      default: return place + 1
      }
      return place + 2
    case 0x0A, 0x0D: isChinese = false
    case 0x21...0x7E where isChinese && place + 1 < bytes.count && 0x21...0x7E ~= bytes[place + 1]:
      return place + 2
    default: break
    }
    return place + 1
  }

  /// Returns the first offset at or after `limit` at which the text is in ASCII and can be divided.
  static func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, atOrBehind limit: Int) -> Int {
    var isChinese = false
    var place = start
    while place < bytes.count {
      if place >= limit, !isChinese { return place }
      place = step(from: place, in: bytes, &isChinese)
    }
    return bytes.count
  }

  /// Appends the decoded text as UTF-8, and returns the number of invalid sequences that were replaced.
  ///
  /// The bytes must begin in ASCII.
  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    var spelled: [UInt8] = []
    spelled.reserveCapacity(bytes.count)
    var isChinese = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let wasChinese = isChinese
      let next = step(from: place, in: bytes, &isChinese)
      let isPair = next == place + 2
      switch byte {
      case tilde where isPair: if bytes[place + 1] == tilde { spelled.append(tilde) }
      // A tilde is invalid before other characters, and half a character is invalid.
      case tilde, 0x80...: spelled.append(invalid)
      case 0x21...0x7E where wasChinese:
        spelled += isPair ? [byte | 0x80, bytes[place + 1] | 0x80] : [invalid]
      default: spelled.append(byte)
      }
      place = next
    }
    return spelled.withUnsafeBytes { characters.append($0, to: &text) }
  }

  /// Returns the characters in GB 2312 as in ``escaped(_:)``; nil if HZ lacks one of the characters.
  static func spelled(_ scalars: String.UnicodeScalarView) -> [UInt8]? {
    guard let bytes = characters.bytes(of: scalars) else { return nil }
    // GBK also has characters that GB 2312 lacks.
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte < 0x80 { continue }
      guard 0xA1...0xF7 ~= byte, let second = rest.popFirst(), 0xA1...0xFE ~= second else { return nil }
    }
    return bytes
  }

  /// Returns GB 2312 text with escapes inserted.
  ///
  /// Each line ends in ASCII.
  static func escaped(_ spelled: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(spelled.count * 5 / 4)
    var isChinese = false
    for byte in spelled {
      if (byte >= 0x80) != isChinese {
        isChinese.toggle()
        result += [tilde, isChinese ? begin : end]
      }
      result.append(byte & 0x7F)
      if byte == tilde { result.append(tilde) }
    }
    if isChinese { result += [tilde, end] }
    return result
  }

  /// A byte that is invalid in GBK.
  private static let invalid: UInt8 = 0xFF

  private static var characters: DoubleByteCharacters {
    guard let characters = DoubleByteCharacters(.hz) else { preconditionFailure("HZ has no table") }
    return characters
  }
}
