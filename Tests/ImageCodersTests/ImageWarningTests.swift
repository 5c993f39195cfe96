import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// Warnings of the libraries about the header, the metadata and the pixels of a file.
///
/// A warning that says nothing about the pixels does not end a conversion. A warning that pixels are damaged
/// or missing is an error.
@Suite struct ImageWarningTests {
  /// Expects a picture with the given pixels, and a warning.
  private func expectRead(
    _ format: ImageFormat, _ data: Data, _ pixels: [UInt8], losses: [LossKind] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reading = try format.read(data)
    expectEqual(reading.value.pixels, pixels, sourceLocation: sourceLocation)
    expectEqual(reading.warnings.count, 1, "\(reading.warnings)", sourceLocation: sourceLocation)
    expectEqual(reading.losses.map(\.kind), losses, "\(reading.losses)", sourceLocation: sourceLocation)
  }

  /// Expects an error that says that the pixels are damaged or missing.
  private func expectDamage(
    _ format: ImageFormat, _ data: Data, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = expectThrows(CoderError.self, sourceLocation: sourceLocation) { try format.read(data) }
    expect(
      error?.code == .damagedImage || error?.code == .unexpectedEnd, "\(String(describing: error))",
      sourceLocation: sourceLocation)
  }

  // MARK: - PNG

  /// Gray pixels, 3 by 2, each row after the byte that names its filter.
  private static let rows: [UInt8] = [0, 10, 20, 30, 0, 40, 50, 60]

  /// A PNG file with its compressed pixels and other chunks.
  private func png(_ rows: [UInt8], _ chunks: Data = Data()) -> Data {
    let header = Data([0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0])
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + PNGBytes.chunk("IHDR", header) + chunks
      + PNGBytes.chunk("IDAT", Self.stored(rows)) + PNGBytes.chunk("IEND", Data())
  }

  /// The bytes in the form of zlib, without compression.
  private static func stored(_ bytes: [UInt8]) -> Data {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let count = [UInt8(bytes.count), 0, ~UInt8(bytes.count), 0xFF]
    let checksum = [high >> 8, high & 255, low >> 8, low & 255].map { UInt8($0) }
    return Data([0x78, 0x01, 1] + count + bytes + checksum)
  }

  @Test(.requires(.libpng)) func warningsOfPNGThatLeaveThePixelsAreWarnings() throws {
    let pixels: [UInt8] = [10, 20, 30, 40, 50, 60]
    try expectEqual(ImageFormat.png.read(png(Self.rows)).value.pixels, pixels)
    // The number of significant bits in too many bytes.
    let bits = PNGBytes.chunk("sBIT", Data(repeating: 8, count: 9))
    try expectRead(.png, png(Self.rows, bits), pixels, losses: [.metadata])
    // A text that cannot be decompressed.
    let text = PNGBytes.chunk("zTXt", Data("Title\0\0no zlib".utf8))
    try expectRead(.png, png(Self.rows, text), pixels, losses: [.metadata])
    // Bytes after the last row.
    try expectRead(.png, png(Self.rows + [1, 2, 3]), pixels)
  }

  @Test(.requires(.libpng)) func aMissingRowOfPNGIsAnError() {
    expectDamage(.png, png([0, 10, 20, 30]))
  }

  // MARK: - JPEG

  /// Changes a file before the given marker.
  private func jpeg(_ data: Data, before marker: UInt8, adding bytes: [UInt8]) throws -> Data {
    let place = try require(data.range(of: Data([0xFF, marker]))?.lowerBound)
    return data[..<place] + bytes + data[place...]
  }

