import TextEncodings

/// An encoding of the bytes in RTF, by Microsoft's number for it.
struct RTFCodePage: Equatable {
  /// The number: 1252 for Western, 10000 for Mac Roman.
  let number: Int

  init(_ number: Int) { self.number = number }

  /// Western.
  static let windows1252 = RTFCodePage(1252)
  /// Signs instead of letters; the bytes are no text.
  static let symbol = RTFCodePage(42)

  /// The code page of a font's `\fcharset`; nil for that of the document.
  ///
  /// The plain set, 0, stands for the document's own: programs write it into documents of every code page.
  init?(characterSet: Int) {
    switch characterSet {
    case 2: number = 42
    case 77: number = 10000
    case 78, 128: number = 932
    case 79, 129: number = 949
    case 80, 134: number = 936
    case 81, 136: number = 950
    case 85, 161: number = 1253
    case 83, 177: number = 1255
    case 84, 178, 179, 180: number = 1256
    case 86, 162: number = 1254
    case 87, 222: number = 874
    case 88, 238: number = 1250
    case 89, 204: number = 1251
    case 163: number = 1258
    case 186: number = 1257
    case 254: number = 437
    case 255: number = 850
    default: return nil
    }
  }

  /// Whether a character can have several bytes.
  var isMultibyte: Bool { number == 65001 || isDoubleByte }

  private var isDoubleByte: Bool { [932, 936, 949, 950, 54936].contains(number) }

  /// Whether a byte is the first of two.
  func isLead(_ byte: UInt8) -> Bool {
    guard isDoubleByte, byte > 0x80, byte < 0xFF else { return false }
    return number != 932 || !(0xA0...0xDF).contains(byte)
  }

  /// The text of some bytes, with U+FFFD where they are none; nil for a code page that is not known.
  func text(of bytes: [UInt8]) -> (text: String, repairCount: Int)? {
    guard let encoding = TextEncoding(windowsCodePage: number) else { return nil }
    return bytes.withUnsafeBytes { encoding.decode($0) }
  }

  /// The UTF-8 of each single byte from 0x80 on; empty where the byte stands for nothing.
  func upperHalf() -> [[UInt8]] {
    if number == 42 {
      // Symbol fonts have their signs here in Unicode's private area (Source: OpenType, symbol character maps).
      return (0x80...0xFF).map { Array(String(Character(UnicodeScalar(UInt32(0xF000 + $0)) ?? "?")).utf8) }
    }
    return (UInt8(0x80)...0xFF).map { byte in
      guard let decoded = text(of: [byte]), decoded.repairCount == 0 else { return [] }
      return Array(decoded.text.utf8)
    }
  }
}
