import Foundation
import ImageLibraryCalls
import ProfferConversions

extension ImageFormat {
  /// TIFF through libtiff.
  ///
  /// Deflate compression is used for writing, or LZW if the library lacks Deflate.
  package static let tiff = ImageFormat(
    "TIFF", types: ["public.tiff"], library: TIFFLibrary.description,
    mayLose: [.metadata, .colors], readingMayLose: [.pages, .bitDepth, .colors, .metadata],
    carriesOrientation: true,
    decode: { data, options in try TIFFReader.read(data, options) },
    encode: { image, _ in try TIFFWriter.write(image) })
}

/// The PNG keywords of the texts for which TIFF has tags, in the order of `texts` in the C structures.
private let textKeywords = ["Description", "Author", "Copyright", "Software", "Creation Time", "Title"]

/// Reads TIFF.
private struct TIFFReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    guard let library = TIFFLibrary.installed else { throw TIFFLibrary.description.missing(for: "TIFF") }
    // A file begins with its byte order and a version number. The version is 43 if offsets have 64 bits.
    let beginnings: [[UInt8]] = [
      [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]
    guard beginnings.contains(where: { data.starts(with: $0) }) else {
      throw CoderError(.wrongFormat, "the file does not begin with the signature of a TIFF file")
    }
    return try data.withUnsafeBytes { bytes in
      var problem = tiff_problem()
      guard
        let handle = tiff_reader_open(
          library.functions, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
          options.limits.byteCount, &problem)
      else { throw error(problem) }
      defer { tiff_reader_close(handle) }
      let directories = EXIFDirectories(ofTIFF: bytes, limit: options.limits.metadataByteCount)
      return try TIFFReader(handle: handle, directories: directories, limits: options.limits).reading()
    }
  }

  let handle: OpaquePointer
  /// The EXIF directories about the circumstances and location of the picture; nil if the file has none.
  let directories: EXIFDirectories?
  let limits: ImageLimits

  private func reading() throws -> Reading<Image> {
    var header = tiff_header()
    guard tiff_reader_read_header(handle, &header) else { throw error() }
    guard let channels = Image.Channels(rawValue: Int(header.channels)),
      let depth = Image.Depth(rawValue: Int(header.depth))
    else { throw CoderError(.damagedImage, "the image has \(header.channels) samples per pixel") }
    let (width, height) = (Int(header.width), Int(header.height))
    let byteCount = try limits.check(width: width, height: height, channels: channels, depth: depth)
    let pixels = try [UInt8](unsafeUninitializedCapacity: header.buffer_byte_count) { buffer, count in
      guard let start = buffer.baseAddress, tiff_reader_read_pixels(handle, start, limits.byteCount) else {
        throw error()
      }
      count = byteCount
    }
    var image = Image(width: width, height: height, channels: channels, depth: depth, pixels: pixels)
    image.orientation = ImageOrientation(rawValue: Int(header.orientation)) ?? .up
    var losses = LossCounter()
    if header.loses_colors { losses.add(.colors, "colors that are not RGB") }
    if header.loses_bits { losses.add(.bitDepth, "samples reduced to 8 bits") }
    losses.add(.metadata, "an extra channel", count: Int(header.dropped_channel_count))
    try addMetadata(to: &image, &losses)
    let problem = tiff_reader_problem(handle).pointee
    return Reading(
      image, losses: losses.total,
      warnings: libraryWarnings("TIFF", first: text(problem.warning), count: problem.warning_count))
  }

  private func addMetadata(to image: inout Image, _ losses: inout LossCounter) throws {
    var metadata = tiff_metadata()
    tiff_reader_metadata(handle, &metadata)
    image.density = Self.density(of: metadata, &losses)
    if let profile = metadata.profile {
      image.colorProfile = Data(bytes: profile, count: Int(metadata.profile_byte_count))
    } else if metadata.has_other_primaries {
      losses.add(.colors, "custom primaries")
    }
    if let xmp = metadata.xmp {
      image.metadata.xmp = Data(bytes: xmp, count: Int(metadata.xmp_byte_count))
    }
    withUnsafeBytes(of: metadata.texts) { texts in
      for (keyword, text) in zip(textKeywords, texts.bindMemory(to: UnsafePointer<CChar>?.self)) {
        guard let text else { continue }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        image.metadata.texts.append(ImageText(keyword: keyword, text: String(utf8OrLatin1: bytes)))
      }
    }
    let metadataByteCount =
      (image.colorProfile?.count ?? 0) + (image.metadata.xmp?.count ?? 0)
      + image.metadata.texts.reduce(0) { $0 + $1.text.utf8.count }
    try limits.check(metadataByteCount: metadataByteCount)
    image.metadata.exif = directories?.data
    directories?.countLosses(&losses)
    losses.add(.pages, count: Int(metadata.later_page_count))
    withUnsafeBytes(of: metadata.other_tags) { tags in
      let named = tags.bindMemory(to: UInt32.self).prefix(Int(metadata.other_tag_count))
      for tag in named where !isKept(tag) {
        let kind: LossKind = tag == Self.transferTag ? .colors : .metadata
        losses.add(kind, Self.tagNames[tag] ?? "tag \(tag)")
      }
      losses.add(.metadata, "other tags", count: Int(metadata.other_tag_count) - named.count)
    }
  }

  /// Returns whether the contents of a tag are kept as part of EXIF.
  private func isKept(_ tag: UInt32) -> Bool {
    guard let directories else { return false }
    switch Int(tag) {
    case EXIFDirectories.exifTag: return !directories.exif.isEmpty
    case EXIFDirectories.placeTag: return !directories.place.isEmpty
    default: return EXIFDirectories.cameraTags.contains(Int(tag))
    }
  }

  /// Names for frequent tags, used in messages. (Source: TIFF 6.0, EXIF 2.32, Adobe's Photoshop TIFF notes.)
  private static let tagNames: [UInt32: String] = [
    330: "reduced-resolution images", 33_723: "IPTC", 34_377: "Photoshop image resources", 34_665: "EXIF",
    34_853: "location", 286: "the position on the page", 287: "the position on the page",
    297: "the page number",
    transferTag: "the transfer function", 321: "halftone hints", 316: "the host computer",
    271: "the camera or scanner maker",
    272: "the camera or scanner model", 285: "the page name",
  ]
  /// The tag that stores the transfer function of the samples.
  private static let transferTag: UInt32 = 301

  private static func density(of metadata: tiff_metadata, _ losses: inout LossCounter) -> ImageDensity? {
    let (horizontal, vertical) = (metadata.horizontal_density, metadata.vertical_density)
    guard horizontal > 0, vertical > 0, horizontal.isFinite, vertical.isFinite else { return nil }
    switch metadata.density_unit {
    case 2: return ImageDensity(horizontal: horizontal, vertical: vertical)
    case 3: return ImageDensity(horizontal: horizontal * 2.54, vertical: vertical * 2.54)
    default:
      if horizontal != vertical { losses.add(.metadata, "the pixel aspect ratio") }
      return nil
    }
  }

  // MARK: - Messages

  private func error() -> CoderError { Self.error(tiff_reader_problem(handle).pointee) }

  private static func error(_ problem: tiff_problem) -> CoderError {
    let message = text(problem.message)
    switch problem.failure {
    case tiff_failure_unsupported:
      return CoderError(.unsupportedImage, "this kind of TIFF file is not supported: \(message)")
    case tiff_failure_memory:
      return CoderError(.imageTooLarge, "the TIFF image needs too much memory: \(message)")
    default:
      return CoderError(.damagedImage, "the TIFF image cannot be decoded: \(message)")
    }
  }
}

