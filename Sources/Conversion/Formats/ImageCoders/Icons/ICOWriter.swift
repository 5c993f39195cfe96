import Foundation
import ProfferConversions

/// A writer for icon files: pictures of several sizes with 32 bits per pixel.
///
/// Pictures with 256 columns or rows are stored as PNG if libpng is installed, as in the icons of Windows. Smaller
/// ones are stored as bitmaps, which every program reads.
enum ICOWriter {
  /// The maximum number of columns and rows that the directory of an icon file can state.
  static let sideLimit = 256
  private static let standardSizes = [16, 32, 48]

  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    let sizes = try sizes(for: image, options)
    var losses = LossCounter()
    var warnings: [String] = []
    image.countMetadata(&losses)
    let samples = Image(
      width: image.width, height: image.height, channels: image.channels, depth: image.depth,
      pixels: image.pixels)
    let picture = samples.withEightBits(&losses).inColor(&losses).withAlpha()
    let isSquare = options.iconSizes != nil || max(image.width, image.height) >= standardSizes[0]
    if isSquare, image.width != image.height {
      warnings.append(
        "The image has \(image.width) × \(image.height) pixels. Icons are squares, so it gets transparent margins."
      )
    }
    if let size = sizes.last, options.iconSizes != nil, max(image.width, image.height) < size {
      warnings.append(
        "The image has \(image.width) × \(image.height) pixels and is not enlarged to the icon size \(size).")
    }
    let entries = try sizes.map { size in
      var ignored = LossCounter()
      let fit = ImageSize(width: size, height: size)
      let isLargest = size == sizes.last
      let scaled = isLargest ? picture.scaled(toFit: fit, &losses) : picture.scaled(toFit: fit, &ignored)
      return try Entry(isSquare ? scaled.centered(inWidth: size, height: size) : scaled)
    }
    return Written(file(entries), losses: losses.total, warnings: warnings)
  }

  /// Returns the sizes to write, in ascending order.
  private static func sizes(for image: Image, _ options: ImageOptions) throws(CoderError) -> [Int] {
    guard let wanted = options.iconSizes else {
      let largest = min(max(image.width, image.height), sideLimit)
      return standardSizes.filter { $0 < largest } + [largest]
    }
    guard !wanted.isEmpty else { throw CoderError(.unwritable, "an ICO file needs at least one size") }
    if let size = wanted.first(where: { !(1...sideLimit).contains($0) }) {
      throw CoderError(.unwritable, "an icon has 1 to \(sideLimit) columns and rows, not \(size)")
    }
    return Set(wanted).sorted()
  }

  /// A picture of the file: its size and its bytes.
  private struct Entry {
    let width, height: Int
    let contents: Data

    init(_ image: Image) throws {
      (width, height) = (image.width, image.height)
      let png = ImageFormat.png
      if max(width, height) == ICOWriter.sideLimit, png.missingForWriting?() == nil, let encode = png.encode {
        contents = try encode(image, ImageOptions()).data
      } else {
        contents = ICOWriter.bitmap(image)
      }
    }
  }

  private static func file(_ entries: [Entry]) -> Data {
    var head: [UInt8] = []
    head.append(littleEndian: UInt16(0))
    head.append(littleEndian: ICODirectory.iconType)
    head.append(littleEndian: UInt16(entries.count))
    var place = ICODirectory.headerSize + entries.count * ICODirectory.entrySize
    for entry in entries {
      // 256 is stored as 0.
      head += [UInt8(truncatingIfNeeded: entry.width), UInt8(truncatingIfNeeded: entry.height), 0, 0]
      head.append(littleEndian: UInt16(1))
      head.append(littleEndian: UInt16(32))
      head.append(littleEndian: UInt32(entry.contents.count))
      head.append(littleEndian: UInt32(place))
      place += entry.contents.count
    }
    return entries.reduce(into: Data(head)) { $0 += $1.contents }
  }

  /// Returns a bitmap with its mask, in which a pixel is transparent if its alpha is zero.
  ///
  /// Programs that know alpha ignore the mask, or apply it as well.
  private static func bitmap(_ image: Image) -> Data {
    let maskRowByteCount = (image.width + 31) / 32 * 4
    let rows = BMPWriter.rows(of: image)
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(ICOBitmap.leastHeaderSize))
    bytes.append(littleEndian: UInt32(image.width))
    bytes.append(littleEndian: UInt32(image.height * 2))
    bytes.append(littleEndian: UInt16(1))
    bytes.append(littleEndian: UInt16(32))
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: UInt32(rows.count + maskRowByteCount * image.height))
    bytes += [UInt8](repeating: 0, count: 16)
    bytes += rows
    for row in (0..<image.height).reversed() {
      var mask = [UInt8](repeating: 0, count: maskRowByteCount)
      for column in 0..<image.width where image.pixels[(row * image.width + column) * 4 + 3] == 0 {
        mask[column >> 3] |= 0x80 >> UInt8(column & 7)
      }
      bytes += mask
    }
    return Data(bytes)
  }
}

extension ImageFormat {
  /// ICO, the icon format of Windows and of web sites.
  ///
  /// Cursors are only read.
  package static let ico = ImageFormat(
    "ICO", types: ["com.microsoft.ico", "io.proffer.windows-cursor"],
    mayLose: [.bitDepth, .colors, .metadata, .resolution],
    readingMayLose: [.animation, .pages, .bitDepth, .colors, .metadata], decode: ICOReader.read,
    encode: ICOWriter.write)
}
