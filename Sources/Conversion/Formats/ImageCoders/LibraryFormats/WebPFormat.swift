import Foundation
import ImageLibraryCalls
import ProfferConversions

extension ImageFormat {
  /// WebP through libwebp.
  ///
  /// Compression is lossless unless a quality is specified. Pixels are rotated before writing, because few
  /// programs apply the EXIF orientation in WebP files.
  package static let webp = ImageFormat(
    "WebP", types: ["org.webmproject.webp"], library: WebPLibrary.description,
    mayLose: [.lossyCompression, .bitDepth, .metadata, .colors], carriesOrientation: false,
    decode: { data, options in try WebPReader.read(data, options) },
    encode: { image, options in try WebPWriter.write(image, options) })
}

/// Reads WebP.
struct WebPReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    guard let library = WebPLibrary.installed else { throw WebPLibrary.description.missing(for: "WebP") }
    let container = try WebPContainer(data)
    try options.limits.check(metadataByteCount: container.metadataByteCount)
    var image = try data.withUnsafeBytes { bytes in
      try WebPReader(library: library, bytes: bytes, limits: options.limits).image(of: container)
    }
    container.addMetadata(to: &image)
    var losses = LossCounter()
    container.countLosses(&losses)
    return Reading(image, losses: losses.total)
  }

  /// The error for a frame whose image has another size than the frame declares.
  static let wrongSize = CoderError(
    .damagedImage, "a frame of the WebP file does not have the declared size")

  let library: WebPLibrary
  let bytes: UnsafeRawBufferPointer
  let limits: ImageLimits

  private func image(of container: WebPContainer) throws -> Image {
    guard let frame = try container.frames(1).first, let canvas = container.canvas else {
      return try image(in: 0..<bytes.count)
    }
    let isWhole = frame.width == canvas.width && frame.height == canvas.height
    let byteCount = try limits.check(
      width: canvas.width, height: canvas.height, channels: .rgba, depth: .eight)
    let part = try image(in: frame.image, alwaysWithAlpha: !isWhole)
    guard part.width == frame.width, part.height == frame.height else { throw Self.wrongSize }
    if isWhole { return part }
    // The area outside the frame is transparent.
    var pixels = [UInt8](repeating: 0, count: byteCount)
    for row in 0..<part.height {
      let start = ((frame.top + row) * canvas.width + frame.left) * 4
      let source = part.pixels[row * part.bytesPerRow..<(row + 1) * part.bytesPerRow]
      pixels.replaceSubrange(start..<start + part.bytesPerRow, with: source)
    }
    return Image(width: canvas.width, height: canvas.height, channels: .rgba, pixels: pixels)
  }

  /// Decodes the image in a part of the file.
  private func image(in range: Range<Int>, alwaysWithAlpha: Bool = false) throws -> Image {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    let start = part.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var header = webp_header()
    guard webp_read_header(library.functions, start, part.count, &header) else {
      throw CoderError(.damagedImage, "the header of the WebP image cannot be read")
    }
    let (width, height) = (Int(header.width), Int(header.height))
    let channels: Image.Channels = header.has_alpha || alwaysWithAlpha ? .rgba : .rgb
    let byteCount = try limits.check(width: width, height: height, channels: channels, depth: .eight)
    let pixels = try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let address = buffer.baseAddress,
        webp_read_pixels(
          library.functions, start, part.count, channels.hasAlpha, address, byteCount,
          CInt(width * channels.count))
      else { throw CoderError(.damagedImage, "the WebP image cannot be decoded") }
      count = byteCount
    }
    return Image(width: width, height: height, channels: channels, pixels: pixels)
  }
}

/// Writes WebP.
enum WebPWriter {
  /// The maximum number of columns, and of rows. (Source: RFC 9649, section 2.7.)
  static let sideLimit = 16_383

  static func tooLarge(_ size: ImageSize) -> CoderError {
    CoderError(
      .unwritable,
      "WebP has at most 16,383 columns and rows, but the image has \(size.width) × \(size.height)")
  }

  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    guard let library = WebPLibrary.installed else { throw WebPLibrary.description.missing(for: "WebP") }
    guard image.width <= sideLimit, image.height <= sideLimit else {
      throw tooLarge(ImageSize(width: image.width, height: image.height))
    }
    var losses = LossCounter()
    let quality = options.quality.map { min(max($0, 1), 100) }
    if let quality { losses.addLossyCompression(of: "WebP", quality: quality) }
    let profile = image.suitableProfile(isColor: true, &losses)
    let channels: Image.Channels = image.channels.hasAlpha ? .rgba : .rgb
    let samples = image.samplesOfEightBits(channels, &losses)
    var output = webp_output()
    let isWritten = samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return false }
      return webp_write(
        library.functions, start, CInt(image.width), CInt(image.height), channels.hasAlpha,
        quality.map(Float.init) ?? -1, &output)
    }
    guard isWritten, let bytes = output.bytes else {
      throw CoderError(.unwritable, "the image cannot be written as WebP: error \(output.error) of libwebp")
    }
    let file = Data(bytesNoCopy: bytes, count: output.byte_count, deallocator: .free)
    image.countMetadataBesideEXIFAndXMP(&losses)
    return Written(
      try WebPContainer.adding(
        metadataOf: image, profile: profile, hasAlpha: channels.hasAlpha && !image.isOpaque, to: file),
      losses: losses.total)
  }
}
