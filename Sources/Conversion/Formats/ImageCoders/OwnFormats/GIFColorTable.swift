import ProfferConversions

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
