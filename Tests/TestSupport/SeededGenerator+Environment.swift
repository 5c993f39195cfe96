import Foundation

extension SeededGenerator {
  /// The seed of this run: `PROFFER_TEST_SEED`, which repeats a failure, or a random one.
  package static func freshSeed() -> UInt64 {
    if let text = ProcessInfo.processInfo.environment["PROFFER_TEST_SEED"], let seed = UInt64(text) {
      return seed
    }
    return UInt64.random(in: 0...UInt64.max)
  }

  /// Random bytes, uniformly distributed.
  package mutating func bytes(count: Int) -> [UInt8] {
    let words = (0..<(count + 7) / 8).map { _ in next().littleEndian }
    return words.withUnsafeBytes { Array(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}
