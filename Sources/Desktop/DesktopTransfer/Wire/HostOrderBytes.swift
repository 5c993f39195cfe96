/// Writes numbers in the byte order of this machine, as both display protocols require.
struct HostOrderWriter {
  private(set) var bytes: [UInt8] = []

  /// Reserves space for the given number of bytes.
  mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

  mutating func add(_ value: UInt8) { bytes.append(value) }

  mutating func add(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Adds zero bytes up to a multiple of four bytes.
  mutating func pad() { while bytes.count & 3 != 0 { bytes.append(0) } }

  /// Adds the given number of zero bytes.
  mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
}

/// Reads numbers at given offsets in a message.
///
/// Bytes beyond the end of the message are zero.
///
/// The length of a message is checked before its fields are read, so a missing field is never mistaken for
/// zero.
struct HostOrderReader {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(at offset: Int) -> UInt8 { number(at: offset) }
  func short(at offset: Int) -> UInt16 { number(at: offset) }
  func word(at offset: Int) -> UInt32 { number(at: offset) }

  private func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset + size <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }

  /// Returns the bytes of a range, clipped to the message.
  func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    let start = min(max(0, offset), bytes.count)
    let end = min(start + max(0, count), bytes.count)
    return bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)]
  }
}
