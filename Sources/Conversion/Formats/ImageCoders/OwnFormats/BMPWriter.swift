import Foundation
import ProfferConversions

/// A writer for BMP files: 8 bits with a gray palette, 24 bits, or 32 bits with alpha.
///
/// The header is V5 for a picture with a color profile, and V4 for other pictures with alpha. All other
/// pictures have a header of 40 bytes, which every reader supports.
struct BMPWriter {
  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    var losses = LossCounter()
    // BMP stores a density as a positive integer number of pixels per meter.
    let holdsDensity = image.density.map { perMeter($0.horizontal) > 0 && perMeter($0.vertical) > 0 }
    image.countMetadata(&losses, holdsProfile: true, holdsDensity: holdsDensity ?? true)
    var image = image.withEightBits(&losses)
    if image.channels == .grayAlpha { image = image.inColor(&losses) }
    return Written(try BMPWriter(image).file(), losses: losses.total)
  }

  /// Returns the rows of an image as a BMP file stores them.
  ///
  /// The image must have 8-bit samples, and must have colors if it has alpha.
  static func rows(of image: Image) -> [UInt8] { BMPWriter(image).rows() }

  private let image: Image
  private let rowByteCount: Int
  private let headerSize: Int
  private let paletteSize: Int

  private init(_ image: Image) {
    self.image = image
    rowByteCount = (image.width * image.channels.count + 3) / 4 * 4
    headerSize = image.colorProfile != nil ? 124 : image.channels.hasAlpha ? 108 : 40
    paletteSize = image.channels == .gray ? 1024 : 0
  }

  private func file() throws(CoderError) -> Data {
    let pixelByteCount = rowByteCount * image.height
    let pixelPlace = BMPHeader.start + headerSize + paletteSize
    let profile = image.colorProfile ?? Data()
    guard let fileSize = UInt32(exactly: pixelPlace + pixelByteCount + profile.count),
      let width = Int32(exactly: image.width), let height = Int32(exactly: image.height)
    else {
      throw CoderError(
        .unwritable,
        "\(image.width) × \(image.height) pixels are too many for a BMP file, which has at most 4 GiB")
    }
    var head: [UInt8] = [UInt8(ascii: "B"), UInt8(ascii: "M")]
    head.append(littleEndian: fileSize)
    head.append(littleEndian: UInt32(0))
    head.append(littleEndian: UInt32(pixelPlace))
    head.append(littleEndian: UInt32(headerSize))
    head.append(littleEndian: width)
    head.append(littleEndian: height)
    head.append(littleEndian: UInt16(1))
    head.append(littleEndian: UInt16(image.channels.count * 8))
    // Only a mask declares that the fourth byte is alpha.
    head.append(littleEndian: UInt32(image.channels.hasAlpha ? 3 : 0))
    head.append(littleEndian: UInt32(pixelByteCount))
    head.append(littleEndian: Self.perMeter(image.density?.horizontal))
    head.append(littleEndian: Self.perMeter(image.density?.vertical))
    head.append(littleEndian: UInt32(paletteSize / 4))
    head.append(littleEndian: UInt32(0))
    if headerSize > 40 {
      let masks: [UInt32] =
        image.channels.hasAlpha ? [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000] : [0, 0, 0, 0]
      for mask in masks { head.append(littleEndian: mask) }
      head.append(littleEndian: UInt32(profile.isEmpty ? 0x7352_4742 : 0x4D42_4544))
      head.append(contentsOf: [UInt8](repeating: 0, count: 48))
    }
    if headerSize == 124 {
      head.append(littleEndian: UInt32(4))
      head.append(littleEndian: UInt32(headerSize + paletteSize + pixelByteCount))
      head.append(littleEndian: UInt32(profile.count))
      head.append(littleEndian: UInt32(0))
    }
    if paletteSize > 0 { for gray in UInt8.min...UInt8.max { head += [gray, gray, gray, 0] } }
    var file = Data(capacity: Int(fileSize))
    file.append(contentsOf: head)
    file.append(contentsOf: rows())
    file.append(profile)
    return file
  }

  /// Returns the rows from bottom to top.
  ///
  /// The samples of a pixel are in the order blue, green, red, alpha.
  private func rows() -> [UInt8] {
    let channelCount = image.channels.count
    let padding = rowByteCount - image.width * channelCount
    return image.pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: rowByteCount * image.height) { target, initializedCount in
        var to = 0
        for row in (0..<image.height).reversed() {
          var from = row * image.width * channelCount
          for _ in 0..<image.width {
            if channelCount == 1 {
              target[to] = source[from]
            } else {
              target[to] = source[from + 2]
              target[to + 1] = source[from + 1]
              target[to + 2] = source[from]
              if channelCount == 4 { target[to + 3] = source[from + 3] }
            }
            from += channelCount
            to += channelCount
          }
          for _ in 0..<padding {
            target[to] = 0
            to += 1
          }
        }
        initializedCount = to
      }
    }
  }

  private static func perMeter(_ density: Double?) -> Int32 {
    density.flatMap { Int32(exactly: ($0 / ImageDensity.metersPerInch).rounded()) } ?? 0
  }
}

extension ImageFormat {
  /// BMP, the bitmap format of Windows and OS/2.
  package static let bmp = ImageFormat(
    "BMP", types: ["com.microsoft.bmp"], mayLose: [.bitDepth, .colors, .metadata],
    readingMayLose: [.alpha, .bitDepth, .colors, .metadata], decode: BMPReader.read,
    encode: BMPWriter.write)
}
