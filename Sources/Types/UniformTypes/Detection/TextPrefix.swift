/// The beginning of a text.
///
/// Text in UTF-16 or UTF-32 is converted to UTF-8.
struct TextPrefix {
  /// The match for plain text in the detected encoding.
  let encoding: SignatureMatch
  /// The text converted to UTF-8; nil if the data is not converted.
  private let converted: [UInt8]?
  private let data: PrefixBytes

  /// Examines all bytes; returns nil if the bytes are not text.
  init?(_ data: PrefixBytes) {
    if data.has("\u{FEFF}") {
      guard Self.isText(data.dropFirst(3)) else { return nil }
      self.init(data.dropFirst(3), "public.utf8-plain-text", "text in UTF-8 with a byte order mark")
      return
    }
    let mark = (data[0], data.count > 1 ? data[1] : 0)
    if mark == (0xFF, 0xFE) || mark == (0xFE, 0xFF) {
      let isBigEndian = mark.0 == 0xFE
      if !isBigEndian, data.number(UInt32.self, at: 0, isBigEndian: true) == 0xFFFE_0000 {
        self.init(
          data, "public.plain-text", "text in UTF-32 with a byte order mark",
          converted: Self.decoded(data, from: 4, UInt32.self, isBigEndian: false, as: UTF32.self))
      } else {
        self.init(
          data, "public.utf16-external-plain-text", "text in UTF-16 with a byte order mark",
          converted: Self.decoded(
            data, from: 2, UInt16.self, isBigEndian: isBigEndian, as: UTF16.self))
      }
      return
    }
    guard Self.isText(data) else {
      if data.number(UInt32.self, at: 0, isBigEndian: true) == 0x0000_FEFF {
        self.init(
          data, "public.plain-text", "text in UTF-32 with a byte order mark",
          converted: Self.decoded(data, from: 4, UInt32.self, isBigEndian: true, as: UTF32.self))
        return
      }
      guard let isBigEndian = Self.byteOrderOfUnmarkedUTF16(data) else { return nil }
      // Without a byte order mark, `utf16-plain-text` has the byte order of the machine, and
      // `utf16-external-plain-text` is big-endian.
      self.init(
        data, isBigEndian ? "public.utf16-external-plain-text" : "public.utf16-plain-text",
        "text in UTF-16 without a byte order mark",
        converted: Self.decoded(
          data, from: 0, UInt16.self, isBigEndian: isBigEndian, as: UTF16.self))
      return
    }
    if data.bytes.reduce(0, |) < 0x80 {
      self.init(data, "public.utf8-plain-text", "ASCII text")
    } else if Self.isUTF8(data) {
      self.init(data, "public.utf8-plain-text", "text in UTF-8")
    } else {
      // Short text without any ASCII characters cannot be distinguished from binary data.
      guard data.bytes.contains(where: { $0 < 0x80 }) else { return nil }
      self.init(data, "public.plain-text", "text in an unknown encoding")
    }
  }

  private init(_ data: PrefixBytes, _ identifier: String, _ evidence: String) {
    encoding = SignatureMatch(identifier, .general, evidence)
    converted = nil
    self.data = data
  }

  /// Stores converted text; returns nil if the text contains control characters that do not occur in text.
  private init?(_ data: PrefixBytes, _ identifier: String, _ evidence: String, converted: [UInt8]) {
    guard converted.withUnsafeBytes({ Self.isText(PrefixBytes(bytes: $0, isWhole: true)) }) else {
      return nil
    }
    encoding = SignatureMatch(identifier, .general, evidence)
    self.converted = converted
    self.data = data
  }

  /// Calls a function with the text, without leading white space.
  func withTrimmedBytes<Result>(_ body: (PrefixBytes) -> Result) -> Result {
    guard let converted else { return body(Self.trimmed(data)) }
    return converted.withUnsafeBytes { body(Self.trimmed(PrefixBytes(bytes: $0, isWhole: data.isWhole))) }
  }

  private static func trimmed(_ data: PrefixBytes) -> PrefixBytes {
    let start = data.bytes.firstIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return data.dropFirst(start ?? data.count)
  }

