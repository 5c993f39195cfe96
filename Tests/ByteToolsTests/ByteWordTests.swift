import ByteTools
import TestSupport
import Testing

@Suite struct ByteWordTests {
  @Test func aByteIsFoundWhereASlowSearchFindsIt() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        // The neighbours of the searched byte, with and without the highest bit.
        [0x0A, 0x0B, 0x09, 0x8A, 0x00, 0xFF].randomElement(using: &random) ?? 0
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: start...bytes.count, using: &random)
      let found = bytes.withUnsafeBytes {
        ($0.firstPlace(of: 0x0A, from: start), $0.firstPlace(of: 0x0A, in: start..<end))
      }
      expectEqual(found.0, bytes[start...].firstIndex(of: 0x0A), "seed \(seed): \(bytes)")
      expectEqual(found.1, bytes[start..<end].firstIndex(of: 0x0A), "seed \(seed): \(bytes)")
    }
  }

  @Test func continuationBytesAreThoseFrom0x80To0xBF() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var bytes = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[place] = byte
        let word = bytes.withUnsafeBytes { ByteWord($0, at: 0) }
        let count = bytes.count { (0x80...0xBF).contains($0) }
        expectEqual(word.continuationCount, count, "seed \(seed): \(bytes)")
      }
    }
  }

  @Test func theFirstMarkedByteIsTheFirstThatMatches() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let bytes = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) & 0xA7 }
      let word = bytes.withUnsafeBytes { ByteWord($0, at: 0) }
      func first(_ marks: UInt64) -> Int? { marks == 0 ? nil : marks.trailingZeroBitCount / 8 }
      expectEqual(first(word.matches(0x21)), bytes.firstIndex(of: 0x21), "seed \(seed): \(bytes)")
      expectEqual(first(word.matches(below: 0x20)), bytes.firstIndex { $0 < 0x20 }, "seed \(seed): \(bytes)")
      expectEqual(first(word.nonASCII), bytes.firstIndex { $0 >= 0x80 }, "seed \(seed): \(bytes)")
      expectEqual(word.isASCII, bytes.allSatisfy { $0 < 0x80 })
      expectEqual(word.last, bytes[7])
    }
  }
}
