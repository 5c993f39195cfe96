import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// Content of a file that an image cannot store is counted as a loss, in every format.
///
/// The files are changed here to have such content.
@Suite struct ImageLossTests {
  private typealias Change = (Data) -> Data

  /// The losses of reading a changed file; the original file has none.
  private func losses(_ format: ImageFormat, _ path: String, _ change: Change) throws -> [String] {
    let data = try ImageFixture.data(path)
    let before = try format.read(data).losses.map { "\($0.kind.rawValue): \($0.detail ?? "")" }
    let after = try format.read(change(data)).losses
    expect(Set(after.map(\.kind)).isSubset(of: format.readingMayLose), "\(path)")
    return after.filter { $0.count == 1 }.map { "\($0.kind.rawValue): \($0.detail ?? "")" }
      .filter { !before.contains($0) }
  }

  private static let trailing = "metadata: data after the end of the image"
  private static let film = Data("\0\0\0\u{18}ftypmp42".utf8) + Data(count: 12)

  @Test(arguments: [
    (ImageFormat.ico, "ico/bits24.ico"), (.bmp, "own/bits24.bmp"), (.bmp, "own/runs8.bmp"),
    (.qoi, "own/rgb.qoi"), (.portableAnymap, "own/raw.ppm"), (.portableAnymap, "own/plain.pgm"),
  ])
  func whatFollowsTheEndOfAnImageIsCounted(format: ImageFormat, path: String) throws {
    try expectTrailingDataIsCounted(format, path)
  }

  @Test(
    .requires(.libpng, .libjpegTurbo, .libwebp, .hevcDecoder, .av1Decoder),
    arguments: [
      (ImageFormat.png, "png/rgb-8.png"), (.jpeg, "jpeg/gray.jpg"), (.jpeg, "jpeg/progressive.jpg"),
      (.jpeg, "jpeg/restarts.jpg"), (.webp, "webp/lossless-rgb.webp"), (.heif, "heif/rgb.heic"),
      (.avif, "heif/av1.avif"),
    ])
  func whatFollowsTheEndOfAnImageOfALibraryIsCounted(format: ImageFormat, path: String) throws {
    try expectTrailingDataIsCounted(format, path)
  }

  private func expectTrailingDataIsCounted(_ format: ImageFormat, _ path: String) throws {
    try expectEqual(losses(format, path) { $0 + Self.film }, [Self.trailing], "\(path)")
    // Zeros are padding, except in a plain-text anymap.
    guard path != "own/plain.pgm" else { return }
    try expectEqual(losses(format, path) { $0 + Data(count: 40) }, [], "\(path)")
  }

  // MARK: PNG and JPEG

  @Test(.requires(.libpng)) func chunksThatArePassedOverAreCounted() throws {
    func with(_ name: String, _ contents: Data, before mark: String = "IDAT") -> Change {
      { data in
        guard let place = data.range(of: Data(mark.utf8))?.lowerBound else { return data }
        return data[..<(place - 4)] + PNGBytes.chunk(name, contents) + data[(place - 4)...]
      }
    }
    let rgb = "png/rgb-8.png"
    try expectEqual(
      losses(.png, rgb, with("PLTE", Data([1, 2, 3]))),
      [
        "metadata: an unused palette"
      ])
    try expectEqual(
      losses(.png, rgb, with("tEXt", Data("Title\0one\0two".utf8))),
      ["metadata: the part of a text chunk after a NUL"])
    try expectEqual(losses(.png, rgb, with("vpAg", Data(count: 9))), ["metadata: vpAg"])
    let density = Data([0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1])
    try expectEqual(
      losses(.png, rgb) { with("pHYs", density)(with("pHYs", density)($0)) },
      [
        "metadata: pHYs after the first"
      ])
    // Photoshop resource blocks, one of them with IPTC.
    let blocks = "3842494d040400000000000a1c0278000548656c6c6f3842494d03ed00000000000100"
    let profile = "Raw profile type 8bim\0\n8bim\n      \(blocks.count / 2)\n\(blocks)\n"
    let change = with("tEXt", Data(profile.utf8))
    try expectEqual(losses(.png, rgb, change), ["metadata: Photoshop image resources"])
    try expectEqual(ImageFormat.png.read(change(ImageFixture.data(rgb))).value.metadata.iptc?.count, 10)
  }

