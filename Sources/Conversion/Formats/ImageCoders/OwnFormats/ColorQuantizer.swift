/// Chooses at most 256 colors for the pixels of a picture, and dithers the picture to these colors.
///
/// Colors are words: red in the lowest byte, then green, blue and 255. A word of 0 is a transparent pixel.
///
/// The colors are chosen by median cut with variances. The colors of the picture are points in a cube. The box
/// with the greatest variance is divided along the axis with the greatest variance, at the place where the sum
/// of the two variances is least, until there are enough boxes. The color of a box is the mean of its pixels.
/// A picture with more than 65,536 colors is counted in cells of 4 × 4 × 4 colors.
struct ColorQuantizer {
  /// A color of the picture, and the number of pixels that have it.
  private struct Entry {
    var samples: SIMD4<UInt8>
    var count: UInt32
  }

  private struct Box {
    let range: Range<Int>
    let weight: Double
    let mean: SIMD4<Double>
    /// The weighted sum of the squares of the distances from the mean, for each axis.
    var deviation: SIMD4<Double>
  }

  /// Returns the colors for a picture.
  ///
  /// - Parameters:
  ///   - words: the pixels.
  ///   - limit: the maximum number of colors.
  static func palette(for words: UnsafeBufferPointer<UInt32>, limit: Int) -> [UInt32] {
    var entries = exactEntries(words) ?? binnedEntries(words)
    guard !entries.isEmpty else { return [] }
    var boxes = [box(entries, entries.indices)]
    while boxes.count < limit {
      guard let widest = boxes.indices.max(by: { boxes[$0].deviation.sum() < boxes[$1].deviation.sum() }),
        boxes[widest].deviation.sum() > 0
      else { break }
      if let (left, right) = divide(boxes[widest], &entries) {
        boxes[widest] = left
        boxes.append(right)
      } else {
        boxes[widest].deviation = .zero
      }
    }
    return boxes.map { box in
      let samples = SIMD4<UInt32>(box.mean.rounded(.toNearestOrAwayFromZero))
      return samples.x | samples.y << 8 | samples.z << 16 | 0xFF00_0000
    }
  }

  // MARK: Counting

  private static let exactLimit = 1 << 16

  /// Counts each color; nil if there are too many colors.
  private static func exactEntries(_ words: UnsafeBufferPointer<UInt32>) -> [Entry]? {
    var bitCount = 10
    while bitCount < 18, 1 << bitCount < words.count * 4 { bitCount += 1 }
    let mask = (1 << bitCount) - 1
    var keys = [UInt32](repeating: 0, count: 1 << bitCount)
    var places = [UInt32](repeating: 0, count: 1 << bitCount)
    var entries: [Entry] = []
    var isComplete = true
    keys.withUnsafeMutableBufferPointer { keys in
      places.withUnsafeMutableBufferPointer { places in
        var last: UInt32 = 0
        var lastPlace = 0
        for word in words where word != 0 {
          if word == last {
            entries[lastPlace].count += 1
            continue
          }
          var slot = Int((word &* 0x9E37_79B1) >> UInt32(32 - bitCount))
          while keys[slot] != 0, keys[slot] != word { slot = (slot + 1) & mask }
          if keys[slot] == 0 {
            guard entries.count < Self.exactLimit else {
              isComplete = false
              return
            }
            keys[slot] = word
            places[slot] = UInt32(entries.count)
            entries.append(Entry(samples: Self.samples(of: word), count: 0))
          }
          last = word
          lastPlace = Int(places[slot])
          entries[lastPlace].count += 1
        }
      }
    }
    return isComplete ? entries : nil
  }

  /// Counts colors in cells; the color of an entry is the mean of its pixels.
  private static func binnedEntries(_ words: UnsafeBufferPointer<UInt32>) -> [Entry] {
    var sums = [SIMD4<UInt32>](repeating: .zero, count: 1 << 18)
    sums.withUnsafeMutableBufferPointer { sums in
      for word in words where word != 0 {
        let (red, green, blue) = (word & 255, word >> 8 & 255, word >> 16 & 255)
        let cell = Int((red >> 2) << 12 | (green >> 2) << 6 | blue >> 2)
        // The remainders are added, so that the sums of 2³⁰ pixels fit.
        sums[cell] &+= SIMD4(red & 3, green & 3, blue & 3, 1)
      }
    }
    var entries: [Entry] = []
    for (cell, sum) in sums.enumerated() where sum.w > 0 {
      let low = SIMD4(UInt32(cell >> 12), UInt32(cell >> 6 & 63), UInt32(cell & 63), 0) &* 4
      let rest = (SIMD4(sum.x, sum.y, sum.z, 0) &+ sum.w / 2) / SIMD4(repeating: sum.w)
      entries.append(Entry(samples: SIMD4<UInt8>(truncatingIfNeeded: low &+ rest), count: sum.w))
    }
    return entries
  }

  private static func samples(of word: UInt32) -> SIMD4<UInt8> {
    SIMD4(
      UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8),
      UInt8(truncatingIfNeeded: word >> 16),
      0)
  }

  // MARK: Boxes

  private static func box(_ entries: [Entry], _ range: Range<Int>) -> Box {
    var weight = 0.0
    var sum = SIMD4<Double>.zero
    var squares = SIMD4<Double>.zero
    for entry in entries[range] {
      let samples = SIMD4<Double>(entry.samples)
      let count = Double(entry.count)
      weight += count
      sum += samples * count
      squares += samples * samples * count
    }
    let mean = sum / weight
    // Rounding can make a deviation of 0 negative.
    let deviation = range.count == 1 ? .zero : pointwiseMax(squares - sum * mean, .zero)
    return Box(range: range, weight: weight, mean: mean, deviation: deviation)
  }

  /// Divides a box in two; nil if its colors do not differ along its widest axis.
  private static func divide(_ box: Box, _ entries: inout [Entry]) -> (Box, Box)? {
    let axis = (0..<3).max { box.deviation[$0] < box.deviation[$1] } ?? 0
    var weights = [Double](repeating: 0, count: 256)
    for entry in entries[box.range] { weights[Int(entry.samples[axis])] += Double(entry.count) }
    let total = box.mean[axis] * box.weight
    var (weight, sum) = (0.0, 0.0)
    var best: (cut: Int, score: Double)?
    for value in 0..<255 {
      weight += weights[value]
      sum += weights[value] * Double(value)
      let rest = box.weight - weight
      guard weight > 0, rest > 0.5 else { continue }
      let score = sum * sum / weight + (total - sum) * (total - sum) / rest
      if score > best?.score ?? -1 { best = (value, score) }
    }
    guard let cut = best?.cut else { return nil }
    let middle = entries[box.range].partition { Int($0.samples[axis]) > cut }
    guard middle > box.range.lowerBound, middle < box.range.upperBound else { return nil }
    return (
      self.box(entries, box.range.lowerBound..<middle), self.box(entries, middle..<box.range.upperBound)
    )
  }
}