  /// Returns whether the bytes contain no control characters except those that occur in text.
  ///
  /// Bell, backspace, tabs, line breaks, page breaks and escape occur in text. A block of bytes is examined
  /// without a branch, so that the compiler can vectorise the loop.
  private static func isText(_ data: PrefixBytes) -> Bool {
    var start = 0
    while start < data.count {
      let end = min(start + 1024, data.count)
      var others: UInt8 = 0
      for place in start..<end {
        let byte = data.bytes[place]
        others |= (byte < 0x20 ? 1 : 0) & (byte &- 0x07 > 0x06 ? 1 : 0) & (byte != 0x1B ? 1 : 0)
      }
      if others != 0 { return false }
      start = end
    }
    return true
  }

  /// Returns whether the bytes are UTF-8.
  ///
  /// If the bytes are not all of the data, a character may be cut off at the end.
  private static func isUTF8(_ data: PrefixBytes) -> Bool {
    let bytes = data.bytes
    if String(validating: bytes, as: UTF8.self) != nil { return true }
    guard !data.isWhole else { return false }
    // A character has at most four bytes, so an incomplete character begins in the last three bytes.
    for cut in 1...3 where cut < bytes.count && bytes[bytes.count - cut] >= 0xC0 {
      let needed = bytes[bytes.count - cut] >= 0xF0 ? 4 : bytes[bytes.count - cut] >= 0xE0 ? 3 : 2
      return cut < needed && String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
    }
    return false
  }

  /// Returns whether UTF-16 text without a byte order mark is big-endian; nil if the data is not recognised
  /// as UTF-16.
  ///
  /// Only text that is mostly Latin is recognised, because almost half of the bytes of such text are zero.
  private static func byteOrderOfUnmarkedUTF16(_ data: PrefixBytes) -> Bool? {
    guard data.count >= 4, data.count % 2 == 0 || !data.isWhole else { return nil }
    let pairCount = min(data.count, 4096) / 2
    var zeroCounts = (even: 0, odd: 0)
    for pair in 0..<pairCount {
      let (even, odd) = (data[pair * 2], data[pair * 2 + 1])
      if even == 0 { zeroCounts.even += 1 }
      if odd == 0 { zeroCounts.odd += 1 }
      let low = even == 0 ? odd : even
      if even == 0 && odd == 0 || low < 0x20 && !(0x09...0x0D).contains(low) { return nil }
    }
    if zeroCounts.odd == 0, zeroCounts.even * 10 >= pairCount * 9 { return true }
    if zeroCounts.even == 0, zeroCounts.odd * 10 >= pairCount * 9 { return false }
    return nil
  }

  private static func decoded<Encoding: Unicode.Encoding>(
    _ data: PrefixBytes, from start: Int, _ unit: Encoding.CodeUnit.Type, isBigEndian: Bool,
    as encoding: Encoding.Type
  ) -> [UInt8] where Encoding.CodeUnit: FixedWidthInteger {
    let units = stride(from: start, to: data.count, by: MemoryLayout<Encoding.CodeUnit>.size)
      .compactMap { data.number(unit, at: $0, isBigEndian: isBigEndian) }
    return Array(String(decoding: units, as: encoding).utf8)
  }
}

/// The first bytes of some data, with access that never reads past the end.
struct PrefixBytes {
  let bytes: UnsafeRawBufferPointer
  /// Whether these are all the bytes of the data.
  let isWhole: Bool

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// Returns the bytes from an offset on.
  func dropFirst(_ count: Int) -> PrefixBytes {
    PrefixBytes(bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count)), isWhole: isWhole)
  }

  /// Returns whether the bytes at an offset equal the UTF-8 bytes of a text.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset + text.utf8CodeUnitCount <= count else { return false }
    for place in 0..<text.utf8CodeUnitCount where bytes[offset + place] != text.utf8Start[place] {
      return false
    }
    return true
  }

  /// Returns an integer of two or four bytes; nil if it extends past the end.
  func number<Number: FixedWidthInteger>(_: Number.Type, at offset: Int, isBigEndian: Bool)
    -> Number?
  {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return nil }
    let number = bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    return isBigEndian ? Number(bigEndian: number) : Number(littleEndian: number)
  }

  /// Returns bytes as text, with invalid UTF-8 replaced.
  func text(at offset: Int, count: Int) -> String {
    guard offset >= 0, offset < self.count else { return "" }
    return String(decoding: bytes[offset..<min(offset + count, self.count)], as: UTF8.self)
  }

  /// Returns the index of the first byte with the given value, at or after an offset.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < count else { return nil }
    return bytes[offset...].firstIndex(of: byte)
  }
}
