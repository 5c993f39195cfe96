import ByteTools

extension FilePath {
  /// Makes a path by decoding the percent escapes of a file URL's path.
  ///
  /// Returns nil if the decoded path is empty or contains NUL. The decoded bytes need not be UTF-8.
  package init?(percentEncoded text: String) {
    self.init(bytes: Self.unescaped(Array(text.utf8)))
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == 0x25, index + 2 < text.count, let high = text[index + 1].hexadecimalDigit,
        let low = text[index + 2].hexadecimalDigit
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }
}
