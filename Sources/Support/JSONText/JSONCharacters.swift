import ByteTools

/// Tests for the bytes that need no escape in a string, for reading and writing.
enum JSONCharacters {
  /// Returns whether a byte is an ASCII character that needs no escape in a string.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns a mask with the highest bit of each byte that is not plain, as defined by ``isPlain(_:)``.
  ///
  /// The bits of bytes after the first match may be wrong.
  @inline(__always)
  static func specialBytes(of word: ByteWord) -> UInt64 { escapedBytes(of: word) | word.nonASCII }

  /// Returns a mask with the highest bit of each byte that must be escaped: a quote, a backslash or a control
  /// character, but not a non-ASCII byte.
  ///
  /// The bits of bytes after the first match may be wrong.
  @inline(__always)
  static func escapedBytes(of word: ByteWord) -> UInt64 {
    word.matches(below: 0x20) | word.matches(0x22) | word.matches(0x5C)
  }
}
