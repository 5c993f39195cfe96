import Foundation
import ProfferConversions

extension ImageFormat {
  /// JPEG through TurboJPEG.
  package static let jpeg = ImageFormat(
    "JPEG", types: ["public.jpeg"], library: TurboJPEGLibrary.description,
    mayLose: [.lossyCompression, .alpha, .bitDepth, .precision, .metadata, .colors], carriesOrientation: true,
    decode: { data, options in try JPEGReader.read(data, options) },
    encode: { image, options in try JPEGWriter.write(image, options) })
}

/// Reads JPEG.
private struct JPEGReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    guard let library = TurboJPEGLibrary.installed else {
      throw TurboJPEGLibrary.description.missing(for: "JPEG")
    }
    guard data.starts(with: [0xFF, 0xD8, 0xFF]) else {
      throw CoderError(.wrongFormat, "the file does not begin with the signature of a JPEG file")
    }
    let segments = JPEGSegments(data)
    try options.limits.check(metadataByteCount: segments.metadataByteCount)
    guard let frame = segments.frame else {
      throw CoderError(.damagedImage, "the JPEG file contains no image")
    }
    try checkKind(frame)
    guard let handle = library.makeDecoder() else {
      throw CoderError(.imageTooLarge, "there is not enough memory to read the image")
    }
    defer { _ = library.destroy(handle) }
    return try JPEGReader(library: library, handle: handle, data: data, frame: frame, segments: segments)
      .reading(options.limits)
  }

  let library: TurboJPEGLibrary
  let handle: TurboJPEGLibrary.Handle
  let data: Data
  let frame: JPEGSegments.Frame
  let segments: JPEGSegments

  private static func checkKind(_ frame: JPEGSegments.Frame) throws {
    if frame.precision != 8 {
      throw CoderError(
        .unsupportedImage,
        "JPEG with \(frame.precision) bits per sample is not supported; most JPEG files have 8")
    }
    if frame.isLossless { throw CoderError(.unsupportedImage, "lossless JPEG is not supported") }
    guard [1, 3, 4].contains(frame.componentCount) else {
      throw CoderError(
        .unsupportedImage, "JPEG with \(frame.componentCount) samples per pixel is not supported")
    }
  }

  private func reading(_ limits: ImageLimits) throws -> Reading<Image> {
    let channels: Image.Channels = frame.componentCount == 1 ? .gray : .rgb
    let byteCount = try limits.check(
      width: frame.width, height: frame.height, channels: channels, depth: .eight)
    var (width, height, subsampling, colorSpace) = (CInt(0), CInt(0), CInt(0), CInt(0))
    let status = withBytes(data) {
      library.readHeader(
        handle, $0.baseAddress, CUnsignedLong($0.count), &width, &height, &subsampling, &colorSpace)
    }
    // If the subsampling is unusual, reading the header fails, but the library has already set the size.
    guard Int(width) == frame.width, Int(height) == frame.height else {
      throw status == 0
        ? CoderError(.damagedImage, "the JPEG file contains two different image sizes") : error()
    }
    var warnings: [String] = []
    let pixels: [UInt8]
    if frame.componentCount == 4 {
      let samples = try decode(TurboJPEGLibrary.cmyk, bytesPerPixel: 4, &warnings)
      pixels = Self.rgb(ofCMYK: samples, isInverted: segments.isAdobe)
    } else {
      let format = channels == .gray ? TurboJPEGLibrary.gray : TurboJPEGLibrary.rgb
      pixels = try decode(format, bytesPerPixel: channels.count, &warnings)
    }
    precondition(pixels.count == byteCount, "a decoded image has the size that was checked")
    var image = Image(width: frame.width, height: frame.height, channels: channels, pixels: pixels)
    var losses = LossCounter()
    addMetadata(to: &image, &losses)
    return Reading(image, losses: segments.losses.total + losses.total, warnings: warnings)
  }

  private func decode(
    _ format: CInt, bytesPerPixel: Int, _ warnings: inout [String]
  ) throws -> [UInt8] {
    let bytesPerRow = frame.width * bytesPerPixel
    return try [UInt8](unsafeUninitializedCapacity: bytesPerRow * frame.height) { buffer, count in
      if try decode(data, format, bytesPerRow: bytesPerRow, to: buffer) {
        warnings.append("JPEG: \(message)")
        try checkLaterWarnings(format, bytesPerRow: bytesPerRow, to: buffer)
      }
      count = bytesPerRow * frame.height
    }
  }

  /// Decodes the pixels of a file.
  ///
  /// - Returns: whether the library's first warning is harmless to the pixels.
  /// - Throws: ``CoderError`` for an error, and for any other warning.
  private func decode(
    _ file: Data, _ format: CInt, bytesPerRow: Int, to buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Bool {
    let status = withBytes(file) {
      library.decode(
        handle, $0.baseAddress, CUnsignedLong($0.count), buffer.baseAddress, CInt(frame.width),
        CInt(bytesPerRow), CInt(frame.height), format,
        TurboJPEGLibrary.accurate | TurboJPEGLibrary.limitsScans)
    }
    if status == 0 { return false }
    guard library.errorCode(handle) == TurboJPEGLibrary.warning, Self.isHarmless(message) else {
      throw error()
    }
    return true
  }

  /// Checks that the library would report no damage after its first warning.
  ///
  /// The library reports only its first warning. The file is therefore decoded again without the
  /// causes of harmless warnings.
  private func checkLaterWarnings(
    _ format: CInt, bytesPerRow: Int, to buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws {
    guard segments.hasEnd else {
      throw CoderError(.unexpectedEnd, "the JPEG file is truncated in its image data")
    }
    let file = segments.withoutHarmlessFaults(data)
    // Further bytes after the last pixels are harmless. Before another marker, they mean that the pixels
    // before the marker were decoded wrongly.
    if try decode(file, format, bytesPerRow: bytesPerRow, to: buffer), !message.contains("marker 0xd9") {
      throw error()
    }
  }

  private func addMetadata(to image: inout Image, _ losses: inout LossCounter) {
    image.metadata = segments.metadata
    let exif = segments.metadata.exif.flatMap(EXIFHeader.init)
    image.orientation = exif?.orientation ?? .up
    image.density = segments.density ?? exif?.density
    if frame.componentCount == 4 {
      // A color profile of this file applies to CMYK, so the profile cannot be used after conversion to RGB.
      losses.add(.colors, "CMYK")
    } else if let profile = segments.colorProfile {
      image.colorProfile = profile
    } else if segments.hasProfile {
      losses.add(.colors, "a damaged color profile")
    }
  }

  /// Converts CMYK to RGB without a color profile.
  ///
  /// Each component is the fraction of light that neither the component's ink nor black absorbs.
  private static func rgb(ofCMYK samples: [UInt8], isInverted: Bool) -> [UInt8] {
    let pixelCount = samples.count / 4
    return [UInt8](unsafeUninitializedCapacity: 3 * pixelCount) { result, count in
      samples.withUnsafeBufferPointer { samples in
        for pixel in 0..<pixelCount {
          let black = Int(isInverted ? samples[4 * pixel + 3] : 255 - samples[4 * pixel + 3])
          for index in 0..<3 {
            let ink = samples[4 * pixel + index]
            let rest = Int(isInverted ? ink : 255 - ink) * black
            result[3 * pixel + index] = UInt8((rest + 127) / 255)
          }
        }
      }
      count = 3 * pixelCount
    }
  }

  // MARK: - Messages

  /// Returns whether a warning from the library is known not to affect the pixels.
  private static func isHarmless(_ warning: String) -> Bool {
    ["extraneous bytes before marker", "JFIF revision", "Adobe color transform"].contains(
      where: warning.contains)
  }

  private var message: String { library.message(handle).map { String(cString: $0) } ?? "unknown error" }

  private func error() -> CoderError {
    let message = message
    if message.contains("remature end") {
      return CoderError(.unexpectedEnd, "the JPEG file is truncated in its image data: \(message)")
    }
    if frame.isArithmetic {
      return CoderError(.unsupportedImage, "JPEG with arithmetic coding is not supported: \(message)")
    }
    return CoderError(.damagedImage, "the JPEG image cannot be decoded: \(message)")
  }
}

/// Writes JPEG.
private enum JPEGWriter {
  /// The maximum number of columns, and of rows, that the library can write. (Source: jmorecfg.h,
  /// `JPEG_MAX_DIMENSION`.)
  private static let sideLimit = 65_500

  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    guard let library = TurboJPEGLibrary.installed else {
      throw TurboJPEGLibrary.description.missing(for: "JPEG")
    }
    guard image.width <= sideLimit, image.height <= sideLimit else {
      throw CoderError(
        .unwritable,
        "JPEG has at most 65,500 columns and rows, but the image has \(image.width) × \(image.height)")
    }
    var losses = LossCounter()
    let quality = min(max(options.quality ?? 90, 1), 100)
    losses.addLossyCompression(of: "JPEG", quality: quality)
    let segments = segments(of: image, &losses)
    let channels: Image.Channels = image.channels.isColor ? .rgb : .gray
    let samples = image.samplesOfEightBits(channels, &losses)
    let compressed = try compress(
      samples, width: image.width, height: image.height, channels, quality: quality, library)
    defer { library.free(compressed.baseAddress) }
    return Written(assembled(compressed, segments), losses: losses.total)
  }

  private static func compress(
    _ samples: [UInt8], width: Int, height: Int, _ channels: Image.Channels, quality: Int,
    _ library: TurboJPEGLibrary
  ) throws -> UnsafeMutableBufferPointer<UInt8> {
    guard let handle = library.makeEncoder() else {
      throw CoderError(.unwritable, "there is not enough memory to write the image")
    }
    defer { _ = library.destroy(handle) }
    let format = channels == .gray ? TurboJPEGLibrary.gray : TurboJPEGLibrary.rgb
    // With a quality of 90 or more, chroma is not subsampled.
    let subsampling =
      switch channels {
      case .gray: TurboJPEGLibrary.noColors
      default: quality >= 90 ? TurboJPEGLibrary.allColors : TurboJPEGLibrary.quarterColors
      }
    var start: UnsafeMutablePointer<UInt8>?
    var size: CUnsignedLong = 0
    let status = samples.withUnsafeBufferPointer {
      library.encode(
        handle, $0.baseAddress, CInt(width), CInt(width * channels.count), CInt(height), format, &start,
        &size,
        subsampling, CInt(quality), TurboJPEGLibrary.accurate)
    }
    guard status == 0, let start else {
      let message = library.message(handle).map { String(cString: $0) } ?? "unknown error"
      library.free(start)
      throw CoderError(.unwritable, "the image cannot be written as JPEG: \(message)")
    }
    return UnsafeMutableBufferPointer(start: start, count: Int(size))
  }

  /// Returns the file with the library's JFIF header replaced by the given segments.
  private static func assembled(_ file: UnsafeMutableBufferPointer<UInt8>, _ segments: Data) -> Data {
    var rest = 2
    if file.count > 6, file[2] == 0xFF, file[3] == 0xE0 { rest = 4 + (Int(file[4]) << 8 | Int(file[5])) }
    var data = Data(capacity: file.count + segments.count)
    data.append(contentsOf: [0xFF, 0xD8])
    data.append(segments)
    data.append(UnsafeBufferPointer(rebasing: file[rest...]))
    return data
  }

  private static func segments(of image: Image, _ losses: inout LossCounter) -> Data {
    var segments = JPEGSegmentList()
    if !segments.addHeader(image.density) { losses.add(.metadata, "density") }
    if let density = image.density,
      [density.horizontal, density.vertical].contains(where: { abs($0 - $0.rounded()) > 0.01 })
    {
      losses.add(.precision, "density")
    }
    if let exif = image.exifWithOrientation, !segments.add(0xE1, JPEGSegments.exifName + exif) {
      losses.add(.metadata, "EXIF of more than 64 KiB")
      if image.orientation != .up {
        let short = EXIFHeader.data(onlyOrientation: image.orientation)
        _ = segments.add(0xE1, JPEGSegments.exifName + short)
      }
    }
    if let xmp = image.metadata.xmp, !segments.add(0xE1, JPEGSegments.xmpName + xmp) {
      losses.add(.metadata, "XMP of more than 64 KiB")
    }
    if let profile = image.suitableProfile(&losses), !segments.add(profile: profile) {
      losses.add(.colors, "a color profile of more than 16 MiB")
    }
    if let iptc = image.metadata.iptc,
      !segments.add(0xED, JPEGSegments.photoshopName + PhotoshopResources.block(iptc: iptc))
    {
      losses.add(.metadata, "IPTC of more than 64 KiB")
    }
    for text in image.metadata.texts
    where text.keyword != "Comment" || !segments.add(0xFE, Data(text.text.utf8)) {
      losses.add(.metadata, "a text entry")
    }
    return segments.bytes
  }
}
