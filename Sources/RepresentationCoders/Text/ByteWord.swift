/// Eight bytes that are looked at together, which costs a few instructions for all of them.
struct ByteWord {
  static let byteCount = 8

  private let word: UInt64

  /// Takes the bytes that begin at a place, all of which must be there.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  private init(_ word: UInt64) { self.word = word }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether no byte is beyond ASCII.
  var isASCII: Bool {
    @inline(__always) get { word & Self.highBits == 0 }
  }

  /// The last of the bytes.
  var last: UInt8 {
    @inline(__always) get { UInt8(word >> 56) }
  }

  /// The highest bit of each byte that is the one looked for, up to the first such; what is above it may be wrong.
  @inline(__always)
  func matches(_ byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }

  /// The same for each byte below a limit of at most 128.
  @inline(__always)
  func matches(below limit: UInt8) -> UInt64 {
    (word &- Self.ones &* UInt64(limit)) & ~word & Self.highBits
  }

  /// The word with a bit set in each byte, so that two bytes that differ only in it are found as one.
  @inline(__always)
  func setting(_ bit: UInt8) -> ByteWord { ByteWord(word | Self.ones &* UInt64(bit)) }
}

extension UnsafeRawBufferPointer {
  /// The first place of a byte from a place on; nil if there is none.
  func firstPlace(of byte: UInt8, from start: Int = 0) -> Int? {
    var place = start
    while place + ByteWord.byteCount <= count {
      let matches = ByteWord(self, at: place).matches(byte)
      if matches != 0 { return place + matches.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < count {
      if self[place] == byte { return place }
      place += 1
    }
    return nil
  }
}
