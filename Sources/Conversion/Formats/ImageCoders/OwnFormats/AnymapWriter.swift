import Foundation
import ProfferConversions

/// A writer for portable anymaps.
///
/// The formats are raw PBM for two tones, raw PGM for gray, raw PPM for color, and PAM.
enum AnymapWriter {
  /// Writes a raw PGM or PPM file.
  ///
  /// These formats have no alpha.
  static func write(_ image: Image, _ options: ImageOptions) -> Written {
    written(image) { image, _ in samples(of: image) }
  }

  /// Writes a raw PGM file, whose pixels are gray.
  static func writeGray(_ image: Image, _ options: ImageOptions) -> Written {
    written(image) { image, losses in samples(of: image.inGray(&losses)) }
  }

  /// Writes a raw PPM file, whose pixels are colors.
  static func writeColor(_ image: Image, _ options: ImageOptions) -> Written {
    written(image) { image, _ in samples(of: image.inColor()) }
  }

  /// Writes a raw PBM file, whose pixels are black or white.
  static func writeBits(_ image: Image, _ options: ImageOptions) -> Written {
    written(image) { image, losses in
      let isBlack = image.inBlackAndWhite(&losses)
      let rowByteCount = (image.width + 7) / 8
      var bits = Data(count: rowByteCount * image.height)
      for row in 0..<image.height {
        for column in 0..<image.width where isBlack[row * image.width + column] {
          bits[row * rowByteCount + column >> 3] |= 0x80 >> UInt8(column & 7)
        }
      }
      return Data("P4\n\(comments(of: image))\(image.width) \(image.height)\n".utf8) + bits
    }
  }

  /// Writes a file in a format without alpha.
  private static func written(
    _ image: Image, _ write: (Image, inout LossCounter) -> Data
  ) -> Written {
    var losses = LossCounter()
    image.countMetadata(&losses) { $0 == "Comment" }
    let data = write(image.withoutAlpha(&losses), &losses)
    return Written(data, losses: losses.total)
  }

  private static func samples(of image: Image) -> Data {
    let head = """
      \(image.channels == .gray ? "P5" : "P6")
      \(comments(of: image))\(image.width) \(image.height)
      \(image.depth == .eight ? 255 : 65_535)

      """
    return file(head, image)
  }

  /// Writes a PAM file, which can contain any channels, including alpha.
  static func writeArbitraryMap(_ image: Image, _ options: ImageOptions) -> Written {
    var losses = LossCounter()
    image.countMetadata(&losses) { $0 == "Comment" }
    let tupleType =
      switch image.channels {
      case .gray: "GRAYSCALE"
      case .grayAlpha: "GRAYSCALE_ALPHA"
      case .rgb: "RGB"
      case .rgba: "RGB_ALPHA"
      }
    let head = """
      P7
      \(comments(of: image))WIDTH \(image.width)
      HEIGHT \(image.height)
      DEPTH \(image.channels.count)
      MAXVAL \(image.depth == .eight ? 255 : 65_535)
      TUPLTYPE \(tupleType)
      ENDHDR

      """
    return Written(file(head, image), losses: losses.total)
  }

  private static func comments(of image: Image) -> String {
    image.metadata.texts.filter { $0.keyword == "Comment" }
      .flatMap { $0.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
      .map { "# \($0)\n" }.joined()
  }

  private static func file(_ head: String, _ image: Image) -> Data {
    var file = Data(capacity: head.utf8.count + image.pixels.count)
    file.append(contentsOf: head.utf8)
    guard image.depth == .sixteen else {
      file.append(contentsOf: image.pixels)
      return file
    }
    let samples = image.pixels.withUnsafeBytes { bytes in
      let source = bytes.assumingMemoryBound(to: UInt16.self)
      return [UInt8](unsafeUninitializedCapacity: bytes.count) { target, initializedCount in
        let target = UnsafeMutableRawBufferPointer(target).assumingMemoryBound(to: UInt16.self)
        for place in source.indices { target[place] = source[place].bigEndian }
        initializedCount = bytes.count
      }
    }
    file.append(contentsOf: samples)
    return file
  }
}

extension ImageFormat {
  /// The formats PBM, PGM and PPM.
  ///
  /// Plain and raw files can be read. Gray images are written as raw PGM, and other images as raw PPM.
  package static let portableAnymap = ImageFormat(
    "portable anymap", types: ["public.pbm"], mayLose: [.alpha, .colors, .metadata],
    readingMayLose: [.pages, .precision, .metadata], decode: AnymapReader.read, encode: AnymapWriter.write)

  /// The formats PBM, PGM and PPM for a requested extension: `pbm`, `pgm` or `ppm`.
  package static let singleAnymaps = [
    anymap("PBM", mayLose: [.bitDepth], AnymapWriter.writeBits),
    anymap("PGM", AnymapWriter.writeGray), anymap("PPM", AnymapWriter.writeColor),
  ]

  private static func anymap(
    _ name: String, mayLose more: [LossKind] = [],
    _ encode: @escaping @Sendable (Image, ImageOptions) -> Written
  ) -> ImageFormat {
    ImageFormat(
      name, types: portableAnymap.typeIdentifiers, mayLose: portableAnymap.mayLose + more,
      decode: AnymapReader.read, encode: encode)
  }

  /// The format PAM, which supports all channels.
  package static let portableArbitraryMap = ImageFormat(
    "PAM", types: ["io.proffer.portable-arbitrary-map"], mayLose: [.colors, .metadata],
    readingMayLose: [.pages, .precision, .metadata], decode: AnymapReader.read,
    encode: AnymapWriter.writeArbitraryMap)
}
