import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite(.requires(.libpng)) struct PNGTests {
  private let png = ImageFormat.png

  /// All color types, depths, palettes and transparent colors, also interlaced.
  ///
  /// The pixels are compared with those that ImageMagick decodes.
  @Test(arguments: ImageFixture.names(in: "png", endingWith: ".png"))
  func pixelsAreThoseOfAnotherDecoder(name: String) throws {
    let reading = try png.read(ImageFixture.data("png/\(name)"))
    let expected = try ImageFixture.pixels("png/\(name.dropLast(4)).pam")
    expectEqual(reading.value.pixelsOnly, expected)
    #expect(reading.losses.isEmpty && reading.warnings.isEmpty)
  }

  @Test func everyColorTypeHasAFixture() {
    expectEqual(ImageFixture.names(in: "png", endingWith: ".png").count, 34)
  }

  @Test(arguments: Image.Channels.allCases, [Image.Depth.eight, .sixteen])
  func whatIsWrittenIsReadTheSame(channels: Image.Channels, depth: Image.Depth) throws {
    var image = Image.noise(width: 37, height: 5, channels, depth)
    image.density = ImageDensity(horizontal: 300, vertical: 72.5)
    image.metadata.xmp = Data("<x/>".utf8)
    image.metadata.texts = [
      ImageText(keyword: "Title", text: "Café"), ImageText(keyword: "Author", text: "Ωmega\nΔ"),
      ImageText(keyword: "Comment", text: ""),
    ]
    let written = try png.write(image)
    expectEmpty(written.losses)
    let again = try png.read(written.data)
    #expect(again.losses.isEmpty && again.warnings.isEmpty)
    let density = try require(again.value.density)
    expect(
      density.horizontal == 300 && abs(density.vertical - 72.5) < 0.013, "the unit is a pixel per meter")
    var expected = image
    expected.density = density
    expectEqual(again.value, expected)
  }

  @Test func profileDensityTextsAndMetadataAreKept() throws {
    let reading = try png.read(ImageFixture.data("png/everything.png"))
    let image = reading.value
    try expectEqual(image.pixelsOnly, ImageFixture.pixels("png/everything.pam"))
    expectEqual(image.orientation, .right)
    #expect(image.density?.horizontal == 150 && image.density?.vertical == 72)
    #expect(image.colorProfile?.count == 480 && image.colorProfile?[36..<40] == Data("acsp".utf8))
    expectEqual(image.metadata.xmp?.starts(with: Data("<x:xmpmeta".utf8)), true)
    let exif = try require(image.metadata.exif.flatMap(EXIFHeader.init))
    #expect(exif.hasPlace && exif.hasDates && exif.orientation == .right)
    expectEqual(
      image.metadata.texts,
      [
        ImageText(keyword: "Title", text: "Café"),
        ImageText(keyword: "Comment", text: String(repeating: "long ", count: 20)),
        ImageText(keyword: "Author", text: "Ω"), ImageText(keyword: "Description", text: "Δ"),
        ImageText(keyword: "Copyright", text: "none"),
      ])
    expectEmpty(reading.losses)
    try expectEqual(png.read(png.write(image).data).value, image)
  }

  /// libpng recognizes these profiles, and reports that the file should have a chunk for sRGB in place of
  /// them.
  @Test(arguments: ["srgb-2009.icc", "srgb-1998.icc"], [Image.Depth.eight, .sixteen])
  func aUsualProfileOfSRGBEndedTheConversion(name: String, depth: Image.Depth) throws {
    let profile = try ImageFixture.data("profile/\(name)")
    for channels in [Image.Channels.rgb, .rgba] {
      var image = Image.noise(width: 5, height: 4, channels, depth)
      image.colorProfile = profile
      let written = try png.write(image)
      expectEmpty(written.losses)
      let again = try png.read(written.data)
      #expect(again.value == image && again.losses.isEmpty)
    }
  }

  @Test func whatIsNotKeptIsCounted() throws {
    let reading = try png.read(ImageFixture.data("png/dropped.png"))
    expectEqual(
      reading.losses.total(),
      [
        Loss(.colors, count: 1, detail: "custom gamma and primaries"),
        Loss(.metadata, count: 1, detail: "bKGD"),
        Loss(.metadata, count: 1, detail: "prVt"), Loss(.metadata, count: 1, detail: "sBIT"),
        Loss(.metadata, count: 1, detail: "tIME"),
        Loss(.metadata, count: 1, detail: "the language tag of a text chunk"),
      ])
    try expectEqual(png.read(ImageFixture.data("png/animated.png")).losses.map(\.kind), [.animation])
    try expectEqual(png.read(ImageFixture.data("png/animated.png")).losses.map(\.count), [2])
  }

  @Test func exifInTheTextOfOlderProgramsIsRead() throws {
    let image = try png.read(ImageFixture.data("png/raw-profile.png")).value
    #expect(image.orientation == .down && image.metadata.texts.isEmpty)
  }

  @Test func whatPNGDoesNotHoldIsCounted() throws {
    var image = Image.noise(width: 2, height: 2, .gray)
    image.metadata.iptc = Data([0x1C])
    image.metadata.texts = [ImageText(keyword: " x", text: ""), ImageText(keyword: "x", text: "a\0b")]
    image.colorProfile = try png.read(ImageFixture.data("png/everything.png")).value.colorProfile
    let losses = try png.write(image).losses.total()
    expectEqual(losses.map(\.kind), [.colors, .metadata, .metadata])
    expectEqual(losses.map(\.count), [1, 1, 2])
  }

  // MARK: - Damaged files

  @Test(arguments: ["gray-1.png", "palette-transparent.png", "rgba-16-interlaced.png", "everything.png"])
  func aFileThatIsCutIsRefused(name: String) throws {
    DamagedImages.cutAtEveryLength(png, try ImageFixture.data("png/\(name)"))
  }

  @Test(arguments: ["gray-1.png", "palette-4-interlaced.png", "everything.png", "animated.png"])
  func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    expectGreater(DamagedImages.changeEveryByte(png, try ImageFixture.data("png/\(name)")), 50)
  }

  @Test func aChecksumThatIsWrongInAPixelChunkIsAnError() throws {
    var data = try ImageFixture.data("png/rgb-8.png")
    let place = try require(data.range(of: Data("IDAT".utf8))?.upperBound)
    data[place + 40] ^= 1
    let error = expectThrows(CoderError.self) { try png.read(data) }
    expectEqual(error?.code, .damagedImage)
  }

  @Test func aDamagedProfileIsALossAndAWarning() throws {
    var data = try ImageFixture.data("png/everything.png")
    let place = try require(data.range(of: Data("iCCP".utf8))?.upperBound)
    data[place + 40] ^= 1
    let reading = try png.read(data)
    expectNil(reading.value.colorProfile)
    #expect(reading.losses.map(\.kind) == [.colors] && reading.warnings.count == 1)
  }

  @Test func aFileOfAHundredBytesThatDeclaresBillionsOfPixelsIsRefused() throws {
    var data = Data(try ImageFixture.data("png/rgb-8.png").prefix(100))
    // 60,000 by 60,000 pixels; the checksum of the header matches these numbers.
    data.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    data.replaceSubrange(29..<33, with: PNGBytes.checksum(data[12..<29]))
    let error = expectThrows(CoderError.self) { try png.read(data) }
    expectEqual(error?.code, .imageTooLarge)
  }

  @Test func aChunkThatDeclaresTwoGigabytesIsRefused() throws {
    var data = try ImageFixture.data("png/rgb-8.png")
    data.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
    let error = expectThrows(CoderError.self) { try png.read(data) }
    #expect(error?.code == .damagedImage || error?.code == .unexpectedEnd)
  }

  /// Texts of 2 MiB of zeros each, compressed to 2 KiB in the file.
  @Test func textsThatExpandBeyondTheLimitAreRefused() throws {
    let text = try ImageFixture.data("png/bomb.bin")
    var data = try ImageFixture.data("png/rgb-8.png")
    for _ in 0..<8 { data.insert(contentsOf: text, at: 33) }
    var options = ImageOptions()
    options.limits.metadataByteCount = 4 << 20
    let error = expectThrows(CoderError.self) { try png.read(data, options) }
    expectEqual(error?.code, .imageTooLarge)
    options.limits.metadataByteCount = 64 << 20
    try expectEqual(png.read(data, options).value.metadata.texts.count, 8)
    options.limits.metadataByteCount = 1000
    expectThrows(CoderError.self) { try png.read(data, options) }
  }

  @Test(arguments: ["", "BM", "\u{89}PNG", "<svg/>"])
  func otherBytesAreNotPNG(text: String) {
    let error = expectThrows(CoderError.self) { try png.read(Data(text.utf8)) }
    expectEqual(error?.code, .wrongFormat)
  }

  @Test func picturesAreReadAndWrittenByManyThreads() async throws {
    let data = try ImageFixture.data("png/everything.png")
    let expected = try png.read(data).value
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask { (try? png.read(png.write(png.read(data).value).data).value) == expected }
      }
      for await isSame in group { expect(isSame) }
    }
  }
}

/// PNG checksums, so that a test can change a header.
enum PNGBytes {
  /// A chunk with its length and its checksum.
  static func chunk(_ name: String, _ contents: Data) -> Data {
    let named = Data(name.utf8) + contents
    return withUnsafeBytes(of: UInt32(contents.count).bigEndian) { Data($0) } + named + checksum(named)
  }

  static func checksum(_ bytes: Data) -> [UInt8] {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return withUnsafeBytes(of: (~register).bigEndian) { Array($0) }
  }
}
