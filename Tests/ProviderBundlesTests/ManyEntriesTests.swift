import FileSystem
import Foundation
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

/// Bundles of so many entries or items that only somebody who means harm makes them.
@Suite struct ManyEntriesTests {
  /// As many as an archive without ZIP64 records can have, and a debug build reads soon.
  private static let count = 30_000

  /// Writes an archive of a mark, empty entries and a manifest, faster than a writer that checks what it does.
  private func write(_ names: some Sequence<String>, manifest: String, in fixture: BundleFixture) throws
    -> FilePath
  {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    var count: UInt16 = 0
    func add(_ name: String, _ content: [UInt8]) {
      let shared =
        little(UInt16(10)) + little(UInt16(0x800)) + [UInt8](repeating: 0, count: 6)
        + little(content.isEmpty ? 0 : content.withUnsafeBytes { CRC32.of($0) })
        + little(UInt32(content.count)) + little(UInt32(content.count)) + little(UInt16(name.utf8.count))
      directory += little(UInt32(0x0201_4B50)) + [30, 3] + shared + [UInt8](repeating: 0, count: 12)
      directory += little(UInt32(archive.count)) + name.utf8
      archive += little(UInt32(0x0403_4B50)) + shared + [0, 0] + name.utf8 + content
      count += 1
    }
    add("mimetype", Array("application/vnd.proffer.dragbundle+zip".utf8))
    for name in names { add(name, []) }
    add("manifest.json", Array(manifest.utf8))
    let start = UInt32(archive.count)
    archive += directory
    archive += little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(count) + little(count)
    archive += little(UInt32(directory.count)) + little(start) + [0, 0]
    return try #require(FilePath(fixture.folder.write(archive, to: "many.dragbundle")))
  }

  private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  @Test func emptyEntriesThatNobodyNamesAreRefused() throws {
    let fixture = try BundleFixture()
    let names = (0..<Self.count).lazy.map { "items/\($0)" }
    let path = try write(names, manifest: "{\"version\":1,\"items\":[]}", in: fixture)
    let error = #expect(throws: BundleError.self) { try ProviderBundle(opening: path) }
    #expect(
      error?.code == .unnamedEntry && error?.message.contains("items/0;") == true, "\(error?.message ?? "")")
  }

  @Test func itemsBeyondTheLimitAreRefused() throws {
    let fixture = try BundleFixture()
    let items = Array(repeating: "{\"representations\":[]}", count: Self.count).joined(separator: ",")
    let path = try write([], manifest: "{\"version\":1,\"items\":[\(items)]}", in: fixture)
    #expect(try ProviderBundle(opening: path).items.count == Self.count)
    var limits = BundleLimits()
    limits.itemCount = Self.count - 1
    let error = #expect(throws: BundleError.self) { try ProviderBundle(opening: path, limits: limits) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func oneEntryMayBeNamedByManyItems() throws {
    let fixture = try BundleFixture()
    let representation =
      "{\"type\":\"public.data\",\"kind\":\"data\",\"path\":\"items/1/1/a\",\"byteCount\":0,\"crc32\":\"00000000\"}"
    let item = "{\"representations\":[\(representation)]}"
    let items = Array(repeating: item, count: Self.count / 10).joined(separator: ",")
    let path = try write(["items/1/1/a"], manifest: "{\"version\":1,\"items\":[\(items)]}", in: fixture)
    let bundle = try ProviderBundle(opening: path)
    #expect(bundle.items.count == Self.count / 10)
    var results: [VerificationResult] = []
    try bundle.verify { results.append($0) }
    #expect(results.map(\.path) == ["items/1/1/a"] && results[0].failure == nil)
  }
}
