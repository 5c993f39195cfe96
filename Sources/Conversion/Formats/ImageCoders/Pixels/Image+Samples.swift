package import ProfferConversions

/// Conversion to other sample formats. Each conversion reports a loss only if information is lost.
extension Image {
  // MARK: Depth

  /// Returns the image with 8-bit samples.
  ///
  /// Each sample is rounded to the nearest value.
  ///
  /// - Parameter losses: receives `bit depth` if a sample has no exact 8-bit value.
  package func withEightBits(_ losses: inout LossCounter) -> Image {
    guard depth == .sixteen else { return self }
    var isExact = true
    let samples = pixels.withUnsafeBytes { bytes in
      let source = bytes.assumingMemoryBound(to: UInt16.self)
      return [UInt8](unsafeUninitializedCapacity: source.count) { target, initializedCount in
        var difference: UInt32 = 0
        for place in 0..<source.count {
          // 65535 is 255 × 257, so a difference of 1 in an 8-bit sample equals 257 in a 16-bit sample.
          let rounded = (UInt32(source[place]) + 128) / 257
          difference |= rounded &* 257 ^ UInt32(source[place])
          target[place] = UInt8(truncatingIfNeeded: rounded)
        }
        isExact = difference == 0
        initializedCount = source.count
      }
    }
    if !isExact { losses.add(.bitDepth, "16-bit samples reduced to 8 bits") }
    return replacing(depth: .eight, pixels: samples)
  }

  /// Returns the image with 16-bit samples, without loss.
  package func withSixteenBits() -> Image {
    guard depth == .eight else { return self }
    let samples = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: source.count * 2) { target, initializedCount in
        // A byte multiplied by 257 is the byte repeated twice, so the byte order is irrelevant.
        for place in 0..<source.count {
          target[place * 2] = source[place]
          target[place * 2 + 1] = source[place]
        }
        initializedCount = source.count * 2
      }
    }
    return replacing(depth: .sixteen, pixels: samples)
  }

  // MARK: Alpha

  /// Returns the image without an alpha channel.
  ///
  /// Pixels that are not opaque are blended with white.
  ///
  /// - Parameter losses: receives `alpha` if a pixel is not opaque.
  package func withoutAlpha(_ losses: inout LossCounter) -> Image {
    guard channels.hasAlpha else { return self }
    let blended =
      depth == .eight
      ? blendedOnWhite(UInt8.self, maximum: 255) : blendedOnWhite(UInt16.self, maximum: 65_535)
    if blended.count > 0 { losses.add(.alpha, "transparent pixels are drawn on white") }
    return replacing(channels: channels.isColor ? .rgb : .gray, pixels: blended.pixels)
  }

  private func blendedOnWhite<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: Sample.Type, maximum: UInt64
  ) -> (pixels: [UInt8], count: Int) {
    let colorCount = channels.count - 1
    let pixelCount = width * height
    var blendedCount = 0
    let byteCount = pixelCount * colorCount * depth.byteCount
    let result = [UInt8](unsafeUninitializedCapacity: byteCount) { target, initializedCount in
      pixels.withUnsafeBytes { bytes in
        let source = bytes.assumingMemoryBound(to: Sample.self)
        let target = UnsafeMutableRawBufferPointer(target).assumingMemoryBound(to: Sample.self)
        var from = 0
        var to = 0
        for _ in 0..<pixelCount {
          let alpha = UInt64(source[from + colorCount])
          if alpha == maximum {
            for place in 0..<colorCount { target[to + place] = source[from + place] }
          } else {
            blendedCount += 1
            for place in 0..<colorCount {
              let light = UInt64(source[from + place]) * alpha + maximum * (maximum - alpha)
              target[to + place] = Sample(truncatingIfNeeded: (light + maximum / 2) / maximum)
            }
          }
          from += colorCount + 1
          to += colorCount
        }
      }
      initializedCount = byteCount
    }
    return (result, blendedCount)
  }

  // MARK: Channels

  /// Returns the image with red, green and blue channels, and with its alpha channel if it has one.
  ///
  /// - Parameter losses: receives `colors` if the color profile is for gray and therefore dropped.
  package func inColor(_ losses: inout LossCounter) -> Image {
    guard !channels.isColor else { return self }
    let wanted: Channels = channels.hasAlpha ? .rgba : .rgb
    var image = replacing(
      channels: wanted,
      pixels: depth == .eight
        ? spread(UInt8.self, to: wanted) : spread(UInt16.self, to: wanted))
    // Bytes 16 to 19 of an ICC profile contain its color space (ICC.1:2010, 7.2.6).
    if let profile = colorProfile, profile.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8) {
      losses.add(.colors, "the color profile, which applies only to gray images")
      image.colorProfile = nil
    }
    return image
  }

  /// Returns the image with an alpha channel, without loss.
  ///
  /// If the channel is added, all pixels are opaque.
  package func withAlpha() -> Image {
    guard !channels.hasAlpha else { return self }
    let wanted: Channels = channels.isColor ? .rgba : .grayAlpha
    return replacing(
      channels: wanted,
      pixels: depth == .eight
        ? spread(UInt8.self, to: wanted) : spread(UInt16.self, to: wanted))
  }

  /// Converts the samples to other channels.
  ///
  /// Gray becomes equal red, green and blue. Added alpha is opaque.
  private func spread<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ type: Sample.Type, to wanted: Channels
  ) -> [UInt8] {
    let byteCount = width * height * wanted.count * depth.byteCount
    let colorCount = channels.isColor ? 3 : 1
    let wantedColorCount = wanted.isColor ? 3 : 1
    return [UInt8](unsafeUninitializedCapacity: byteCount) { target, initializedCount in
      pixels.withUnsafeBytes { bytes in
        let source = bytes.assumingMemoryBound(to: Sample.self)
        let target = UnsafeMutableRawBufferPointer(target).assumingMemoryBound(to: Sample.self)
        var from = 0
        var to = 0
        for _ in 0..<width * height {
          for place in 0..<wantedColorCount { target[to + place] = source[from + min(place, colorCount - 1)] }
          if wanted.hasAlpha {
            target[to + wantedColorCount] = channels.hasAlpha ? source[from + colorCount] : .max
          }
          from += channels.count
          to += wanted.count
        }
      }
      initializedCount = byteCount
    }
  }
}
