import Foundation
import ProfferConversions

/// A reader for BMP files.
///
/// If the palette contains only grays, the pixels become gray samples. The fourth byte of a 32-bit pixel is
/// read as alpha only if a mask declares it as alpha. Without such a mask, the format reserves the byte.
struct BMPReader {
  private let file: ImageBytes
  private var header: BMPHeader
  private let limits: ImageLimits
  /// The offset at which run-length encoded pixels end; nil for other pixels, whose size is known.
  private var pixelsEnd: Int?

  private init(file: ImageBytes, header: BMPHeader, limits: ImageLimits) {
    self.file = file
    self.header = header
    self.limits = limits
  }

  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    try read(data, options, as: "BMP")
  }

  /// Reads a BMP file that may be a part of another file.
  ///
  /// - Parameter format: the name of the format of the other file, shown in messages.
  static func read(_ data: Data, _ options: ImageOptions, as format: String) throws -> Reading<Image> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: format)
      var reader = BMPReader(
        file: file, header: try BMPHeader(file, limits: options.limits), limits: options.limits)
      var image = try reader.image()
      image.density = reader.header.density
      image.colorProfile = reader.header.colorProfile
      reader.countTrailingBytes()
      return Reading(image, losses: reader.header.losses.total, warnings: reader.header.warnings)
    }
  }

  private mutating func image() throws -> Image {
    switch (header.compression, header.bitCount) {
    case (.none, ...8): try image(ofIndexes: try unpackedIndexes())
    case (.runs8, _), (.runs4, _): try image(ofIndexes: try indexesOfRuns())
    case (.none, 24): try imageOfBytes(pixelSize: 3)
    case (.none, 32): try imageOfBytes(pixelSize: 4)
    default: try imageOfMasks()
    }
  }

  /// The number of bytes in a row of the file, padded to a multiple of 4.
  private var rowByteCount: Int { (header.width * header.bitCount + 31) / 32 * 4 }

  /// Returns the file offset at which a row of the picture begins.
  private func place(ofRow row: Int) -> Int {
    header.pixelPlace + (header.isTopDown ? row : header.height - 1 - row) * rowByteCount
  }

  /// Reports as lost the bytes after the pixels and the color profile.
  private mutating func countTrailingBytes() {
    let end = max(pixelsEnd ?? header.pixelPlace + header.height * rowByteCount, header.profileEnd)
    if end < file.count { header.losses.addTrailing(file.bytes[end...]) }
  }

  private func requirePixels() throws(CoderError) {
    // The padding of the row that is last in the file may be missing.
    let lastRow = (header.width * header.bitCount + 7) / 8
    try file.require(header.pixelPlace + (header.height - 1) * rowByteCount + lastRow, for: "pixels")
  }

  // MARK: Colors of a palette

  private func unpackedIndexes() throws -> [UInt8] {
    try requirePixels()
    let (width, bitCount) = (header.width, header.bitCount)
    let mask = UInt8(truncatingIfNeeded: (1 << bitCount) - 1)
    return [UInt8](unsafeUninitializedCapacity: width * header.height) { indexes, initializedCount in
      var to = 0
      for row in 0..<header.height {
        let start = place(ofRow: row)
        for column in 0..<width {
          let bit = column * bitCount
          let byte = file.bytes[start + bit >> 3]
          indexes[to] = byte >> UInt8(8 - bitCount - bit & 7) & mask
          to += 1
        }
      }
      initializedCount = to
    }
  }

  /// Returns the palette indices of run-length encoded pixels.
  ///
  /// Pixels that no run covers have index 0.
  private mutating func indexesOfRuns() throws -> [UInt8] {
    var runs = BMPRuns(file, header)
    var indexes = [UInt8](repeating: 0, count: header.width * header.height)
    try indexes.withUnsafeMutableBufferPointer { indexes in try runs.decode(into: indexes) }
    header.warnings += runs.warnings
    pixelsEnd = runs.end
    return indexes
  }

  private mutating func image(ofIndexes indexes: [UInt8]) throws -> Image {
    let palette = header.palette
    guard !palette.isEmpty else { throw file.damaged("has no colors", at: header.pixelPlace) }
    if let greatest = indexes.max(), Int(greatest) >= palette.count {
      header.warnings.append(
        "The \(file.format) file has pixels of color \(greatest), but only \(palette.count) colors; these pixels are black."
      )
    }
    let isGray = palette.allSatisfy { $0.red == $0.green && $0.green == $0.blue }
    let channels: Image.Channels = isGray ? .gray : .rgb
    let byteCount = try limits.check(
      width: header.width, height: header.height, channels: channels, depth: .eight)
    func table(_ color: KeyPath<(red: UInt8, green: UInt8, blue: UInt8), UInt8>) -> [UInt8] {
      palette.map { $0[keyPath: color] } + [UInt8](repeating: 0, count: 256 - palette.count)
    }
    let (reds, greens, blues) = (table(\.red), table(\.green), table(\.blue))
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, initializedCount in
      var to = 0
      for index in indexes {
        pixels[to] = reds[Int(index)]
        if !isGray {
          pixels[to + 1] = greens[Int(index)]
          pixels[to + 2] = blues[Int(index)]
        }
        to += channels.count
      }
      initializedCount = to
    }
    return Image(width: header.width, height: header.height, channels: channels, pixels: pixels)
  }

  // MARK: Colors in the pixels

  /// Returns an image from pixels stored as blue, green and red, with or without a fourth, reserved byte.
  private mutating func imageOfBytes(pixelSize: Int) throws -> Image {
    try requirePixels()
    let byteCount = try limits.check(
      width: header.width, height: header.height, channels: .rgb, depth: .eight)
    // Reserved bytes should all be equal. If they differ, a program stored data in them, probably alpha.
    let first = file[place(ofRow: 0) + pixelSize - 1]
    var difference: UInt8 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, initializedCount in
      var to = 0
      for row in 0..<header.height {
        var from = place(ofRow: row)
        for _ in 0..<header.width {
          difference |= file.bytes[from + pixelSize - 1] ^ first
          pixels[to] = file.bytes[from + 2]
          pixels[to + 1] = file.bytes[from + 1]
          pixels[to + 2] = file.bytes[from]
          from += pixelSize
          to += 3
        }
      }
      initializedCount = to
    }
    if pixelSize == 4, difference != 0 {
      header.losses.add(.alpha, "the fourth byte of each pixel, which no mask assigns to alpha")
    }
    return Image(width: header.width, height: header.height, channels: .rgb, pixels: pixels)
  }

  /// Returns an image from pixels stored as words with masks.
  ///
  /// The depth is 16 bits if a component has more than 8 bits.
  private mutating func imageOfMasks() throws -> Image {
    let fields = try header.masks.map { mask throws(CoderError) in
      guard let field = BMPField(mask) else { throw file.damaged("has the mask \(mask), which has gaps") }
      return field
    }
    if fields[0..<3].allSatisfy({ $0.isEmpty }) { throw file.damaged("has no mask for a color") }
    try requirePixels()
    if fields.contains(where: \.losesBits) { header.losses.add(.bitDepth, "samples reduced to 16 bits") }
    let channels: Image.Channels = fields[3].isEmpty ? .rgb : .rgba
    let depth: Image.Depth = fields.contains { $0.bitCount > 8 } ? .sixteen : .eight
    let byteCount = try limits.check(
      width: header.width, height: header.height, channels: channels, depth: depth)
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, initializedCount in
      if depth == .eight {
        fill(pixels, fields[0..<channels.count].map { $0.table(UInt8.self) }, of: UInt8.self, fields)
      } else {
        fill(pixels, fields[0..<channels.count].map { $0.table(UInt16.self) }, of: UInt16.self, fields)
      }
      initializedCount = byteCount
    }
    return Image(
      width: header.width, height: header.height, channels: channels, depth: depth, pixels: pixels)
  }

  private func fill<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ pixels: UnsafeMutableBufferPointer<UInt8>, _ tables: [[Sample]], of type: Sample.Type,
    _ fields: [BMPField]
  ) {
    let samples = UnsafeMutableRawBufferPointer(pixels).assumingMemoryBound(to: Sample.self)
    let pixelSize = header.bitCount / 8
    var to = 0
    for row in 0..<header.height {
      var from = place(ofRow: row)
      for _ in 0..<header.width {
        let word =
          pixelSize == 2
          ? UInt32(file.littleEndian(UInt16.self, at: from)) : file.littleEndian(UInt32.self, at: from)
        for channel in tables.indices {
          samples[to] = tables[channel][Int((word & fields[channel].mask) >> fields[channel].shift)]
          to += 1
        }
        from += pixelSize
      }
    }
  }
}

