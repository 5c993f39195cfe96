import FileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

/// The entry that says what a bundle is.
@Suite struct BundleMarkTests {
  @Test func aMarkThatSaysMoreIsRefused() throws {
    let mark = Array("application/vnd.proffer.dragbundle+zip".utf8)
    for more in ["x", "\n", String(repeating: "z", count: 100_000)] {
      let folder = try TemporaryFolder()
      let path = try #require(FilePath(folder.path("a.dragbundle")))
      let file = try OpenFile.creating(path)
      var writer = ZipWriter(output: file)
      let manifest = Array("{\"version\":1,\"items\":[]}".utf8)
      for (name, bytes) in [("mimetype", mark + more.utf8), ("manifest.json", manifest)] {
        try bytes.withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
      }
      _ = try writer.finish()
      let error = #expect(throws: BundleError.self) { try ProviderBundle(opening: path) }
      #expect(error?.code == .notABundle && error?.message.contains("mimetype") == true)
    }
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(BundleDraft(), to: fixture.path("folder"))
    _ = try ProviderBundle(opening: fixture.path("folder"))
    try fixture.folder.write(mark + [0x78], to: "folder/mimetype")
    let error = #expect(throws: BundleError.self) { try ProviderBundle(opening: fixture.path("folder")) }
    #expect(error?.code == .notABundle)
  }

  @Test func dataHiddenBehindTheMarkIsCalledThat() throws {
    let fixture = try BundleFixture()
    var bytes = try fixture.smallBundle(named: "a.dragbundle")
    let file = try OpenFile.reading(fixture.path("a.dragbundle"))
    let directory = try StrictZipReader.directory(of: file)
    let byteCount = 12
    // The offsets of all entries but the first, and of the directory, move.
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
    let error = #expect(throws: BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"))
    }
    #expect(error?.code == .hiddenData, "\(error?.message ?? "")")
  }

  @Test func aMarkWithoutItsChecksumIsRefused() throws {
    let fixture = try BundleFixture()
    var bytes = try fixture.smallBundle(named: "a.dragbundle")
    let record = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    bytes[14] ^= 1
    bytes[record + 16] ^= 1
    try fixture.folder.write(bytes, to: "a.dragbundle")
    let error = #expect(throws: BundleError.self) {
      try ProviderBundle(opening: fixture.path("a.dragbundle"))
    }
    #expect(error?.code == .notABundle)
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
