/// Dithers pixels to the nearest colors of a palette, by the error diffusion of Floyd and Steinberg.
///
/// The nearest color is found once for each cell of 2 × 2 × 2 colors, for the first color of the cell that is
/// met.
struct ColorDithering {
  private let palette: [UInt32]
  private var red: [Int32]
  private var green: [Int32]
  private var blue: [Int32]
  /// The index of the nearest color for each cell; 0xFFFF if it is not known yet.
  private var nearest = [UInt16](repeating: .max, count: 1 << 21)

  /// - Parameter palette: the colors as words, at least one.
  init(palette: [UInt32]) {
    self.palette = palette
    red = palette.map { Int32($0 & 255) }
    green = palette.map { Int32($0 >> 8 & 255) }
    blue = palette.map { Int32($0 >> 16 & 255) }
  }

  /// Returns the index of a color for each pixel.
  ///
  /// - Parameters:
  ///   - words: the pixels; 0 for a transparent pixel, which neither receives nor passes on an error.
  ///   - width: the number of columns.
  ///   - transparentIndex: the index for transparent pixels.
  mutating func indexes(
    _ words: UnsafeBufferPointer<UInt32>, width: Int, transparentIndex: UInt8
  ) -> [UInt8] {
    // The errors of a row and of the next one, in sixteenths; an extra pixel is at each end of a row.
    var errors = [SIMD4<Int32>](repeating: .zero, count: width + 2)
    var later = errors
    let (palette, red, green, blue) = (palette, red, green, blue)
    return nearest.withUnsafeMutableBufferPointer { nearest in
      [UInt8](unsafeUninitializedCapacity: words.count) { target, initializedCount in
        for start in stride(from: 0, to: words.count, by: width) {
          errors.withUnsafeMutableBufferPointer { errors in
            later.withUnsafeMutableBufferPointer { later in
              later.update(repeating: .zero)
              for column in 0..<width {
                let word = words[start + column]
                guard word != 0 else {
                  target[start + column] = transparentIndex
                  continue
                }
                let rounded = errors[column + 1] &+ 8
                let received = rounded &>> SIMD4<Int32>(repeating: 4)
                let wanted = (Self.samples(of: word) &+ received)
                  .clamped(lowerBound: .zero, upperBound: SIMD4<Int32>(repeating: 255))
                let cell = Int((wanted.x >> 1) << 14 | (wanted.y >> 1) << 7 | wanted.z >> 1)
                if nearest[cell] == .max {
                  nearest[cell] = Self.nearest(to: wanted, red, green, blue)
                }
                let index = Int(nearest[cell])
                target[start + column] = UInt8(truncatingIfNeeded: index)
                let error = wanted &- Self.samples(of: palette[index])
                errors[column + 2] &+= error &* 7
                later[column] &+= error &* 3
                later[column + 1] &+= error &* 5
                later[column + 2] &+= error
              }
            }
          }
          swap(&errors, &later)
        }
        initializedCount = words.count
      }
    }
  }

  @inline(__always)
  private static func samples(of word: UInt32) -> SIMD4<Int32> {
    SIMD4<Int32>(
      Int32(truncatingIfNeeded: word & 255), Int32(truncatingIfNeeded: word >> 8 & 255),
      Int32(truncatingIfNeeded: word >> 16 & 255), 0)
  }

  /// Returns the index of the color at the least distance.
  private static func nearest(
    to color: SIMD4<Int32>, _ red: [Int32], _ green: [Int32], _ blue: [Int32]
  ) -> UInt16 {
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          // A distance has at most 18 bits. The index in the low bits makes the search a single minimum.
          var best = Int32.max
          for index in 0..<red.count {
            let (x, y, z) = (red[index] &- color.x, green[index] &- color.y, blue[index] &- color.z)
            best = min(best, (x &* x &+ y &* y &+ z &* z) << 8 | Int32(truncatingIfNeeded: index))
          }
          return UInt16(truncatingIfNeeded: best & 255)
        }
      }
    }
  }
}
