// Numbers and texts of the bytes of metadata, whose order and encoding are those of the file.

extension Sequence<UInt8> {
  /// The number that the bytes are, all of them.
  func number(isBigEndian: Bool) -> Int {
    isBigEndian ? reduce(0) { $0 << 8 | Int($1) } : reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Int {
  /// The lowest bytes of the number.
  func bytes(_ count: Int, isBigEndian: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
}

extension String {
  /// The text of bytes in Latin-1, which is every sequence of bytes.
  init(latin1 bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    // In UTF-8 each takes one byte or two.
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

  /// The text of bytes in UTF-8 where they are that, and in Latin-1 otherwise.
  init(utf8OrLatin1 bytes: some Collection<UInt8>) {
    // The bytes of `Data` one by one take many times as long as those of an array.
    let bytes = [UInt8](bytes)
    self = String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
  }
}
