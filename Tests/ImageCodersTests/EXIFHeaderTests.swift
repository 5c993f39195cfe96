import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct EXIFHeaderTests {
  /// EXIF assembled by `fixtures/images/make.py`, with an orientation and a density of 144.
  @Test(arguments: ["little", "big", "place", "dates", "both"])
  func orientationDensityPlaceAndDatesAreFound(name: String) throws {
    let header = try require(EXIFHeader(ImageFixture.data("exif/\(name).bin")))
    expectEqual(header.orientation, .right)
    expectEqual(header.density, ImageDensity(horizontal: 144, vertical: 144))
    expectEqual(header.hasPlace, name == "place" || name == "both")
    expectEqual(header.hasDates, name == "dates" || name == "both")
  }

  @Test(arguments: ["little", "big", "both"], ImageOrientation.allCases)
  func anOrientationIsReplaced(name: String, orientation: ImageOrientation) throws {
    let data = try ImageFixture.data("exif/\(name).bin")
    let changed = try require(EXIFHeader(data)).data(orientation: orientation)
    #expect(changed.count == data.count && zip(changed, data).count(where: { $0 != $1 }) <= 1)
    expectEqual(EXIFHeader(changed)?.orientation, orientation)
  }

  @Test(arguments: ["none-little", "none-big"])
  func anOrientationIsAdded(name: String) throws {
    let header = try require(EXIFHeader(ImageFixture.data("exif/\(name).bin")))
    #expect(header.orientation == nil && header.hasPlace && header.hasDates)
    let changed = try require(EXIFHeader(header.data(orientation: .left)))
    #expect(changed.orientation == .left && changed.hasPlace && changed.hasDates)
    expectEqual(changed.density, header.density)
    let only = EXIFHeader(EXIFHeader.data(onlyOrientation: .downMirrored))
    #expect(only?.orientation == .downMirrored && only?.hasDates == false)
  }

  @Test func anyBytesAreReadOrRefused() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let data = try ImageFixture.data("exif/both.bin")
    for length in 0...data.count { touch(data.prefix(length), seed) }
    for place in data.indices {
      for _ in 0..<4 {
        var changed = data
        changed[place] = UInt8.random(in: 0...255, using: &random)
        touch(changed, seed)
      }
    }
  }

  private func touch(_ data: Data, _ seed: UInt64) {
    guard let header = EXIFHeader(data) else { return }
    _ = (header.hasDates, header.hasPlace, header.density)
    expectEqual(EXIFHeader(header.data(orientation: .left))?.orientation, .left, "seed \(seed)")
  }

  /// If pixels are turned by a quarter, the horizontal and vertical density are exchanged, also in EXIF.
  @Test(arguments: ["<", ">"], ImageOrientation.allCases)
  func densityIsExchangedWhereSidesAre(order: String, orientation: ImageOrientation) throws {
    func number(_ number: Int, _ count: Int) -> Data {
      let bytes = (0..<count).map { UInt8(number >> (8 * $0) & 255) }
      return Data(order == "<" ? bytes : bytes.reversed())
    }
    var exif = Data((order == "<" ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(3, 2)
    for (tag, type, value) in [(0x011A, 5, 50), (0x011B, 5, 58)] {
      exif += number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
    }
    exif += number(0x0128, 2) + number(3, 2) + number(1, 4) + number(2, 2) + Data(count: 6)
    exif += [100, 200].reduce(Data()) { $0 + number($1, 4) + number(1, 4) }
    var image = Image(width: 2, height: 1, channels: .gray, pixels: [1, 2])
    image.orientation = orientation
    image.metadata.exif = exif
    image.density = try require(EXIFHeader(exif)).density
    expectEqual(image.density, ImageDensity(horizontal: 100, vertical: 200))
    let turned = image.turnedUp()
    expectEqual(turned.metadata.exif.flatMap(EXIFHeader.init)?.density, turned.density)
    expectEqual(turned.density?.horizontal, orientation.exchangesSides ? 200 : 100)
  }
}
