import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes
import ZipArchives

@Suite struct DamagedBundleTests {
  /// The contents of a bundle, or the error from opening it.
  private enum Reading: Equatable {
    case refused
    case whole([[UInt8]])
  }

  private func read(_ bytes: [UInt8], in fixture: BundleFixture) throws -> Reading {
    try fixture.folder.write(bytes, to: "damaged.dragbundle")
    do {
      let bundle = try ProviderBundle(opening: fixture.path("damaged.dragbundle"))
      var failed = false
      try bundle.verify { failed = failed || $0.failure != nil }
      if failed { return .refused }
      return .whole(try contents(of: bundle))
    } catch let error as BundleError {
      expect(!error.message.isEmpty)
      return .refused
    }
  }

  /// The names, types and bytes of a bundle's items, in order.
  private func contents(of bundle: ProviderBundle) throws -> [[UInt8]] {
    try bundle.items.flatMap { item in
      try [Array((item.suggestedName ?? "").utf8)]
        + item.representations.flatMap { representation -> [[UInt8]] in
          let head = [Array(representation.typeIdentifier.utf8), representation.name?.bytes ?? []]
          switch representation.storage {
          case .folder(_, let members):
            return try head
              + members.flatMap { member -> [[UInt8]] in
                let name = Array(member.printablePath.utf8)
                guard case .file(let payload, _) = member.content else { return [name] }
                var bytes: [UInt8] = []
                try bundle.stored(payload).stream { bytes += $0 }
                return [name, bytes]
              }
          case .payload, .inPlace, .promise: return try head + [[UInt8](bundle.bytes(of: representation))]
          }
        }
    }
  }

  @Test func aBundleCutAtAnyLengthIsRefused() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    for length in 0..<good.count {
      try expectEqual(
        read(Array(good[..<length]), in: fixture), .refused, "cut at \(length) of \(good.count)")
    }
    try expectNotEqual(read(good, in: fixture), .refused)
  }

  @Test func aFlippedByteIsRefusedOrChangesNothingThatIsRead() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    let whole = try read(good, in: fixture)
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for place in good.indices {
      for mask in Repetitions.some(1, of: [UInt8(0x01), 0x20, 0xFF], using: &random) {
        var bad = good
        bad[place] ^= mask
        let reading = try read(bad, in: fixture)
        expect(reading == .refused || reading == whole, "byte \(place) with \(mask), seed \(seed)")
      }
    }
  }

  @Test func dataAfterTheEndIsRefused() throws {
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    try expectEqual(read(good + [0], in: fixture), .refused)
    try expectEqual(read(good + good, in: fixture), .refused)
    try expectEqual(read([0] + good, in: fixture), .refused)
  }

  @Test func randomDamageNeverTraps() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    let good = try fixture.smallBundle()
    let whole = try read(good, in: fixture)
    for _ in 0..<Repetitions.count(300, long: 1500) {
      var bad = good
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bad[Int.random(in: bad.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bad.removeSubrange(0..<Int.random(in: 0...3, using: &random)) }
      let reading = try read(bad, in: fixture)
      expect(reading == .refused || reading == whole, "seed \(seed)")
    }
  }
}

