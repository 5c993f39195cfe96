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

extension Sequence<UInt8> {
  /// Returns the bytes with percent escapes, except ASCII letters, digits and the given signs.
  package func percentEncoded(keeping signs: String) -> String {
    let signs = Array(signs.utf8)
    var text: [UInt8] = []
    for byte in self {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.append(byte)
      case _ where signs.contains(byte): text.append(byte)
      default:
        let (high, low) = byte.hexadecimalDigits(capitals: true)
        text += [UInt8(ascii: "%"), high, low]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
