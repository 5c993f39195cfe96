/// Eight bytes that are examined in parallel with a few instructions.
///
/// The type is inlinable because loops in other modules scan whole documents with it.
@usableFromInline @frozen
package struct ByteWord {
  @inlinable package static var byteCount: Int { 8 }

  @usableFromInline let word: UInt64

  /// Loads eight bytes at an offset.
  ///
  /// The buffer must contain all eight bytes.
  @inlinable @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inlinable @inline(__always)
  init(_ word: UInt64) { self.word = word }

  @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Whether every byte is ASCII.
  @inlinable package var isASCII: Bool {
    @inline(__always) get { word & Self.highBits == 0 }
  }

  /// A mask with the highest bit of each non-ASCII byte.
  @inlinable package var nonASCII: UInt64 {
    @inline(__always) get { word & Self.highBits }
  }

  /// The number of bytes that continue a character of UTF-8, which are the bytes 0x80 to 0xBF.
  @inlinable package var continuationCount: Int {
    // The shift moves the second highest bit of each byte to the place of the highest one.
    @inline(__always) get { isASCII ? 0 : (word & ~(word << 1) & Self.highBits).nonzeroBitCount }
  }

  /// The last byte.
  @inlinable package var last: UInt8 {
    @inline(__always) get { UInt8(word >> 56) }
  }

  /// Returns a mask with the highest bit of each byte that equals the given byte.
  ///
  /// Bits above the first match may be wrong.
  @inlinable @inline(__always)
  package func matches(_ byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }

  /// Returns a mask with the highest bit of each byte below a limit of at most 128.
  ///
  /// Bits above the first match may be wrong.
  @inlinable @inline(__always)
  package func matches(below limit: UInt8) -> UInt64 {
    (word &- Self.ones &* UInt64(limit)) & ~word & Self.highBits
  }

  /// Returns the word with a bit set in each byte.
  ///
  /// Bytes that differ only in this bit then compare as equal.
  @inlinable @inline(__always)
  package func setting(_ bit: UInt8) -> ByteWord { ByteWord(word | Self.ones &* UInt64(bit)) }
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the first occurrence of a byte at or after `start`; nil if there is none.
  @inlinable
  package func firstPlace(of byte: UInt8, from start: Int = 0) -> Int? {
    firstPlace(of: byte, in: start..<Swift.max(start, count))
  }

  /// Returns the offset of the first occurrence of a byte in a range; nil if there is none.
  @inlinable
  package func firstPlace(of byte: UInt8, in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    // Examines four words at a time until one of them contains the byte.
    while place + 4 * ByteWord.byteCount <= range.upperBound {
      let first = ByteWord(self, at: place).matches(byte) | ByteWord(self, at: place + 8).matches(byte)
      let second = ByteWord(self, at: place + 16).matches(byte) | ByteWord(self, at: place + 24).matches(byte)
      if first | second != 0 { break }
      place += 4 * ByteWord.byteCount
    }
    while place + ByteWord.byteCount <= range.upperBound {
      let matches = ByteWord(self, at: place).matches(byte)
      if matches != 0 { return place + matches.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < range.upperBound {
      if self[place] == byte { return place }
      place += 1
    }
    return nil
  }
}
