/// The width and height of a picture in pixels, according to its header.
package struct PictureSize: Equatable, Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// Reads the size from the header of a PNG, JPEG, GIF, BMP or WebP file; nil for any other file.
  ///
  /// Sources: PNG specification, IHDR; ITU-T T.81, frame headers; GIF89a, logical screen descriptor;
  /// BITMAPINFOHEADER; RFC 9649.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let bytes = Array(bytes.prefix(1 << 20))
    guard
      let size = Self.png(bytes) ?? Self.jpeg(bytes) ?? Self.gif(bytes) ?? Self.bmp(bytes) ?? Self.webP(bytes)
    else { return nil }
    (width, height) = size
    if width < 1 || height < 1 || width > 1_000_000 || height > 1_000_000 { return nil }
  }

  private static func bigEndian(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
    bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      return nil
    }
    return (bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4))
  }

  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var index = 2
    while index + 9 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (bigEndian(bytes, index + 7, 2), bigEndian(bytes, index + 5, 2))
      }
      index += 2 + max(bigEndian(bytes, index + 2, 2), 2)
    }
    return nil
  }

  private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 10, bytes.starts(with: Array("GIF8".utf8)) else { return nil }
    return (littleEndian(bytes, 6, 2), littleEndian(bytes, 8, 2))
  }

  private static func bmp(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 26, bytes.starts(with: Array("BM".utf8)), littleEndian(bytes, 14, 4) >= 40 else {
      return nil
    }
    // A negative height means that the rows are stored from the top.
    let height = Int32(truncatingIfNeeded: littleEndian(bytes, 22, 4))
    return (littleEndian(bytes, 18, 4), Int(height.magnitude))
  }

  private static func webP(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30, bytes.starts(with: Array("RIFF".utf8)),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return (littleEndian(bytes, 26, 2) & 0x3FFF, littleEndian(bytes, 28, 2) & 0x3FFF)
    case "VP8L":
      let bits = littleEndian(bytes, 21, 4)
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X": return (littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1)
    default: return nil
    }
  }
}
