/// The first bytes of some data, read without running past their end.
struct PrefixBytes {
  private let bytes: UnsafeRawBufferPointer
  /// Whether these are all the bytes there are.
  let isWhole: Bool

  init(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// The bytes from an offset on.
  func dropFirst(_ count: Int) -> PrefixBytes {
    PrefixBytes(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count)), isWhole: isWhole)
  }

  /// Whether there are these ASCII characters at an offset.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset + text.utf8CodeUnitCount <= count else { return false }
    for place in 0..<text.utf8CodeUnitCount where bytes[offset + place] != text.utf8Start[place] {
      return false
    }
    return true
  }

  /// A number of two or four bytes, nil when it is not wholly there.
  func number<Number: FixedWidthInteger>(_: Number.Type, at offset: Int, isBigEndian: Bool) -> Number? {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return nil }
    let number = bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    return isBigEndian ? Number(bigEndian: number) : Number(littleEndian: number)
  }

  /// A text of some bytes; what is not UTF-8 is replaced.
  func text(at offset: Int, count: Int) -> String {
    guard offset >= 0, offset < self.count else { return "" }
    return String(decoding: bytes[offset..<min(offset + count, self.count)], as: UTF8.self)
  }

  /// The place of a byte at or after an offset.
  func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < count else { return nil }
    return bytes[offset...].firstIndex(of: byte)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { body(bytes) }
}
