import ProfferConversions

extension Image {
  /// Returns the samples in 8 bits, for formats that do not support more bits.
  ///
  /// Removed bits and removed opacity are reported as lost. If `wanted` has no alpha, transparent pixels are
  /// blended with white, as in a browser.
  ///
  /// - Parameter wanted: the channels of the result. Gray can become color, but color cannot become gray.
  func samplesOfEightBits(_ wanted: Channels, _ losses: inout LossCounter) -> [UInt8] {
    if depth == .sixteen { losses.add(.bitDepth, "16-bit samples reduced to 8 bits") }
    if channels.hasAlpha && !wanted.hasAlpha && !isOpaque { losses.add(.alpha, "blended with white") }
    if depth == .eight && channels == wanted { return pixels }
    let pixelCount = width * height
    return [UInt8](unsafeUninitializedCapacity: pixelCount * wanted.count) { result, count in
      pixels.withUnsafeBytes { bytes in
        switch depth {
        case .eight: Self.convert(bytes.bindMemory(to: UInt8.self), channels, to: result, wanted)
        case .sixteen: Self.convert(bytes.bindMemory(to: UInt16.self), channels, to: result, wanted)
        }
      }
      count = pixelCount * wanted.count
    }
  }

  /// Whether all pixels are opaque.
  var isOpaque: Bool {
    guard channels.hasAlpha else { return true }
    // Alpha is the last sample of a pixel. Every byte of opaque alpha is 0xFF, so byte order is irrelevant.
    let size = channels.count * depth.byteCount
    return pixels.withUnsafeBytes { bytes in
      for offset in 0..<depth.byteCount {
        var place = size - 1 - offset
        while place < bytes.count {
          if bytes[place] != 0xFF { return false }
          place += size
        }
      }
      return true
    }
  }

  private static func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>, _ channels: Channels,
    to result: UnsafeMutableBufferPointer<UInt8>, _ wanted: Channels
  ) {
    let greatest = UInt64(Sample.max)
    let alphaPlace = channels.hasAlpha ? channels.count - 1 : nil
    let colorCount = channels.isColor ? 3 : 1
    let wantedColorCount = wanted.isColor ? 3 : 1
    var target = 0
    for start in stride(from: 0, to: samples.count, by: channels.count) {
      let alpha = alphaPlace.map { UInt64(samples[start + $0]) } ?? greatest
      for index in 0..<wantedColorCount {
        var sample = UInt64(samples[start + min(index, colorCount - 1)])
        if !wanted.hasAlpha && alpha != greatest {
          sample = (sample * alpha + greatest * (greatest - alpha) + greatest / 2) / greatest
        }
        result[target] = eightBits(sample, of: greatest)
        target += 1
      }
      if wanted.hasAlpha {
        result[target] = eightBits(alpha, of: greatest)
        target += 1
      }
    }
  }

  private static func eightBits(_ sample: UInt64, of greatest: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: (sample * 255 + greatest / 2) / greatest)
  }
}
