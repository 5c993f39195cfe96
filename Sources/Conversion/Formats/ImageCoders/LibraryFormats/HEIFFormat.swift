import Foundation
import ImageLibraryCalls
import ProfferConversions

extension ImageFormat {
  /// HEIF through libheif.
  ///
  /// HEIC can be read if libheif has an HEVC decoder, and written if libheif has an HEVC encoder. Pictures of
  /// other codings can only be read. The crop, rotation and mirroring declared in the file are applied, so
  /// decoded pixels are upright.
  package static let heif = throughLibheif("HEIF", types: ["public.heic", "public.heif"], writtenAs: .hevc)

  /// AVIF through libheif: HEIF with pictures coded as AV1.
  ///
  /// AVIF can be read if libheif has an AV1 decoder, and written if libheif has an AV1 encoder.
  package static let avif = throughLibheif(
    "AVIF", types: ["public.avif"], writtenAs: .av1,
    missingDecoder: {
      HEIFLibrary.installed?.canRead(HEIFCoding.av1.number) == false ? HEIFCoding.av1.missingDecoder : nil
    })

  private static func throughLibheif(
    _ name: String, types: [String], writtenAs coding: HEIFCoding,
    missingDecoder: @escaping @Sendable () -> CoderError? = { nil }
  ) -> ImageFormat {
    ImageFormat(
      name, types: types, library: HEIFLibrary.description,
      mayLose: [.lossyCompression, .bitDepth, .metadata, .colors],
      readingMayLose: [.animation, .pages, .colors, .metadata], carriesOrientation: false,
      decode: { data, options in try HEIFReader.read(data, options, as: name) },
      encode: { image, options in try HEIFWriter.write(image, options, as: name, coding) },
      missingDecoder: missingDecoder,
      missingEncoder: {
        HEIFLibrary.installed?.canWrite(coding.number) == false ? coding.missingEncoder : nil
      })
  }
}

/// Reads HEIF and AVIF.
private struct HEIFReader {
  static func read(_ data: Data, _ options: ImageOptions, as format: String) throws -> Reading<Image> {
    guard let library = HEIFLibrary.installed else { throw HEIFLibrary.description.missing(for: format) }
    // The file begins with a box named `ftyp`, which lists the brands of the file.
    guard data.count >= 12, data.dropFirst(4).starts(with: Data("ftyp".utf8)) else {
      throw CoderError(.wrongFormat, "the file does not begin with the signature of \(format)")
    }
    return try data.withUnsafeBytes { bytes in
      let boxes = HEIFBoxes(bytes)
      try boxes.checkSizes(in: bytes, options.limits)
      let types = boxes.typesOfMainPicture
      for coding in HEIFCoding.all where types.contains(coding.itemType) && !library.canRead(coding.number) {
        throw coding.missingDecoder
      }
      // libheif rejects a file with an appended video, so the video is cut off. If the boxes end early for
      // another reason, libheif receives the complete file.
      let file = UnsafeRawBufferPointer(rebasing: bytes[..<(boxes.hasFilm ? boxes.byteCount : bytes.count)])
      guard let untransformed = boxes.withoutTransformations(file) else {
        return try read(file, boxes, library, options)
      }
      return try untransformed.withUnsafeBytes { try read($0, boxes, library, options) }
    }
  }

  private static func read(
    _ file: UnsafeRawBufferPointer, _ boxes: HEIFBoxes, _ library: HEIFLibrary, _ options: ImageOptions
  ) throws -> Reading<Image> {
    var problem = heif_problem()
    guard
      let handle = heif_reader_open(
        library.functions, file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count, &problem)
    else { throw error(problem) }
    defer { heif_reader_close(handle) }
    return try HEIFReader(handle: handle, boxes: boxes, limits: options.limits).reading()
  }

  let handle: OpaquePointer
  let boxes: HEIFBoxes
  let limits: ImageLimits

