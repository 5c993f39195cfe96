import Foundation
import ProfferConversions

/// A reader for QOI files, according to the specification of 2022-01-05 at qoiformat.org.
///
/// Each chunk is a pixel, or a run that repeats the previous pixel. A pixel is encoded as a difference from
/// the previous pixel, as an index into a table of 64 recent pixels, or as its samples.
enum QOIReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: "QOI")
      try file.require(QOIFormat.headerSize, for: "header")
      guard bytes.prefix(4).elementsEqual("qoif".utf8) else {
        throw CoderError(.wrongFormat, "this is not a QOI file", at: .byte(0))
      }
      let width = Int(file.bigEndian(UInt32.self, at: 4))
      let height = Int(file.bigEndian(UInt32.self, at: 8))
      guard (3...4).contains(file[12]) else { throw file.damaged("declares \(file[12]) channels", at: 12) }
      guard file[13] <= 1 else { throw file.damaged("declares the color space \(file[13])", at: 13) }
      let channels: Image.Channels = file[12] == 3 ? .rgb : .rgba
      let byteCount = try options.limits.check(
        width: width, height: height, channels: channels, depth: .eight)
      // One byte encodes a run of at most 62 pixels. This check prevents a short file from allocating memory
      // for a large picture.
      let pieceByteCount = bytes.count - QOIFormat.headerSize
      guard width * height <= pieceByteCount.multipliedReportingOverflow(by: 62).partialValue else {
        throw ended(file)
      }
      var end = QOIFormat.headerSize
      var pixels = [UInt8](repeating: 0, count: byteCount)
      try pixels.withUnsafeMutableBufferPointer { pixels in
        end = try decode(file, into: pixels, channelCount: channels.count)
      }
      var losses = LossCounter()
      var warnings: [String] = []
      if bytes[end...].starts(with: QOIFormat.end) {
        losses.addTrailing(bytes[(end + QOIFormat.end.count)...])
      } else {
        warnings.append("The QOI file has no end marker.")
        losses.addTrailing(bytes[end...])
      }
      // The color space in the header is ignored, because the field is only informative, and Pillow
      // declares linear samples in all its files.
      return Reading(
        Image(width: width, height: height, channels: channels, pixels: pixels), losses: losses.total,
        warnings: warnings)
    }
  }

  /// Decodes all pixels.
  ///
  /// - Returns: the offset at which the chunks end.
  private static func decode(
    _ file: ImageBytes, into pixels: UnsafeMutableBufferPointer<UInt8>, channelCount: Int
  ) throws(CoderError) -> Int {
    var seen = [QOIPixel](repeating: QOIPixel(0, 0, 0, 0), count: 64)
    var pixel = QOIPixel.first
    var place = QOIFormat.headerSize
    var run = 0
    var to = 0
    while to < pixels.count {
      if run > 0 {
        run -= 1
      } else {
        guard place < file.count else { throw ended(file) }
        let tag = file[place]
        place += 1
        switch tag {
        case 0xFE:
          guard place + 3 <= file.count else { throw ended(file) }
          pixel = QOIPixel(file[place], file[place + 1], file[place + 2], pixel.alpha)
          place += 3
        case 0xFF:
          guard place + 4 <= file.count else { throw ended(file) }
          pixel = QOIPixel(file[place], file[place + 1], file[place + 2], file[place + 3])
          place += 4
        case 0x00..<0x40: pixel = seen[Int(tag)]
        case 0x40..<0x80:
          pixel.red &+= (tag >> 4 & 3) &- 2
          pixel.green &+= (tag >> 2 & 3) &- 2
          pixel.blue &+= (tag & 3) &- 2
        case 0x80..<0xC0:
          guard place < file.count else { throw ended(file) }
          let green = (tag & 0x3F) &- 32
          pixel.red &+= green &+ (file[place] >> 4) &- 8
          pixel.green &+= green
          pixel.blue &+= green &+ (file[place] & 15) &- 8
          place += 1
        default: run = Int(tag & 0x3F)
        }
        seen[pixel.index] = pixel
      }
      pixels[to] = pixel.red
      pixels[to + 1] = pixel.green
      pixels[to + 2] = pixel.blue
      if channelCount == 4 { pixels[to + 3] = pixel.alpha }
      to += channelCount
    }
    return place
  }

  private static func ended(_ file: ImageBytes) -> CoderError {
    CoderError(.unexpectedEnd, "the QOI file is truncated in its pixel data", at: .byte(file.count))
  }
}

/// Constants that the reader and the writer share.
enum QOIFormat {
  static let headerSize = 14
  /// The bytes that follow the last chunk.
  static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
}

/// A pixel of a QOI file.
struct QOIPixel: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The initial value of the previous pixel.
  static let first = QOIPixel(0, 0, 0, 255)

  /// The index of the pixel in the table of recent pixels.
  var index: Int {
    let redAndGreen = red &* 3 &+ green &* 5
    let blueAndAlpha = blue &* 7 &+ alpha &* 11
    return Int((redAndGreen &+ blueAndAlpha) & 63)
  }
}
