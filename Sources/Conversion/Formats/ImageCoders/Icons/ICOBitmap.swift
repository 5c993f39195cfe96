import Foundation
import ProfferConversions

/// A picture that an icon file stores as a bitmap.
///
/// The bitmap is a BMP file without its first 14 bytes, followed by a mask of one bit per pixel. In the mask, 1 is a
/// transparent pixel. The header states the rows of the pixels and of the mask together, twice the number of rows.
/// The fourth byte of a 32-bit pixel is alpha, except if it is zero in all pixels. (Source: Microsoft, "Icons".)
struct ICOBitmap {
  /// The number of bytes of the shortest supported header, and of the fields that all headers have.
  static let leastHeaderSize = 40

  /// Returns the numbers of columns and rows of the bitmap at an offset.
  static func size(_ file: ImageBytes, at start: Int) -> ImageSize {
    ImageSize(
      width: Int(Int32(bitPattern: file.littleEndian(UInt32.self, at: start + 4))),
      height: abs(Int(Int32(bitPattern: file.littleEndian(UInt32.self, at: start + 8)))) / 2)
  }

  private let file: ImageBytes
  private let start: Int
  private let size: ImageSize
  private let isTopDown: Bool
  private let bitCount: Int
  /// The masks of red, green, blue and alpha; empty for pixels that are palette indices or three bytes.
  private var masks: [UInt32] = []
  /// The bytes of the colors, with four bytes per color.
  private let palette: Range<Int>
  private let pixels: Range<Int>
  private let maskPlace: Int
  private let maskRowByteCount: Int
  /// The offset at which the mask ends.
  let end: Int

  /// Reads the header of the bitmap at an offset, which has at least 40 bytes before the end of the file.
  ///
  /// - Throws: ``CoderError`` if the header is invalid, if the size exceeds the limits, or if the file ends before
  ///   the end of the pixels.
  init(_ file: ImageBytes, at start: Int, _ limits: ImageLimits) throws(CoderError) {
    (self.file, self.start) = (file, start)
    func word(_ offset: Int) -> UInt32 { file.littleEndian(UInt32.self, at: start + offset) }
    let headerSize = Int(word(0))
    guard [40, 52, 56, 108, 124].contains(headerSize) else {
      throw file.damaged("has a picture with a header of \(headerSize) bytes", at: start)
    }
    try file.require(start + headerSize, for: "pictures")
    size = Self.size(file, at: start)
    let statedHeight = Int32(bitPattern: word(8))
    isTopDown = statedHeight < 0
    guard statedHeight.isMultiple(of: 2) else {
      throw file.damaged(
        "states an odd number of rows (\(statedHeight)) for a picture and its mask", at: start + 8)
    }
    bitCount = Int(file.littleEndian(UInt16.self, at: start + 14))
    let compression = word(16)
    switch (compression, bitCount) {
    case (0, 1), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32): break
    case (1, 8), (2, 4): throw file.unsupported("has a picture with run-length encoding")
    default:
      throw file.damaged(
        "has a picture of \(bitCount) bits per pixel with compression \(compression)", at: start + 14)
    }
    _ = try limits.check(width: size.width, height: size.height, channels: .gray, depth: .eight)

