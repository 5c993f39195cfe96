import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct GIFTests {
  private let gif = ImageFormat.gif

  /// The frames are those that Pillow decodes.
  @Test(arguments: ImageFixture.names(in: "gif", endingWith: ".gif"))
  func framesAreThoseOfAnotherDecoder(name: String) throws {
    let data = try ImageFixture.data("gif/\(name)")
    let expected = try ImageFixture.pixels("gif/\(name.dropLast(4)).pam")
    let reading = try AnimationFormat.gif.decode(data, ImageOptions())
    #expect(reading.losses.isEmpty && reading.warnings.isEmpty)
    let frames = reading.value.frames
    expectEqual(frames.flatMap(\.image.samplesSeen), expected.pixels)
    let first = try gif.read(data)
    expectEqual(first.value.samplesSeen, frames[0].image.samplesSeen)
    expectEqual(first.losses.map(\.count), frames.count == 1 ? [] : [frames.count - 1])
  }

  @Test func everyKindHasAFixture() {
    expectEqual(ImageFixture.names(in: "gif", endingWith: ".gif").count, 8)
  }

  @Test func opaqueFilesAreGrayOrColors() throws {
    func channels(_ name: String) throws -> Image.Channels {
      try gif.read(ImageFixture.data("gif/\(name).gif")).value.channels
    }
    try expectEqual(channels("gray"), .gray)
    try expectEqual(channels("bits8"), .rgb)
    try expectEqual(channels("transparent"), .rgba)
  }

  @Test func timesAndRepetitionsAreRead() throws {
    let moving = try Animation.read(ImageFixture.data("gif/moving.gif"), as: "com.compuserve.gif").value
    expectEqual(moving.frames.map(\.milliseconds), [70, 10, 1000, 0])
    // The file declares two repetitions.
    expectEqual(moving.playCount, 3)
    expectEqual(moving.size, ImageSize(width: 24, height: 18))
    let opaque = try Animation.read(ImageFixture.data("gif/opaque.gif"), as: "com.compuserve.gif").value
    expectNil(opaque.playCount)
    let once = try Animation.read(ImageFixture.data("gif/disposals.gif"), as: "com.compuserve.gif").value
    expectEqual(once.playCount, 1)
  }

  @Test func metadataIsKeptOrCounted() throws {
    let reading = try gif.read(ImageFixture.data("gif/metadata.gif"))
    let image = reading.value
    expectEqual(image.metadata.xmp, Data("<x:xmpmeta/>".utf8))
    expectEqual(image.metadata.texts, [ImageText(keyword: "Comment", text: "a comment")])
    expectEqual(image.colorProfile, Data("icc!".utf8))
    expectEqual(
      reading.losses.total(),
      [
        Loss(.metadata, count: 1, detail: "application extensions"),
        Loss(.metadata, count: 1, detail: "data after the end of the image"),
        Loss(.metadata, count: 1, detail: "text drawn over the picture"),
      ])
    var written = image
    written.colorProfile = nil
    let again = try gif.read(gif.write(written).data)
    #expect(again.value == written && again.losses.isEmpty)
  }

  // MARK: - Writing

  @Test func picturesWithFewColorsAreReadAsTheyWereWritten() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(40, long: 2_000) {
      let width = Int.random(in: 1...90, using: &generator)
      let height = Int.random(in: 1...40, using: &generator)
      let colorCount = [1, 2, 3, 16, 17, 255, 256].randomElement(using: &generator) ?? 1
      let colors = (0..<colorCount).map { _ in generator.bytes(count: 3) }
      var pixels: [UInt8] = []
      while pixels.count < width * height * 3 {
        let color = colors.randomElement(using: &generator) ?? [0, 0, 0]
        for _ in 0..<([1, 1, 5, 200].randomElement(using: &generator) ?? 1) { pixels += color }
      }
      let image = Image(
        width: width, height: height, channels: .rgb, pixels: Array(pixels.prefix(width * height * 3)))
      let written = try gif.write(image)
      let again = try gif.read(written.data)
      expectEqual(again.value.samplesSeen, image.samplesSeen, "seed \(seed)")
      expect(written.losses.isEmpty && again.losses.isEmpty && again.warnings.isEmpty, "seed \(seed)")
    }
  }

  /// Random pixels fill the table of strings many times.
  @Test(arguments: [1, 2, 30, 256])
  func compressionIsExactWhereTheTableIsFilledAgain(colorCount: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let pixels = (0..<90_000).map { _ in UInt8(Int.random(in: 0..<colorCount, using: &generator)) }
    let image = Image(width: 300, height: 300, channels: .gray, pixels: pixels)
    try expectEqual(gif.read(gif.write(image).data).value, image)
  }

  @Test func transparencyHasOneBit() throws {
    let image = Image(
      width: 4, height: 1, channels: .rgba, pixels: [1, 2, 3, 255, 4, 5, 6, 128, 7, 8, 9, 127, 0, 0, 0, 0])
    let written = try gif.write(image)
    expectEqual(
      written.losses,
      [
        Loss(.alpha, count: 1, detail: "partly transparent pixels become opaque or transparent")
      ])
    try expectEqual(
      gif.read(written.data).value.pixels, [1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 0, 0, 0, 0, 0, 0])
    let clear = Image(width: 2, height: 1, channels: .grayAlpha, pixels: [9, 255, 0, 0])
    try expectEmpty(gif.write(clear).losses)
  }

  @Test func moreColorsAreReducedAndCounted() throws {
    let photo = try ImageFixture.pixels("jpeg/rgb-444.pam")
    let written = try gif.write(photo)
    expectEqual(written.losses, [Loss(.colors, count: 1, detail: "colors of a frame reduced to 256")])
    let again = try gif.read(written.data).value
    expectLess(again.meanDifference(from: photo), 8)
    // Dithering keeps the mean color.
    let small = again.scaled(to: ImageSize(width: 4, height: 4))
    expectLess(small.meanDifference(from: photo.scaled(to: ImageSize(width: 4, height: 4))), 2)
  }

  /// A picture with a few colors too many is nearly exact.
  @Test func theNearestColorsAreChosen() throws {
    let pixels: [UInt8] = (0..<300).flatMap { [UInt8(min($0, 255)), UInt8(max(0, $0 - 255)), 0] }
    let image = Image(width: 300, height: 1, channels: .rgb, pixels: pixels)
    let again = try gif.read(gif.write(image).data).value
    #expect(again.isNear(image, within: 3))
  }

  @Test func deepSamplesAndMetadataAreCounted() throws {
    var image = Image(width: 1, height: 1, channels: .gray, words: [0x1234])
    image.density = ImageDensity(horizontal: 72, vertical: 72)
    image.metadata.exif = Data([1])
    image.metadata.texts = [ImageText(keyword: "Title", text: "x")]
    let kinds = try gif.write(image).losses
    expectEqual(
      Dictionary(kinds.map { ($0.kind.rawValue, $0.count) }, uniquingKeysWith: +),
      [
        "bit depth": 1, "metadata": 3,
      ])
  }

  // MARK: - Damaged files

  @Test(arguments: ["bits8.gif", "interlaced.gif", "moving.gif", "metadata.gif"])
  func aFileThatIsCutIsRefused(name: String) throws {
    let data = try ImageFixture.data("gif/\(name)")
    let end = data.lastIndex(of: 0x3B) ?? 0
    for length in 0..<end {
      let part = data.prefix(length)
      for read in [
        { try gif.read(part).warnings }, { try AnimationFormat.gif.decode(part, ImageOptions()).warnings },
      ] {
        do {
          // A file can be cut between two blocks.
          #expect(try read() == ["The GIF file has no end marker; frames may be missing."])
          expect(length > end - 16 || name == "moving.gif", "\(length) of \(data.count) bytes are read")
        } catch { expect(error is CoderError, "\(length) bytes: \(error)") }
      }
    }
  }

  @Test(arguments: ["bits8.gif", "interlaced.gif", "moving.gif", "metadata.gif", "disposals.gif"])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(gif, try ImageFixture.data("gif/\(name)"))
  }

  /// A header with a table of two colors, and frames with the given size and data.
  private static func file(
    _ width: UInt16, _ height: UInt16, frames: Int, data: [UInt8] = [2, 2, 0x44, 1, 0]
  ) -> Data {
    var bytes = Array("GIF89a".utf8)
    for number in [width, height] { bytes += [UInt8(number & 255), UInt8(number >> 8)] }
    bytes += [0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    for _ in 0..<frames { bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + data }
    return Data(bytes + [0x3B])
  }

  @Test func aBombIsRefusedByName() throws {
    let wide = expectThrows(CoderError.self) { try gif.read(Self.file(65_535, 65_535, frames: 1)) }
    expectEqual(wide?.code, .imageTooLarge)
    let many = Self.file(1, 1, frames: 100_000)
    let error = expectThrows(CoderError.self) { try AnimationFormat.gif.decode(many, ImageOptions()) }
    #expect(error?.code == .imageTooLarge && error?.message.contains("100000 frames") == true)
    try expectEqual(gif.read(many).losses.first?.count, 99_999)
    // Each frame is small, and all of them together are not.
    let large = Self.file(2_000, 2_000, frames: 100)
    let sum = expectThrows(CoderError.self) { try AnimationFormat.gif.decode(large, ImageOptions()) }
    expectEqual(sum?.code, .imageTooLarge)
  }

  @Test func aSmallFileTakesNoMemoryForPixelsThatItLacks() {
    var bytes = Array(Self.file(8_000, 8_000, frames: 1))
    let frame = bytes.firstIndex(of: 0x2C) ?? 0
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0x1F, 0x40, 0x1F])
    let error = expectThrows(CoderError.self) { try gif.read(Data(bytes)) }
    expectEqual(error?.code, .unexpectedEnd)
  }

  @Test(arguments: [
    // A code that is not in the table, no code at all, and indexes of too many bits.
    ([2, 1, 0x3C, 0], CoderError.Code.damagedImage), ([2, 0], .unexpectedEnd),
    ([12, 1, 0, 0], .damagedImage),
  ])
  func damagedPixelsAreNamed(data: [UInt8], code: CoderError.Code) {
    let error = expectThrows(CoderError.self) { try gif.read(Self.file(1, 1, frames: 1, data: data)) }
    expectEqual(error?.code, code)
  }

  @Test(arguments: ["", "GIF", "GIF88a", "RIFF"])
  func otherBytesAreNotGIF(text: String) {
    let error = expectThrows(CoderError.self) { try gif.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }

  @Test func aFileWithoutFramesIsRefused() {
    let error = expectThrows(CoderError.self) { try gif.read(Self.file(1, 1, frames: 0)) }
    expectEqual(error?.code, .damagedImage)
  }
}

extension Image {
  /// The red, green, blue and alpha samples of each pixel; transparent pixels have no color.
  var samplesSeen: [UInt8] {
    var samples = samples
    for place in stride(from: 3, to: samples.count, by: 4) where samples[place] == 0 {
      (samples[place - 3], samples[place - 2], samples[place - 1]) = (0, 0, 0)
    }
    return samples
  }
}
