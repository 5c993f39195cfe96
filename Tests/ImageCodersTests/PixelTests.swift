import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct PixelTests {
  /// Two rows of three numbered pixels, and their order for a viewer (EXIF 2.32, table 6).
  @Test(
    arguments: [
      (ImageOrientation.up, [[1, 2, 3], [4, 5, 6]]), (.upMirrored, [[3, 2, 1], [6, 5, 4]]),
      (.down, [[6, 5, 4], [3, 2, 1]]), (.downMirrored, [[4, 5, 6], [1, 2, 3]]),
      (.leftMirrored, [[1, 4], [2, 5], [3, 6]]), (.right, [[4, 1], [5, 2], [6, 3]]),
      (.rightMirrored, [[6, 3], [5, 2], [4, 1]]), (.left, [[3, 6], [2, 5], [1, 4]]),
    ] as [(ImageOrientation, [[UInt8]])])
  func anImageIsTurnedAsItsOrientationSays(orientation: ImageOrientation, rows: [[UInt8]]) {
    for channels in Image.Channels.allCases {
      for depth in [Image.Depth.eight, .sixteen] {
        let size = channels.count * depth.byteCount
        // Each byte of a pixel is different, so that moving single bytes would be noticed.
        func bytes(_ numbers: [UInt8]) -> [UInt8] {
          numbers.flatMap { number in (0..<size).map { number * 16 + UInt8($0) } }
        }
        var image = Image(
          width: 3, height: 2, channels: channels, depth: depth, pixels: bytes([1, 2, 3, 4, 5, 6]))
        image.orientation = orientation
        image.density = ImageDensity(horizontal: 100, vertical: 200)
        let turned = image.turnedUp()
        expectEqual(turned.pixels, bytes(rows.flatMap(\.self)), "\(channels) \(depth)")
        #expect(turned.width == rows[0].count && turned.height == rows.count)
        expectEqual(turned.orientation, .up)
        expectEqual(turned.density?.horizontal, orientation.exchangesSides ? 200 : 100)
      }
    }
  }

  @Test func sixteenBitsAreRoundedToEightAndCountedOnlyWhereTheyDiffer() {
    var losses = LossCounter()
    let exact = Image(width: 3, height: 1, channels: .gray, words: [0, 257, 65_535])
    expectEqual(exact.withEightBits(&losses).pixels, [0, 1, 255])
    expectEmpty(losses.total)
    let words = (0...65_535).map { UInt16($0) }
    let all = Image(width: 256, height: 256, channels: .gray, words: words)
    expectEqual(
      all.withEightBits(&losses).pixels, words.map { UInt8((Double($0) / 257).rounded()) })
    expectEqual(losses.total.map(\.kind), [.bitDepth])
  }

  @Test func eightBitsOfSixteenAreTheSameAgain() {
    var losses = LossCounter()
    let image = Image(width: 256, height: 1, channels: .gray, pixels: (0...255).map { UInt8($0) })
    expectEqual(image.withSixteenBits().withEightBits(&losses), image)
    expectEmpty(losses.total)
  }

  @Test func alphaIsLaidOnWhiteAndCountedOnlyWhereItShows() {
    var losses = LossCounter()
    let opaque = Image(width: 2, height: 1, channels: .grayAlpha, pixels: [7, 255, 9, 255])
    expectEqual(opaque.withoutAlpha(&losses).pixels, [7, 9])
    expectEmpty(losses.total)
    let image = Image(
      width: 3, height: 1, channels: .rgba, pixels: [0, 100, 200, 0, 0, 100, 200, 128, 1, 2, 3, 255])
    expectEqual(image.withoutAlpha(&losses).pixels, [255, 255, 255, 127, 177, 227, 1, 2, 3])
    let deep = Image(width: 1, height: 1, channels: .grayAlpha, words: [0, 32_768])
    expectEqual(deep.withoutAlpha(&losses), Image(width: 1, height: 1, channels: .gray, words: [32_767]))
    #expect(losses.total.map(\.kind) == [.alpha] && losses.total[0].count == 2)
  }

  @Test func theAverageOfBlackAndWhiteIsTheAverageOfTheirLight() {
    var losses = LossCounter()
    let board = Image(width: 4, height: 2, channels: .gray, pixels: [0, 255, 0, 255, 255, 0, 255, 0])
    let small = board.scaled(toFit: ImageSize(width: 2, height: 2), &losses)
    // Half of the light of white is sample 188 in sRGB.
    #expect(small.width == 2 && small.height == 1 && small.pixels == [188, 188])
    expectEqual(losses.total.map(\.kind), [.resolution])
  }

  @Test func anEvenAreaStaysAsItIs() {
    for channels in Image.Channels.allCases {
      let pixel: [UInt8] = Array([10, 130, 250, 255].suffix(channels.count))
      let image = Image(
        width: 37, height: 23, channels: channels, pixels: (0..<37 * 23).flatMap { _ in pixel })
      for size in [
        ImageSize(width: 36, height: 23), ImageSize(width: 7, height: 5), ImageSize(width: 1, height: 1),
      ] {
        let small = image.scaled(to: size)
        expectEqual(
          small.pixels, (0..<size.width * size.height).flatMap { _ in pixel }, "\(channels) \(size)")
      }
    }
    let deep = Image(width: 5, height: 5, channels: .gray, words: [UInt16](repeating: 12_345, count: 25))
    expectEqual(
      deep.scaled(to: ImageSize(width: 2, height: 3)),
      Image(width: 2, height: 3, channels: .gray, words: [UInt16](repeating: 12_345, count: 6)))
  }

  @Test func theColorOfATransparentPixelDoesNotShow() {
    let image = Image(width: 2, height: 1, channels: .rgba, pixels: [255, 0, 0, 255, 0, 255, 0, 0])
    expectEqual(image.scaled(to: ImageSize(width: 1, height: 1)).pixels, [255, 0, 0, 128])
  }

  @Test func aPictureKeepsItsProportionsAndIsNeverEnlarged() {
    var losses = LossCounter()
    var image = Image(width: 400, height: 100, channels: .gray, pixels: [UInt8](repeating: 1, count: 40_000))
    func size(_ width: Int, _ height: Int) -> [Int] {
      let fitted = image.scaled(toFit: ImageSize(width: width, height: height), &losses)
      return [fitted.width, fitted.height]
    }
    expectEqual(size(1000, 1000), [400, 100])
    expectEqual(size(400, 100), [400, 100])
    expectEmpty(losses.total)
    expectEqual(size(200, 200), [200, 50])
    expectEqual(size(1000, 10), [40, 10])
    expectEqual(size(1, 1), [1, 1])
    image.orientation = .right
    // The viewer sees 100 columns and 400 rows.
    expectEqual(size(1000, 200), [200, 50])
  }

  @Test func randomPicturesAreAveragedAsASimpleSumSays() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let image = Image(width: 30, height: 20, channels: .rgba, pixels: generator.bytes(count: 30 * 20 * 4))
    let small = image.scaled(to: ImageSize(width: 10, height: 5))
    for row in 0..<5 {
      for column in 0..<10 {
        var light = [0.0, 0.0, 0.0]
        var alpha = 0.0
        for place in 0..<12 {
          let pixel = ((row * 4 + place / 3) * 30 + column * 3 + place % 3) * 4
          let weight = Double(image.pixels[pixel + 3]) / 255
          alpha += weight
          for color in 0..<3 {
            let sample = Double(image.pixels[pixel + color]) / 255
            light[color] += weight * (sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4))
          }
        }
        let seen = Array(small.pixels[((row * 10 + column) * 4)...].prefix(4)).map { Double($0) }
        for color in 0..<3 where alpha > 0 {
          let average = light[color] / alpha
          let sample = average <= 0.0031308 ? average * 12.92 : 1.055 * pow(average, 1 / 2.4) - 0.055
          expectLess(abs(seen[color] - sample * 255), 0.51, "seed \(seed)")
        }
        expectLess(abs(seen[3] - alpha / 12 * 255), 0.51, "seed \(seed)")
      }
    }
  }
}