  /// Harmless changes of a JPEG file: bytes between segments, an unknown version, an unknown transform.
  private func harmlessJPEG(_ data: Data) throws -> [(Data, [LossKind])] {
    var version = data
    let header = try require(data.range(of: Data("JFIF\0".utf8))?.upperBound)
    version[header] = 2
    let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 7]
    // A JFIF header would decide the transform.
    let withoutHeader = data[..<2] + data[20...]
    return [
      (try jpeg(data, before: 0xDB, adding: [0, 1, 2]), [.metadata]), (version, []),
      (try jpeg(Data(withoutHeader), before: 0xDB, adding: adobe), []),
    ]
  }

  @Test(.requires(.libjpegTurbo)) func warningsOfJPEGThatLeaveThePixelsAreWarnings() throws {
    let data = try ImageFixture.data("jpeg/rgb-444.jpg")
    let pixels = try ImageFormat.jpeg.read(data).value.pixels
    for (changed, losses) in try harmlessJPEG(data) {
      try expectRead(.jpeg, changed, pixels, losses: losses)
    }
    // Bytes after the last pixel.
    try expectRead(.jpeg, data.dropLast(2) + Data(count: 16) + [0xFF, 0xD9], pixels)
  }

  /// The library reports only the first warning, which hid that pixels were missing.
  @Test(.requires(.libjpegTurbo), arguments: ["rgb-444.jpg", "progressive.jpg"])
  func aHarmlessWarningDoesNotHideMissingPixels(name: String) throws {
    let data = try ImageFixture.data("jpeg/\(name)")
    for (changed, _) in try harmlessJPEG(data) {
      expectDamage(.jpeg, changed.dropLast(60))
      expectDamage(.jpeg, changed.dropLast(60) + [0xFF, 0xD9])
    }
    let scan = try require(data.range(of: Data([0xFF, 0xDA]), options: .backwards)?.lowerBound)
    expectDamage(.jpeg, data[..<scan] + [0, 0] + data[scan...].dropLast(20) + [0xFF, 0xD9])
  }

  @Test(.requires(.libjpegTurbo)) func bytesBeforeARestartMarkerOfJPEGAreAnError() throws {
    expectDamage(
      .jpeg, try jpeg(ImageFixture.data("jpeg/restarts.jpg"), before: 0xD1, adding: Array(1...16)))
  }

  // MARK: - TIFF

  @Test(.requires(.libtiff)) func warningsOfTIFFThatLeaveThePixelsAreWarnings() throws {
    let pixels: [UInt8] = [7, 7, 7, 7]
    let strip = Data(pixels)
    var file = TIFFBytes(width: 4, height: 1, bits: 8, compression: 1, strip: strip)
    try expectEmpty(ImageFormat.tiff.read(file.data).warnings)
    // Tags in descending order.
    file.isSorted = false
    try expectRead(.tiff, file.data, pixels)
    file.isSorted = true
    // The name of a program without the zero byte at its end.
    file.others = [(305, 2, 4, Data("abcd".utf8))]
    try expectRead(.tiff, file.data, pixels)
    // A run of eight pixels where there are four.
    try expectRead(
      .tiff, TIFFBytes(width: 4, height: 1, bits: 8, compression: 32_773, strip: Data([0xF9, 7])).data, pixels
    )
  }

  /// The library only warns about rows of fax codes that are too short, and continues after an invalid code.
  @Test(.requires(.libtiff)) func damagedFaxCodesAreAnError() throws {
    func file(_ bits: String) -> Data {
      let padded = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
      let bytes = stride(from: 0, to: padded.count, by: 8).map { start in
        UInt8(padded.dropFirst(start).prefix(8), radix: 2) ?? 0
      }
      return TIFFBytes(width: 16, height: 2, bits: 1, compression: 4, photometric: 0, strip: Data(bytes)).data
    }
    let end = "000000000001000000000001"
    // Two white rows.
    let white = try ImageFormat.tiff.read(file("11" + end)).value
    expect(white.pixels.allSatisfy { $0 == 255 }, white.pixels)
    // In the second row four white and two black pixels, and then the end.
    expectDamage(.tiff, file("1" + "001" + "1011" + "11" + end))
    // No second row.
    expectDamage(.tiff, file("1"))
    // A code that does not exist.
    expectDamage(.tiff, file("1" + "001" + "1011" + "000000000" + "11111111" + end))
  }

  /// The library passes on that the JPEG stream of a strip ends early as a warning.
  @Test(.requires(.libtiff)) func aJPEGStripThatEndsEarlyIsAnError() throws {
    let jpeg = try ImageFixture.data("jpeg/gray.jpg")
    func file(_ strip: Data) -> Data {
      TIFFBytes(width: 48, height: 40, bits: 8, compression: 7, strip: strip).data
    }
    let whole = try ImageFormat.tiff.read(file(jpeg))
    #expect(try whole.value.isNear(ImageFixture.pixels("jpeg/gray.pam"), within: 2))
    expectDamage(.tiff, file(jpeg.dropLast(40)))
    expectDamage(.tiff, file(jpeg.dropLast(40) + [0xFF, 0xD9]))
    // A strip of 40 rows whose stream has fewer.
    let frame = try require(jpeg.range(of: Data([0xFF, 0xC0]))?.upperBound)
    var short = jpeg
    short[frame + 4] = 16
    expectDamage(.tiff, file(short))
  }

  // MARK: - WebP and HEIF, whose libraries have no warnings

  @Test(.requires(.libwebp)) func aProfileThatWebPOnlyAnnouncesIsNoError() throws {
    var data = try ImageFixture.data("webp/everything.webp")
    let expected = try ImageFormat.webp.read(data).value
    let name = try require(data.range(of: Data("ICCP".utf8)))
    data.replaceSubrange(name, with: Data("WXYZ".utf8))
    let reading = try ImageFormat.webp.read(data)
    #expect(reading.value.pixels == expected.pixels && reading.value.colorProfile == nil)
    expect(reading.losses.contains(Loss(.metadata, count: 1, detail: "WXYZ")), reading.losses)
  }

  @Test(.requires(.libwebp), arguments: ["lossy-rgba.webp", "lossless-rgb.webp"])
  func aWebPImageThatEndsInItsChunkIsAnError(name: String) throws {
    var data = try ImageFixture.data("webp/\(name)")
    let chunk = try require(
      data.range(of: Data((name.hasPrefix("lossy") ? "VP8 " : "VP8L").utf8))?.upperBound)
    // The chunk has half of its length, and is the last.
    let length = (data.count - chunk - 4) / 4 * 2
    data = data[..<(chunk + 4 + length)]
    for (place, number) in [(chunk, length), (4, data.count - 8)] {
      data.replaceSubrange(place..<place + 2, with: [UInt8(number & 255), UInt8(number >> 8)])
    }
    expectDamage(.webp, data)
  }

  @Test(.requires(.hevcDecoder)) func exifOfHEIFThatCannotBeReadIsALoss() throws {
    var data = try ImageFixture.data("heif/everything.heic")
    let expected = try ImageFormat.heif.read(data).value
    // Before EXIF is the number of bytes between that number and the header. The first EXIF belongs to the
    // main picture.
    let exif = try require(expected.metadata.exif)
    let header = try require(data.range(of: exif.prefix(4))?.lowerBound)
    let start = data[..<header].suffix(6) == Data("Exif\0\0".utf8) ? header - 6 : header
    data.replaceSubrange(start - 4..<start, with: [0x7F, 0, 0, 0])
    let reading = try ImageFormat.heif.read(data)
    #expect(reading.value.pixels == expected.pixels && reading.value.metadata.exif == nil)
    #expect(reading.losses.map(\.kind).contains(.metadata))
  }
}

