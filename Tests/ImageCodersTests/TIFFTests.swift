import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite(.requires(.libtiff)) struct TIFFTests {
  private let tiff = ImageFormat.tiff

  /// Every kind of gray, RGB and palette.
  ///
  /// All depths up to 16, palettes, strips, tiles, planes, both byte orders, 64-bit offsets and all usual
  /// compressions. The pixels are exactly those of ImageMagick. Colors that the library converts to RGB are
  /// close to those of Pillow.
  @Test(arguments: ImageFixture.names(in: "tiff", endingWith: ".tiff"))
  func pixelsAreThoseOfAnotherDecoder(name: String) throws {
    let reading = try tiff.read(ImageFixture.data("tiff/\(name)"))
    let expected = try ImageFixture.pixels("tiff/\(name.dropLast(5)).pam")
    if ["cmyk.tiff", "ycbcr.tiff"].contains(name) {
      #expect(reading.value.isNear(expected, within: 3))
    } else {
      expectEqual(reading.value.pixelsOnly, expected)
    }
    expectEqual(reading.losses.map(\.kind), name == "cmyk.tiff" ? [.colors] : [])
    expectEmpty(reading.warnings)
  }

  @Test func everyKindHasAFixture() {
    expectEqual(ImageFixture.names(in: "tiff", endingWith: ".tiff").count, 22)
  }

  @Test func colorsThatAlphaWasMultipliedWithAreDividedByIt() throws {
    let image = try tiff.read(ImageFixture.data("tiff/multiplied-alpha.bin")).value
    let expected = Image(
      width: 2, height: 2, channels: .rgba,
      pixels: [200, 100, 50, 255, 255, 255, 0, 128, 0, 0, 0, 0, 128, 64, 255, 64])
    #expect(image.isNear(expected, within: 2))
  }

  @Test(arguments: Image.Channels.allCases, [Image.Depth.eight, .sixteen])
  func whatIsWrittenIsReadTheSame(channels: Image.Channels, depth: Image.Depth) throws {
    // The image needs more than one strip.
    var image = Image.noise(width: 301, height: 500, channels, depth)
    image.density = ImageDensity(horizontal: 300, vertical: 72.5)
    image.orientation = .leftMirrored
    image.metadata.xmp = Data("<x/>".utf8)
    image.metadata.texts = [
      ImageText(keyword: "Description", text: "Café"), ImageText(keyword: "Author", text: "Ω"),
      ImageText(keyword: "Creation Time", text: "2024:06:09 08:20:00"),
      ImageText(keyword: "Title", text: "T"),
    ]
    let written = try tiff.write(image)
    expectEmpty(written.losses)
    let again = try tiff.read(written.data)
    #expect(again.value == image && again.losses.isEmpty && again.warnings.isEmpty)
  }

  @Test func profileDensityTextsAndXMPAreKept() throws {
    let reading = try tiff.read(ImageFixture.data("tiff/everything.tiff"))
    let image = reading.value
    expectEqual(image.orientation, .right)
    expectEqual(image.density, ImageDensity(horizontal: 300, vertical: 150))
    expectEqual(image.colorProfile?.count, 480)
    expectEqual(image.metadata.xmp?.starts(with: Data("<x:xmpmeta".utf8)), true)
    expectEqual(
      image.metadata.texts,
      [
        ImageText(keyword: "Description", text: "Grüße"), ImageText(keyword: "Author", text: "A. Author"),
        ImageText(keyword: "Copyright", text: "none"), ImageText(keyword: "Software", text: "make.py"),
        ImageText(keyword: "Creation Time", text: "2024:06:09 08:20:00"),
        ImageText(keyword: "Title", text: "Boat"),
      ])
    expectEqual(reading.losses, [Loss(.pages, count: 2), Loss(.metadata, count: 1, detail: "tag 65000")])
    let again = try tiff.read(tiff.write(image).data)
    expectEqual(again.value, image)
  }

  @Test func whatTIFFDoesNotHoldIsCounted() throws {
    var image = Image.noise(width: 2, height: 2, .rgb)
    image.metadata.exif = Data("II*\0 is not EXIF that has a directory".utf8)
    image.metadata.iptc = Data([1])
    image.metadata.texts = [
      ImageText(keyword: "Comment", text: "x"), ImageText(keyword: "Title", text: "a\0b"),
      ImageText(keyword: "Creation Time", text: "yesterday"),
    ]
    let losses = try tiff.write(image).losses.total()
    #expect(losses.map(\.kind) == [.metadata, .metadata, .metadata] && losses.map(\.count) == [1, 1, 3])
  }

  /// A file written by Pillow, whose EXIF is compared with the expected bytes.
  @Test func exifOfAnotherProgramIsRead() throws {
    let reading = try tiff.read(ImageFixture.data("tiff/taken.bin"))
    let exif = try require(reading.value.metadata.exif)
    let header = try require(EXIFHeader(exif))
    #expect(header.hasPlace && header.hasDates && reading.losses.isEmpty)
    // 1/125 of a second, 47 degrees, the maker and the date, in little-endian byte order.
    let numbers: [[UInt8]] = [[1, 0, 0, 0, 125, 0, 0, 0], [47, 0, 0, 0, 1, 0, 0, 0]]
    let texts = ["Maker\0", "2024:06:09 08:20:00\0"].map { Array($0.utf8) }
    for value in numbers + texts { expectNotNil(exif.range(of: Data(value))) }
    DamagedImages.changeEveryByte(tiff, try ImageFixture.data("tiff/taken.bin"))
  }

  @Test(arguments: ["place", "dates", "both", "none-big"])
  func howAndWhereAPictureWasTakenIsKept(name: String) throws {
    let exif = try ImageFixture.data("exif/\(name).bin")
    var image = Image.noise(width: 3, height: 3, .rgb)
    image.metadata.exif = exif
    image.orientation = .right
    let written = try tiff.write(image)
    expectEmpty(written.losses)
    let reading = try tiff.read(written.data)
    #expect(reading.losses.isEmpty && reading.warnings.isEmpty)
    #expect(reading.value.pixels == image.pixels && reading.value.orientation == .right)
    let again = try require(reading.value.metadata.exif.flatMap(EXIFHeader.init))
    let expected = try require(EXIFHeader(exif))
    #expect(again.hasPlace == expected.hasPlace && again.hasDates == expected.hasDates)
    // EXIF that was moved once is moved again without a change.
    #expect(try tiff.read(tiff.write(reading.value).data).value == reading.value)
  }

  // MARK: - Damaged files

  @Test(arguments: ["gray-1-fax.tiff", "rgb-8-strips.tiff"])
  func aFileThatIsCutIsAnErrorOrAnImage(name: String) throws {
    // The directory may be at the end or at the beginning; only metadata may be missing from a truncated file
    // that is read.
    let data = try ImageFixture.data("tiff/\(name)")
    let whole = try tiff.read(data).value.pixelsOnly
    for length in 0..<data.count {
      do {
        let reading = try tiff.read(data.prefix(length))
        expectEqual(
          reading.value.pixelsOnly, whole, "\(length) of \(data.count) bytes are read as another image")
      } catch {
        expect(error is CoderError, "\(length) bytes: \(error)")
      }
    }
  }

  @Test(arguments: [
    "gray-4.tiff", "rgb-8-tiles.tiff", "rgba-8-planes.tiff", "gray-1-fax.tiff", "everything.tiff",
  ])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(tiff, try ImageFixture.data("tiff/\(name)"))
  }

  @Test func aFileThatDeclaresBillionsOfPixelsIsRefused() throws {
    var data = try ImageFixture.data("tiff/multiplied-alpha.bin")
    // The values of the first two tags.
    data.replaceSubrange(18..<20, with: [0x60, 0xEA])
    data.replaceSubrange(30..<32, with: [0x60, 0xEA])
    expectEqual(expectThrows(CoderError.self) { try tiff.read(data) }?.code, .imageTooLarge)
    var options = ImageOptions()
    options.limits.metadataByteCount = 100
    let everything = try ImageFixture.data("tiff/everything.tiff")
    expectEqual(expectThrows(CoderError.self) { try tiff.read(everything, options) }?.code, .imageTooLarge)
  }

  @Test func aCompressionThatTheLibraryLacksIsNamed() throws {
    var data = try ImageFixture.data("tiff/multiplied-alpha.bin")
    // The value of the fourth tag, which is the compression.
    data.replaceSubrange(54..<56, with: [0xE7, 0x03])
    expectEqual(expectThrows(CoderError.self) { try tiff.read(data) }?.code, .unsupportedImage)
  }

  @Test(arguments: ["", "II", "II*", "MM\0+x", "GIF89a"])
  func otherBytesAreNotTIFF(text: String) {
    let error = expectThrows(CoderError.self) { try tiff.read(Data(text.utf8)) }
    #expect(error?.code == .wrongFormat || error?.code == .damagedImage)
  }
}
