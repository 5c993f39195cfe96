import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

@Suite struct BundleRoundTripTests {
  @Test func packedFilesAreReadBack() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    var items: [BundleDraft.Item] = []
    var contents: [[[UInt8]]] = []
    for item in 0..<20 {
      var draft = BundleDraft.Item(suggestedName: item.isMultiple(of: 2) ? "item \(item)" : nil)
      var bytes: [[UInt8]] = []
      for representation in 0..<Int.random(in: 1...4, using: &random) {
        // Sizes on both sides of the alignments, and of the limit for keeping bytes in memory.
        let size =
          [0, 1, 63, 64, 65, 4095, 16_383, 16_384, 16_385, 70_000, 1_100_000].randomElement(using: &random)
          ?? 0
        let content = random.bytes(count: size)
        let type = "com.example.type-\(representation)"
        if Bool.random(using: &random) {
          draft.representations.append(
            try fixture.file("f-\(item)-\(representation).bin", content, type: type))
        } else {
          draft.representations.append(
            BundleDraft.Representation(.bytes(Data(content)), typeIdentifier: type, kind: .data))
        }
        bytes.append(content)
      }
      items.append(draft)
      contents.append(bytes)
    }
    let bundle = try fixture.pack(BundleDraft(items: items))
    expectEqual(bundle.items.map(\.suggestedName), items.map(\.suggestedName), "seed \(seed)")
    for (item, expected) in zip(bundle.items, contents) {
      for (representation, bytes) in zip(item.representations, expected) {
        try expectEqual([UInt8](bundle.bytes(of: representation)), bytes, "seed \(seed)")
      }
    }
  }

  @Test func theManifestSurvivesWritingAndReading() throws {
    let fixture = try BundleFixture()
    try fixture.folder.write("x", to: "x.txt")
    var representation = BundleDraft.Representation(
      .file(try fixture.path("x.txt")), typeIdentifier: "Com.Example.Text", kind: .object,
      audience: .team("blue"))
    representation.name = FileName("another name.txt")
    let promise = BundleDraft.Representation(
      .promise(of: 0, coder: "upper case"), typeIdentifier: "public.plain-text", kind: .data,
      audience: .team("blue"))
    let reference = BundleDraft.Representation(
      .reference(try fixture.path("x.txt")), typeIdentifier: "public.data",
      audience: .group("friends"), allowsOpenInPlace: true)
    let draft = BundleDraft(items: [
      BundleDraft.Item(
        suggestedName: "näme \"quoted\"", representations: [representation, promise, reference])
    ])
    try fixture.writer().write(draft, to: fixture.path("a.dragbundle"))
    let read = try ProviderBundle(opening: fixture.path("a.dragbundle")).manifest
    expectEqual(
      read.items[0].representations.map(\.typeIdentifier),
      [
        "Com.Example.Text", "public.plain-text", "public.data",
      ])
  }

  @Test func theMarkIsAtAFixedOffset() throws {
    let bytes = try BundleFixture().smallBundle()
    #expect(bytes[38...].starts(with: "application/vnd.proffer.dragbundle+zip".utf8))
  }

  @Test(arguments: [(1, 64), (16_383, 64), (16_384, 4096), (1_048_577, 4096)])
  func payloadsAreAligned(size: Int, alignment: UInt64) throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.pack([
      try fixture.file("odd.bin", [1, 2, 3]), try fixture.file("b.bin", [UInt8](repeating: 7, count: size)),
    ])
    for payload in bundle.manifest.payloads {
      let wanted = payload.byteCount >= 16_384 ? UInt64(4096) : 64
      #expect(try bundle.stored(payload).offset.isMultiple(of: wanted))
    }
    let last = try require(bundle.manifest.payloads.last)
    #expect(try bundle.stored(last).offset.isMultiple(of: alignment))
  }

  @Test func equalPayloadsAreStoredOnce() throws {
    let fixture = try BundleFixture()
    let big = SeededBytes.repeatable(count: 2_000_000)
    let bundle = try fixture.pack([
      try fixture.file("a.bin", big), try fixture.file("b.bin", big), try fixture.file("c.bin", [1]),
      try fixture.file("d.bin", [1]), try fixture.file("e.bin", [2]),
    ])
    expectEqual(bundle.manifest.payloads.count, 3)
    expectEqual(bundle.items.count, 5)
    try expectEqual(
      bundle.items.map { try bundle.bytes(of: $0.representations[0]).count },
      [
        2_000_000, 2_000_000, 1, 1, 1,
      ])
  }

  @Test func payloadsWithOneChecksumAndOtherBytesAreBothKept() throws {
    // Two sequences of eight bytes with the same CRC-32.
    let collision = try require(SeededBytes.collidingPair())
    let fixture = try BundleFixture()
    let bundle = try fixture.pack([
      try fixture.file("a.bin", collision.0), try fixture.file("b.bin", collision.1),
    ])
    expectEqual(bundle.manifest.payloads.count, 2)
    try expectEqual([UInt8](bundle.bytes(of: bundle.items[1].representations[0])), collision.1)
  }

  @Test func theSameInputGivesTheSameBytesWithoutTimes() throws {
    let fixture = try BundleFixture()
    var writer = try fixture.writer()
    writer.includesTimes = false
    var results: [[UInt8]] = []
    for round in 1...2 {
      let draft = BundleDraft(items: [
        BundleDraft.Item(representations: [try fixture.file("same.txt", Array("same".utf8))])
      ])
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(round) * 1e8)],
        ofItemAtPath: fixture.folder.path("same.txt"))
      try writer.write(draft, to: fixture.path("\(round).dragbundle"))
      results.append(try fixture.folder.read("\(round).dragbundle"))
    }
    expectEqual(results[0], results[1])
  }

  @Test func theLatestTimeClampsLaterOnesOnly() throws {
    let fixture = try BundleFixture()
    var writer = try fixture.writer()
    writer.latestTime = FileTime(seconds: 1_000_000_000)
    let representations = [try fixture.file("old.txt", [1]), try fixture.file("new.txt", [2])]
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 999_999_999)],
      ofItemAtPath: fixture.folder.path("old.txt"))
    try writer.write(
      BundleDraft(items: [
        BundleDraft.Item(representations: [representations[0]]),
        BundleDraft.Item(representations: [representations[1]]),
      ]),
      to: fixture.path("a.dragbundle"))
    let manifest = try ProviderBundle(opening: fixture.path("a.dragbundle")).manifest
    expectEqual(
      manifest.items.map { $0.representations[0].modification?.seconds }, [999_999_999, 1_000_000_000])
  }

  @Test func otherToolsAcceptTheArchive() async throws {
    let fixture = try BundleFixture()
    _ = try fixture.smallBundle()
    let unzip = try await ProgramRun.run("/usr/bin/unzip", ["-t", fixture.folder.path("small.dragbundle")])
    expectEqual(unzip.status, 0, "\(unzip.text)\(unzip.errorText)")
    let script = "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)"
    let python = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, fixture.folder.path("small.dragbundle")])
    expectEqual(python.status, 0, "\(python.errorText)")
  }

  @Test func aBundleFolderHasTheContentsOfTheFile() throws {
    let fixture = try BundleFixture()
    let representations = [
      try fixture.file("a.bin", SeededBytes.repeatable(count: 1_500_000)), try fixture.file("b.txt", [1, 2]),
    ]
    let file = try fixture.pack(representations)
    let draft = BundleDraft(items: representations.map { BundleDraft.Item(representations: [$0]) })
    try fixture.writer().writeFolder(draft, to: fixture.path("folder.dragbundle"))
    let folder = try ProviderBundle(opening: fixture.path("folder.dragbundle"))
    expectEqual(folder.manifest, file.manifest)
    for item in folder.items {
      try expectEqual(folder.bytes(of: item.representations[0]), file.bytes(of: item.representations[0]))
    }
    var results: [VerificationResult] = []
    try folder.verify { results.append($0) }
    #expect(results.allSatisfy { $0.failure == nil } && results.count == 2)
  }

  @Test func anExistingBundleIsKeptUnlessItIsReplaced() throws {
    let fixture = try BundleFixture()
    let draft = BundleDraft(items: [BundleDraft.Item(representations: [try fixture.file("a.txt", [1])])])
    try fixture.folder.write("precious", to: "old.dragbundle")
    expectThrows(FileSystemError.self) {
      try fixture.writer().write(draft, to: fixture.path("old.dragbundle"))
    }
    try expectEqual(fixture.folder.read("old.dragbundle"), Array("precious".utf8))
    try fixture.writer().write(draft, to: fixture.path("old.dragbundle"), replacing: true)
    try expectEqual(ProviderBundle(opening: fixture.path("old.dragbundle")).items.count, 1)
  }

  @Test func aFailedWriteLeavesNoFile() throws {
    let fixture = try BundleFixture()
    let draft = BundleDraft(items: [
      BundleDraft.Item(representations: [try fixture.file("a.txt", [1])]),
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.file(try fixture.path("missing.txt")), typeIdentifier: "public.data")
      ]),
    ])
    expectThrows(FileSystemError.self) {
      try fixture.writer().write(draft, to: fixture.path("a.dragbundle"))
    }
    try expectEqual(fixture.folder.names(), ["a.txt"])
  }
}

/// Bytes with properties that tests need.
enum SeededBytes {
  static func repeatable(count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 7)
    return random.bytes(count: count)
  }

  /// Two different byte sequences with the same CRC-32, found by storing the checksums of many sequences.
  static func collidingPair() -> ([UInt8], [UInt8])? {
    var random = SeededGenerator(seed: 11)
    var seen: [UInt32: [UInt8]] = [:]
    for _ in 0..<400_000 {
      let bytes = random.bytes(count: 8)
      if let other = seen.updateValue(bytes, forKey: checksum(bytes)), other != bytes {
        return (other, bytes)
      }
    }
    return nil
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var register = ~UInt32(0)
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? (register >> 1) ^ 0xEDB8_8320 : register >> 1 }
    }
    return ~register
  }
}