/// The bits of one color component in a word.
private struct BMPField {
  let mask: UInt32
  let shift: UInt32
  /// The number of bits that are used, at most 16.
  ///
  /// Further low bits are dropped.
  let bitCount: Int
  /// Whether low bits are dropped.
  let losesBits: Bool

  var isEmpty: Bool { mask == 0 }

  /// Makes a field from a mask; nil if the bits of the mask are not contiguous.
  init?(_ mask: UInt32) {
    let width = mask.nonzeroBitCount
    let low = mask == 0 ? 0 : mask.trailingZeroBitCount
    guard mask == 0 || UInt64(mask) == ((1 << UInt64(width)) - 1) << UInt64(low) else { return nil }
    bitCount = min(width, 16)
    let dropped = width - bitCount
    losesBits = dropped > 0
    shift = UInt32(low + dropped)
    self.mask = dropped == 0 ? mask : (mask >> shift) << shift
  }

  /// Returns the sample for each value of the component.
  ///
  /// The maximum value becomes the maximum sample.
  func table<Sample: FixedWidthInteger>(_ type: Sample.Type) -> [Sample] {
    let greatest = (1 << bitCount) - 1
    guard greatest > 0 else { return [0] }
    return (0...greatest).map { Sample(($0 * Int(Sample.max) + greatest / 2) / greatest) }
  }
}
