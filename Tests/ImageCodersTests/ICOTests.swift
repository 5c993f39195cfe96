import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// Icons and cursors.
///
/// The fixtures are of every depth; Pillow and ImageMagick see the pixels stored next to them.
@Suite struct ICOReadingTests {
  private let ico = ImageFormat.ico

  private static let names =
    ImageFixture.names(in: "ico", endingWith: ".ico") + ImageFixture.names(in: "ico", endingWith: ".cur")
  /// A file with a picture in PNG.
  private static let withPNG = "several.ico"
  private static let withoutPNG = names.filter { $0 != withPNG }

  @Test(arguments: withoutPNG) func pixelsAreThoseThatOtherProgramsSee(name: String) throws {
    try expectPixels(of: name)
  }

  @Test(.requires(.libpng)) func pixelsInPNGAreThoseThatOtherProgramsSee() throws {
    try expectPixels(of: Self.withPNG)
  }

  private func expectPixels(of name: String) throws {
    let image = try ico.read(ImageFixture.data("ico/\(name)")).value
    let expected = try ImageFixture.pixels("ico/\(name.dropLast(4)).pam")
    #expect(image.width == expected.width && image.height == expected.height)
    let isSame = image.samples == expected.pixels
    expect(isSame)
  }

  @Test func everyKindHasAFixture() { expectEqual(Self.names.count, 12) }

  @Test func onlyAPictureWithTransparentPixelsHasAlpha() throws {
    func channels(_ name: String) throws -> Image.Channels {
      try ico.read(ImageFixture.data("ico/\(name).ico")).value.channels
    }
    try expectEqual(channels("bits24-opaque"), .rgb)
    try expectEqual(channels("bits24"), .rgba)
    try expectEqual(channels("bits8-grays"), .grayAlpha)
    try expectEqual(channels("bits32-without-alpha"), .rgba)
  }

  @Test(.requires(.libpng)) func theLargestPictureIsReadAndTheOthersAreCounted() throws {
    let reading = try ico.read(ImageFixture.data("ico/several.ico"))
    #expect(reading.value.width == 40 && reading.value.height == 30 && reading.warnings.isEmpty)
    expectEqual(reading.losses, [Loss(.pages, count: 2, detail: "images other than the largest")])
  }

  @Test func ofEquallyLargePicturesTheOneWithMostBitsIsRead() throws {
    let pictures = [
      ICOBytes.picture(width: 2, height: 2, pixels: [1, 2, 3], bitCount: 24),
      ICOBytes.picture(width: 2, height: 2, pixels: [4, 5, 6, 255], bitCount: 32),
      ICOBytes.picture(width: 2, height: 2, pixels: [7, 8, 9], bitCount: 24),
    ]
    try expectEqual(ico.read(ICOBytes.file(pictures)).value.pixels.prefix(4), [6, 5, 4, 255])
  }

  @Test func theHotspotOfACursorIsCounted() throws {
    let reading = try ico.read(ImageFixture.data("ico/cursor.cur"))
    expectEqual(reading.losses, [Loss(.metadata, count: 1, detail: "the hotspot of the cursor")])
  }

  @Test func pixelsThatInvertTheBackgroundAreCounted() throws {
    let file = ICOBytes.file([
      ICOBytes.picture(width: 1, height: 1, pixels: [255, 255, 255], bitCount: 24, mask: 0x80)
    ])
    let reading = try ico.read(file)
    expectEqual(reading.value.pixels, [255, 255, 255, 0])
    expectEqual(reading.losses.map(\.kind), [.colors])
  }

  @Test func aPictureWithAlphaNeedsNoMask() throws {
    let picture = ICOBytes.picture(width: 1, height: 1, pixels: [1, 2, 3, 128], bitCount: 32)
    let reading = try ico.read(ICOBytes.file([picture.dropLast(4)]))
    expectEqual(reading.value.pixels, [3, 2, 1, 128])
    let opaque = ICOBytes.picture(width: 1, height: 1, pixels: [1, 2, 3, 0], bitCount: 32)
    try expectEqual(ico.read(ICOBytes.file([opaque])).value.pixels, [3, 2, 1])
    let error = expectThrows(CoderError.self) { try ico.read(ICOBytes.file([opaque.dropLast(4)])) }
    expectEqual(error?.code, .unexpectedEnd)
  }

  // MARK: - Damaged files

  @Test(arguments: withoutPNG) func aFileThatIsCutIsAnError(name: String) throws {
    DamagedImages.cutAtEveryLength(ico, try ImageFixture.data("ico/\(name)"))
  }

