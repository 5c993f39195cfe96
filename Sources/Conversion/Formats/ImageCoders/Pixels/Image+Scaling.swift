import Foundation
package import ProfferConversions

// Scaling by area averaging.
//
// A pixel of the smaller picture is the average of the area that it covers in the larger picture.
// Source pixels at the edge of the area are weighted by the fraction that is covered. Averages are
// computed in linear light: the sRGB transfer curve is removed before averaging and applied again
// afterwards. The average of black and white pixels is then as bright as the pixels seen from afar.
// Colors are weighted by alpha, so that the colors of transparent pixels do not appear at edges.
//
//   row of the source ──▶ light × alpha ──▶ sums of columns ──▶ added to one or two rows of the result
//
// Pictures are only scaled down, so a row of the source contributes to at most two rows of the result.
// Apart from the result, memory is needed only for two rows of sums.

extension Image {
  /// Returns the image scaled down to fit a displayed size.
  ///
  /// The proportions of the image are kept. A smaller image is not enlarged.
  ///
  /// - Parameter losses: receives `resolution` if the picture is scaled down.
  package func scaled(toFit size: ImageSize, _ losses: inout LossCounter) -> Image {
    let wanted = fitted(in: size)
    guard wanted.width < width || wanted.height < height else { return self }
    losses.add(.resolution, "\(width) × \(height) pixels became \(wanted.width) × \(wanted.height)")
    return scaled(to: wanted)
  }

  /// Returns the image scaled down by area averaging.
  ///
  /// - Parameter size: the new number of columns and rows. Each must be at least 1 and at most the current
  ///   number.
  package func scaled(to size: ImageSize) -> Image {
    let scaler = AreaAverage(self, to: size)
    return replacing(
      width: size.width, height: size.height,
      pixels: depth == .eight ? scaler.pixels(UInt8.self) : scaler.pixels(UInt16.self))
  }

  /// Returns the number of stored columns and rows at which the image fits a displayed size.
  private func fitted(in size: ImageSize) -> ImageSize {
    let mostWidth = max(1, orientation.exchangesSides ? size.height : size.width)
    let mostHeight = max(1, orientation.exchangesSides ? size.width : size.height)
    guard width > mostWidth || height > mostHeight else { return ImageSize(width: width, height: height) }
    let factor = min(Double(mostWidth) / Double(width), Double(mostHeight) / Double(height))
    func fitted(_ length: Int, _ most: Int) -> Int {
      min(most, max(1, Int((Double(length) * factor).rounded())))
    }
    return ImageSize(width: fitted(width, mostWidth), height: fitted(height, mostHeight))
  }
}

/// The algorithm described at the top of the file.
private struct AreaAverage {
  private let image: Image
  private let size: ImageSize
  private let channelCount: Int
  private let colorCount: Int

  init(_ image: Image, to size: ImageSize) {
    precondition(
      (1...image.width).contains(size.width) && (1...image.height).contains(size.height),
      "a picture is only made smaller")
    self.image = image
    self.size = size
    channelCount = image.channels.count
    colorCount = image.channels.isColor ? 3 : 1
  }

  func pixels<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(_ type: Sample.Type) -> [UInt8] {
    let byteCount = size.width * size.height * image.bytesPerPixel
    let rowLength = size.width * channelCount
    let light = LightCurve.lights(of: type)
    var row = [Float](repeating: 0, count: rowLength)
    var sums = [Float](repeating: 0, count: rowLength)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { target, initializedCount in
      let target = UnsafeMutableRawBufferPointer(target).assumingMemoryBound(to: Sample.self)
      image.pixels.withUnsafeBytes { bytes in
        let source = bytes.assumingMemoryBound(to: Sample.self)
        var resultRow = 0
        let step = Double(image.height) / Double(size.height)
        for sourceRow in 0..<image.height {
          let samples = UnsafeBufferPointer(
            rebasing: source[
              sourceRow * image.width * channelCount..<(sourceRow + 1) * image.width * channelCount])
          gather(samples, into: &row, light)
          let end = Double(resultRow + 1) * step
          let isLast = resultRow == size.height - 1
          let covered = isLast ? 1 : min(1, end - Double(sourceRow))
          add(row, times: Float(covered), to: &sums)
          guard Double(sourceRow + 1) >= end || sourceRow == image.height - 1 else { continue }
          write(sums, times: Float(1 / step), to: target, at: resultRow * rowLength, type)
          resultRow += 1
          for place in sums.indices { sums[place] = 0 }
          if covered < 1 { add(row, times: Float(1 - covered), to: &sums) }
        }
      }
      initializedCount = byteCount
    }
  }

