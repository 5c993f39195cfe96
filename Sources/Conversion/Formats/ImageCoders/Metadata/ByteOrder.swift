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
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The text of bytes in UTF-8 where they are that, and in Latin-1 otherwise.
  init(utf8OrLatin1 bytes: some Collection<UInt8>) {
    self = String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
  }
}
