extension UnsafeRawBufferPointer {
  /// The number at an offset; the caller has checked that it lies within.
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int)
    -> Number
  {
    precondition(
      offset >= 0 && offset + MemoryLayout<Number>.size <= count, "lengths are checked before fields")
    return Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  func slice(_ start: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start..<start + count])
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