  @Test(arguments: withoutPNG) func aChangedByteIsAnErrorOrAnImage(name: String) throws {
    DamagedImages.changeEveryByte(ico, try ImageFixture.data("ico/\(name)"))
  }

  @Test(.requires(.libpng)) func aDamagedFileWithPNGIsAnErrorOrAnImage() throws {
    let data = try ImageFixture.data("ico/\(Self.withPNG)")
    DamagedImages.cutAtEveryLength(ico, data)
    DamagedImages.changeEveryByte(ico, data)
  }

  /// A file of one picture, with a changed number at an offset.
  private func error(_ place: Int, _ bytes: [UInt8], bitCount: Int = 24) throws -> CoderError? {
    let pixels = [UInt8](repeating: 1, count: bitCount / 8)
    var data = ICOBytes.file([ICOBytes.picture(width: 1, height: 1, pixels: pixels, bitCount: bitCount)])
    data.replaceSubrange(place..<place + bytes.count, with: bytes)
    return expectThrows(CoderError.self) { try ico.read(data) }
  }

  @Test func damageIsNamed() throws {
    try expectEqual(error(2, [3]).map { $0.code == .wrongFormat }, true)
    try expectEqual(error(4, [0])?.reason, "the ICO file contains no pictures")
    try expectEqual(error(4, [0xFF, 0xFF])?.code, .unexpectedEnd)
    try expectEqual(error(14, [0xFF, 0xFF, 0xFF, 0xFF])?.code, .unexpectedEnd)
    try expectEqual(error(18, [0xFF, 0xFF, 0xFF, 0xFF])?.code, .unexpectedEnd)
    try expectEqual(error(18, [0])?.reason, "the ICO file has a picture at byte 0, inside its directory")
    // An icon in an icon.
    #expect(
      try error(22, [0, 0, 1, 0])?.reason == "the ICO file has a picture with a header of 65536 bytes")
    try expectEqual(error(22 + 4, [0])?.code, .damagedImage)
    try expectEqual(error(22 + 4, [0xFF, 0xFF, 0xFF, 0xFF])?.code, .damagedImage)
    try expectEqual(error(22 + 4, [0xFF, 0xFF, 0xFF, 0x7F])?.code, .imageTooLarge)
    try expectEqual(error(22 + 8, [0, 0, 0, 0x80])?.code, .imageTooLarge)
    try expectEqual(
      error(22 + 8, [3])?.reason,
      "the ICO file states an odd number of rows (3) for a picture and its mask")
    try expectEqual(error(22 + 14, [2])?.code, .damagedImage)
    try expectEqual(error(22 + 14, [8, 0, 1])?.code, .unsupportedImage)
    try expectEqual(error(22 + 32, [0xFF, 0xFF, 0xFF, 0xFF])?.code, .unexpectedEnd)
    try expectEqual(error(22 + 14, [8])?.code, .unexpectedEnd)
  }

  @Test func manyEntriesOfOnePictureAreReadInLinearTime() throws {
    let picture = ICOBytes.picture(width: 1, height: 1, pixels: [1, 2, 3], bitCount: 24)
    let reading = try ico.read(ICOBytes.file([picture], entryCount: 65_535))
    expectEqual(reading.losses, [Loss(.pages, count: 65_534, detail: "images other than the largest")])
    expectEmpty(reading.warnings)
    let growth = try ProcessorTime.growth(to: 65_535, of: { ICOBytes.file([picture], entryCount: $0) }) {
      _ = try ico.read($0)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func contradictionsOfTheDirectoryAreReported() throws {
    let picture = ICOBytes.picture(width: 1, height: 1, pixels: [1, 2, 3], bitCount: 24)
    var data = ICOBytes.file([picture, picture])
    data[6] = 16
    let warning = "The directory of the ICO file states 16 × 1 pixels for an image of 1 × 1."
    try expectEqual(ico.read(data).warnings, [warning])
    // The second picture begins in the first one.
    data = ICOBytes.file([picture, picture])
    data[6 + 16 + 8] += 4
    data[6 + 16 + 12] -= 4
    data.replaceSubrange(38 + picture.count - 4..<38 + picture.count, with: [40, 0, 0, 0])
    try expectEqual(ico.read(data).warnings, ["The images of the ICO file overlap in the file."])
    data = ICOBytes.file([picture])
    data[14] -= 4
    try expectEqual(
      ico.read(data).warnings,
      [
        "The directory of the ICO file states 44 bytes for a picture of 48."
      ])
  }

  @Test func limitsAreThoseOfTheLargestPicture() throws {
    var options = ImageOptions()
    options.limits.pixelCount = 13 * 11 - 1
    let data = try ImageFixture.data("ico/bits24.ico")
    expectEqual(expectThrows(CoderError.self) { try ico.read(data, options) }?.code, .imageTooLarge)
    options.limits.pixelCount += 1
    #expect(throws: Never.self) { try ico.read(data, options) }
  }
}

@Suite struct ICOWritingTests {
  private let ico = ImageFormat.ico

  /// The sizes of the pictures of a file, by its directory.
  private func sizes(_ data: Data) -> [[Int]] {
    (0..<Int(data[4])).map { number in
      [6, 7].map { data[$0 + number * 16] == 0 ? 256 : Int(data[$0 + number * 16]) }
    }
  }

  /// The file with a single entry, that of the given number.
  private func single(_ data: Data, _ number: Int) -> Data {
    let entry = data[6 + number * 16..<22 + number * 16]
    func word(_ offset: Int) -> Int {
      entry.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var file = Data([0, 0, 1, 0, 1, 0]) + entry.prefix(12) + Data([22, 0, 0, 0])
    file += data[word(12)..<word(12) + word(8)]
    return file
  }

  /// A smooth picture, so that scaling keeps it recognizable.
  private func picture(_ width: Int, _ height: Int) -> Image {
    var pixels: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        pixels += [UInt8(column * 255 / width), UInt8(row * 255 / height), 80, 255]
      }
    }
    return Image(width: width, height: height, channels: .rgba, pixels: pixels)
  }

  @Test func standardSizesAreWrittenUpToThatOfThePicture() throws {
    try expectEqual(sizes(ico.write(picture(300, 300)).data), [[16, 16], [32, 32], [48, 48], [256, 256]])
    try expectEqual(sizes(ico.write(picture(256, 256)).data), [[16, 16], [32, 32], [48, 48], [256, 256]])
    try expectEqual(sizes(ico.write(picture(48, 48)).data), [[16, 16], [32, 32], [48, 48]])
    try expectEqual(sizes(ico.write(picture(20, 40)).data), [[16, 16], [32, 32], [40, 40]])
    try expectEqual(sizes(ico.write(picture(3, 2)).data), [[3, 2]])
  }

  @Test func onlyAPictureAbove256PixelsLosesResolution() throws {
    let large = try ico.write(picture(300, 150))
    let detail = "300 × 150 pixels became 256 × 128"
    expectEqual(large.losses, [Loss(.resolution, count: 1, detail: detail)])
    try expectEmpty(ico.write(picture(256, 256)).losses)
  }

  @Test func aPictureIsReadAsItWasWritten() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for channels in Image.Channels.allCases {
      for (width, height) in [(1, 1), (15, 7), (3, 12), (16, 16), (33, 33), (64, 64), (255, 255)] {
        let image = Image(
          width: width, height: height, channels: channels,
          pixels: generator.bytes(count: width * height * channels.count))
        let written = try ico.write(image)
        let again = try ico.read(written.data)
        let isSame = again.value.samples == image.samples
        expect(isSame, "\(channels) \(width) × \(height), seed \(seed)")
        #expect(written.losses.isEmpty && again.warnings.isEmpty)
        expect(again.losses.allSatisfy { $0.kind == .pages }, again.losses)
      }
    }
  }

  /// All pixels are transparent, so the mask has to say so.
  @Test func anInvisiblePictureStaysInvisible() throws {
    let image = Image(width: 2, height: 1, channels: .rgba, pixels: [0, 0, 0, 0, 0, 0, 0, 0])
    try expectEqual(ico.read(ico.write(image).data).value, image)
  }

  @Test(.requires(.libpng)) func onlyPicturesOf256PixelsArePNG() throws {
    var image = picture(256, 100)
    image.density = ImageDensity(horizontal: 72, vertical: 72)
    image.colorProfile = Data("profile".utf8)
    let written = try ico.write(image)
    expectEqual(written.losses.map(\.kind), [.colors, .metadata])
    expectEqual(written.warnings.count, 1)
    let isPNG = sizes(written.data).indices.map {
      single(written.data, $0).dropFirst(22).starts(with: [0x89, 0x50])
    }
    expectEqual(isPNG, [false, false, false, true])
    let again = try ico.read(written.data).value
    try requireEqual(again.height, 256)
    let isSame = again.cropped(rows: 78..<178) == picture(256, 100)
    expect(isSame)
  }

  @Test func chosenSizesAreWrittenAsSquares() throws {
    var options = ImageOptions()
    options.iconSizes = [32, 8, 32]
    let written = try ico.write(picture(64, 32), options)
    expectEqual(sizes(written.data), [[8, 8], [32, 32]])
    let detail = "64 × 32 pixels became 32 × 16"
    expectEqual(written.losses, [Loss(.resolution, count: 1, detail: detail)])
    let image = try ico.read(written.data).value
    let alphas = stride(from: 3, to: image.pixels.count, by: 4).map { image.pixels[$0] }
    let margin = [UInt8](repeating: 0, count: 32 * 8)
    expectEqual(alphas, margin + [UInt8](repeating: 255, count: 32 * 16) + margin)
  }

  @Test func aPictureIsNotEnlarged() throws {
    var options = ImageOptions()
    options.iconSizes = [4]
    let image = Image(width: 2, height: 1, channels: .gray, pixels: [7, 9])
    let written = try ico.write(image, options)
    #expect(written.warnings.count == 2 && written.losses.isEmpty)
    let clear = [UInt8](repeating: 0, count: 16)
    let row: [UInt8] = [0, 0, 0, 0, 7, 7, 7, 255, 9, 9, 9, 255, 0, 0, 0, 0]
    try expectEqual(ico.read(written.data).value.pixels, clear + row + clear + clear)
  }

  @Test(arguments: [[0], [16, 257], [-1], []])
  func sizesThatAnIconCannotHaveAreErrors(sizes: [Int]) {
    var options = ImageOptions()
    options.iconSizes = sizes
    let error = expectThrows(CoderError.self) { try ico.write(picture(64, 64), options) }
    expectEqual(error?.code, .unwritable)
    if sizes == [16, 257] { expectEqual(error?.reason, "an icon has 1 to 256 columns and rows, not 257") }
  }

  @Test func cursorsAreReadAndNotWritten() throws {
    expect(Image.readableTypeIdentifiers.contains("io.proffer.windows-cursor"), Image.readableTypeIdentifiers)
    expect(Image.writableTypeIdentifiers.contains("com.microsoft.ico"), Image.writableTypeIdentifiers)
    expectThrows(CoderError.self) { try picture(2, 2).write(as: "io.proffer.windows-cursor") }
    let data = try picture(2, 2).write(as: "com.microsoft.ico").data
    try expectEqual(Image.read(data, as: "com.microsoft.ico").value, picture(2, 2))
  }

  @Test(.requires(.libjpegTurbo)) func iconsOfLargePicturesComeLast() throws {
    func place(_ side: Int, _ type: String) throws -> Int {
      try #require(picture(side, side).writableTypeIdentifiers.firstIndex(of: type))
    }
    try expectGreater(place(257, "com.microsoft.ico"), place(257, "public.jpeg"))
    try expectLess(place(256, "com.microsoft.ico"), place(256, "public.jpeg"))
  }
}