  @Test(.requires(.libjpegTurbo)) func segmentsThatArePassedOverAreCounted() throws {
    func with(_ marker: UInt8, _ contents: String) -> Change {
      { data in
        data.prefix(2) + [0xFF, marker, 0, UInt8(contents.utf8.count + 2)] + contents.utf8 + data.dropFirst(2)
      }
    }
    for (marker, contents, loss) in [
      (0xE1, "http://ns.adobe.com/xmp/extension/\0x", "APP1"), (0xE2, "MPF\0MM", "APP2"),
      (0xEB, "JP", "APP11"),
      (0xE2, "ICC_PROFILE\0\u{1}\0x", "APP2"),
      (0xED, "Photoshop 3.0\0PHUTx", "Photoshop image resources"),
    ] {
      try expectEqual(losses(.jpeg, "jpeg/gray.jpg", with(UInt8(marker), contents)), ["metadata: \(loss)"])
    }
    // A segment of a profile that occurs twice, and one whose number exceeds the count of segments.
    let piece = "ICC_PROFILE\0\u{1}\u{1}x"
    try expectEqual(
      losses(.jpeg, "jpeg/gray.jpg") { with(0xE2, piece)(with(0xE2, piece)($0)) }, ["metadata: APP2"])
    let beyond = with(0xE2, "ICC_PROFILE\0\u{7}\u{1}x")
    try expectEqual(
      losses(.jpeg, "jpeg/gray.jpg") { beyond(with(0xE2, piece)($0)) },
      [
        "metadata: a stray part of a color profile"
      ])
  }

  @Test(.requires(.libjpegTurbo)) func aCommentBetweenScansIsKept() throws {
    let data = try ImageFixture.data("jpeg/progressive.jpg")
    let scan = try require(data.range(of: Data([0xFF, 0xDA]), options: .backwards)?.lowerBound)
    let reading = try ImageFormat.jpeg.read(data[..<scan] + [0xFF, 0xFE, 0, 4, 0x68, 0x69] + data[scan...])
    #expect(reading.losses.isEmpty && reading.value.metadata.texts.map(\.text) == ["hi"])
  }

  // MARK: WebP and HEIF

