import ByteTools

/// The positions of zero bytes, control characters and escapes in a text, collected chunk by chunk.
///
/// In UTF-16, each Latin character contains a zero byte, and each Cyrillic or Arabic character contains a
/// control character. In UTF-32, every character contains at least one zero byte.
struct UnitPattern {
  /// The number of zero bytes at even and at odd offsets.
  private var zeros = (even: 0, odd: 0)
  /// The number of zero bytes and rare control characters at even and at odd offsets.
  private var controls = (even: 0, odd: 0)
  private(set) var byteCount = 0

  /// The bytes of an incomplete four-byte unit.
  private var unit: UInt32 = 0
  private var wide = (bigEndian: WideUnits(), littleEndian: WideUnits())

  private var lastBytes: UInt32 = 0
  private var hasJapaneseEscapes = false
  private var hasKoreanEscape = false
  private var isASCII = true

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) { add(bytes) }

  /// Adds the next chunk.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let offset = byteCount + place
      if wide.bigEndian.isPossible || wide.littleEndian.isPossible {
        unit = unit << 8 | UInt32(byte)
        if offset & 3 == 3 {
          wide.bigEndian.add(unit)
          wide.littleEndian.add(unit.byteSwapped)
        }
      } else if place + ByteWord.byteCount <= bytes.count, !isInsideEscape {
        // This is the fast path: most words of most texts contain no control character.
        let word = ByteWord(bytes, at: place)
        if word.matches(below: 0x1C) == 0 {
          if !word.isASCII { isASCII = false }
          lastBytes = 0
          place += ByteWord.byteCount
          continue
        }
      }
      if byte >= 0x80 { isASCII = false }
      lastBytes = lastBytes << 8 | UInt32(byte)
      // The escapes are ESC $ B and ESC $ @.
      if byte == 0x42 || byte == 0x40, lastBytes & 0xFFFF00 == 0x1B2400 { hasJapaneseEscapes = true }
      // The escape is ESC $ ) C.
      if byte == 0x43, lastBytes == 0x1B24_2943 { hasKoreanEscape = true }
      if byte < 0x09 || (0x0E...0x1A ~= byte) {
        if offset.isMultiple(of: 2) {
          controls.even += 1
          if byte == 0 { zeros.even += 1 }
        } else {
          controls.odd += 1
          if byte == 0 { zeros.odd += 1 }
        }
      }
      place += 1
    }
    byteCount += bytes.count
  }

  private var isInsideEscape: Bool {
    lastBytes & 0xFF == 0x1B || lastBytes & 0xFFFF == 0x1B24 || lastBytes & 0xFF_FFFF == 0x1B2429
  }

  /// UTF-32 or UTF-16 if the pattern would be improbable in any other encoding; otherwise nil.
  var likelyForm: TextEncoding.Form? {
    if byteCount.isMultiple(of: 4), byteCount >= 8 {
      if wide.bigEndian.isLikely { return .utf32BigEndian }
      if wide.littleEndian.isLikely { return .utf32LittleEndian }
    }
    return likelyUTF16
  }

  /// UTF-16 if the pattern would be improbable in any other encoding; otherwise nil.
  var likelyUTF16: TextEncoding.Form? {
    guard byteCount.isMultiple(of: 2) else { return nil }
    if max(zeros.even, zeros.odd) >= max(2, byteCount / 4) {
      switch (zeros.even > 0, zeros.odd > 0) {
      case (true, false): return .utf16BigEndian
      case (false, true): return .utf16LittleEndian
      default: return nil
      }
    }
    // Control characters must be the high byte of most units, and the low byte of few.
    let most = max(4, byteCount / 2 * 3 / 4)
    if controls.even >= most, controls.odd < byteCount / 4 { return .utf16BigEndian }
    if controls.odd >= most, controls.even < byteCount / 4 { return .utf16LittleEndian }
    return nil
  }

  /// ISO-2022-JP or ISO-2022-KR if the bytes are ASCII and contain escapes of that encoding; otherwise nil.
  var escapedForm: TextEncoding.Form? {
    guard isASCII else { return nil }
    return hasJapaneseEscapes ? .iso2022JP : hasKoreanEscape ? .iso2022KR : nil
  }
}

/// Checks whether all four-byte units are characters.
private struct WideUnits {
  private(set) var isPossible = true
  private var count = 0
  private var firstPlaneCount = 0

  mutating func add(_ unit: UInt32) {
    guard isPossible else { return }
    isPossible = unit != 0 && UnicodeScalar(unit) != nil
    count += 1
    if unit < 0x10000 { firstPlaneCount += 1 }
  }

  var isLikely: Bool { isPossible && firstPlaneCount * 2 >= count }
}
