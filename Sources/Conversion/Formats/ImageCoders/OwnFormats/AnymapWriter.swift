import Foundation
import ProfferConversions

/// A writer for portable anymaps.
///
/// The formats are raw PGM for gray, raw PPM for color, and PAM.
enum AnymapWriter {
  /// Writes a raw PGM or PPM file.
  ///
  /// These formats have no alpha.
  static func write(_ image: Image, _ options: ImageOptions) -> Written {
    var losses = LossCounter()
    image.countMetadata(&losses) { $0 == "Comment" }
    let image = image.withoutAlpha(&losses)
    let head = """
      \(image.channels == .gray ? "P5" : "P6")
      \(comments(of: image))\(image.width) \(image.height)
      \(image.depth == .eight ? 255 : 65_535)

      """
    return Written(file(head, image), losses: losses.total)
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
  /// Plain and raw files can be read; raw PGM and PPM files are written.
  package static let portableAnymap = ImageFormat(
    "portable anymap", types: ["public.pbm"], mayLose: [.alpha, .colors, .metadata],
    readingMayLose: [.pages, .precision, .metadata], decode: AnymapReader.read, encode: AnymapWriter.write)

  /// The format PAM, which supports all channels.
  package static let portableArbitraryMap = ImageFormat(
    "PAM", types: ["io.proffer.portable-arbitrary-map"], mayLose: [.colors, .metadata],
    readingMayLose: [.pages, .precision, .metadata], decode: AnymapReader.read,
    encode: AnymapWriter.writeArbitraryMap)
}