/// The first entry of a bundle.
@Suite struct BundleMarkTests {
  @Test func aLongerMarkIsRefused() throws {
    let mark = Array("application/vnd.proffer.dragbundle+zip".utf8)
    for more in ["x", "\n", String(repeating: "z", count: 100_000)] {
      let folder = try TemporaryFolder()
      let path = try require(FilePath(folder.path("a.dragbundle")))
      let file = try OpenFile.creating(path)
      var writer = ZipWriter(output: file)
      let manifest = Array("{\"version\":1,\"items\":[]}".utf8)
      for (name, bytes) in [("mimetype", mark + more.utf8), ("manifest.json", manifest)] {
        try bytes.withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
      }
      _ = try writer.finish()
      let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
      #expect(error?.code == .notABundle && error?.message.contains("mimetype") == true)
    }
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("folder"))
    _ = try ProviderBundle(opening: fixture.path("folder"))
    try fixture.folder.write(mark + [0x78], to: "folder/mimetype")
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("folder")) }
    expectEqual(error?.code, .notABundle)
  }

  @Test func hiddenDataAfterTheMarkIsRefused() throws {
    let fixture = try BundleFixture()
    var bytes = try fixture.smallBundle(named: "a.dragbundle")
    let file = try OpenFile.reading(fixture.path("a.dragbundle"))
    let directory = try StrictZipReader.directory(of: file)
    let byteCount = 12
    // All offsets after the first entry move, including the offset of the directory.
    var record = Int(directory.directoryOffset)
    func move(_ place: Int, from offset: UInt64) {
      for (index, byte) in UInt32(offset + UInt64(byteCount)).littleEndianBytes.enumerated() {
        bytes[place + index] = byte
      }
    }
    for entry in directory.entries {
      if entry.headerOffset > 0 { move(record + 42, from: entry.headerOffset) }
      record += 46 + entry.name.count
    }
    move(bytes.count - 6, from: directory.directoryOffset)
    bytes.insert(contentsOf: repeatElement(0x78, count: byteCount), at: 76)
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"))
    }
    expectEqual(error?.code, .hiddenData, "\(error?.message ?? "")")
  }

  @Test func aMarkWithoutItsChecksumIsRefused() throws {
    let fixture = try BundleFixture()
    var bytes = try fixture.smallBundle(named: "a.dragbundle")
    let record = try require(bytes.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    bytes[14] ^= 1
    bytes[record + 16] ^= 1
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let error = expectThrows(BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"))
    }
    expectEqual(error?.code, .notABundle)
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}

/// Payloads of a bundle that is damaged, or that changes while its bytes are in use.
@Suite struct KeptPayloadTests {
  /// The sizes are less than one piece of a stream, one piece, and several pieces with a remainder.
  static let byteCounts = [10, 1 << 20, 2 << 20 | 1]

  @Test(arguments: byteCounts, [false, true])
  func aStreamOfAPayloadWithOneWrongByteThrows(byteCount: Int, isFolder: Bool) throws {
    let fixture = try BundleFixture()
    let draft = BundleDraft(items: [
      BundleDraft.Item(
        representations: [try fixture.file("a.bin", SeededBytes.repeatable(count: byteCount))])
    ])
    let path = try fixture.path("a.dragbundle")
    if isFolder {
      try fixture.writer().writeFolder(draft, to: path)
    } else {
      try fixture.writer().write(draft, to: path)
    }
    let payload = try require(ProviderBundle(opening: path).manifest.payloads.first)
    let stored = try ProviderBundle(opening: path).stored(payload)
    var passed = 0
    try stored.stream { passed += $0.count }
    expectEqual(passed, byteCount)
    for place in [0, byteCount / 2, byteCount - 1] {
      try flip(stored, at: place)
      let error = expectThrows(BundleError.self) { try stored.stream { _ in } }
      expectEqual(error?.code, .checksumMismatch)
      expectEqual(error?.message.contains(payload.path), true)
      let bundle = try ProviderBundle(opening: path)
      expectThrows(BundleError.self) { try bundle.bytes(of: bundle.items[0].representations[0]) }
      try flip(stored, at: place)
    }
  }

  private func flip(_ stored: StoredPayload, at place: Int) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: try require(stored.file.path.string)))
    defer { handle.closeFile() }
    let offset = stored.offset + UInt64(place)
    try handle.seek(toOffset: offset)
    let byte = try require(handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data([byte ^ 0x40]))
  }

  @Test(arguments: [1_000, 1_000_001], [false, true])
  func aBundleThatIsCutShortKeepsTheBytesThatWereLoaded(byteCount: Int, isVerified: Bool) async throws {
    let fixture = try BundleFixture()
    let bytes = SeededBytes.repeatable(count: byteCount)
    let bundle = try fixture.pack([try fixture.file("a.bin", bytes)])
    let provider = bundle.provider(for: bundle.items[0], verifying: isVerified)
    let data = try await provider.loadDataRepresentation(for: .data)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.folder.path("a.dragbundle")))
    try handle.truncate(atOffset: 100)
    try handle.close()
    // Accessing a mapped page beyond the end of the file would end the process.
    expectEqual(data, Data(bytes))
    await expectThrows((any Error).self) { try await provider.loadDataRepresentation(for: .data) }
  }

  /// The copy of a damaged payload would also be damaged, but with a checksum that matches.
  @Test(arguments: [10, 100_000])
  func aDamagedPayloadIsNotCopiedIntoAnotherBundle(byteCount: Int) throws {
    let fixture = try BundleFixture()
    let packed = try fixture.pack([
      try fixture.file("a.bin", SeededBytes.repeatable(count: byteCount)), try fixture.file("b.bin", [1]),
    ])
    try flip(packed.stored(require(packed.manifest.payloads.first)), at: byteCount / 2)
    let bundle = try ProviderBundle(opening: packed.path)
    let part = try BundleDraft(of: bundle).split()[0]
    for write in [
      { try fixture.writer().write(part, to: fixture.path("b.dragbundle")) },
      { try fixture.writer().writeFolder(part, to: fixture.path("b.layout")) },
      {
        try fixture.writer().write(BundleDraft(), to: fixture.path("c.dragbundle"))
        try fixture.writer().edit(fixture.path("c.dragbundle")) { try $0.merge(part) }
      },
    ] {
      let error = expectThrows(BundleError.self) { try write() }
      #expect(error?.code == .checksumMismatch && error?.message.contains("a.dragbundle: ") == true)
    }
    try expectEmpty(ProviderBundle(opening: fixture.path("c.dragbundle")).items)
    // The intact part can be copied, and an edit in place keeps the damaged payload.
    try fixture.writer().write(BundleDraft(of: bundle).split()[1], to: fixture.path("b.dragbundle"))
    try fixture.writer().edit(packed.path) { try $0.rename(itemAt: 0, to: "renamed") }
    try expectEqual(ProviderBundle(opening: packed.path).items[0].suggestedName, "renamed")
  }
}
