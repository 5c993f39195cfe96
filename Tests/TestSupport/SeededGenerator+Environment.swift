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
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