    // Masks follow a header of 40 bytes, and are part of a larger one.
    var place = start + headerSize
    if compression == 3 {
      if headerSize == 40 { place += 12 }
      try file.require(start + 52, for: "pictures")
      masks = [word(40), word(44), word(48)]
      let colors = masks[0] | masks[1] | masks[2]
      masks.append(headerSize >= 56 ? word(52) : bitCount == 32 && colors == 0xFF_FFFF ? 0xFF00_0000 : 0)
    } else if bitCount == 16 {
      masks = [0x7C00, 0x03E0, 0x001F, 0]
    } else if bitCount == 32 {
      masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]
    }
    let usedCount = Int(word(32))
    let colorCount = usedCount == 0 && bitCount <= 8 ? 1 << bitCount : usedCount
    guard bitCount > 8 || colorCount <= 1 << bitCount else {
      throw file.damaged(
        "has a picture of \(bitCount) bits per pixel with \(colorCount) colors", at: start + 32)
    }
    palette = place..<place + colorCount * 4
    try file.require(palette.upperBound, for: "pictures")

    // The product can overflow if the limits are raised.
    maskRowByteCount = (size.width + 31) / 32 * 4
    let rowByteCount = (size.width * bitCount + 31) / 32 * 4
    let (pixelByteCount, isTooLarge) = rowByteCount.multipliedReportingOverflow(by: size.height)
    guard !isTooLarge, pixelByteCount <= file.count - palette.upperBound else {
      throw CoderError(
        .unexpectedEnd, "the \(file.format) file is truncated in its pixels", at: .byte(file.count))
    }
    pixels = palette.upperBound..<palette.upperBound + pixelByteCount
    maskPlace = pixels.upperBound
    end = maskPlace + maskRowByteCount * size.height
  }

  /// Decodes the pixels and the mask.
  func image(_ options: ImageOptions) throws -> Reading<Image> {
    var reading = try BMPReader.read(bitmapFile(), options, as: file.format)
    let image = reading.value
    if image.channels.hasAlpha, image.hasVisiblePixel { return reading }
    // Programs leave out the mask of 32-bit pixels only if the pixels have alpha.
    try file.require(end, for: "mask")
    var losses = LossCounter()
    losses.add(contentsOf: reading.losses)
    reading = Reading(
      try masked(image, options.limits, &losses), losses: losses.total, warnings: reading.warnings)
    return reading
  }

  /// Returns the pixels as a BMP file, in which the alpha of 32-bit pixels is declared.
  private func bitmapFile() -> Data {
    let headerSize = masks.isEmpty ? 40 : 56
    let usedPalette = bitCount <= 8 ? palette : palette.lowerBound..<palette.lowerBound
    let pixelPlace = BMPHeader.start + headerSize + usedPalette.count
    let rows = Int32(truncatingIfNeeded: isTopDown ? -size.height : size.height)
    var head = Array("BM".utf8)
    head.append(littleEndian: UInt32(truncatingIfNeeded: pixelPlace + pixels.count))
    head.append(littleEndian: UInt32(0))
    head.append(littleEndian: UInt32(pixelPlace))
    head.append(littleEndian: UInt32(headerSize))
    head.append(littleEndian: Int32(truncatingIfNeeded: size.width))
    head.append(littleEndian: rows)
    head.append(littleEndian: UInt16(1))
    head.append(littleEndian: UInt16(bitCount))
    head.append(littleEndian: UInt32(masks.isEmpty ? 0 : 3))
    head.append(littleEndian: UInt32(0))
    head += file.bytes[start + 24..<start + 32]
    head.append(littleEndian: UInt32(usedPalette.count / 4))
    head.append(littleEndian: UInt32(0))
    for mask in masks { head.append(littleEndian: mask) }
    return Data(head) + Data(file.bytes[usedPalette]) + Data(file.bytes[pixels])
  }

  /// Returns the image with the alpha that the mask specifies, or without alpha if no pixel is transparent.
  private func masked(_ image: Image, _ limits: ImageLimits, _ losses: inout LossCounter) throws -> Image {
    _ = try limits.check(
      width: size.width, height: size.height, channels: image.channels.isColor ? .rgba : .grayAlpha,
      depth: image.depth)
    let image = image.withAlpha()
    let pixelSize = image.bytesPerPixel
    let colorSize = pixelSize - image.depth.byteCount
    var (isTransparent, inverts) = (false, false)
    var samples = image.pixels
    samples.withUnsafeMutableBufferPointer { samples in
      var place = 0
      for row in 0..<size.height {
        let maskRow = maskPlace + (isTopDown ? row : size.height - 1 - row) * maskRowByteCount
        for column in 0..<size.width {
          let isMasked = file.bytes[maskRow + column >> 3] & 0x80 >> UInt8(column & 7) != 0
          if isMasked {
            isTransparent = true
            inverts = inverts || samples[place..<place + colorSize].contains { $0 != 0 }
          }
          for byte in colorSize..<pixelSize { samples[place + byte] = isMasked ? 0 : 0xFF }
          place += pixelSize
        }
      }
    }
    // Windows combines such a pixel with the background by exclusive or.
    if inverts { losses.add(.colors, "pixels that invert the background, read as transparent") }
    var ignored = LossCounter()
    let result = image.replacing(pixels: samples)
    return isTransparent ? result : result.withoutAlpha(&ignored)
  }
}

extension Image {
  /// Whether a pixel has an alpha other than zero; the image must have alpha.
  fileprivate var hasVisiblePixel: Bool {
    let alphaSize = depth.byteCount
    return pixels.withUnsafeBufferPointer { pixels in
      stride(from: bytesPerPixel - alphaSize, to: pixels.count, by: bytesPerPixel).contains { place in
        pixels[place..<place + alphaSize].contains { $0 != 0 }
      }
    }
  }
}
