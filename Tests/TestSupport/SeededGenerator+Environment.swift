import Foundation

extension SeededGenerator {
  /// The seed of a test.
  ///
  /// It is fixed, so that every run of a test is the same, but differs between tests and between the
  /// arguments of one test. `PROFFER_TEST_SEED=random` makes it random, to explore; a number there is used as
  /// the seed, to repeat a failure.
  ///
  /// - Parameter argument: the arguments of the test, as text.
  package static func testSeed(
    for argument: String = "", file: String = #fileID, function: String = #function
  ) -> UInt64 {
    switch ProcessInfo.processInfo.environment["PROFFER_TEST_SEED"] {
    case "random": return randomSeed()
    case let text?: if let seed = UInt64(text) { return seed }
    case nil: break
    }
    // FNV-1a is used because the seeds of Swift's own hashes are random.
    return "\(file) \(function) \(argument)".utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  /// A seed that differs from run to run.
  package static func randomSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

  /// Random bytes, uniformly distributed.
  package mutating func bytes(count: Int) -> [UInt8] {
    let words = (0..<(count + 7) / 8).map { _ in next().littleEndian }
    return words.withUnsafeBytes { Array(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }
}
