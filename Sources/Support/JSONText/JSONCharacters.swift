import ByteTools

/// The bytes that need no escape in a string, for reading and writing.
enum JSONCharacters {
  /// Whether a byte is ASCII that needs no escape in a string.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns the highest bit of each byte of a word that is not plain.
  ///
  /// The bits of bytes after the first match may be wrong.
  @inline(__always)
  static func specialBytes(of word: ByteWord) -> UInt64 { escapedBytes(of: word) | word.nonASCII }

  /// Returns the same for bytes that must be escaped: quotes, backslashes and control characters, but not
  /// non-ASCII bytes.
  @inline(__always)
  static func escapedBytes(of word: ByteWord) -> UInt64 {
    word.matches(below: 0x20) | word.matches(0x22) | word.matches(0x5C)
  }
}