  private func reading() throws -> Reading<Image> {
    var header = heif_header()
    heif_reader_read_header(handle, &header)
    guard let channels = Image.Channels(rawValue: Int(header.channels)),
      let depth = Image.Depth(rawValue: Int(header.depth))
    else { throw CoderError(.damagedImage, "the image has \(header.channels) samples per pixel") }
    let (width, height) = (Int(header.width), Int(header.height))
    let byteCount = try limits.check(width: width, height: height, channels: channels, depth: depth)
    let parts = [heif_part_exif, heif_part_xmp, heif_part_profile]
    let metadataByteCount = parts.reduce(0) { $0 + heif_reader_part_size(handle, $1) }
    try limits.check(metadataByteCount: metadataByteCount)
    let pixels = try [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var problem = heif_problem()
      guard let start = buffer.baseAddress, heif_reader_read_pixels(handle, &header, start, &problem) else {
        throw Self.error(problem)
      }
      count = byteCount
    }
    var image = Image(width: width, height: height, channels: channels, depth: depth, pixels: pixels)
    for transformation in try boxes.transformationsOfPrimaryItem() {
      image = try transformation.applied(to: image)
    }
    var losses = LossCounter()
    var others: CInt = 0
    image.colorProfile = data(heif_part_profile, &others)
    image.metadata.xmp = data(heif_part_xmp, &others)
    if let exif = data(heif_part_exif, &others) {
      // The pixels are already rotated, so the orientation in EXIF is reset.
      let upright = EXIFHeader(exif)
      image.metadata.exif = upright?.data(orientation: .up) ?? exif
      image.density = upright?.density
    }
    if image.colorProfile == nil, header.has_other_colors {
      losses.add(.colors, "custom primaries or transfer function")
    }
    losses.add(.pages, "images other than the primary one", count: max(0, Int(header.other_picture_count)))
    if header.has_depth_map { losses.add(.metadata, "a depth map") }
    losses.add(.metadata, "a preview", count: Int(header.preview_count))
    losses.add(
      .metadata, "an auxiliary image", count: Int(header.auxiliary_picture_count))
    losses.add(.metadata, "metadata other than EXIF and XMP, or unreadable metadata", count: Int(others))
    losses.add(contentsOf: boxes.losses.total)
    return Reading(image, losses: losses.total)
  }

  private func data(_ part: heif_part, _ others: inout CInt) -> Data? {
    let part = heif_reader_part(handle, part, &others)
    return part.bytes.map { Data(bytesNoCopy: $0, count: part.byte_count, deallocator: .free) }
  }

  private static func error(_ problem: heif_problem) -> CoderError {
    let message = text(problem.message)
    switch Int(problem.code) {
    case heif_code_unsupported_file, heif_code_unsupported_feature:
      return CoderError(.unsupportedImage, "this kind of HEIF file is not supported: \(message)")
    case heif_code_no_memory:
      return CoderError(.imageTooLarge, "the HEIF image needs too much memory: \(message)")
    default: return CoderError(.damagedImage, "the HEIF image cannot be decoded: \(message)")
    }
  }
}

/// Writes HEIC and AVIF.
private enum HEIFWriter {
  static func write(
    _ image: Image, _ options: ImageOptions, as format: String, _ coding: HEIFCoding
  ) throws -> Written {
    guard let library = HEIFLibrary.installed else { throw HEIFLibrary.description.missing(for: format) }
    guard library.canWrite(coding.number) else { throw coding.missingEncoder }
    guard image.width <= coding.sideLimit, image.height <= coding.sideLimit else {
      throw CoderError(
        .unwritable,
        "\(coding.fileName) has at most \(coding.sideLimit) columns and rows, but the image has \(image.width) × \(image.height)"
      )
    }
    var losses = LossCounter()
    let quality = min(max(options.quality ?? 90, 1), 100)
    losses.addLossyCompression(of: coding.fileName, quality: quality)
    let profile = image.suitableProfile(isColor: true, &losses)
    // An alpha channel is written as a second image, so a fully opaque alpha channel is omitted.
    let channels: Image.Channels = image.isOpaque ? .rgb : .rgba
    let samples = image.samplesOfEightBits(channels, &losses)
    image.countMetadataBesideEXIFAndXMP(&losses)
    var output = heif_output()
    let isWritten = samples.withUnsafeBufferPointer { samples in
      withBytes(profile) { profile in
        withBytes(image.exifWithOrientation) { exif in
          withBytes(image.metadata.xmp) { xmp in
            var picture = heif_picture()
            picture.pixels = samples.baseAddress
            picture.width = CInt(image.width)
            picture.height = CInt(image.height)
            picture.channels = CInt(channels.count)
            picture.quality = CInt(quality)
            picture.coding = coding.number
            (picture.profile, picture.profile_byte_count) = (profile.baseAddress, profile.count)
            (picture.exif, picture.exif_byte_count) = (exif.baseAddress, exif.count)
            (picture.xmp, picture.xmp_byte_count) = (xmp.baseAddress, xmp.count)
            return heif_write(library.functions, &picture, &output)
          }
        }
      }
    }
    guard isWritten, let bytes = output.bytes else {
      throw CoderError(
        .unwritable, "the image cannot be written as \(coding.fileName): \(text(output.problem.message))")
    }
    return Written(
      Data(bytesNoCopy: bytes, count: output.byte_count, deallocator: .free), losses: losses.total)
  }
}