extension Image {
  /// The image with only the given rows.
  fileprivate func cropped(rows: Range<Int>) -> Image {
    Image(
      width: width, height: rows.count, channels: channels,
      pixels: Array(pixels[rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow]))
  }
}

/// Icons put together from numbers.
enum ICOBytes {
  /// A bitmap whose pixels all have the same bytes, with a mask whose rows all begin with a byte.
  static func picture(width: Int, height: Int, pixels: [UInt8], bitCount: Int, mask: UInt8 = 0) -> Data {
    var bytes: [UInt8] = []
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    bytes += word(40) + word(width) + word(height * 2) + [1, 0, UInt8(bitCount), 0]
    bytes += [UInt8](repeating: 0, count: 24)
    for _ in 0..<height {
      let row = (0..<width).flatMap { _ in pixels }
      bytes += row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
    }
    for _ in 0..<height { bytes += [mask] + [UInt8](repeating: 0, count: (width + 31) / 32 * 4 - 1) }
    return Data(bytes)
  }

  /// An icon file of pictures, which state their sizes in their headers.
  ///
  /// - Parameter entryCount: the number of entries; those beyond the pictures are those of the last picture.
  static func file(_ pictures: [Data], entryCount: Int? = nil) -> Data {
    let count = entryCount ?? pictures.count
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    var file: [UInt8] = [0, 0, 1, 0, UInt8(count & 255), UInt8(count >> 8)]
    var place = 6 + 16 * count
    for number in 0..<count {
      let picture = pictures[min(number, pictures.count - 1)]
      file += [picture[4], picture[8] / 2, 0, 0, 1, 0, picture[14], 0] + word(picture.count) + word(place)
      if number < pictures.count - 1 { place += picture.count }
    }
    return pictures.reduce(Data(file), +)
  }
}
