import Foundation
import ProfferConversions

/// A writer for QOI files.
///
/// Each pixel is encoded in its shortest form, as in the reference encoder.
enum QOIWriter {
  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    var losses = LossCounter()
    image.countMetadata(&losses)
    var image = image.withEightBits(&losses)
    image.colorProfile = nil
    image = image.inColor(&losses)
    guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height) else {
      throw CoderError(.unwritable, "\(image.width) × \(image.height) pixels are too many for a QOI file")
    }
    var file = Array("qoif".utf8)
    file.reserveCapacity(QOIFormat.headerSize + image.pixels.count / 2)
    file.append(bigEndian: width)
    file.append(bigEndian: height)
    file.append(UInt8(image.channels.count))
    file.append(0)
    image.pixels.withUnsafeBufferPointer { encode($0, channelCount: image.channels.count, into: &file) }
    file += QOIFormat.end
    return Written(Data(file), losses: losses.total)
  }

  private static func encode(
    _ pixels: UnsafeBufferPointer<UInt8>, channelCount: Int, into file: inout [UInt8]
  ) {
    var seen = [QOIPixel](repeating: QOIPixel(0, 0, 0, 0), count: 64)
    var last = QOIPixel.first
    var run: UInt8 = 0
    for place in stride(from: 0, to: pixels.count, by: channelCount) {
      let pixel = QOIPixel(
        pixels[place], pixels[place + 1], pixels[place + 2], channelCount == 4 ? pixels[place + 3] : 255)
      if pixel == last {
        run += 1
        // Runs of 63 or 64 pixels cannot be encoded, because their tags would be those of RGB and RGBA
        // pixels.
        if run == 62 { end(&run, in: &file) }
        continue
      }
      end(&run, in: &file)
      let index = pixel.index
      if seen[index] == pixel {
        file.append(UInt8(index))
      } else {
        seen[index] = pixel
        append(pixel, after: last, to: &file)
      }
      last = pixel
    }
    end(&run, in: &file)
  }

  private static func end(_ run: inout UInt8, in file: inout [UInt8]) {
    guard run > 0 else { return }
    file.append(0xC0 | (run - 1))
    run = 0
  }

  /// Appends a pixel as a difference from the previous pixel, or as its samples.
  private static func append(_ pixel: QOIPixel, after last: QOIPixel, to file: inout [UInt8]) {
    guard pixel.alpha == last.alpha else {
      file += [0xFF, pixel.red, pixel.green, pixel.blue, pixel.alpha]
      return
    }
    // Differences wrap around. A bias is added to each difference, so that its smallest value is stored as 0.
    let red = pixel.red &- last.red
    let green = pixel.green &- last.green
    let blue = pixel.blue &- last.blue
    if red &+ 2 < 4, green &+ 2 < 4, blue &+ 2 < 4 {
      file.append(0x40 | (red &+ 2) << 4 | (green &+ 2) << 2 | (blue &+ 2))
    } else if green &+ 32 < 64, red &- green &+ 8 < 16, blue &- green &+ 8 < 16 {
      file.append(0x80 | (green &+ 32))
      file.append((red &- green &+ 8) << 4 | (blue &- green &+ 8))
    } else {
      file += [0xFE, pixel.red, pixel.green, pixel.blue]
    }
  }
}

extension ImageFormat {
  /// QOI, the Quite OK Image Format.
  package static let qoi = ImageFormat(
    "QOI", types: ["io.proffer.qoi"], mayLose: [.bitDepth, .colors, .metadata],
    readingMayLose: [.metadata], decode: QOIReader.read,
    encode: QOIWriter.write)
}