/// Writes TIFF.
private enum TIFFWriter {
  static func write(_ image: Image) throws -> Written {
    guard let library = TIFFLibrary.installed else { throw TIFFLibrary.description.missing(for: "TIFF") }
    guard image.width <= 0x7FFF_FFFF, image.height <= 0x7FFF_FFFF else {
      throw CoderError(.unwritable, "TIFF is written with at most 2,147,483,647 columns and rows")
    }
    var losses = LossCounter()
    let profile = image.suitableProfile(&losses)
    if image.metadata.iptc != nil { losses.add(.metadata, "IPTC") }
    var output = tiff_output()
    let isWritten = withCStrings(texts(of: image, &losses)) { texts in
      image.pixels.withUnsafeBufferPointer { pixels in
        withBytes(profile) { profile in
          withBytes(image.metadata.xmp) { xmp in
            var picture = tiff_picture()
            picture.pixels = pixels.baseAddress
            picture.width = UInt32(image.width)
            picture.height = UInt32(image.height)
            picture.channels = CInt(image.channels.count)
            picture.depth = CInt(image.depth.rawValue)
            picture.orientation = CInt(image.orientation.rawValue)
            picture.horizontal_density = image.density?.horizontal ?? 0
            picture.vertical_density = image.density?.vertical ?? 0
            (picture.profile, picture.profile_byte_count) = (profile.baseAddress, UInt32(profile.count))
            (picture.xmp, picture.xmp_byte_count) = (xmp.baseAddress, UInt32(xmp.count))
            withUnsafeMutableBytes(of: &picture.texts) { $0.copyMemory(from: texts) }
            return tiff_write(library.functions, &picture, &output)
          }
        }
      }
    }
    guard isWritten, let bytes = output.bytes else {
      throw CoderError(.unwritable, "the image cannot be written as TIFF: \(text(output.problem.message))")
    }
    let file = Data(bytesNoCopy: bytes, count: output.byte_count, deallocator: .free)
    return Written(withEXIF(of: image, file, &losses), losses: losses.total)
  }

