import Foundation
import ImageLibraryCalls
import ProfferConversions

extension ImageFormat {
  /// PNG through libpng.
  ///
  /// Pixels are rotated before writing. PNG has a chunk for EXIF, but few programs apply the orientation
  /// in that chunk.
  package static let png = ImageFormat(
    "PNG", types: ["public.png"], library: PNGLibrary.description,
    mayLose: [.metadata, .colors], carriesOrientation: false,
    decode: { data, options in try PNGReader.read(data, options) },
    encode: { image, _ in try PNGWriter.write(image) })
}

/// Reads PNG.
private struct PNGReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    guard let library = PNGLibrary.installed else { throw PNGLibrary.description.missing(for: "PNG") }
    guard data.starts(with: PNGChunks.signature) else {
      throw CoderError(.wrongFormat, "the file does not begin with the signature of a PNG file")
    }
    return try data.withUnsafeBytes { bytes in
      let chunks = PNGChunks(bytes)
      guard chunks.metadataByteCount <= options.limits.metadataByteCount else {
        throw tooMuchMetadata(options.limits)
      }
      guard
        let handle = png_reader_open(
          library.functions, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
          // The limit also covers the internal state of libpng and zlib, which is well below 1 MiB.
          options.limits.metadataByteCount + 1 << 20)
      else { throw CoderError(.imageTooLarge, "there is not enough memory to read the image") }
      defer { png_reader_close(handle) }
      return try PNGReader(handle: handle, chunks: chunks, limits: options.limits).reading()
    }
  }

  let handle: OpaquePointer
  let chunks: PNGChunks
  let limits: ImageLimits

  private func reading() throws -> Reading<Image> {
    var header = png_header()
    guard png_reader_read_header(handle, &header) else { throw error() }
    guard let channels = Image.Channels(rawValue: Int(header.channels)),
      let depth = Image.Depth(rawValue: Int(header.depth))
    else { throw CoderError(.damagedImage, "the image has \(header.channels) samples per pixel") }
    let (width, height) = (Int(header.width), Int(header.height))
    let byteCount = try limits.check(width: width, height: height, channels: channels, depth: depth)
    let pixels = try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let start = buffer.baseAddress, png_reader_read_pixels(handle, start) else { throw error() }
      count = byteCount
    }
    var image = Image(width: width, height: height, channels: channels, depth: depth, pixels: pixels)
    var losses = LossCounter()
    try addMetadata(to: &image, &losses)
    chunks.countLosses(&losses)
    return Reading(image, losses: losses.total, warnings: warnings())
  }

  private func addMetadata(to image: inout Image, _ losses: inout LossCounter) throws {
    var metadata = png_metadata()
    guard png_reader_metadata(handle, &metadata) else { throw error() }
    let isDamaged = png_reader_problem(handle).pointee.has_damaged_profile
    if let profile = metadata.profile, !isDamaged {
      image.colorProfile = Data(bytes: profile, count: Int(metadata.profile_byte_count))
    } else if chunks.has("iCCP") {
      losses.add(.colors, "a damaged color profile")
    } else if !metadata.has_srgb, !Self.isStandard(metadata) {
      losses.add(.colors, "custom gamma and primaries")
    }
    if metadata.has_density { image.density = Self.density(of: metadata, &losses) }
    if let exif = metadata.exif {
      image.metadata.exif = Data(bytes: exif, count: Int(metadata.exif_byte_count))
    } else if chunks.has("eXIf") {
      losses.add(.metadata, "damaged EXIF")
    }
    addTexts(count: Int(metadata.text_count), to: &image, &losses)
    image.orientation = image.metadata.exif.flatMap { EXIFHeader($0)?.orientation } ?? .up
  }

  private func addTexts(count: Int, to image: inout Image, _ losses: inout LossCounter) {
    losses.add(.metadata, "damaged text chunks", count: max(0, chunks.textCount - count))
    for number in 0..<count {
      var entry = png_text_entry()
      guard png_reader_text(handle, Int32(number), &entry), let name = entry.keyword else { continue }
      let bytes = UnsafeRawBufferPointer(start: entry.text, count: entry.byte_count)
      let keyword = String(latin1: UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if keyword == "XML:com.adobe.xmp", image.metadata.xmp == nil {
        image.metadata.xmp = Data(bytes)
        continue
      }
      if entry.has_language { losses.add(.metadata, "the language tag of a text chunk") }
      let text = ImageText(
        keyword: keyword,
        text: entry.is_utf8 ? String(decoding: bytes, as: UTF8.self) : String(latin1: bytes))
      if !image.metadata.take(rawProfile: text, &losses) { image.metadata.texts.append(text) }
    }
  }

  // MARK: - Values

  /// Returns whether the gamma and the chromaticities are absent or equal those of sRGB, to within 0.01.
  /// (Source: PNG, section 11.3.2.5.)
  private static func isStandard(_ metadata: png_metadata) -> Bool {
    if metadata.has_gamma, abs(metadata.gamma - 45_455) > 1000 { return false }
    guard metadata.has_chromaticities else { return true }
    let standard: [Int32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
    return withUnsafeBytes(of: metadata.chromaticities) { bytes in
      zip(bytes.bindMemory(to: Int32.self), standard).allSatisfy { abs(Int($0) - Int($1)) <= 1000 }
    }
  }

  private static func density(of metadata: png_metadata, _ losses: inout LossCounter) -> ImageDensity? {
    let (horizontal, vertical) = (metadata.horizontal_density, metadata.vertical_density)
    guard metadata.density_is_per_meter, horizontal > 0, vertical > 0 else {
      if horizontal != vertical { losses.add(.metadata, "the pixel aspect ratio") }
      return nil
    }
    return ImageDensity(
      horizontal: ImageDensity.perInch(perMeter: Int(horizontal)),
      vertical: ImageDensity.perInch(perMeter: Int(vertical)))
  }

  // MARK: - Messages

  private func warnings() -> [String] {
    let problem = png_reader_problem(handle).pointee
    return libraryWarnings("PNG", first: text(problem.warning), count: problem.warning_count)
  }

  private func error() -> CoderError {
    let problem = png_reader_problem(handle).pointee
    switch problem.failure {
    case png_failure_end: return CoderError(.unexpectedEnd, "the PNG file is truncated in its image data")
    case png_failure_memory: return Self.tooMuchMetadata(limits)
    default: return CoderError(.damagedImage, "the PNG image cannot be decoded: \(text(problem.message))")
    }
  }

  private static func tooMuchMetadata(_ limits: ImageLimits) -> CoderError {
    CoderError(
      .imageTooLarge,
      "the color profile, text entries and other metadata take more memory than the limit of \(limits.metadataByteCount) bytes"
    )
  }
}

/// Writes PNG.
private enum PNGWriter {
  static func write(_ image: Image) throws -> Written {
    guard let library = PNGLibrary.installed else { throw PNGLibrary.description.missing(for: "PNG") }
    guard image.width <= 0x7FFF_FFFF, image.height <= 0x7FFF_FFFF else {
      throw CoderError(.unwritable, "PNG has at most 2,147,483,647 columns and rows")
    }
    var losses = LossCounter()
    let profile = image.suitableProfile(&losses)
    let chunks = chunks(of: image, &losses)
    var output = png_output()
    let isWritten = chunks.withChunks { entries in
      image.pixels.withUnsafeBufferPointer { pixels in
        withBytes(profile) { profileBytes in
          guard let start = pixels.baseAddress else { return false }
          var picture = png_picture()
          picture.pixels = start
          picture.width = UInt32(image.width)
          picture.height = UInt32(image.height)
          picture.channels = Int32(image.channels.count)
          picture.depth = Int32(image.depth.rawValue)
          (picture.profile, picture.profile_byte_count) = (profileBytes.baseAddress, profileBytes.count)
          picture.chunks = entries.baseAddress
          picture.chunk_count = entries.count
          return png_write(library.functions, &picture, &output)
        }
      }
    }
    guard isWritten, let bytes = output.bytes else {
      throw CoderError(.unwritable, "the image cannot be written as PNG: \(text(output.problem.message))")
    }
    if profile != nil, !output.has_profile {
      losses.add(.colors, "a color profile that PNG does not support")
    }
    return Written(
      Data(bytesNoCopy: bytes, count: output.byte_count, deallocator: .free), losses: losses.total)
  }

  private static func chunks(of image: Image, _ losses: inout LossCounter) -> PNGChunkList {
    var chunks = PNGChunkList()
    if let density = image.density, !chunks.add(density) { losses.add(.metadata, "density") }
    if let exif = image.exifWithOrientation { chunks.add("eXIf", exif) }
    if let xmp = image.metadata.xmp { chunks.add(xmp: xmp) }
    for text in image.metadata.texts where !chunks.add(text) {
      losses.add(.metadata, "a text chunk with a keyword that is invalid in PNG")
    }
    if image.metadata.iptc != nil { losses.add(.metadata, "IPTC") }
    return chunks
  }
}

extension PNGChunkList {
  /// Calls a closure with the chunks as C structures.
  fileprivate func withChunks<Result>(_ body: (UnsafeBufferPointer<png_chunk>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let chunks = entries.map { name, range in
        var chunk = png_chunk()
        withUnsafeMutableBytes(of: &chunk.name) { $0.copyBytes(from: name.utf8) }
        chunk.bytes = bytes.baseAddress.map { $0 + range.lowerBound }
        chunk.byte_count = range.count
        return chunk
      }
      return chunks.withUnsafeBufferPointer(body)
    }
  }
}
