import Foundation
import ProfferConversions

/// Examines the chunks of a PNG file for content that is lost when a single picture is read.
///
/// libpng does not report which chunks it skips. (Source: PNG, third edition, sections 5 and 11.)
struct PNGChunks {
  /// The number of chunks, by chunk name.
  private(set) var counts: [String: Int] = [:]
  /// The total number of bytes in the chunks that do not contain pixels.
  private(set) var metadataByteCount = 0
  /// The number of animation frames that follow the picture.
  private(set) var laterFrameCount = 0
  /// The losses other than later frames and whole chunks.
  private var losses = LossCounter()

  /// The eight bytes with which every PNG file begins.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Examines the chunks of a file up to the first damaged chunk.
  ///
  /// libpng reports the damage.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = Self.signature.count
    var hasPixels = false
    var hasIndexes = false
    while place <= bytes.count - 12 {
      let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      guard length <= bytes.count - place - 12 else { return }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      counts[name, default: 0] += 1
      switch name {
      case "IHDR":
        // The color type is the tenth byte of the contents. The value 3 means palette indices.
        hasIndexes = length >= 10 && bytes[place + 17] == 3
        metadataByteCount += length
      case "PLTE":
        if !hasIndexes { losses.add(.metadata, "an unused palette") }
        metadataByteCount += length
      case "tEXt":
        // A zero byte ends the keyword. libpng treats a second zero byte as the end of the text.
        if bytes[place + 8..<place + 8 + length].count(where: { $0 == 0 }) > 1 {
          losses.add(.metadata, "the part of a text chunk after a NUL")
        }
        metadataByteCount += length
      case "IDAT": hasPixels = true
      // A frame control chunk before the pixels belongs to the picture itself.
      case "fcTL": if hasPixels { laterFrameCount += 1 }
      case "fdAT": break
      default: metadataByteCount += length
      }
      place += length + 12
      if name == "IEND" {
        losses.addTrailing(bytes[place...])
        return
      }
    }
  }

  /// Returns whether the file contains a chunk with the given name.
  func has(_ name: String) -> Bool { counts[name] != nil }

  /// The number of text chunks.
  var textCount: Int { ["tEXt", "zTXt", "iTXt"].reduce(0) { $0 + counts[$1, default: 0] } }

  /// Reports as lost the chunks that an ``Image`` cannot store.
  func countLosses(_ losses: inout LossCounter) {
    losses.add(contentsOf: self.losses.total)
    losses.add(.animation, "frames after the first", count: laterFrameCount)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where !Self.kept.contains(name) {
      losses.add(Self.ofColors.contains(name) ? .colors : .metadata, name, count: count)
    }
    for name in Self.single where counts[name, default: 0] > 1 {
      losses.add(.metadata, "\(name) after the first", count: counts[name, default: 0] - 1)
    }
  }

  /// Chunks whose contents an image stores, and chunks that are counted elsewhere.
  private static let kept: Set = [
    "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "tEXt", "zTXt", "iTXt",
    "eXIf",
    "acTL", "fcTL", "fdAT",
  ]
  /// Chunks that an image stores, and that may occur only once in a file.
  private static let single = ["gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "eXIf"]
  /// Chunks that define the color space of the samples.
  private static let ofColors: Set = ["cICP", "mDCV", "cLLI"]
}

/// The chunks to write.
///
/// The bytes of all chunks are stored in one buffer.
struct PNGChunkList {
  private(set) var bytes: [UInt8] = []
  private(set) var entries: [(name: String, range: Range<Int>)] = []

  /// Adds a chunk with a name of four letters.
  mutating func add(_ name: String, _ contents: some Sequence<UInt8>) {
    let start = bytes.count
    bytes += contents
    entries.append((name, start..<bytes.count))
  }

  /// Adds a density, converted to pixels per meter.
  ///
  /// - Returns: whether the density was added. Values outside 1 to 2,147,483,647 cannot be written.
  mutating func add(_ density: ImageDensity) -> Bool {
    let numbers = [density.horizontal, density.vertical].map { ($0 / ImageDensity.metersPerInch).rounded() }
    guard numbers.allSatisfy({ $0 >= 1 && $0 < 0x8000_0000 }) else { return false }
    add("pHYs", numbers.flatMap { Int($0).bytes(4, isBigEndian: true) } + [1])
    return true
  }

  /// Adds a text.
  ///
  /// The encoding is Latin-1 if possible, otherwise UTF-8. The keyword must have 1 to 79 printable Latin-1
  /// characters, without leading, trailing or consecutive spaces. The text must not contain a zero byte.
  ///
  /// - Returns: whether the text was added. An invalid text or keyword is not added.
  mutating func add(_ text: ImageText) -> Bool {
    let keyword = text.keyword.unicodeScalars.map(\.value)
    let isKeyword =
      (1...79).contains(keyword.count)
      && keyword.allSatisfy { (32...126).contains($0) || (161...255).contains($0) }
      && keyword.first != 32 && keyword.last != 32
      && !zip(keyword, keyword.dropFirst()).contains { $0 == 32 && $1 == 32 }
    guard isKeyword, !text.text.utf8.contains(0) else { return false }
    let name = keyword.map { UInt8(truncatingIfNeeded: $0) } + [0]
    let scalars = text.text.unicodeScalars
    if scalars.allSatisfy({ $0.value < 256 }) {
      add("tEXt", name + scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    } else {
      // A compression flag, a compression method, an empty language and an empty translated keyword.
      add("iTXt", name + [0, 0, 0, 0] + text.text.utf8)
    }
    return true
  }

  /// Adds XMP without compression, so that programs without a PNG reader can find it. (Source: XMP, part 3,
  /// section 1.1.5.)
  mutating func add(xmp: Data) {
    add("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
  }
}
