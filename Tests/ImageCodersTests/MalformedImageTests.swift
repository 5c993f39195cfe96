import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct MalformedImageTests {
  /// The number of bytes that may be missing at the end: padding, an end mark, the rest of a number or
  /// comment.
  private static let mostOmitted = 16

  @Test(arguments: OwnImage.all + [OwnImage(name: "rgba.pam")])
  func aFileThatEndsTooSoonIsRefused(image: OwnImage) throws {
    let data = try image.data
    for length in 0..<data.count {
      do {
        let reading = try image.format.decode(data.prefix(length), ImageOptions())
        expect(
          length > data.count - Self.mostOmitted && reading.value.width == 13,
          "\(length) of \(data.count) bytes were taken for all")
      } catch let error as CoderError {
        expect([.unexpectedEnd, .damagedImage].contains(error.code), "\(length) bytes: \(error)")
      }
    }
  }

  @Test(arguments: OwnImage.all + [OwnImage(name: "rgba.pam")])
  func changedBytesGiveAnImageOrAnError(image: OwnImage) throws {
    let seed = SeededGenerator.testSeed(for: "\(image)")
    var generator = SeededGenerator(seed: seed)
    let original = Array(try image.data)
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 16
    var errorCount = 0
    for _ in 0..<Repetitions.count(400, long: 20_000) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<min(bytes.count, 160), using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        let reading = try image.format.decode(Data(bytes), options)
        expectAtMost(reading.value.width * reading.value.height, 1 << 16, "seed \(seed)")
      } catch {
        errorCount += 1
        expect(error is CoderError, "seed \(seed)")
      }
    }
    expectGreater(errorCount, 0, "seed \(seed)")
  }

  @Test func aSmallFileThatDeclaresManyPixelsIsRefused() throws {
    let bitmap = Array(try OwnImage(name: "runs8.bmp").data)
    let side = withUnsafeBytes(of: UInt32(60_000).littleEndian) { Array($0) }
    let large = bitmap[..<18] + side + side + bitmap[26...]
    let bigSide = Array(side.reversed())
    let files: [(ImageFormat, Data)] = [
      (.bmp, Data(large)), (.qoi, Data("qoif".utf8) + Data(bigSide + bigSide + [4, 0])),
      (.portableAnymap, Data("P6 60000 60000 255 ".utf8)),
      (.portableArbitraryMap, Data("P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 255\nENDHDR\n".utf8)),
    ]
    for (format, data) in files {
      let error = expectThrows(CoderError.self) { try format.decode(data, ImageOptions()) }
      expectEqual(error?.code, .imageTooLarge, "\(format.name)")
    }
  }

  @Test func aSmallFileTakesNoMemoryForPixelsThatItLacks() throws {
    let side = withUnsafeBytes(of: UInt32(8000).bigEndian) { Array($0) }
    let files: [(ImageFormat, Data)] = [
      (.qoi, Data("qoif".utf8) + Data(side + side + [4, 0]) + Data(count: 1000)),
      (.portableAnymap, Data("P6 8000 8000 255 ".utf8)), (.portableAnymap, Data("P3 8000 8000 255 0 0".utf8)),
    ]
    for (format, data) in files {
      let error = expectThrows(CoderError.self) { try format.decode(data, ImageOptions()) }
      expectEqual(error?.code, .unexpectedEnd, "\(format.name)")
    }
  }

  @Test(arguments: [
    ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 1\nENDHDR\n12345", CoderError.Code.unsupportedImage),
    ("P7\nWIDTH 1\nHEIGHT 1\nMAXVAL 1\nENDHDR\n1", .damagedImage),
    ("P7\nWIDTH one\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nENDHDR\n1", .damagedImage),
    ("PF 1 1 -1.0 1234", .unsupportedImage), ("P2 0 1 255 1", .damagedImage), ("P2 1 1 0 1", .damagedImage),
    ("P2 1 1 70000 1", .damagedImage), ("P2 x", .damagedImage), ("P1 1 1 2", .damagedImage),
    ("P2 99999999999999999999 1 1 1", .damagedImage), ("P8 1 1", .wrongFormat), ("GIF", .wrongFormat),
  ])
  func aDamagedAnymapIsNamed(text: String, code: CoderError.Code) {
    let error = expectThrows(CoderError.self) {
      try ImageFormat.portableAnymap.decode(Data(text.utf8), ImageOptions())
    }
    expectEqual(error?.code, code)
  }
}
