import Foundation
import ProfferConversions

/// The chunks of a WebP file.
///
/// A WebP file is a RIFF container: a name, a size and chunks. A chunk consists of a name, a size and
/// contents. If the size is odd, a padding byte follows the contents. Numbers are little-endian. (Source:
/// RFC 9649, section 2.)
struct WebPContainer {
  /// A chunk of the file.
  struct Chunk {
    let name: String
    /// The range of the chunk's contents in the file.
    let range: Range<Int>
  }

  /// A frame of an animation.
  struct Frame {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    /// The range of the chunks that make up the frame's image.
    let image: Range<Int>
  }

  private let bytes: Data
  private(set) var chunks: [Chunk] = []
  /// The offset at which the container ends.
  private let end: Int
  /// The offset at which the last chunk of the container ends.
  private let chunksEnd: Int

  /// Lists the chunks of a file.
  ///
  /// - Throws: ``CoderError`` if the bytes are not a WebP file, or if the file is truncated.
  init(_ data: Data) throws(CoderError) {
    bytes = data.startIndex == 0 ? data : Data(data)
    guard bytes.starts(with: Data("RIFF".utf8)), bytes.count >= 12, bytes[8..<12] == Data("WEBP".utf8) else {
      throw CoderError(.wrongFormat, "the file does not begin with the signature of a WebP file")
    }
    end = 8 + Self.number(bytes, at: 4, count: 4)
    guard end <= bytes.count else {
      throw CoderError(.unexpectedEnd, "the WebP file is truncated in its image data")
    }
    guard end >= 12 else { throw CoderError(.damagedImage, "the WebP file is empty") }
    (chunks, chunksEnd) = Self.chunks(of: bytes, in: 12..<end)
  }

  /// Returns the contents of the first chunk with the given name; nil if there is no such chunk.
  func contents(of name: String) -> Data? {
    chunks.first { $0.name == name }.map { Data(bytes[$0.range]) }
  }

  /// The size of the whole picture; nil if the file has no extended header.
  var canvas: (width: Int, height: Int)? {
    guard let header = contents(of: "VP8X"), header.count >= 10 else { return nil }
    return (1 + Self.number(header, at: 4, count: 3), 1 + Self.number(header, at: 7, count: 3))
  }

  /// Whether the extended header declares transparent pixels.
  var declaresAlpha: Bool { contents(of: "VP8X")?.first.map { $0 & 0x10 != 0 } ?? false }

  /// The number of frames in an animation.
  var frameCount: Int { chunks.count { $0.name == "ANMF" } }

  /// Returns the frames of an animation; empty if the file is not an animation.
  ///
  /// - Parameter limit: the maximum number of frames to return.
  /// - Throws: ``CoderError`` if the chunk of a frame has no image, or if a frame lies outside of the canvas.
  func frames(_ limit: Int = .max) throws(CoderError) -> [Frame] {
    var frames: [Frame] = []
    let canvas = canvas
    for chunk in chunks where chunk.name == "ANMF" && frames.count < limit {
      // The frame header: two offsets, two sizes, a duration and flags.
      guard chunk.range.count > 16 else {
        throw CoderError(.damagedImage, "a frame of the WebP file is empty")
      }
      func number(_ offset: Int) -> Int {
        Self.number(bytes, at: chunk.range.lowerBound + offset, count: 3)
      }
      let frame = Frame(
        left: 2 * number(0), top: 2 * number(3), width: 1 + number(6), height: 1 + number(9),
        image: chunk.range.lowerBound + 16..<chunk.range.upperBound)
      guard let canvas, frame.left + frame.width <= canvas.width, frame.top + frame.height <= canvas.height
      else { throw CoderError(.damagedImage, "a frame of the WebP file lies outside of the image") }
      frames.append(frame)
    }
    return frames
  }

  /// The total number of bytes in the chunks that do not contain pixels.
  var metadataByteCount: Int {
    chunks.filter { !Self.ofPixels.contains($0.name) }.reduce(0) { $0 + $1.range.count }
  }

  /// Reports as lost the chunks that an ``Image`` cannot store.
  ///
  /// - Parameter keepsFrames: whether all frames of an animation are kept.
  func countLosses(_ losses: inout LossCounter, keepsFrames: Bool = false) {
    if !keepsFrames { losses.add(.animation, "frames after the first", count: max(0, frameCount - 1)) }
    var met: Set<String> = []
    for chunk in chunks where chunk.name != "ANMF" {
      let isFirst = met.insert(chunk.name).inserted
      if !Self.ofPixels.contains(chunk.name) && !Self.kept.contains(chunk.name) {
        losses.add(.metadata, chunk.name)
      } else if !isFirst {
        losses.add(.metadata, "\(chunk.name) after the first")
      }
    }
    // The chunks of a frame follow the 16 bytes of its header.
    for frame in chunks.filter({ $0.name == "ANMF" }).prefix(keepsFrames ? .max : 1)
    where frame.range.count > 16 {
      let inner = Self.chunks(of: bytes, in: frame.range.lowerBound + 16..<frame.range.upperBound).chunks
      for chunk in inner where !Self.ofPixels.contains(chunk.name) { losses.add(.metadata, chunk.name) }
    }
    if chunksEnd < end { losses.addTrailing(bytes[chunksEnd..<end]) }
    losses.addTrailing(bytes[end...])
  }

