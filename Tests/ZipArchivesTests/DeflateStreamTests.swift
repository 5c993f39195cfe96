import Foundation
import TestSupport
import Testing

@testable import ZipArchives

@Suite struct DeflateStreamTests {
  /// Data compressed by a script with Python's zlib.
  private func compressed(_ script: String) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sys, zlib\n\(script)\nc = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)\n"
          + "open(sys.argv[1], 'wb').write(c.compress(text) + c.flush())", folder.path("out"),
      ])
    expectEqual(run.status, 0, "\(run.errorText)")
    return try folder.read("out")
  }

  private func prefix(_ bytes: [UInt8], atMost limit: Int = 1 << 20) throws -> [UInt8] {
    let zlib = try require(ZlibLibrary.installed)
    return bytes.withUnsafeBytes { DeflateStream.prefix(of: $0, atMost: limit, zlib) }
  }

  @Test(arguments: [
    "level, strategy = 9, zlib.Z_DEFAULT_STRATEGY", "level, strategy = 0, zlib.Z_DEFAULT_STRATEGY",
    "level, strategy = 6, zlib.Z_FIXED", "level, strategy = 6, zlib.Z_HUFFMAN_ONLY",
    "level, strategy = 6, zlib.Z_RLE",
  ])
  func everyKindOfBlockIsRead(_ settings: String) async throws {
    let bytes = try await compressed(
      "text = b''.join(b'%d bottles of %x\\n' % (n, n * n) for n in range(9000))\n\(settings)")
    let expected = (0..<9000).map { "\($0) bottles of \(String($0 * $0, radix: 16))\n" }.joined()
    try expectEqual(prefix(bytes), Array(expected.utf8))
    for limit in [0, 1, 7, 258, 5000] {
      try expectEqual(prefix(bytes, atMost: limit), Array(expected.utf8.prefix(limit)))
    }
  }

  @Test func whatIsCutOffOrMalformedEndsTheResult() async throws {
    let bytes = try await compressed(
      "text = b'abcabcabd' * 50\nlevel, strategy = 9, zlib.Z_DEFAULT_STRATEGY")
    let whole = try prefix(bytes)
    for length in bytes.indices {
      let part = try prefix(Array(bytes[..<length]))
      expect(whole.starts(with: part), whole)
    }
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let random = generator.bytes(count: Int.random(in: 0...60, using: &generator))
      try expectAtMost(prefix(random, atMost: 1000).count, 1000, "seed \(seed)")
    }
  }
}
