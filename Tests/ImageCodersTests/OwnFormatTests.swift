import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct OwnFormatTests {
  @Test(arguments: OwnImage.all)
  func pixelsAreThoseThatOtherProgramsSee(image: OwnImage) throws {
    let reading = try image.read()
    #expect(reading.value.width == 13 && reading.value.height == 7)
    try expectEqual(reading.value.samples, image.samplesSeen)
    #expect(reading.warnings.isEmpty && reading.losses.isEmpty)
  }

  @Test func graysStayGrayAndBitsBecomeEight() throws {
    try expectEqual(OwnImage(name: "bits8-grays.bmp").read().value.channels, .gray)
    try expectEqual(OwnImage(name: "bits1.bmp").read().value.channels, .gray)
    try expectEqual(OwnImage(name: "bits1-colors.bmp").read().value.channels, .rgb)
    try expectEqual(OwnImage(name: "raw.pbm").read().value.channels, .gray)
    try expectEqual(OwnImage(name: "deep.ppm").read().value.depth, .sixteen)
    try expectEqual(OwnImage(name: "bits32.bmp").read().value.channels, .rgb)
  }

  @Test func densityAndCommentsAreRead() throws {
    let density = try require(OwnImage(name: "bits1.bmp").read().value.density)
    expectEqual(density, ImageDensity(horizontal: 72, vertical: 100))
    let texts = try OwnImage(name: "deep.pgm").read().value.metadata.texts
    expectEqual(texts, [ImageText(keyword: "Comment", text: "deep")])
  }

  /// The channels and depths that each format stores without loss.
  private static let exactPairs: [(ImageFormat, Image.Channels, Image.Depth)] =
    [
      (.bmp, .gray, .eight), (.bmp, .rgb, .eight), (.bmp, .rgba, .eight),
      (.portableAnymap, .gray, .eight), (.portableAnymap, .rgb, .eight),
      (.portableAnymap, .gray, .sixteen), (.portableAnymap, .rgb, .sixteen),
      (.qoi, .rgb, .eight), (.qoi, .rgba, .eight),
    ]
    + Image.Channels.allCases.flatMap {
      [(.portableArbitraryMap, $0, .eight), (.portableArbitraryMap, $0, .sixteen)]
    }

  @Test func anImageIsReadAsItWasWritten() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for (format, channels, depth) in Self.exactPairs {
      for _ in 0..<4 {
        let image = Self.image(channels, depth, &generator)
        let encode = try require(format.encode)
        let written = try encode(image, ImageOptions())
        let reading = try format.decode(written.data, ImageOptions())
        expectEqual(reading.value, image, "\(format.name) \(channels) \(depth), seed \(seed)")
        #expect(written.losses.isEmpty && reading.losses.isEmpty && reading.warnings.isEmpty)
      }
    }
  }

  /// An image with runs, small differences and noise.
  private static func image(
    _ channels: Image.Channels, _ depth: Image.Depth, _ generator: inout SeededGenerator
  ) -> Image {
    let width = Int.random(in: 1...90, using: &generator)
    let height = Int.random(in: 1...9, using: &generator)
    let size = channels.count * depth.byteCount
    var pixels: [UInt8] = generator.bytes(count: size)
    while pixels.count < width * height * size {
      let last = Array(pixels.suffix(size))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: pixels += generator.bytes(count: size)
      case 1: pixels += last.map { $0 &+ UInt8.random(in: 0...4, using: &generator) &- 2 }
      case 2:
        pixels += last.dropLast().map { $0 &+ UInt8.random(in: 0...40, using: &generator) } + last.suffix(1)
      default: for _ in 0..<Int.random(in: 1...70, using: &generator) { pixels += last }
      }
    }
    return Image(
      width: width, height: height, channels: channels, depth: depth,
      pixels: Array(pixels.prefix(width * height * size)))
  }

  @Test func densityAndProfileStayInBMP() throws {
    var image = Image(width: 2, height: 1, channels: .rgb, pixels: [1, 2, 3, 4, 5, 6])
    image.density = ImageDensity(horizontal: 254, vertical: 127)
    image.colorProfile = Data("a profile".utf8)
    let encode = try require(ImageFormat.bmp.encode)
    let written = try encode(image, ImageOptions())
    expectEmpty(written.losses)
    try expectEqual(ImageFormat.bmp.decode(written.data, ImageOptions()).value, image)
  }

  @Test func whatAFormatCannotHoldIsCounted() throws {
    var image = Image(width: 1, height: 1, channels: .grayAlpha, words: [0x1234, 0x8000])
    image.density = ImageDensity(horizontal: 300, vertical: 300)
    image.colorProfile = Data("                GRAY".utf8)
    image.metadata.exif = Data([1])
    image.metadata.xmp = Data([2])
    image.metadata.iptc = Data([3])
    image.metadata.texts = [
      ImageText(keyword: "Comment", text: "one"), ImageText(keyword: "Title", text: "two"),
    ]
    func losses(_ format: ImageFormat) throws -> [String: Int] {
      let encode = try require(format.encode)
      let written = try encode(image, ImageOptions())
      expect(Set(written.losses.map(\.kind)).isSubset(of: format.mayLose), "\(format.name)")
      return Dictionary(written.losses.map { ($0.kind.rawValue, $0.count) }, uniquingKeysWith: +)
    }
    try expectEqual(losses(.bmp), ["bit depth": 1, "colors": 1, "metadata": 5])
    try expectEqual(losses(.portableAnymap), ["alpha": 1, "colors": 1, "metadata": 5])
    try expectEqual(losses(.portableArbitraryMap), ["colors": 1, "metadata": 5])
    try expectEqual(losses(.qoi), ["bit depth": 1, "colors": 1, "metadata": 6])
  }

  @Test func furtherPicturesAreCounted() throws {
    let one = try OwnImage(name: "raw.ppm").data
    let reading = try ImageFormat.portableAnymap.decode(one + one + one, ImageOptions())
    expectEqual(reading.losses, [Loss(.pages, count: 2, detail: "only the first image is kept")])
    let more = try ImageFormat.portableAnymap.decode(one + Data("x".utf8), ImageOptions())
    expectEqual(more.losses, [Loss(.metadata, count: 1, detail: "data after the end of the image")])
  }

  @Test func samplesOfAnotherMaximumAreScaledAndRoundingIsCounted() throws {
    let exact = try ImageFormat.portableAnymap.decode(Data("P2 3 1 5 0 1 5".utf8), ImageOptions())
    #expect(exact.value.pixels == [0, 51, 255] && exact.losses.isEmpty)
    let rounded = try ImageFormat.portableAnymap.decode(Data("P2 3 1 100 0 50 100".utf8), ImageOptions())
    expectEqual(rounded.value.pixels, [0, 128, 255])
    expectEqual(rounded.losses.map(\.kind), [.precision])
    let deep = try ImageFormat.portableAnymap.decode(
      Data("P5 2 1 1023 ".utf8) + Data([3, 255, 2, 0]), ImageOptions())
    expectEqual(deep.value, Image(width: 2, height: 1, channels: .gray, words: [65_535, 32_800]))
    let above = try ImageFormat.portableAnymap.decode(Data("P2 1 1 5 9".utf8), ImageOptions())
    #expect(above.value.pixels == [255] && above.warnings.count == 1)
  }
}
