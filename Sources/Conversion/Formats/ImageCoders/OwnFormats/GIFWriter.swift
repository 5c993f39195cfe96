import Foundation
import ProfferConversions

/// A writer for GIF files.
///
/// A file has one table of colors if all frames together have at most 256, and otherwise a table for each
/// frame. The colors are exact where the changed part of a frame has at most 256 of them, with one for
/// transparent pixels. Other parts are reduced by ``ColorQuantizer`` and dithered by ``ColorDithering``.
struct GIFWriter {
  static func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    try write(Animation(still: image), options)
  }

  static func write(_ animation: Animation, _ options: ImageOptions) throws -> Written {
    let size = animation.size
    guard size.width <= UInt16.max, size.height <= UInt16.max else {
      throw CoderError(
        .unwritable,
        "GIF has at most 65,535 columns and rows, but the image has \(size.width) × \(size.height)")
    }
    var writer = GIFWriter(animation)
    writer.append()
    return Written(Data(writer.file), losses: writer.losses.total)
  }

  private let animation: Animation
  private let frames: GIFFrames
  private var losses = LossCounter()
  private var file: [UInt8] = []
  private var compressor = GIFCompressor()

  private init(_ animation: Animation) {
    self.animation = animation
    frames = GIFFrames(animation)
  }

  private var isAnimated: Bool { animation.frames.count > 1 }

  private mutating func append() {
    var frameLosses = LossCounter()
    if isAnimated {
      let shared = sharedTable()
      appendHeader(shared)
      appendMetadata()
      frames.forEach(&frameLosses) { part in
        var table = shared ?? GIFColorTable(part.words, isCleared: part.isCleared)
        let indexes = table.indexes(part, &losses)
        append(part, table, indexes, isShared: shared != nil)
      }
    } else {
      frames.forEach(&frameLosses) { part in
        var table = GIFColorTable(part.words, isCleared: false)
        let indexes = table.indexes(part, &losses)
        appendHeader(table)
        appendMetadata()
        append(part, table, indexes, isShared: true)
      }
    }
    losses.add(contentsOf: frameLosses.total)
    file.append(0x3B)
  }

  /// Returns the colors of all frames; nil if they are too many for one table.
  private func sharedTable() -> GIFColorTable? {
    var table = GIFColorTable()
    var ignored = LossCounter()
    var isTooLarge = false
    frames.forEach(&ignored) { part in
      guard !isTooLarge else { return }
      isTooLarge = !table.add(part.words)
      if part.isCleared { table.hasTransparency = true }
    }
    return isTooLarge || table.isTooLarge ? nil : table
  }

  // MARK: Blocks

  private mutating func appendHeader(_ shared: GIFColorTable?) {
    file += "GIF89a".utf8
    file.append(littleEndian: UInt16(animation.size.width))
    file.append(littleEndian: UInt16(animation.size.height))
    // The flags: a table, samples of 8 bits, and the size of the table. Then the background and the ratio.
    file.append(0x70 | (shared.map { 0x80 | UInt8($0.bitCount - 1) } ?? 0))
    file += [0, 0]
    if let shared { file += shared.bytes }
    guard isAnimated, animation.playCount != 1 else { return }
    let repeats = animation.playCount.map { min($0 - 1, Int(UInt16.max)) } ?? 0
    if let playCount = animation.playCount, playCount - 1 > UInt16.max {
      losses.add(.metadata, "repetitions after 65,536")
    }
    file += [0x21, 0xFF, 11] + "NETSCAPE2.0".utf8 + [3, 1]
    file.append(littleEndian: UInt16(repeats))
    file.append(0)
  }

  private mutating func appendMetadata() {
    var image = animation.frames[0].image
    if let profile = image.suitableProfile(isColor: true, &losses) {
      file += [0x21, 0xFF, 11] + "ICCRGBG1012".utf8
      appendSubBlocks([UInt8](profile))
    }
    // A zero byte would end the packet for readers of sub-blocks.
    if let xmp = image.metadata.xmp, !xmp.contains(0) {
      file += [0x21, 0xFF, 11] + "XMP DataXMP".utf8 + xmp + [0x01]
      file += (0...255).reversed().map { UInt8($0) } + [0x00]
      image.metadata.xmp = nil
    }
    for text in image.metadata.texts where text.keyword == "Comment" {
      file += [0x21, 0xFE]
      appendSubBlocks(Array(text.text.utf8))
    }
    image.countMetadata(&losses, holdsProfile: true) { $0 == "Comment" }
  }

  private mutating func appendSubBlocks(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let part = bytes[start..<min(start + 255, bytes.count)]
      file.append(UInt8(part.count))
      file += part
    }
    file.append(0)
  }

  private mutating func append(
    _ part: GIFFrames.Part, _ table: GIFColorTable, _ indexes: [UInt8], isShared: Bool
  ) {
    if isAnimated || table.hasTransparency {
      let delay = isAnimated ? delay(part.milliseconds) : 0
      file += [0x21, 0xF9, 4]
      file.append((isAnimated ? part.isCleared ? 2 << 2 : 1 << 2 : 0) | (table.hasTransparency ? 1 : 0))
      file.append(littleEndian: delay)
      file += [UInt8(truncatingIfNeeded: table.transparentIndex), 0]
    }
    file.append(0x2C)
    for number in [part.columns.lowerBound, part.rows.lowerBound, part.columns.count, part.rows.count] {
      file.append(littleEndian: UInt16(number))
    }
    file.append(!isShared ? 0x80 | UInt8(table.bitCount - 1) : 0)
    if !isShared { file += table.bytes }
    indexes.withUnsafeBufferPointer { compressor.append($0, bitCount: max(2, table.bitCount), to: &file) }
  }

  /// Returns a time in hundredths of a second.
  private mutating func delay(_ milliseconds: Int) -> UInt16 {
    let rounded = milliseconds > 0 ? max(1, milliseconds / 10 + (milliseconds % 10 >= 5 ? 1 : 0)) : 0
    let delay = UInt16(clamping: rounded)
    if rounded > Int(UInt16.max) {
      losses.add(.precision, "times of frames longer than 655.35 s")
    } else if rounded * 10 != milliseconds {
      losses.add(.precision, "times of frames rounded to 1/100 s")
    }
    return delay
  }
}

