// Numbers and texts in metadata. The byte order and the text encoding depend on the file.

extension Sequence<UInt8> {
  /// Returns the number that the bytes represent.
  func number(isBigEndian: Bool) -> Int {
    isBigEndian ? reduce(0) { $0 << 8 | Int($1) } : reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Int {
  /// Returns the given number of low bytes of the integer.
  func bytes(_ count: Int, isBigEndian: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
}

extension String {
  /// Decodes bytes as Latin-1.
  ///
  /// Every sequence of bytes is valid Latin-1.
  init(latin1 bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    // A Latin-1 character has one or two bytes in UTF-8.
    self = String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
      var count = 0
      for byte in bytes {
        if byte < 0x80 {
          buffer[count] = byte
          count += 1
        } else {
          buffer[count] = 0xC0 | byte >> 6
          buffer[count + 1] = 0x80 | byte & 0x3F
          count += 2
        }
      }
      return count
    }
  }

  /// Decodes bytes as UTF-8 if they are valid UTF-8, otherwise as Latin-1.
  init(utf8OrLatin1 bytes: some Collection<UInt8>) {
    // Iterating over the bytes of `Data` is many times slower than over an array.
    let bytes = [UInt8](bytes)
    self = String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
  }
}
