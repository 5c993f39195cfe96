import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// What a payload gives when its bundle is damaged, or is changed while its bytes are in use.
@Suite struct KeptPayloadTests {
  /// Shorter than a piece of a stream, a piece, and several pieces with a rest.
  static let byteCounts = [10, 1 << 20, 3_000_001]

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
    for place in [0, byteCount / 2, byteCount - 1] {
      let payload = try #require(ProviderBundle(opening: path).manifest.payloads.first)
      let stored = try ProviderBundle(opening: path).stored(payload)
      var passed = 0
      try stored.stream { passed += $0.count }
      #expect(passed == byteCount)
      try flip(stored, at: place)
      let error = #expect(throws: BundleError.self) { try stored.stream { _ in } }
      #expect(error?.code == .checksumMismatch)
      #expect(error?.message.contains(payload.path) == true)
      let bundle = try ProviderBundle(opening: path)
      #expect(throws: BundleError.self) { try bundle.bytes(of: bundle.items[0].representations[0]) }
      try flip(stored, at: place)
    }
  }

  private func flip(_ stored: StoredPayload, at place: Int) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: try #require(stored.file.path.string)))
    defer { handle.closeFile() }
    let offset = stored.offset + UInt64(place)
    try handle.seek(toOffset: offset)
    let byte = try #require(try handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data([byte ^ 0x40]))
  }

  @Test(arguments: [1_000, 3_000_001], [false, true])
  func aBundleThatIsCutShortKeepsTheBytesThatWereLoaded(byteCount: Int, isVerified: Bool) async throws {
    let fixture = try BundleFixture()
    let bytes = SeededBytes.repeatable(count: byteCount)
    let bundle = try fixture.pack([try fixture.file("a.bin", bytes)])
    let provider = bundle.provider(for: bundle.items[0], verifying: isVerified)
    let data = try await provider.loadDataRepresentation(for: .data)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.folder.path("a.dragbundle")))
    try handle.truncate(atOffset: 100)
    try handle.close()
    // Looking at a page that its file no longer has would end the process.
    #expect(data.elementsEqual(bytes))
    await #expect(throws: (any Error).self) { try await provider.loadDataRepresentation(for: .data) }
  }

  /// A copy of a damaged payload would be damaged too, with a checksum that says otherwise.
  @Test(arguments: [10, 100_000])
  func aDamagedPayloadIsNotCopiedIntoAnotherBundle(byteCount: Int) throws {
    let fixture = try BundleFixture()
    let packed = try fixture.pack([
      try fixture.file("a.bin", SeededBytes.repeatable(count: byteCount)), try fixture.file("b.bin", [1]),
    ])
    try flip(packed.stored(#require(packed.manifest.payloads.first)), at: byteCount / 2)
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
      let error = #expect(throws: BundleError.self) { try write() }
      #expect(error?.code == .checksumMismatch && error?.message.contains("a.dragbundle: ") == true)
    }
    #expect(try ProviderBundle(opening: fixture.path("c.dragbundle")).items.isEmpty)
    // The intact part is copied, and a change in the bundle's own place keeps what is there.
    try fixture.writer().write(BundleDraft(of: bundle).split()[1], to: fixture.path("b.dragbundle"))
    try fixture.writer().edit(packed.path) { try $0.rename(itemAt: 0, to: "renamed") }
    #expect(try ProviderBundle(opening: packed.path).items[0].suggestedName == "renamed")
  }
}
