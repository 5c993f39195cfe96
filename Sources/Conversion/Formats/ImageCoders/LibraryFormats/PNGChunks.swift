import Foundation
import ProfferConversions

/// The chunks of a PNG file by their names, as far as they tell what a reader of one picture leaves out.
///
/// libpng reads the chunks; it does not say which of them it skipped. (Source: PNG, third edition, sections 5 and 11.)
struct PNGChunks {
  /// How many chunks there are of each name.
  private(set) var counts: [String: Int] = [:]
  /// The bytes of all chunks that are not pixels.
  private(set) var metadataByteCount = 0
  /// How many frames of an animation come after the picture.
  private(set) var laterFrameCount = 0
  /// What reading the file loses beside frames and whole chunks.
  private var losses = LossCounter()

  /// The eight bytes that each file begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Lists the chunks of a file; what lies after a damaged place is left to libpng, which reports it.
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
        // The kind of color is the tenth byte, and 3 for indexes of a palette.
        hasIndexes = length >= 10 && bytes[place + 17] == 3
        metadataByteCount += length
      case "PLTE":
        if !hasIndexes { losses.add(.metadata, "a palette that the pixels do not use") }
        metadataByteCount += length
      case "tEXt":
        // One zero ends the keyword; libpng takes another one as the end of the text.
        if bytes[place + 8..<place + 8 + length].count(where: { $0 == 0 }) > 1 {
          losses.add(.metadata, "the end of a text that contains a zero")
        }
        metadataByteCount += length
      case "IDAT": hasPixels = true
      // The frame that stands before the pixels is the picture itself.
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

  /// Whether there is a chunk of a name.
  func has(_ name: String) -> Bool { counts[name] != nil }

  /// How many texts there are.
  var textCount: Int { ["tEXt", "zTXt", "iTXt"].reduce(0) { $0 + counts[$1, default: 0] } }

  /// Counts the chunks that the picture does not keep.
  func countLosses(_ losses: inout LossCounter) {
    losses.add(contentsOf: self.losses.total)
    losses.add(.animation, "the frames after the first", count: laterFrameCount)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where !Self.kept.contains(name) {
      losses.add(Self.ofColors.contains(name) ? .colors : .metadata, name, count: count)
    }
    for name in Self.single where counts[name, default: 0] > 1 {
      losses.add(.metadata, "\(name) after the first", count: counts[name, default: 0] - 1)
    }
  }

  /// Chunks whose contents an image holds, or that are counted elsewhere.
  private static let kept: Set = [
    "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "tEXt", "zTXt", "iTXt",
    "eXIf",
    "acTL", "fcTL", "fdAT",
  ]
  /// Kept chunks that a file has once at most.
  private static let single = ["gAMA", "cHRM", "sRGB", "iCCP", "pHYs", "eXIf"]
  /// Chunks that say what the colors of the samples are.
  private static let ofColors: Set = ["cICP", "mDCV", "cLLI"]
}

/// Chunks that are written, with the bytes of all of them in one place.
struct PNGChunkList {
  private(set) var bytes: [UInt8] = []
  private(set) var entries: [(name: String, range: Range<Int>)] = []

  /// Adds a chunk of four letters.
  mutating func add(_ name: String, _ contents: some Sequence<UInt8>) {
    let start = bytes.count
    bytes += contents
    entries.append((name, start..<bytes.count))
  }

  /// Adds a density in pixels per meter.
  ///
  /// - Returns: whether it was written; numbers that are not from 1 to 2,147,483,647 are not.
  mutating func add(_ density: ImageDensity) -> Bool {
    let numbers = [density.horizontal, density.vertical].map { ($0 / ImageDensity.metersPerInch).rounded() }
    guard numbers.allSatisfy({ $0 >= 1 && $0 < 0x8000_0000 }) else { return false }
    add("pHYs", numbers.flatMap { Int($0).bytes(4, isBigEndian: true) } + [1])
    return true
  }

  /// Adds a text in Latin-1 where that has all its characters, in UTF-8 otherwise.
  ///
  /// - Returns: whether it was written: a keyword has 1 to 79 printable characters of Latin-1 without spaces at its ends or
  ///   two in a row, and a text has no zero.
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
      // Not compressed, by no method, in no language, without a translated keyword.
      add("iTXt", name + [0, 0, 0, 0] + text.text.utf8)
    }
    return true
  }

  /// Adds XMP, which is not compressed, so that programs find it that do not read PNG. (Source: XMP, part 3, section 1.1.5.)
  mutating func add(xmp: Data) {
    add("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
  }
}
