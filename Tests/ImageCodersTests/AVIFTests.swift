import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// AVIF as a format of its own.
///
/// ``HEIFTests`` reads the transformations, grids and damaged files of both formats.
@Suite(.requires(.av1Decoder)) struct AVIFTests {
  private let avif = ImageFormat.avif

  /// The pixels are close to those of Pillow with libavif; the tolerance is that of ``HEIFTests``.
  @Test(arguments: ImageFixture.names(in: "heif", endingWith: ".avif"))
  func pixelsAreNearThoseOfAnotherDecoder(name: String) throws {
    let reading = try avif.read(ImageFixture.data("heif/\(name)"))
    let expected = try ImageFixture.pixels("heif/\(name.dropLast(5)).pam")
    #expect(reading.value.isNear(expected, within: 6))
    #expect(reading.losses.isEmpty && reading.value.orientation == .up)
  }

  @Test(.requires(.av1Encoder, .hevcDecoder), arguments: [Image.Channels.rgb, .rgba])
  func aPictureThatIsWrittenIsNearWhatIsRead(channels: Image.Channels) throws {
    var image = try ImageFixture.pixels("heif/\(channels == .rgb ? "rgb" : "rgba").pam")
    let everything = try avif.read(ImageFixture.data("heif/everything.heic")).value
    image.metadata = everything.metadata
    image.density = everything.density
    image.colorProfile = everything.colorProfile
    let written = try avif.write(image)
    expectEqual(
      written.losses, [Loss(.lossyCompression, count: 1, detail: "AVIF keeps less detail (quality 90)")])
    #expect(written.data.dropFirst(4).starts(with: Data("ftypavif".utf8)))
    let again = try avif.read(written.data)
    #expect(again.losses.isEmpty && again.value.channels == channels)
    expectLess(again.value.meanDifference(from: image), 3)
    #expect(again.value.isNear(image, within: 24))
    #expect(again.value.metadata == image.metadata && again.value.colorProfile == image.colorProfile)
  }

  @Test(.requires(.av1Encoder), arguments: [(1, 1), (3, 2), (17, 31), (64, 1)])
  func smallAndOddSizesAreWritten(width: Int, height: Int) throws {
    for channels in [Image.Channels.gray, .rgba] {
      let written = try avif.write(Image.noise(width: width, height: height, channels))
      let again = try avif.read(written.data).value
      #expect(again.width == width && again.height == height)
    }
  }

  @Test(.requires(.av1Encoder)) func lowerQualityTakesFewerBytes() throws {
    let image = Image.noise(width: 64, height: 64, .rgb)
    var sizes: [Int] = []
    for quality in [20, 95] {
      var options = ImageOptions()
      options.quality = quality
      sizes.append(try avif.write(image, options).data.count)
    }
    expectLess(sizes[0], sizes[1])
  }

  @Test(.requires(.av1Encoder)) func aTurnedPictureIsWrittenUpright() throws {
    var image = Image.noise(width: 16, height: 8, .rgb)
    image.orientation = .right
    let data = try image.write(as: "public.avif").data
    let again = try Image.read(data, as: "public.avif").value
    #expect(again.width == 8 && again.height == 16 && again.orientation == .up)
  }

  @Test func typesAreThoseOfTheFormats() {
    expectEqual(ImageFormat.heif.typeIdentifiers, ["public.heic", "public.heif"])
    expectEqual(Image.readableTypeIdentifiers.contains("public.avif"), avif.missing?() == nil)
    expectEqual(Image.writableTypeIdentifiers.contains("public.avif"), avif.missingForWriting?() == nil)
  }

  @Test(arguments: ["", "\0\0\0\u{18}ftyp", "GIF89aGIF89aGIF89a"])
  func otherBytesAreNotAVIF(text: String) {
    let error = expectThrows(CoderError.self) { try avif.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }

  @Test func aFileThatIsCutIsAnErrorOrAnImage() throws {
    let data = try ImageFixture.data("heif/av1-alpha.avif")
    DamagedImages.cutAtEveryLength(avif, data) { _ in true }
    expectThrows(CoderError.self) { try avif.read(data.dropLast(100)) }
  }
}

@Suite struct HEIFCodingTests {
  @Test func errorsNameWhatIsMissingAndItsPackage() {
    let encoder = HEIFCoding.av1.missingEncoder
    expectEqual(encoder.code, .missingLibrary)
    expect(
      encoder.reason.hasPrefix(
        "writing AVIF needs an encoder of AV1 for libheif, which is not installed; install "), encoder.reason)
    expect(
      HEIFCoding.hevc.missingDecoder.reason.hasPrefix(
        "reading HEIC needs a decoder of HEVC for libheif, which is not installed; install "),
      HEIFCoding.hevc.missingDecoder.reason)
  }
}
