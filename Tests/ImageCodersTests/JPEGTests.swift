import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite(.requires(.libjpegTurbo)) struct JPEGTests {
  private let jpeg = ImageFormat.jpeg

  /// Gray, all subsamplings, progressive, restart markers, stored as RGB.
  ///
  /// The pixels are compared with those of Pillow, with a tolerance of 2 of 255, because decoders smooth
  /// colors differently.
  @Test(arguments: ImageFixture.names(in: "jpeg", endingWith: ".jpg"))
  func pixelsAreNearThoseOfAnotherDecoder(name: String) throws {
    let reading = try jpeg.read(ImageFixture.data("jpeg/\(name)"))
    let expected = try ImageFixture.pixels("jpeg/\(name.dropLast(4)).pam")
    #expect(reading.value.isNear(expected, within: 2))
    expectEqual(reading.losses.map(\.kind), name == "cmyk.jpg" ? [.colors] : [])
    expectEmpty(reading.warnings)
  }

  @Test func everyKindHasAFixture() {
    expectEqual(ImageFixture.names(in: "jpeg", endingWith: ".jpg").count, 8)
  }

  @Test func profileDensityAndMetadataAreKept() throws {
    let reading = try jpeg.read(ImageFixture.data("jpeg/everything.jpg"))
    let image = reading.value
    expectEqual(image.orientation, .left)
    expectEqual(image.density, ImageDensity(horizontal: 300, vertical: 150))
    expectEqual(image.colorProfile?.count, 150_000)
    expectEqual(image.metadata.exif.flatMap(EXIFHeader.init)?.hasPlace, true)
    expectEqual(image.metadata.xmp?.starts(with: Data("<x:xmpmeta".utf8)), true)
    expectEqual(image.metadata.iptc, Data([0x1C, 2, 0x78, 0, 5] + Array("Hello".utf8)))
    expectEqual(image.metadata.texts.map(\.text), ["Grüße", "Grüße"])
    expectEqual(
      reading.losses.total(),
      [
        Loss(.metadata, count: 1, detail: "APP12"),
        Loss(.metadata, count: 1, detail: "Photoshop image resources"),
      ])
    var again = try jpeg.read(jpeg.write(image).data)
    expectEmpty(again.losses)
    #expect(again.value.metadata == image.metadata && again.value.colorProfile == image.colorProfile)
    #expect(again.value.density == image.density && again.value.orientation == image.orientation)
    var upright = image
    upright.orientation = .up
    again = try jpeg.read(jpeg.write(upright).data)
    #expect(again.value.orientation == .up && again.value.metadata.exif?.count == image.metadata.exif?.count)
  }

  @Test(arguments: [(90, 4.0), (100, 2.0), (50, 12.0)])
  func aPictureThatIsWrittenIsNearWhatIsRead(quality: Int, tolerance: Double) throws {
    let image = try ImageFixture.pixels("jpeg/rgb-444.pam")
    var options = ImageOptions()
    options.quality = quality
    let written = try jpeg.write(image, options)
    expectEqual(
      written.losses.map(\.description), ["JPEG keeps less detail (quality \(quality))"])
    let again = try jpeg.read(written.data).value
    #expect(
      again.meanDifference(from: image) <= tolerance / 4 && again.isNear(image, within: Int(tolerance * 2)))
  }

  @Test func lowerQualityTakesFewerBytes() throws {
    let image = Image.noise(width: 64, height: 64, .rgb)
    let sizes = try [5, 50, 89, 90, 100].map { quality in
      var options = ImageOptions()
      options.quality = quality
      return try jpeg.write(image, options).data.count
    }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 })
    try expectEqual(jpeg.write(image).data.count, sizes[3], "90 is the default")
  }

  @Test func opacityAndBitsThatJPEGLacksAreCounted() throws {
    // A half-transparent red pixel, and an invisible black one.
    let samples: [UInt16] = [0xFFFF, 0, 0, 0x8000, 0, 0, 0, 0]
    let image = Image(
      width: 2, height: 1, channels: .rgba, depth: .sixteen,
      pixels: samples.withUnsafeBytes { Array($0) })
    var options = ImageOptions()
    options.quality = 100
    let written = try jpeg.write(image, options)
    expectEqual(written.losses.map(\.kind), [.lossyCompression, .bitDepth, .alpha])
    let again = try jpeg.read(written.data).value
    #expect(
      again.isNear(
        Image(width: 2, height: 1, channels: .rgb, pixels: [255, 127, 127, 255, 255, 255]), within: 6))
    let opaque = Image(width: 1, height: 1, channels: .grayAlpha, pixels: [7, 255])
    try expectEqual(jpeg.write(opaque).losses.map(\.kind), [.lossyCompression])
  }

  @Test func metadataThatJPEGLacksIsCounted() throws {
    var image = Image.noise(width: 2, height: 2, .rgb)
    image.metadata.texts = [ImageText(keyword: "Title", text: "x")]
    image.metadata.xmp = Data(count: 70_000)
    image.density = ImageDensity(horizontal: 72.5, vertical: 1e9)
    image.orientation = .left
    image.metadata.exif = Data("II*\0\u{8}\0\0\0\0\0".utf8) + Data(count: 70_000)
    let written = try jpeg.write(image)
    expectEqual(written.losses.total().count { $0.kind == .metadata }, 4)
    try expectEqual(jpeg.read(written.data).value.orientation, .left)
    let wide = Image(width: 65_501, height: 1, channels: .gray, pixels: Array(repeating: 0, count: 65_501))
    expectEqual(expectThrows(CoderError.self) { try jpeg.write(wide) }?.code, .unwritable)
  }

  // MARK: - Damaged files

  @Test(arguments: ["gray.jpg", "rgb-420.jpg", "progressive.jpg", "cmyk.jpg"])
  func aFileThatIsCutIsRefused(name: String) throws {
    DamagedImages.cutAtEveryLength(jpeg, try ImageFixture.data("jpeg/\(name)"))
  }

  @Test(arguments: ["gray.jpg", "rgb-422.jpg", "progressive.jpg", "cmyk.jpg", "restarts.jpg"])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(jpeg, try ImageFixture.data("jpeg/\(name)"))
  }

  @Test func segmentsThatAreDamagedAreErrorsOrImages() throws {
    let data = try ImageFixture.data("jpeg/everything.jpg")
    // The profile is removed, because it is most of the file.
    let start = try require(data.range(of: Data("ICC_PROFILE".utf8))?.lowerBound)
    let end = try require(data.range(of: Data("Photoshop".utf8))?.lowerBound)
    DamagedImages.changeEveryByte(jpeg, data[..<(start - 4)] + data[(end - 4)...])
  }

  @Test func aFileThatDeclaresBillionsOfPixelsIsRefused() throws {
    var data = try ImageFixture.data("jpeg/gray.jpg")
    let frame = try require(data.range(of: Data([0xFF, 0xC0]))?.upperBound)
    data.replaceSubrange(frame + 3..<frame + 7, with: [0xEA, 0x60, 0xEA, 0x60])
    let error = expectThrows(CoderError.self) { try jpeg.read(data) }
    expectEqual(error?.code, .imageTooLarge)
    var options = ImageOptions()
    options.limits.metadataByteCount = 100_000
    expectThrows(CoderError.self) { try jpeg.read(ImageFixture.data("jpeg/everything.jpg"), options) }
  }

  @Test func twelveBitsAndLosslessCodingAreNamed() throws {
    var data = try ImageFixture.data("jpeg/gray.jpg")
    let frame = try require(data.range(of: Data([0xFF, 0xC0]))?.lowerBound)
    data[frame + 4] = 12
    expectEqual(expectThrows(CoderError.self) { try jpeg.read(data) }?.code, .unsupportedImage)
    data[frame + 4] = 8
    data[frame + 1] = 0xC3
    expectEqual(expectThrows(CoderError.self) { try jpeg.read(data) }?.code, .unsupportedImage)
  }

  @Test func arithmeticCodingIsReadOrNamed() throws {
    do {
      let image = try jpeg.read(ImageFixture.data("jpeg/arithmetic.jpg")).value
      #expect(try image.isNear(ImageFixture.pixels("jpeg/rgb-444.pam"), within: 30))
    } catch let error as CoderError {
      expectEqual(error.code, .unsupportedImage)
    }
  }

  @Test(arguments: ["", "\u{FF}\u{D8}", "GIF89a"])
  func otherBytesAreNotJPEG(text: String) {
    let error = expectThrows(CoderError.self) { try jpeg.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }
}

extension Image {
  /// Whether another image has the same form, and samples that differ by at most a tolerance.
  func isNear(_ other: Image, within tolerance: Int) -> Bool {
    width == other.width && height == other.height && channels == other.channels && depth == other.depth
      && zip(pixels, other.pixels).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }

  /// The mean difference of samples.
  func meanDifference(from other: Image) -> Double {
    let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(pixels.count)
  }
}
