import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite(.requires(.hevcDecoder, .av1Decoder)) struct HEIFTests {
  private let heif = ImageFormat.heif

  /// The pixels are close to those of another decoder.
  ///
  /// pillow-heif with its own libheif decoded HEIC with and without alpha, in gray and turned; Pillow decoded
  /// AVIF with libavif. The tolerance is 6 of 255, because decoders smooth colors differently.
  @Test(
    arguments: ImageFixture.names(in: "heif", endingWith: ".heic")
      + ImageFixture.names(in: "heif", endingWith: ".avif"))
  func pixelsAreNearThoseOfAnotherDecoder(name: String) throws {
    let reading = try heif.read(ImageFixture.data("heif/\(name)"))
    let expected = try ImageFixture.pixels("heif/\(name.dropLast(5)).pam")
    #expect(reading.value.isNear(expected, within: 6))
    expectLess(reading.value.meanDifference(from: expected), 1.5)
    #expect(reading.losses.isEmpty && reading.value.orientation == .up)
  }

  @Test func everyKindHasAFixture() {
    expectEqual(ImageFixture.names(in: "heif", endingWith: ".heic").count, 4)
    expectEqual(ImageFixture.names(in: "heif", endingWith: ".avif").count, 12)
  }

  @Test func tenBitsAreReadAsSixteen() throws {
    let image = try heif.read(ImageFixture.data("heif/rgb-10.heic")).value
    #expect(image.depth == .sixteen && image.channels == .rgb && image.width == 64 && image.height == 48)
    let samples = image.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    // The last pixel is white, and the samples have more values than eight bits can express.
    #expect(samples.suffix(3).allSatisfy { $0 > 64_000 })
    expect(samples.contains { $0 % 257 != 0 }, samples)
  }

  @Test func profileEXIFAndXMPAreKept() throws {
    let reading = try heif.read(ImageFixture.data("heif/everything.heic"))
    let image = reading.value
    expectEqual(image.colorProfile?.count, 480)
    expectEqual(image.metadata.exif.flatMap(EXIFHeader.init)?.hasPlace, true)
    expectEqual(image.density, ImageDensity(horizontal: 144, vertical: 144))
    expectEqual(image.metadata.xmp?.starts(with: Data("<x:xmpmeta".utf8)), true)
    expectEqual(reading.losses, [Loss(.pages, count: 2, detail: "images other than the primary one")])
  }

  @Test func aTurnedPictureIsReadUpright() throws {
    let image = try heif.read(ImageFixture.data("heif/turned.heic")).value
    #expect(image.width == 48 && image.height == 64 && image.orientation == .up)
    expectEqual(image.metadata.exif.flatMap(EXIFHeader.init)?.orientation, .up)
  }

  /// AVIF of avifenc with crop, rotation and mirroring, with and without alpha, and in a grid.
  ///
  /// The pixels are exactly those of avifdec, which leaves the transformations to its caller.
  @Test(
    arguments: ["cropped", "rotated-1", "rotated-2", "rotated-3", "mirrored-0", "mirrored-1"]
      + ["alpha-mirrored", "alpha-turned", "both-turned", "grid-turned"])
  func transformationsOfAVIFAreApplied(name: String) throws {
    let reading = try heif.read(ImageFixture.data("heif/av1-\(name).avif"))
    try expectEqual(reading.value.pixelsOnly, ImageFixture.pixels("heif/av1-\(name).pam"))
    #expect(reading.losses.isEmpty && reading.value.orientation == .up)
  }

  /// libheif mirrors no picture of more than eight bits.
  @Test func tenBitsWereNotMirrored() throws {
    let image = try heif.read(ImageFixture.data("heif/av1-alpha-turned-10.avif")).value
    expectEqual(image.depth, .sixteen)
    var losses = LossCounter()
    let expected = try ImageFixture.pixels("heif/av1-alpha-turned.pam")
    #expect(image.withEightBits(&losses).isNear(expected, within: 1))
  }

  @Test func aCropOutsideOfThePictureIsAnError() throws {
    var data = try ImageFixture.data("heif/av1-cropped.avif")
    let place = try require(data.range(of: Data("clap".utf8))?.upperBound)
    // The horizontal offset, and then the denominator of the width.
    data.replaceSubrange(place + 16..<place + 20, with: [0, 0, 0x40, 0])
    expectEqual(expectThrows(CoderError.self) { try heif.read(data) }?.code, .damagedImage)
    data.replaceSubrange(place + 4..<place + 8, with: [0, 0, 0, 0])
    expectEqual(expectThrows(CoderError.self) { try heif.read(data) }?.code, .damagedImage)
  }

  /// Grids of tiles that are larger or smaller than declared, or that do not cover the picture.
  ///
  /// The tiles were decoded, which took many seconds; the rest of the pictures was undefined.
  @Test(arguments: ["tiles-larger.bin", "tiles-larger-av1.bin", "tiles-smaller.bin", "tiles-missing.bin"])
  func tilesThatAreNotAsDeclaredAreRefused(name: String) throws {
    let whole = try heif.read(ImageFixture.data("heif/tiles.bin")).value
    #expect(whole.width == 128 && whole.height == 128)
    let data = try ImageFixture.data("heif/\(name)")
    expectEqual(expectThrows(CoderError.self) { try heif.read(data) }?.code, .damagedImage)
  }

  /// Files of some kilobytes that need too many resources.
  ///
  /// One has grids in grids, for which the library starts threads until none are left; the other is a grid of
  /// tiles with many times the allowed number of pixels.
  @Test(arguments: [("grids.bin", CoderError.Code.unsupportedImage), ("many-tiles.bin", .imageTooLarge)])
  func picturesThatAreMadeOfTooManyAreRefused(name: String, code: CoderError.Code) throws {
    let data = try ImageFixture.data("heif/\(name)")
    expectLess(data.count, 4096)
    expectEqual(expectThrows(CoderError.self) { try heif.read(data) }?.code, code)
  }

  /// Invalid color codes, for which libheif reports an error but allocates memory anyway.
  @Test func colorsWithoutAMeaningAreCounted() throws {
    var data = try ImageFixture.data("heif/rgb.heic")
    let place = try require(data.range(of: Data("nclx".utf8))?.upperBound)
    data.replaceSubrange(place..<place + 2, with: [0x77, 0x77])
    try expectEqual(heif.read(data).losses.map(\.kind), [.colors])
  }

  // MARK: - Writing

  @Test(.requires(.hevcEncoder), arguments: [Image.Channels.rgb, .rgba])
  func aPictureThatIsWrittenIsNearWhatIsRead(channels: Image.Channels) throws {
    var image = try ImageFixture.pixels("heif/\(channels == .rgb ? "rgb" : "rgba").pam")
    let everything = try heif.read(ImageFixture.data("heif/everything.heic")).value
    image.metadata = everything.metadata
    image.density = everything.density
    image.colorProfile = everything.colorProfile
    let written = try heif.write(image)
    expectEqual(
      written.losses, [Loss(.lossyCompression, count: 1, detail: "HEIC keeps less detail (quality 90)")])
    let again = try heif.read(written.data)
    #expect(again.losses.isEmpty && again.value.meanDifference(from: image) < 3)
    #expect(again.value.isNear(image, within: 24))
    #expect(again.value.metadata == image.metadata && again.value.colorProfile == image.colorProfile)
  }

  @Test(.requires(.hevcEncoder), arguments: [(1, 1), (3, 2), (17, 31)])
  func smallAndOddSizesAreWritten(width: Int, height: Int) throws {
    let written = try heif.write(Image.noise(width: width, height: height, .rgb))
    let again = try heif.read(written.data).value
    #expect(again.width == width && again.height == height)
  }

  @Test(.requires(.hevcEncoder)) func whatHEICDoesNotHoldIsCounted() throws {
    var image = Image.noise(width: 16, height: 16, .rgb, .sixteen)
    image.metadata.texts = [ImageText(keyword: "Title", text: "x")]
    image.density = ImageDensity(horizontal: 72, vertical: 72)
    let written = try heif.write(image)
    expectEqual(written.losses.map(\.kind), [.lossyCompression, .bitDepth, .metadata, .metadata])
  }

  // MARK: - Damaged files

  @Test(arguments: ["rgb.heic", "rgba.heic"])
  func aFileThatIsCutIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.cutAtEveryLength(heif, try ImageFixture.data("heif/\(name)")) { _ in true }
    expectThrows(CoderError.self) { try heif.read(ImageFixture.data("heif/\(name)").dropLast(100)) }
  }

  @Test(arguments: ["rgb.heic", "everything.heic", "av1-both-turned.avif", "tiles.bin"])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(heif, try ImageFixture.data("heif/\(name)"))
  }

  @Test func aFileThatDeclaresBillionsOfPixelsIsRefused() throws {
    var data = try ImageFixture.data("heif/rgb.heic")
    let place = try require(data.range(of: Data("ispe".utf8))?.upperBound)
    data.replaceSubrange(place + 4..<place + 12, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    let error = expectThrows(CoderError.self) { try heif.read(data) }
    #expect(error?.code == .imageTooLarge || error?.code == .damagedImage)
    var options = ImageOptions()
    options.limits.metadataByteCount = 100
    let everything = try ImageFixture.data("heif/everything.heic")
    expectEqual(expectThrows(CoderError.self) { try heif.read(everything, options) }?.code, .imageTooLarge)
  }

  @Test(arguments: ["", "\0\0\0\u{18}ftyp", "GIF89aGIF89aGIF89a"])
  func otherBytesAreNotHEIF(text: String) {
    let error = expectThrows(CoderError.self) { try heif.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }
}