  @Test(.requires(.libwebp)) func chunksOfWebPAreCountedWhereverTheyAre() throws {
    func with(_ chunk: Data) -> Change {
      { data in
        var file = data + chunk
        file.replaceSubrange(
          4..<8, with: withUnsafeBytes(of: UInt32(file.count - 8).littleEndian) { Data($0) })
        return file
      }
    }
    let second = Data("EXIF\u{2}\0\0\0MM".utf8)
    try expectEqual(
      losses(.webp, "webp/everything.webp", with(second)), ["metadata: EXIF after the first"])
    // A chunk whose stated length exceeds the file.
    #expect(
      try losses(.webp, "webp/lossless-rgb.webp", with(Data("ABCD\u{99}\0\0\0x".utf8))) == [Self.trailing])
    try expectEqual(
      losses(.webp, "webp/animated.webp") { data in
        guard let frame = data.range(of: Data("ANMF".utf8))?.lowerBound else { return data }
        var file = data
        let size = Int(data[frame + 4]) | Int(data[frame + 5]) << 8
        file.replaceSubrange(
          frame + 4..<frame + 6, with: [UInt8((size + 10) & 0xFF), UInt8((size + 10) >> 8)])
        return with(Data())(
          file[..<(frame + 8 + size)] + Data("XYZW\u{2}\0\0\0ab".utf8) + file[(frame + 8 + size)...])
      }, ["metadata: XYZW"])
  }

  @Test(.requires(.hevcDecoder)) func boxesOfHEIFThatArePassedOverAreCounted() throws {
    func replacing(_ name: String, by other: String) -> Change {
      { data in
        var file = data
        if let range = file.range(of: Data(name.utf8)) { file.replaceSubrange(range, with: other.utf8) }
        return file
      }
    }
    let everything = "heif/everything.heic"
    let change = replacing("cdsc", by: "free")
    let found = try losses(.heif, everything, change)
    #expect(found.count == 1 && found[0].hasSuffix("that belongs to no image"))
    try expectEqual(
      losses(.heif, "heif/rgb.heic", replacing("pixi", by: "udes")), ["metadata: the property udes"])
    for (box, loss) in [("moov", "animation: an image sequence"), ("mpvd", "metadata: the box mpvd")] {
      try expectEqual(losses(.heif, "heif/rgb.heic") { $0 + Data("\0\0\0\u{8}\(box)".utf8) }, [loss])
    }
  }

  // MARK: TIFF, and EXIF in it

  @Test(.requires(.libtiff)) func tagsThatTheLibraryListsApartAreCounted() throws {
    // Width, height, bits, compression, photometric, strip offset, samples, rows, bytes, and one more.
    func file(_ tag: Int, _ type: Int, _ value: Int) -> Data {
      let entries = [
        (256, 3, 1), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1),
        (278, 3, 1),
        (279, 4, 1), (tag, type, value),
      ].sorted { $0.0 < $1.0 }
      func number(_ number: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(number >> (8 * $0) & 255) })
      }
      var file = Data("II*\0".utf8) + number(10, 4) + [77, 0] + number(entries.count, 2)
      for (tag, type, value) in entries {
        // Either two short numbers, the second of which is 9, or one number of another type.
        let isPair = [297, 321].contains(tag)
        file += number(tag, 2) + number(type, 2) + number(isPair ? 2 : 1, 4)
        file += isPair ? number(value, 2) + number(9, 2) : number(value, 4)
      }
      return file + number(0, 4)
    }
    func details(_ tag: Int, _ type: Int, _ value: Int) throws -> [String?] {
      let reading = try ImageFormat.tiff.read(file(tag, type, value))
      expectEqual(reading.value.pixels, [77])
      return reading.losses.map(\.detail)
    }
    try expectEqual(details(330, 4, 10), ["reduced-resolution images"])
    try expectEqual(details(297, 3, 3), ["the page number"])
    try expectEqual(details(297, 3, 0), [])
    try expectEqual(details(321, 3, 5), ["halftone hints"])
    try expectEqual(details(65_000, 3, 5), ["tag 65000"])
  }

  /// EXIF of a camera: a TIFF file stores all of it except the preview, which is counted as a loss.
  @Test(.requires(.libtiff), arguments: [false, true])
  func exifMovesIntoTIFFAndItsPreviewIsCounted(hasPreview: Bool) throws {
    let seed = SeededGenerator.testSeed(for: "\(hasPreview)")
    var random = SeededGenerator(seed: seed)
    let marks = (0..<4).map { _ in
      "zq" + random.bytes(count: 6).map { String($0 & 15, radix: 16) }.joined() + "\0"
    }
    var exif = EXIFBytes()
    let exchange = exif.add([(1, 2, Data("R98\0".utf8))])
    let taken = exif.add([
      (0x9003, 2, Data(marks[0].utf8)), (0x927C, 7, Data("Apple iOS\0 and \(marks[1])".utf8)),
      (0xA005, 4, exchange),
    ])
    let preview = hasPreview ? exif.add([(0x0201, 4, Data([8, 0, 0, 0]))]) : Data(count: 4)
    let file = exif.file(
      [(0x010E, 2, Data(marks[2].utf8)), (0x8298, 2, Data(marks[3].utf8)), (0x8769, 4, taken)], next: preview)
    var image = Image.noise(width: 2, height: 2, .rgb)
    image.metadata.exif = file
    let written = try ImageFormat.tiff.write(image)
    expectEqual(written.losses.map(\.detail), hasPreview ? ["the EXIF thumbnail"] : [], "seed \(seed)")
    for mark in marks + ["R98\0"] {
      expectNotNil(written.data.range(of: Data(mark.utf8)), "\(mark), seed \(seed)")
    }
    let again = try ImageFormat.tiff.read(written.data)
    expect(again.losses.isEmpty && again.warnings.isEmpty, "seed \(seed): \(again)")
    expectNotNil(again.value.metadata.exif?.range(of: Data("R98\0".utf8)))
  }

  /// TIFF has one tag for both the author in the texts and the author in EXIF.
  @Test(.requires(.libtiff), arguments: ["Alma\0", "Otto\0"])
  func anAuthorThatEXIFNamesOtherwiseIsCounted(author: String) throws {
    var exif = EXIFBytes()
    var image = Image.noise(width: 2, height: 2, .rgb)
    image.metadata.exif = exif.file([(0x013B, 2, Data(author.utf8))], next: Data(count: 4))
    image.metadata.texts = [ImageText(keyword: "Author", text: "Alma")]
    let expected = Loss(.metadata, count: 1, detail: "EXIF entries replaced by other values")
    try expectEqual(ImageFormat.tiff.write(image).losses, author == "Alma\0" ? [] : [expected])
  }

  @Test(.requires(.libtiff)) func notesOfAMakerThatNamePlacesAreCounted() throws {
    var exif = EXIFBytes()
    let taken = exif.add([(0x927C, 7, Data(count: 30))])
    var image = Image.noise(width: 2, height: 2, .rgb)
    image.metadata.exif = exif.file([(0x8769, 4, taken)], next: Data(count: 4))
    try expectEqual(
      ImageFormat.tiff.write(image).losses,
      [
        Loss(.metadata, count: 1, detail: "camera maker notes, which may contain invalid offsets")
      ])
  }

  // MARK: BMP and anymaps

  @Test func reservedBytesThatDifferAreCountedAsAlpha() throws {
    let reserved = "alpha: the fourth byte of each pixel, which no mask assigns to alpha"
    try expectEqual(
      losses(.bmp, "own/bits32.bmp") { data in
        var file = data
        let place = Int(file[10])
        for (number, pixel) in stride(from: place + 3, to: file.count, by: 4).enumerated() {
          file[pixel] = UInt8(number & 1)
        }
        return file
      }, [reserved])
  }

  @Test func aDensityThatBMPHasNoNumberForIsCounted() throws {
    var image = Image.noise(width: 1, height: 1, .rgb)
    for (density, isLost) in [(96.0, false), (72, false), (0.001, true), (1e9, true)] {
      image.density = ImageDensity(horizontal: density, vertical: density)
      let written = try ImageFormat.bmp.write(image)
      expectEqual(written.losses.map(\.detail), isLost ? ["density"] : [])
      if !isLost { try expectEqual(ImageFormat.bmp.read(written.data).value.density, image.density) }
    }
  }

  @Test func commentsOfAnymapsAreKeptWhereverTheyStand() throws {
    let plain = try ImageFormat.portableAnymap.read(Data("P2 2 1 255 # one\n7 # two\n9".utf8))
    #expect(plain.value.metadata.texts.map(\.text) == ["one", "two"] && plain.losses.isEmpty)
    let latin = try ImageFormat.portableAnymap.read(
      Data("P5\n# caf".utf8) + [0xE9] + Data("\n1 1 255\nx".utf8))
    expectEqual(latin.value.metadata.texts.map(\.text), ["café"])
  }

  @Test func samplesOfAnUnknownNameAreCounted() throws {
    let head = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\nabcd"
    let reading = try ImageFormat.portableArbitraryMap.read(Data(head.utf8))
    expectEqual(
      reading.losses,
      [
        Loss(.metadata, count: 1, detail: "the tuple type CMYK; the samples are read as rgba")
      ])
  }
}

/// Assembles EXIF: values and directories are added, the first directory last.
private struct EXIFBytes {
  private var bytes = Data()

  /// Adds a directory.
  ///
  /// - Returns: its offset, in the form of an entry's value.
  mutating func add(_ entries: [(tag: Int, type: Int, value: Data)], next: Data = Data(count: 4)) -> Data {
    let rows = entries.map { tag, type, value in
      var value = value
      let count = type == 4 ? value.count / 4 : value.count
      if value.count > 4 {
        let place = Self.number(bytes.count + 8, 4)
        bytes += value + (value.count % 2 == 0 ? [] : [0])
        value = place
      }
      return Self.number(tag, 2) + Self.number(type, 2) + Self.number(count, 4) + value
        + Data(count: 4 - value.count)
    }
    let place = Self.number(bytes.count + 8, 4)
    bytes += rows.reduce(Self.number(rows.count, 2), +) + next
    return place
  }

  /// The complete file, with the first directory.
  mutating func file(_ entries: [(tag: Int, type: Int, value: Data)], next: Data) -> Data {
    let place = add(entries, next: next)
    return Data("II*\0".utf8) + place + bytes
  }

  private static func number(_ number: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(number >> (8 * $0) & 255) })
  }
}
