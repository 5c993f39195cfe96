import ByteTools

/// Which bytes of a string mean themselves, for reading and writing alike.
enum JSONCharacters {
  /// Whether a byte is ASCII that stands for itself between quotes.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The highest bit of each byte of a word that is not plain.
  ///
  /// Bytes above the first one may be marked wrongly.
  @inline(__always)
  static func specialBytes(of word: ByteWord) -> UInt64 { escapedBytes(of: word) | word.nonASCII }

  /// The same for bytes that must be escaped: quotes, backslashes and control characters, not those beyond ASCII.
  @inline(__always)
  static func escapedBytes(of word: ByteWord) -> UInt64 {
    word.matches(below: 0x20) | word.matches(0x22) | word.matches(0x5C)
  }
}
