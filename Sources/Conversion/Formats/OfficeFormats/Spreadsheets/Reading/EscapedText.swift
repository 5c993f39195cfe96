/// Decodes the escapes of characters in the texts of Excel files, such as `_x000D_` for a carriage return.
///
/// (Source: ISO/IEC 29500-1, 22.9.2.19. Each escape is a code unit of UTF-16; `_x005F_` is an underscore.)
enum EscapedText {
  /// Decodes the escapes in the bytes from an offset on.
  ///
  /// Half of a surrogate pair becomes U+FFFD.
  static func decode(_ bytes: inout [UInt8], from start: Int) {
    var place = start
    while place + 7 <= bytes.count, code(bytes, at: place) == nil { place += 1 }
    guard place + 7 <= bytes.count else { return }
    var output = place
    while place < bytes.count {
      guard let unit = code(bytes, at: place) else {
        bytes[output] = bytes[place]
        output += 1
        place += 1
        continue
      }
      place += 7
      var scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
      if unit & 0xFC00 == 0xD800, let low = code(bytes, at: place), low & 0xFC00 == 0xDC00 {
        place += 7
        scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))) ?? "\u{FFFD}"
      }
      for byte in String(scalar).utf8 {
        bytes[output] = byte
        output += 1
      }
    }
    bytes.removeLast(bytes.count - output)
  }

  /// Returns the code unit of an escape at an offset; nil if there is none.
  @inline(__always)
  private static func code(_ bytes: [UInt8], at place: Int) -> UInt16? {
    guard place + 7 <= bytes.count, bytes[place] == UInt8(ascii: "_"), bytes[place + 1] == UInt8(ascii: "x"),
      bytes[place + 6] == UInt8(ascii: "_")
    else { return nil }
    var value: UInt16 = 0
    for digit in bytes[place + 2..<place + 6] {
      switch digit {
      case 0x30...0x39: value = value << 4 | UInt16(digit - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt16((digit | 0x20) - 0x57)
      default: return nil
      }
    }
    return value
  }
}
