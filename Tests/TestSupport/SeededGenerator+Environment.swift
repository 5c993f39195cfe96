import Foundation

extension SeededGenerator {
  /// The seed of this run: `PROFFER_TEST_SEED` when it is set, so that a failure can be repeated, else a new one.
  package static func freshSeed() -> UInt64 {
    if let text = ProcessInfo.processInfo.environment["PROFFER_TEST_SEED"], let seed = UInt64(text) {
      return seed
    }
    return UInt64.random(in: 0...UInt64.max)
  }

  /// A number of bytes, each value as likely as any other.
  package mutating func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
