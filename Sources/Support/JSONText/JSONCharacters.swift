/// Which bytes of a string mean themselves, for reading and writing alike.
enum JSONCharacters {
  /// Whether a byte is ASCII that stands for itself between quotes.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The high bit of each byte of a word that is not plain.
  ///
  /// A borrow can mark bytes above a marked one wrongly; the lowest mark is always right.
  @inline(__always)
  static func specialBytes(of word: UInt64) -> UInt64 {
    escapedBytes(of: word) | (word & 0x8080_8080_8080_8080)
  }

  /// The same for bytes that must be escaped: quotes, backslashes and control characters, not those beyond ASCII.
  @inline(__always)
  static func escapedBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found =
      ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    return found & 0x8080_8080_8080_8080
  }
}