  /// Chunks whose contents an ``Image`` stores, apart from the pixel chunks.
  private static let kept: Set = ["ICCP", "EXIF", "XMP "]

  private static let ofPixels: Set = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"]

  /// Returns the chunks in a part of a file, and the offset at which the last chunk ends.
  private static func chunks(of bytes: Data, in range: Range<Int>) -> (chunks: [Chunk], end: Int) {
    var chunks: [Chunk] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let length = number(bytes, at: place + 4, count: 4)
      guard length <= range.upperBound - place - 8 else { break }
      chunks.append(
        Chunk(
          name: String(decoding: bytes[place..<place + 4], as: UTF8.self),
          range: place + 8..<place + 8 + length))
      place += 8 + length + length % 2
    }
    return (chunks, place)
  }

  private static func number(_ bytes: Data, at place: Int, count: Int) -> Int {
    let start = bytes.startIndex + place
    return bytes[start..<start + count].number(isBigEndian: false)
  }

  // MARK: - Writing

  /// Makes a file in the extended format from the given metadata and the pixel chunks of the given file.
  ///
  /// - Returns: the file; nil if the file would be too large for the format.
  private static func data(
    _ file: WebPContainer, width: Int, height: Int, hasAlpha: Bool, profile: Data?, exif: Data?, xmp: Data?
  ) -> Data? {
    // The flag of an animation.
    var flags: UInt8 = file.frameCount > 0 ? 0x02 : 0
    if profile != nil { flags |= 0x20 }
    if hasAlpha { flags |= 0x10 }
    if exif != nil { flags |= 0x08 }
    if xmp != nil { flags |= 0x04 }
    var body = Data("WEBP".utf8)
    let size = [width, height].flatMap { ($0 - 1).bytes(3, isBigEndian: false) }
    append("VP8X", Data([flags, 0, 0, 0] + size), to: &body)
    if let profile { append("ICCP", profile, to: &body) }
    for chunk in file.chunks where ["ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"].contains(chunk.name) {
      append(chunk.name, file.bytes[chunk.range], to: &body)
    }
    if let exif { append("EXIF", exif, to: &body) }
    if let xmp { append("XMP ", xmp, to: &body) }
    guard body.count < 0xFFFF_FFF0 else { return nil }
    return Data("RIFF".utf8) + body.count.bytes(4, isBigEndian: false) + body
  }

  private static func append(_ name: String, _ contents: Data, to body: inout Data) {
    body.append(contentsOf: name.utf8)
    body.append(contentsOf: contents.count.bytes(4, isBigEndian: false))
    body.append(contents)
    if contents.count % 2 != 0 { body.append(0) }
  }
}

// MARK: - Metadata

extension WebPContainer {
  /// Gives an image the color profile, the metadata, the orientation and the density of the file.
  func addMetadata(to image: inout Image) {
    image.colorProfile = contents(of: "ICCP")
    image.metadata.exif = contents(of: "EXIF").map(JPEGSegments.withoutEXIFName)
    image.metadata.xmp = contents(of: "XMP ")
    let header = image.metadata.exif.flatMap(EXIFHeader.init)
    image.orientation = header?.orientation ?? .up
    image.density = header?.density
  }

  /// Returns a file that a library wrote, with the metadata of an image.
  ///
  /// - Parameters:
  ///   - image: the image, or the first frame of an animation.
  ///   - profile: the color profile; nil for none.
  ///   - hasAlpha: whether pixels are transparent.
  ///   - file: the file without metadata.
  /// - Throws: ``CoderError`` if the file would be too large for the format.
  static func adding(
    metadataOf image: Image, profile: Data?, hasAlpha: Bool, to file: Data
  ) throws -> Data {
    let exif = image.exifWithOrientation
    let container = try WebPContainer(file)
    // libwebpmux declares no alpha if opaque rectangles leave a part of the picture transparent.
    guard
      profile != nil || exif != nil || image.metadata.xmp != nil
        || hasAlpha && container.frameCount > 0 && !container.declaresAlpha
    else { return file }
    guard
      let complete = data(
        container, width: image.width, height: image.height, hasAlpha: hasAlpha, profile: profile, exif: exif,
        xmp: image.metadata.xmp)
    else { throw CoderError(.unwritable, "the WebP file would be larger than 4 GiB") }
    return complete
  }
}
