import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite(.requires(.libwebp)) struct WebPTests {
  private let webp = ImageFormat.webp

  /// Lossless and lossy files, with alpha, and the first frames of animations.
  ///
  /// The pixels are those of Pillow: exactly in lossless files, with a tolerance of 2 of 255 in lossy ones.
  @Test(arguments: ImageFixture.names(in: "webp", endingWith: ".webp"))
  func pixelsAreThoseOfAnotherDecoder(name: String) throws {
    let reading = try webp.read(ImageFixture.data("webp/\(name)"))
    let expected = try ImageFixture.pixels("webp/\(name.dropLast(5)).pam")
    #expect(reading.value.isNear(expected, within: name.hasPrefix("lossy") ? 2 : 0))
    let frames = ["animated.webp": 2, "partial-frame.webp": 1][name]
    expectEqual(reading.losses.map(\.kind), frames == nil ? [] : [.animation])
    expectEqual(reading.losses.first?.count, frames)
  }

  @Test func everyKindHasAFixture() {
    expectEqual(ImageFixture.names(in: "webp", endingWith: ".webp").count, 7)
  }

  @Test(arguments: [Image.Channels.rgb, .rgba])
  func whatIsWrittenIsReadTheSame(channels: Image.Channels) throws {
    var image = Image.noise(width: 37, height: 5, channels)
    image.metadata.xmp = Data("<x/>".utf8)
    let written = try webp.write(image)
    expectEmpty(written.losses)
    let again = try webp.read(written.data)
    #expect(again.value == image && again.losses.isEmpty && again.warnings.isEmpty)
  }

  @Test func colorsThatCannotBeSeenAreKept() throws {
    let image = Image(
      width: 2, height: 2, channels: .rgba, pixels: [9, 8, 7, 0, 1, 2, 3, 0, 4, 5, 6, 255, 200, 100, 50, 0])
    try expectEqual(webp.read(webp.write(image).data).value, image)
  }

  @Test func grayIsWrittenAsColor() throws {
    let image = Image(width: 2, height: 1, channels: .grayAlpha, pixels: [7, 255, 9, 128])
    let again = try webp.read(webp.write(image).data).value
    expectEqual(again, Image(width: 2, height: 1, channels: .rgba, pixels: [7, 7, 7, 255, 9, 9, 9, 128]))
  }

  @Test func profileEXIFAndXMPAreKept() throws {
    let reading = try webp.read(ImageFixture.data("webp/everything.webp"))
    let image = reading.value
    #expect(image.orientation == .right && image.density == ImageDensity(horizontal: 144, vertical: 144))
    expectEqual(image.colorProfile?.count, 480)
    expectEqual(image.metadata.exif.flatMap(EXIFHeader.init)?.hasPlace, true)
    expectEqual(image.metadata.xmp?.starts(with: Data("<x:xmpmeta".utf8)), true)
    expectEqual(reading.losses, [Loss(.metadata, count: 1, detail: "ABCD")])
    let written = try webp.write(image)
    expectEmpty(written.losses)
    let again = try webp.read(written.data)
    #expect(again.value == image && again.losses.isEmpty && again.warnings.isEmpty)
  }

  @Test func aQualityCompressesWithLoss() throws {
    var image = try ImageFixture.pixels("jpeg/rgb-444.pam")
    image.metadata.texts = [ImageText(keyword: "Title", text: "x")]
    image.metadata.iptc = Data([1])
    image.density = ImageDensity(horizontal: 72, vertical: 72)
    var options = ImageOptions()
    options.quality = 80
    let written = try webp.write(image, options)
    expectEqual(
      written.losses,
      [
        Loss(.lossyCompression, count: 1, detail: "WebP keeps less detail (quality 80)"),
        Loss(.metadata, count: 1, detail: "a text entry"),
        Loss(.metadata, count: 1, detail: "IPTC"), Loss(.metadata, count: 1, detail: "density"),
      ])
    let again = try webp.read(written.data).value
    expectLess(again.meanDifference(from: image), 3)
    options.quality = 5
    try expectLess(webp.write(image, options).data.count, written.data.count)
  }

  @Test func sixteenBitsAreCountedAndLargeImagesRefused() throws {
    let deep = Image.noise(width: 3, height: 3, .rgb, .sixteen)
    try expectEqual(webp.write(deep).losses.map(\.kind), [.bitDepth])
    let wide = Image(width: 16_384, height: 1, channels: .gray, pixels: Array(repeating: 0, count: 16_384))
    expectEqual(expectThrows(CoderError.self) { try webp.write(wide) }?.code, .unwritable)
  }

  // MARK: - Damaged files

  @Test(arguments: ["lossless-rgba.webp", "lossy-rgba.webp", "everything.webp", "animated.webp"])
  func aFileThatIsCutIsRefused(name: String) throws {
    DamagedImages.cutAtEveryLength(webp, try ImageFixture.data("webp/\(name)"))
  }

  @Test(arguments: ["lossless-rgba.webp", "lossy-rgba.webp", "everything.webp", "partial-frame.webp"])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(webp, try ImageFixture.data("webp/\(name)"))
  }

  @Test func aFileThatDeclaresMoreThanTheLimitIsRefused() throws {
    var data = try ImageFixture.data("webp/lossless-rgb.webp")
    // The width and height minus one, of 14 bits each.
    data.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 20
    expectEqual(expectThrows(CoderError.self) { try webp.read(data, options) }?.code, .imageTooLarge)
    options.limits.metadataByteCount = 100
    let everything = try ImageFixture.data("webp/everything.webp")
    expectEqual(expectThrows(CoderError.self) { try webp.read(everything, options) }?.code, .imageTooLarge)
  }

  // Names of chunks are the details of losses.
  @Test func manyNamesOfChunksAreCountedTogether() throws {
    var data = try ImageFixture.data("webp/everything.webp")
    // The file already has a chunk with an unknown name.
    let count = 2_000
    for number in 1..<count {
      data.append(contentsOf: withUnsafeBytes(of: UInt32(0x2020_2020 + number).littleEndian, Array.init))
      data.append(contentsOf: [0, 0, 0, 0])
    }
    data.replaceSubrange(4..<8, with: withUnsafeBytes(of: UInt32(data.count - 8).littleEndian, Array.init))
    let losses = try webp.read(data).losses
    expectEqual(losses.reduce(0) { $0 + $1.count }, count)
    expectLess(losses.count, 100)
  }

  @Test(arguments: 0..<4)
  func aContainerThatIsShorterThanItsNameIsRefused(size: UInt8) {
    let data = Data("RIFF".utf8) + [size, 0, 0, 0] + Data("WEBP".utf8)
    expectEqual(expectThrows(CoderError.self) { try webp.read(data) }?.code, .damagedImage)
  }

  @Test(arguments: ["", "RIFF", "RIFF\u{4}\0\0\0WAVE", "GIF89a"])
  func otherBytesAreNotWebP(text: String) {
    let error = expectThrows(CoderError.self) { try webp.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }
}
