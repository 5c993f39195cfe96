import Foundation
import ImageCoders
import ProfferConversions

/// An image format: an accepted image is written again, and must read back the same if the format is
/// lossless.
struct ImageCodecFuzzer: Fuzzer {
  let material: Material
  private let format: ImageFormat
  /// Corrects the checksums of a mutated input.
  private let repair: @Sendable ([UInt8]) -> [UInt8]
  private let options: ImageOptions
  /// Whether the format preserves every sample that it can store.
  private let isExact: Bool

  /// The formats that are read by libraries; each rejects everything if its library is not installed.
  static let ofLibraries: [FuzzerProgram.Entry] = [
    (
      "png",
      { folder in
        try ImageCodecFuzzer(
          .png, fixtures: "\(folder)/images/png", isExact: true,
          words: ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "iCCP", "zTXt", "iTXt", "eXIf", "acTL", "fcTL"],
          repair: withChecksums)
      }
    ),
    (
      "jpeg",
      { folder in
        try ImageCodecFuzzer(
          .jpeg, fixtures: "\(folder)/images/jpeg",
          words: ["Exif\0\0", "JFIF\0", "ICC_PROFILE\0", "8BIM\u{4}\u{4}"])
      }
    ),
    (
      "webp",
      { folder in
        try ImageCodecFuzzer(
          .webp, fixtures: "\(folder)/images/webp", isExact: true,
          words: ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "])
      }
    ),
    ("tiff", { folder in try ImageCodecFuzzer(.tiff, fixtures: "\(folder)/images/tiff", isExact: true) }),
    (
      "heif",
      { folder in
        try ImageCodecFuzzer(
          .heif, fixtures: "\(folder)/images/heif",
          words: [
            "ispe", "iloc", "iinf", "infe", "ipma", "irot", "imir", "clap", "grid", "iref", "auxl", "colr",
          ])
      }
    ),
    (
      "avif",
      { folder in
        try ImageCodecFuzzer(
          .avif, fixtures: "\(folder)/images/heif", endingWith: ".avif",
          words: ["ftypavif", "av01", "av1C", "ispe", "pixi", "auxl", "auxC", "irot", "imir", "clap", "grid"])
      }
    ),
  ]

  /// Creates a fuzzer whose seeds are the images in a folder of the fixtures whose names have the given ending.
  init(
    _ format: ImageFormat, fixtures folder: String, endingWith ending: String = "", isExact: Bool = false,
    words: [String] = [],
    repair: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    self.format = format
    self.isExact = isExact
    self.repair = repair
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let seeds = try files.filter { !$0.hasSuffix(".pam") && $0.hasSuffix(ending) }.map {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
    material = Material(seeds: seeds.filter { $0.count <= Mutator.byteCountLimit }, words: words)
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 18
    options.limits.byteCount = 1 << 24
    options.limits.metadataByteCount = 1 << 22
    self.options = options
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let reading: Reading<Image>
    do { reading = try format.decode(Data(repair(input)), options) } catch {
      try Finding.unless(error is CoderError, "the image is rejected with an error of another kind: \(error)")
      return
    }
    let image = reading.value
    try Finding.unless(
      Set(reading.losses.map(\.kind)).isSubset(of: format.readingMayLose),
      "the format does not say that reading may lose this: \(reading.losses)")
    try Finding.unless(
      image.width * image.height <= options.limits.pixelCount
        && image.pixels.count <= options.limits.byteCount,
      "an image of \(image.width) × \(image.height) pixels is read")
    // Large images are not written, because compression is slow.
    guard let encode = format.encode, image.pixels.count <= 1 << 16 else { return }
    let written: Written
    do { written = try encode(image, options) } catch {
      try Finding.unless(
        error is CoderError, "the image is not written, with an error of another kind: \(error)")
      return
    }
    try Finding.unless(
      Set(written.losses.map(\.kind)).isSubset(of: format.mayLose),
      "the format does not say that writing may lose this: \(written.losses)")
    let again: Image
    do { again = try format.decode(written.data, ImageOptions()).value } catch {
      throw Finding("the written file cannot be read: \(error)")
    }
    try Finding.unless(
      again.width == image.width && again.height == image.height,
      "after writing and reading, the size differs")
    try Finding.unless(
      !isExact || !written.losses.isEmpty || Self.colors(of: again) == Self.colors(of: image),
      "after writing and reading, the pixels differ")
  }

  /// The samples, without the alpha channel if the image is opaque.
  private static func colors(of image: Image) -> [UInt8] {
    guard image.channels == .rgba, image.depth == .eight else { return image.pixels }
    let isOpaque = stride(from: 3, to: image.pixels.count, by: 4).allSatisfy { image.pixels[$0] == 255 }
    return isOpaque
      ? image.pixels.indices.filter { $0 % 4 != 3 }.map { image.pixels[$0] } : image.pixels
  }

  /// A PNG file with corrected chunk checksums.
  static func withChecksums(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - place - 12 else { break }
      var register: UInt32 = 0xFFFF_FFFF
      for byte in bytes[place + 4..<place + 8 + length] {
        register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
      }
      for index in 0..<4 {
        bytes[place + 8 + length + index] = UInt8(truncatingIfNeeded: ~register >> (24 - 8 * UInt32(index)))
      }
      place += 12 + length
    }
    return bytes
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { register, _ in register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
