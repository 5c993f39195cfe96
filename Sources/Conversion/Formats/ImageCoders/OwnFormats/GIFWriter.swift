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
      file.appendSubBlocks([UInt8](profile))
    }
    // A zero byte would end the packet for readers of sub-blocks.
    if let xmp = image.metadata.xmp, !xmp.contains(0) {
      file += [0x21, 0xFF, 11] + "XMP DataXMP".utf8 + xmp + GIFBlocks.endOfXMP
      image.metadata.xmp = nil
    }
    for text in image.metadata.texts where text.keyword == "Comment" {
      file += [0x21, 0xFE]
      file.appendSubBlocks(Array(text.text.utf8))
    }
    image.countMetadata(&losses, holdsProfile: true) { $0 == "Comment" }
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