/// A TIFF file with one strip of gray pixels, whose numbers have the low byte first.
private struct TIFFBytes {
  var width: Int
  var height: Int
  var bits: Int
  var compression: Int
  var photometric = 1
  var strip: Data
  /// Whether the tags are in the order that the format requires.
  var isSorted = true
  /// Further tags: the number, the type, the count, and a value of four bytes.
  var others: [(tag: Int, type: Int, count: Int, value: Data)] = []

  var data: Data {
    func number(_ number: Int, _ count: Int) -> Data {
      Data((0..<count).map { UInt8(number >> (8 * $0) & 255) })
    }
    let values = [
      (256, width), (257, height), (258, bits), (259, compression), (262, photometric), (273, 8), (277, 1),
      (278, height), (279, strip.count),
    ]
    var entries = values.map { (tag: $0, type: 4, count: 1, value: number($1, 4)) } + others
    entries.sort { isSorted ? $0.tag < $1.tag : $0.tag > $1.tag }
    let padded = strip + (strip.count % 2 == 0 ? [] : [0])
    let rows = entries.map { number($0.tag, 2) + number($0.type, 2) + number($0.count, 4) + $0.value }
    return Data("II*\0".utf8) + number(8 + padded.count, 4) + padded
      + rows.reduce(number(entries.count, 2), +) + number(0, 4)
  }
}
