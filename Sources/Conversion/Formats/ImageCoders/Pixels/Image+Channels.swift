package import ProfferConversions

/// Conversion to other channels, for formats that have only gray pixels, only colors, or only two tones.
extension Image {
  /// Returns the image with gray pixels; the image must have no alpha channel.
  ///
  /// The gray of a color is its luma as in ITU-R BT.601.
  ///
  /// - Parameter losses: receives `colors` with the number of different colors. Only the upper eight bits of
  ///   the samples are compared.
  package func inGray(_ losses: inout LossCounter) -> Image {
    guard channels.isColor else { return self }
    let gray = depth == .eight ? lumas(UInt8.self) : lumas(UInt16.self)
    losses.add(.colors, "pixels converted to gray", count: gray.colorCount)
    return replacing(channels: .gray, pixels: gray.pixels)
  }

  private func lumas<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: Sample.Type
  ) -> (pixels: [UInt8], colorCount: Int) {
    var colors = ColorSet()
    let count = width * height
    let gray = [UInt8](unsafeUninitializedCapacity: count * depth.byteCount) { target, initializedCount in
      pixels.withUnsafeBytes { bytes in
        let source = bytes.assumingMemoryBound(to: Sample.self)
        let target = UnsafeMutableRawBufferPointer(target).assumingMemoryBound(to: Sample.self)
        for place in 0..<count {
          let (red, green, blue) = (source[place * 3], source[place * 3 + 1], source[place * 3 + 2])
          if red != green || green != blue {
            let shift = Sample.bitWidth - 8
            colors.insert(UInt8(red >> shift), UInt8(green >> shift), UInt8(blue >> shift))
          }
          let luma = 299 * UInt32(red) + 587 * UInt32(green) + 114 * UInt32(blue)
          target[place] = Sample(truncatingIfNeeded: (luma + 500) / 1000)
        }
      }
      initializedCount = count * depth.byteCount
    }
    return (gray, colors.count)
  }

  /// Returns the image with color pixels, without loss; the image must have no alpha channel.
  package func inColor() -> Image {
    guard !channels.isColor else { return self }
    let size = depth.byteCount
    var colors = [UInt8](repeating: 0, count: pixels.count * 3)
    for place in colors.indices { colors[place] = pixels[place / (size * 3) * size + place % size] }
    return replacing(channels: .rgb, pixels: colors)
  }

  /// Returns whether each pixel is black, in rows from top to bottom; the image must have no alpha channel.
  ///
  /// Gray areas become patterns of black and white pixels, by the error diffusion of Floyd and Steinberg.
  ///
  /// - Parameter losses: receives `colors` if a pixel has a color, and `bit depth` if it is a shade of gray.
  package func inBlackAndWhite(_ losses: inout LossCounter) -> [Bool] {
    var ignored = LossCounter()
    let gray = inGray(&losses).withEightBits(&ignored).pixels
    if gray.contains(where: { $0 != 0 && $0 != 255 }) {
      losses.add(.bitDepth, "gray levels dithered to black and white")
    }
    var isBlack = [Bool](repeating: false, count: gray.count)
    // The error of each pixel of a row, in sixteenths; an extra pixel is at each end of the row.
    var errors = [Int](repeating: 0, count: width + 2)
    for row in 0..<height {
      var next = [Int](repeating: 0, count: width + 2)
      for column in 0..<width {
        let place = row * width + column
        let value = Int(gray[place]) + errors[column + 1] / 16
        isBlack[place] = value < 128
        let error = value - (value < 128 ? 0 : 255)
        errors[column + 2] += error * 7
        next[column] += error * 3
        next[column + 1] += error * 5
        next[column + 2] += error
      }
      errors = next
    }
    return isBlack
  }
}

/// A set of colors with eight-bit samples, stored as one bit for each possible color.
private struct ColorSet {
  private var words = [UInt64](repeating: 0, count: 1 << 18)
  private(set) var count = 0

  mutating func insert(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    let number = Int(red) << 16 | Int(green) << 8 | Int(blue)
    let bit = UInt64(1) << UInt64(number & 63)
    if words[number >> 6] & bit == 0 {
      words[number >> 6] |= bit
      count += 1
    }
  }
}
