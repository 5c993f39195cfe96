import ProfferConversions

/// The rectangles of an animation that a GIF file stores: the part of each frame that differs from the picture
/// before it.
///
/// A pixel that does not change is transparent in its rectangle. A frame can make pixels opaque, but only the
/// disposal of the frame before can make them transparent again. If the next frame has such pixels, the
/// rectangle of a frame is enlarged to contain them, and is cleared after the frame.
struct GIFFrames {
  /// A rectangle of a frame.
  struct Part {
    let columns: Range<Int>
    let rows: Range<Int>
    /// The colors as words: red in the lowest byte, green, blue and 255; 0 for a transparent pixel.
    let words: [UInt32]
    /// Whether the rectangle becomes transparent after the frame.
    let isCleared: Bool
    let milliseconds: Int
  }

  private let animation: Animation
  private let size: ImageSize

  init(_ animation: Animation) {
    self.animation = animation
    size = animation.size
  }

  /// Passes the rectangle of each frame to a closure.
  ///
  /// - Parameter losses: receives `alpha` and `bit depth` for frames that have such pixels.
  func forEach(_ losses: inout LossCounter, _ body: (Part) -> Void) {
    let frames = animation.frames
    // The picture before a frame; empty before the first frame, where it is transparent.
    var base: [UInt32] = []
    var current = frames[0].image.words(&losses)
    for (place, frame) in frames.enumerated() {
      let next = place + 1 < frames.count ? frames[place + 1].image.words(&losses) : nil
      // Some programs expect that the first frame has the size of the picture.
      var area =
        place == 0 ? Area(columns: 0..<size.width, rows: 0..<size.height) : changes(from: base, to: current)
      let clearing = next.flatMap { cleared(from: current, to: $0) }
      if let clearing { area = area?.union(clearing) ?? clearing }
      // A frame without changes still has a time.
      let stored = area ?? Area(columns: 0..<1, rows: 0..<1)
      body(
        Part(
          columns: stored.columns, rows: stored.rows,
          words: place == 0 ? current : words(of: current, notIn: base, stored),
          isCleared: clearing != nil, milliseconds: frame.milliseconds))
      base = current
      if clearing != nil { clear(stored, in: &base) }
      if let next { current = next }
    }
  }

  private struct Area {
    var columns: Range<Int>
    var rows: Range<Int>

    func union(_ other: Area) -> Area {
      Area(
        columns: min(
          columns.lowerBound, other.columns.lowerBound)..<max(
            columns.upperBound, other.columns.upperBound),
        rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
    }
  }

  private func changes(from old: [UInt32], to new: [UInt32]) -> Area? {
    area(old, new) { $0 != $1 }
  }

  private func cleared(from old: [UInt32], to new: [UInt32]) -> Area? {
    area(old, new) { $0 != 0 && $1 == 0 }
  }

  /// Returns the smallest rectangle that contains all pixels with a property; nil if there are none.
  @inline(__always)
  private func area(_ old: [UInt32], _ new: [UInt32], _ isChanged: (UInt32, UInt32) -> Bool) -> Area? {
    var (left, right, top, bottom) = (size.width, -1, -1, -1)
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        for row in 0..<size.height {
          let start = row * size.width
          guard let first = (0..<size.width).first(where: { isChanged(old[start + $0], new[start + $0]) })
          else { continue }
          if top < 0 { top = row }
          bottom = row
          left = min(left, first)
          var last = size.width - 1
          while last > right, !isChanged(old[start + last], new[start + last]) { last -= 1 }
          right = max(right, last, first)
        }
      }
    }
    return top < 0 ? nil : Area(columns: left..<right + 1, rows: top..<bottom + 1)
  }

  private func words(of new: [UInt32], notIn old: [UInt32], _ area: Area) -> [UInt32] {
    let count = area.columns.count * area.rows.count
    return [UInt32](unsafeUninitializedCapacity: count) { words, initializedCount in
      var to = 0
      for row in area.rows {
        let start = row * size.width
        for column in area.columns {
          let word = new[start + column]
          words[to] = word == old[start + column] ? 0 : word
          to += 1
        }
      }
      initializedCount = count
    }
  }

  private func clear(_ area: Area, in words: inout [UInt32]) {
    for row in area.rows {
      for column in area.columns { words[row * size.width + column] = 0 }
    }
  }
}

extension Image {
  /// Returns each pixel as a word: red in the lowest byte, green, blue and 255; 0 for a transparent pixel.
  ///
  /// A pixel of less than half opacity becomes transparent, and any other pixel opaque.
  ///
  /// - Parameter losses: receives `bit depth` if samples are rounded, and `alpha` if pixels are partly
  ///   transparent.
  fileprivate func words(_ losses: inout LossCounter) -> [UInt32] {
    let image = withEightBits(&losses)
    let count = width * height
    var isPartial = false
    let words = image.pixels.withUnsafeBufferPointer { source in
      [UInt32](unsafeUninitializedCapacity: count) { words, initializedCount in
        switch channels {
        case .gray: for place in 0..<count { words[place] = UInt32(source[place]) &* 0x01_0101 | 0xFF00_0000 }
        case .rgb:
          var from = 0
          for place in 0..<count {
            words[place] =
              UInt32(source[from]) | UInt32(source[from + 1]) << 8 | UInt32(source[from + 2]) << 16
              | 0xFF00_0000
            from += 3
          }
        case .grayAlpha:
          for place in 0..<count {
            let alpha = source[place * 2 + 1]
            isPartial = isPartial || alpha &+ 1 > 1
            words[place] = alpha < 128 ? 0 : UInt32(source[place * 2]) &* 0x01_0101 | 0xFF00_0000
          }
        case .rgba:
          var from = 0
          for place in 0..<count {
            let alpha = source[from + 3]
            isPartial = isPartial || alpha &+ 1 > 1
            words[place] =
              alpha < 128
              ? 0
              : UInt32(source[from]) | UInt32(source[from + 1]) << 8 | UInt32(source[from + 2]) << 16
                | 0xFF00_0000
            from += 4
          }
        }
        initializedCount = count
      }
    }
    if isPartial { losses.add(.alpha, "partly transparent pixels become opaque or transparent") }
    return words
  }
}