  private func add(_ row: [Float], times weight: Float, to sums: inout [Float]) {
    row.withUnsafeBufferPointer { row in
      sums.withUnsafeMutableBufferPointer { sums in
        for place in 0..<sums.count { sums[place] += row[place] * weight }
      }
    }
  }

  /// Averages the columns of a row.
  ///
  /// The averages are linear light, weighted by alpha.
  private func gather<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>, into row: inout [Float], _ light: [Float]
  ) {
    let step = Double(image.width) / Double(size.width)
    let hasAlpha = image.channels.hasAlpha
    let opaque = 1 / Float(Sample.max)
    light.withUnsafeBufferPointer { light in
      row.withUnsafeMutableBufferPointer { row in
        for column in 0..<size.width {
          let start = Double(column) * step
          let end = min(Double(image.width), Double(column + 1) * step)
          let first = Int(start)
          let last = min(image.width - 1, max(first, Int(end.rounded(.up)) - 1))
          var sum: (Float, Float, Float, Float) = (0, 0, 0, 0)
          for place in first...last {
            let part = Float(min(end, Double(place + 1)) - max(start, Double(place)))
            let pixel = place * channelCount
            let weight = hasAlpha ? part * Float(samples[pixel + colorCount]) * opaque : part
            sum.0 += light[Int(samples[pixel])] * weight
            if colorCount == 3 {
              sum.1 += light[Int(samples[pixel + 1])] * weight
              sum.2 += light[Int(samples[pixel + 2])] * weight
            }
            sum.3 += weight
          }
          let factor = Float(1 / step)
          let to = column * channelCount
          row[to] = sum.0 * factor
          if colorCount == 3 {
            row[to + 1] = sum.1 * factor
            row[to + 2] = sum.2 * factor
          }
          if hasAlpha { row[to + colorCount] = sum.3 * factor }
        }
      }
    }
  }

  /// Converts a row of averages to samples and writes the samples.
  private func write<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sums: [Float], times factor: Float, to target: UnsafeMutableBufferPointer<Sample>, at start: Int,
    _ type: Sample.Type
  ) {
    let hasAlpha = image.channels.hasAlpha
    let maximum = Float(Sample.max)
    let curve = LightCurve.standard
    for column in 0..<size.width {
      let pixel = column * channelCount
      let alpha = hasAlpha ? min(1, sums[pixel + colorCount] * factor) : 1
      for place in 0..<colorCount {
        let light = alpha > 0 ? sums[pixel + place] * factor / alpha : 0
        target[start + pixel + place] = Sample(curve.sample(of: light) * maximum + 0.5)
      }
      if hasAlpha { target[start + pixel + colorCount] = Sample(alpha * maximum + 0.5) }
    }
  }
}

/// The transfer curve between samples and linear light.
///
/// The curve of sRGB (IEC 61966-2-1) is used even if the color profile specifies another curve, because
/// the curves of common profiles are similar.
private struct LightCurve {
  static let standard = LightCurve()
  private static let lightsOfBytes = lights(count: 256)
  private static let lightsOfWords = lights(count: 65_536)

  /// The sample for each step of light, at equal intervals.
  ///
  /// Samples and light are from 0 to 1.
  private let samples: [Float]

  private init() {
    samples = (0...Self.stepCount).map { step in
      let light = Double(step) / Double(Self.stepCount)
      return Float(light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
  }

  private static let stepCount = 1 << 16

  /// Returns the sample for an amount of light.
  ///
  /// Both are from 0 to 1.
  func sample(of light: Float) -> Float {
    let place = min(max(light, 0), 1) * Float(Self.stepCount)
    let step = min(Int(place), Self.stepCount - 1)
    return samples[step] + (samples[step + 1] - samples[step]) * (place - Float(step))
  }

  /// Returns the amount of light for each sample value of a type.
  static func lights<Sample: FixedWidthInteger>(of type: Sample.Type) -> [Float] {
    Sample.bitWidth == 8 ? lightsOfBytes : lightsOfWords
  }

  private static func lights(count: Int) -> [Float] {
    (0..<count).map { place in
      let sample = Double(place) / Double(count - 1)
      return Float(sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4))
    }
  }
}