/// The colors of a file or a frame.
struct GIFColorTable {
  /// The colors as words; see ``GIFFrames``.
  private var colors: [UInt32] = []
  /// Whether there are transparent pixels.
  var hasTransparency = false
  private var isFull = false
  /// A hash table of the colors, and the index of each color.
  private var keys = [UInt32](repeating: 0, count: 1024)
  private var places = [UInt16](repeating: 0, count: 1024)

  init() {}

  /// Makes a table with the colors of a rectangle.
  init(_ words: [UInt32], isCleared: Bool) {
    hasTransparency = isCleared
    _ = add(words)
  }

  /// Whether there are more colors than a table holds.
  var isTooLarge: Bool { isFull || colors.count + (hasTransparency ? 1 : 0) > 256 }

  /// The index of transparent pixels, which follows the colors; 0 if there are none.
  var transparentIndex: Int { hasTransparency ? colors.count : 0 }

  /// The number of bits of an index.
  var bitCount: Int {
    let count = colors.count + (hasTransparency ? 1 : 0)
    return max(1, Int.bitWidth - max(0, count - 1).leadingZeroBitCount)
  }

  /// The table in a file, filled up with black.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for color in colors {
      bytes += [
        UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8),
        UInt8(truncatingIfNeeded: color >> 16),
      ]
    }
    return bytes + [UInt8](repeating: 0, count: 3 << bitCount - bytes.count)
  }

  private func slot(of word: UInt32) -> Int {
    var slot = Int((word &* 0x9E37_79B1) >> 22)
    while keys[slot] != 0, keys[slot] != word { slot = (slot + 1) & 1023 }
    return slot
  }

  /// Adds the colors of a rectangle.
  ///
  /// - Returns: whether the colors fit.
  mutating func add(_ words: [UInt32]) -> Bool {
    var last: UInt32 = 0
    var hasClear = false
    for word in words where word != last || word == 0 {
      guard word != 0 else {
        hasClear = true
        continue
      }
      last = word
      let slot = slot(of: word)
      guard keys[slot] == 0 else { continue }
      guard colors.count < 256 else {
        isFull = true
        break
      }
      keys[slot] = word
      places[slot] = UInt16(colors.count)
      colors.append(word)
    }
    // The rest of a table that is too large is not seen.
    if hasClear || isFull && words.contains(0) { hasTransparency = true }
    return !isTooLarge
  }

  /// Returns the index of each pixel of a rectangle.
  ///
  /// If there are too many colors, they are replaced by the best ones.
  ///
  /// - Parameter losses: receives `colors` if colors are replaced.
  mutating func indexes(_ part: GIFFrames.Part, _ losses: inout LossCounter) -> [UInt8] {
    isTooLarge ? reduce(part.words, width: part.columns.count, &losses) : exactIndexes(part.words)
  }

  /// Returns the index of each pixel, whose colors must be in the table.
  private func exactIndexes(_ words: [UInt32]) -> [UInt8] {
    let transparentIndex = UInt8(truncatingIfNeeded: transparentIndex)
    return [UInt8](unsafeUninitializedCapacity: words.count) { indexes, initializedCount in
      var last: UInt32 = 0
      var index = transparentIndex
      for (place, word) in words.enumerated() {
        if word != last {
          last = word
          index = word == 0 ? transparentIndex : UInt8(truncatingIfNeeded: places[slot(of: word)])
        }
        indexes[place] = index
      }
      initializedCount = words.count
    }
  }

  /// Replaces the colors by the best 256, or 255 and one for transparent pixels.
  ///
  /// - Parameter losses: receives `colors`.
  /// - Returns: the index of each pixel.
  private mutating func reduce(_ words: [UInt32], width: Int, _ losses: inout LossCounter) -> [UInt8] {
    losses.add(.colors, "colors of a frame reduced to 256")
    return words.withUnsafeBufferPointer { words in
      colors = ColorQuantizer.palette(for: words, limit: hasTransparency ? 255 : 256)
      isFull = false
      var dithering = ColorDithering(palette: colors)
      return dithering.indexes(
        words, width: width, transparentIndex: UInt8(truncatingIfNeeded: transparentIndex))
    }
  }
}

extension ImageFormat {
  /// GIF, the Graphics Interchange Format.
  ///
  /// Images are read from the first frame of a file, and written as a file of one frame.
  package static let gif = ImageFormat(
    "GIF", types: ["com.compuserve.gif"], mayLose: [.alpha, .bitDepth, .colors, .metadata],
    readingMayLose: [.animation, .metadata], reducesColors: true,
    decode: { try GIFReader.read($0, $1) }, encode: { try GIFWriter.write($0, $1) })
}

extension AnimationFormat {
  /// GIF with any number of frames.
  package static let gif = AnimationFormat(
    name: "GIF animation", still: .gif, readingLibrary: nil, writingLibrary: nil,
    decode: { try GIFReader.readAnimation($0, $1) }, encode: { try GIFWriter.write($0, $1) })
}
