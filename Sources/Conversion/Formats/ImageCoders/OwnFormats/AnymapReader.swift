import Foundation
import ProfferConversions

/// A reader for portable anymaps.
///
/// If the maximum sample value is at most 255, samples are read as 8 bits, otherwise as 16 bits. Different
/// values therefore remain different. Comments become texts of the image.
struct AnymapReader {
  private let file: ImageBytes
  private let header: AnymapHeader
  private var comments: [String]
  private var losses = LossCounter()
  private var warnings: [String] = []

  private init(file: ImageBytes, header: AnymapHeader) {
    self.file = file
    self.header = header
    comments = header.comments
    if let name = header.unknownTupleType {
      losses.add(.metadata, "the tuple type \(name); the samples are read as \(header.channels)")
    }
  }

  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: "portable anymap")
      var reader = AnymapReader(file: file, header: try AnymapHeader(file, at: 0))
      var image = try reader.image(limits: options.limits)
      image.metadata.texts = reader.comments.map { ImageText(keyword: "Comment", text: $0) }
      return Reading(image, losses: reader.losses.total, warnings: reader.warnings)
    }
  }

  private mutating func image(limits: ImageLimits) throws(CoderError) -> Image {
    // This check ensures that the file is long enough for its samples, before memory is allocated.
    let byteCount = try limits.check(
      width: header.width, height: header.height, channels: header.channels, depth: header.depth)
    let leastByteCount =
      header.isPlain ? header.width * header.height * header.channels.count : header.rawByteCount ?? .max
    let (end, isTooLarge) = header.samplePlace.addingReportingOverflow(leastByteCount)
    // In a plain file other than a bitmap, a sample has at least one digit, and whitespace between samples is
    // required.
    let needed = header.isPlain && !header.isBitmap ? 2 * leastByteCount - 1 + header.samplePlace : end
    try file.require(isTooLarge ? .max : needed, for: "samples")
    var pixels = [UInt8](repeating: 0, count: byteCount)
    if header.isPlain {
      try readPlain(into: &pixels)
    } else {
      readRaw(into: &pixels)
      try countFurtherPictures(from: end)
    }
    return Image(
      width: header.width, height: header.height, channels: header.channels, depth: header.depth,
      pixels: pixels)
  }

  // MARK: Samples

  private mutating func readPlain(into pixels: inout [UInt8]) throws(CoderError) {
    var scanner = AnymapScanner(file, at: header.samplePlace)
    if header.isBitmap {
      for place in pixels.indices { pixels[place] = try scanner.bit() ? 0 : 255 }
    } else {
      let scale = SampleScale(header.maximum)
      var greatest = 0
      for place in 0..<pixels.count / header.depth.byteCount {
        let sample = try scanner.number("samples")
        greatest = max(greatest, sample)
        let value = scale[min(sample, header.maximum)]
        if header.depth == .eight {
          pixels[place] = UInt8(truncatingIfNeeded: value)
        } else {
          pixels.withUnsafeMutableBytes {
            $0.storeBytes(of: value, toByteOffset: place * 2, as: UInt16.self)
          }
        }
      }
      note(scale, greatest: greatest)
    }
    if !scanner.isAtEnd() { losses.addTrailing(file.bytes[scanner.place...]) }
    // Comments may also occur among the samples.
    comments += scanner.comments
  }

  private mutating func readRaw(into pixels: inout [UInt8]) {
    if header.kind == 4 { return readBits(into: &pixels) }
    let scale = SampleScale(header.maximum)
    var greatest = 0
    let start = header.samplePlace
    if header.depth == .eight {
      let table = (0...255).map { UInt8(truncatingIfNeeded: scale[min($0, header.maximum)]) }
      for place in pixels.indices {
        let sample = Int(file[start + place])
        greatest = max(greatest, sample)
        pixels[place] = table[sample]
      }
    } else {
      pixels.withUnsafeMutableBytes { bytes in
        let samples = bytes.assumingMemoryBound(to: UInt16.self)
        for place in samples.indices {
          let sample = Int(file.bigEndian(UInt16.self, at: start + place * 2))
          greatest = max(greatest, sample)
          samples[place] = scale[min(sample, header.maximum)]
        }
      }
    }
    note(scale, greatest: greatest)
  }

  /// Reads the samples of a raw bitmap, in which a 1 bit is black.
  private func readBits(into pixels: inout [UInt8]) {
    let rowByteCount = (header.width + 7) / 8
    var to = 0
    for row in 0..<header.height {
      let start = header.samplePlace + row * rowByteCount
      for column in 0..<header.width {
        pixels[to] = file[start + column >> 3] << UInt8(column & 7) & 0x80 == 0 ? 255 : 0
        to += 1
      }
    }
  }

  private mutating func note(_ scale: SampleScale, greatest: Int) {
    if !scale.isExact {
      losses.add(
        .precision, "samples from 0 to \(header.maximum) scaled to \(header.depth.rawValue) bits")
    }
    if greatest > header.maximum {
      warnings.append(
        "The portable anymap has samples above its maximum of \(header.maximum); they are read as this maximum."
      )
    }
  }

  // MARK: Further pictures

  /// Counts the pictures after the first.
  ///
  /// A raw file can contain any number of pictures.
  private mutating func countFurtherPictures(from start: Int) throws(CoderError) {
    var place = start
    var count = 0
    while place < file.count {
      guard let next = end(ofPictureAt: place) else {
        losses.addTrailing(file.bytes[place...])
        break
      }
      count += 1
      place = next
    }
    losses.add(.pages, "only the first image is kept", count: count)
  }

  /// Returns the offset at which a raw picture ends; nil if no complete picture begins at the start offset.
  private func end(ofPictureAt start: Int) -> Int? {
    do throws(CoderError) {
      let header = try AnymapHeader(file, at: start)
      guard !header.isPlain, let byteCount = header.rawByteCount else { return nil }
      let (end, isTooLarge) = header.samplePlace.addingReportingOverflow(byteCount)
      return isTooLarge || end > file.count ? nil : end
    } catch {
      // The caller reports these bytes as lost.
      return nil
    }
  }
}

/// The conversion of samples with any maximum value to 8 or 16 bits, rounded to the nearest value.
///
/// Samples with a maximum of at most 255 are converted to 8 bits, other samples to 16 bits. Different
/// samples therefore remain different.
private struct SampleScale {
  private let maximum: Int
  private let greatest: Int

  init(_ maximum: Int) {
    self.maximum = maximum
    greatest = maximum > 255 ? 65_535 : 255
  }

  /// Whether the conversion is exact, without rounding.
  var isExact: Bool { greatest % maximum == 0 }

  subscript(sample: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: (sample * greatest + maximum / 2) / maximum)
  }
}