  /// Returns the file with the image's EXIF added, except the preview.
  ///
  /// Tags that are already in the file, such as the density, are kept.
  private static func withEXIF(of image: Image, _ file: Data, _ losses: inout LossCounter) -> Data {
    guard let exif = image.metadata.exif else { return file }
    guard let directories = exif.withUnsafeBytes({ EXIFDirectories(ofEXIF: $0) }) else {
      losses.add(.metadata, "EXIF")
      return file
    }
    // EXIF may contain only an orientation. TIFF has a tag for the orientation, so no EXIF is needed.
    guard !directories.isEmpty else {
      directories.countLosses(&losses)
      return file
    }
    guard let result = directories.added(to: file, &losses) else {
      losses.add(.metadata, "EXIF")
      return file
    }
    directories.countLosses(&losses)
    return result
  }

  /// Returns the texts for which TIFF has tags, in the order of ``textKeywords``.
  ///
  /// Other texts are reported as lost.
  private static func texts(of image: Image, _ losses: inout LossCounter) -> [String?] {
    var texts = [String?](repeating: nil, count: textKeywords.count)
    for text in image.metadata.texts {
      guard let place = textKeywords.firstIndex(of: text.keyword), texts[place] == nil,
        !text.text.utf8.contains(0), text.keyword != "Creation Time" || isDate(text.text)
      else {
        losses.add(.metadata, "a text entry for which TIFF has no tag")
        continue
      }
      texts[place] = text.text
    }
    return texts
  }

  /// Returns whether a text is a date in the form used by TIFF, such as `2024:06:09 08:20:00`.
  private static func isDate(_ text: String) -> Bool {
    let pattern = "0000:00:00 00:00:00"
    return text.utf8.count == pattern.utf8.count
      && zip(text.utf8, pattern.utf8).allSatisfy {
        $1 == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) : $0 == $1
      }
  }

  /// Calls a closure with the addresses of the texts as C strings.
  ///
  /// A missing text has a null address.
  private static func withCStrings<Result>(
    _ texts: [String?], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { copies.forEach { free($0) } }
    return copies.withUnsafeBytes(body)
  }
}
