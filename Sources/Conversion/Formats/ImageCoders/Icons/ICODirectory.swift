import ProfferConversions

/// The directory of an icon file (`.ico`) or a cursor file (`.cur`).
///
/// A file begins with three words: zero, a type, and the number of pictures. An entry of 16 bytes for each picture
/// follows: the numbers of columns, rows and colors, each as one byte, a byte that is zero, two words, and the byte
/// count and the offset of the picture. A size of 256 is stored as 0. For an icon, the two words are the numbers of
/// planes and of bits per pixel; for a cursor, they are the position of the hotspot. (Source: Microsoft, "Icons",
/// `ICONDIR` and `ICONDIRENTRY`.)
///
/// Programs often write wrong numbers into the entries, so sizes and depths are taken from the pictures.
struct ICODirectory {
  static let headerSize = 6
  static let entrySize = 16
  static let iconType: UInt16 = 1
  private static let cursorType: UInt16 = 2

  /// A picture in the file.
  struct Picture {
    /// The format in which the picture is stored.
    enum Format { case png, bitmap }

    let format: Format
    /// The bytes of the picture, as declared by the entry.
    let range: Range<Int>
    /// The numbers of columns and rows that the entry states.
    let statedSize: ImageSize
    /// The numbers of columns and rows that the picture itself states.
    ///
    /// They are not checked, and may be zero.
    let size: ImageSize
    let bitCount: Int

    /// The number of pixels; the largest integer on overflow.
    fileprivate var pixelCount: Int {
      let (product, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
      return isTooLarge ? .max : product
    }
  }

  /// Whether the file contains cursors.
  let isCursor: Bool
  /// The pictures, at least one, in the order of the entries.
  let pictures: [Picture]

  /// Reads the directory and the first bytes of each picture.
  ///
  /// - Throws: ``CoderError`` if the bytes are not an icon or cursor file, if the file has no pictures, or if a
  ///   picture is outside of the file, in the directory, or in an unknown format.
  init(_ file: ImageBytes) throws(CoderError) {
    guard file.count >= 4, file.littleEndian(UInt16.self, at: 0) == 0,
      [Self.iconType, Self.cursorType].contains(file.littleEndian(UInt16.self, at: 2))
    else { throw CoderError(.wrongFormat, "this is not an ICO or CUR file", at: .byte(0)) }
    isCursor = file.littleEndian(UInt16.self, at: 2) == Self.cursorType
    try file.require(Self.headerSize, for: "header")
    let count = Int(file.littleEndian(UInt16.self, at: 4))
    guard count > 0 else { throw file.damaged("contains no pictures", at: 4) }
    let end = Self.headerSize + count * Self.entrySize
    try file.require(end, for: "directory")
    pictures = try (0..<count).map { number throws(CoderError) in
      try Self.picture(file, entry: Self.headerSize + number * Self.entrySize, directoryEnd: end)
    }
  }

  /// The picture with the most pixels; among equal ones, the first that has the most bits per pixel.
  var largest: Picture {
    var largest = pictures[0]
    for picture in pictures.dropFirst()
    where (picture.pixelCount, picture.bitCount) > (largest.pixelCount, largest.bitCount) {
      largest = picture
    }
    return largest
  }

  /// The offset at which the last picture ends.
  var end: Int { pictures.reduce(0) { max($0, $1.range.upperBound) } }

  /// Whether two different pictures share bytes.
  ///
  /// Several entries may have the same picture.
  var hasOverlaps: Bool {
    let ranges = Set(pictures.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    return zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
  }

  /// The offset at which the first chunk of a PNG file ends: the signature, length, name, 13 bytes and a checksum.
  private static let pngHeaderEnd = 33

  private static func picture(
    _ file: ImageBytes, entry: Int, directoryEnd: Int
  ) throws(CoderError) -> Picture {
    func side(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
    let byteCount = Int(file.littleEndian(UInt32.self, at: entry + 8))
    let start = Int(file.littleEndian(UInt32.self, at: entry + 12))
    guard start >= directoryEnd else {
      throw file.damaged("has a picture at byte \(start), inside its directory", at: entry + 12)
    }
    try file.require(start + byteCount, for: "pictures")
    let range = start..<start + byteCount
    let statedSize = ImageSize(width: side(file[entry]), height: side(file[entry + 1]))
    if file.bytes[range].starts(with: PNGChunks.signature) {
      guard byteCount >= pngHeaderEnd else {
        throw file.damaged("has a PNG picture of \(byteCount) bytes", at: start)
      }
      // The first chunk of PNG begins with the numbers of columns and rows, the depth and the color type.
      let channelCount = [2: 3, 4: 2, 6: 4][file[start + 25], default: 1]
      return Picture(
        format: .png, range: range, statedSize: statedSize,
        size: ImageSize(
          width: Int(file.bigEndian(UInt32.self, at: start + 16)),
          height: Int(file.bigEndian(UInt32.self, at: start + 20))),
        bitCount: Int(file[start + 24]) * channelCount)
    }
    try file.require(start + ICOBitmap.leastHeaderSize, for: "pictures")
    let size = ICOBitmap.size(file, at: start)
    return Picture(
      format: .bitmap, range: range, statedSize: statedSize, size: size,
      bitCount: Int(file.littleEndian(UInt16.self, at: start + 14)))
  }
}
