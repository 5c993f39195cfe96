import Foundation
import TestSupport
import Testing

@testable import ZipArchives

/// Laws of packages: on random contents, on damage of every kind, and on archives that are made to expand.
@Suite struct ZipPackageLawTests {
  private static func randomContent(_ generator: inout SeededGenerator) -> [UInt8] {
    let lengths = [0, 1, 100, 65_535, 65_536, 65_537, 200_000]
    let count = lengths[Int.random(in: 0..<lengths.count, using: &generator)]
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return generator.bytes(count: count)
    case 1: return [UInt8](repeating: UInt8.random(in: 0...255, using: &generator), count: count)
    default:
      let word = generator.bytes(count: 7)
      return (0..<count).map { word[$0 % 7] ^ UInt8($0 >> 12 & 0xFF) }
    }
  }

  @Test func whatTheWriterWritesTheReaderReads() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var writer = ZipPackageWriter(zlib: Bool.random(using: &generator) ? ZlibLibrary.installed : nil)
      var expected: [(name: String, content: [UInt8])] = []
      for number in 0..<Int.random(in: 0..<8, using: &generator) {
        let name = ["a", "é/漢", "../x", "word\\y", "🙂"][number % 5] + "\(number)"
        let content = Self.randomContent(&generator)
        writer.add(name, content, isStored: Bool.random(using: &generator))
        expected.append((name, content))
      }
      let package = try ZipPackage(writer.finish())
      expectEqual(package.names, expected.map(\.name), "seed \(seed)")
      for (name, content) in expected {
        try expectEqual(package.content(of: name), content, "seed \(seed)")
      }
    }
  }

  // MARK: - Damage

  /// A small package with a stored, a deflated and an empty entry.
  private static func small() -> [UInt8] {
    var writer = ZipPackageWriter()
    writer.add("mimetype", Array("a/b".utf8), isStored: true)
    writer.add("content.xml", Array(String(repeating: "<p>text</p>", count: 9).utf8))
    writer.add("empty", [])
    return Array(writer.finish())
  }

  @Test func everyCutIsRefused() {
    let bytes = Self.small()
    for count in 0..<bytes.count {
      let beginning = expectThrows(ZipError.self, "the first \(count)") {
        try ZipPackage(Data(bytes.prefix(count)))
      }
      expectEqual(beginning?.code, count < 4 ? .notAnArchive : .truncated, "the first \(count)")
      expectThrows(ZipError.self, "the last \(count)") { try ZipPackage(Data(bytes.suffix(count))) }
    }
  }

  /// A changed byte either has no effect on the contents, such as one of a time, or is found.
  @Test func aChangedByteNeverChangesContents() throws {
    let bytes = Self.small()
    let expected = try ZipPackage(Data(bytes)).contents()
    var refusedCount = 0
    for index in bytes.indices {
      for change in (0..<8).map({ UInt8(1) << $0 }) + [0xFF, bytes[index]] where change != 0 {
        var changed = bytes
        changed[index] ^= change
        do throws(ZipError) {
          let package = try ZipPackage(Data(changed))
          for name in package.names {
            let content = try package.content(of: name)
            expectEqual(content, expected[name], "byte \(index) changed by \(change)")
          }
          expectEqual(Set(package.names), Set(expected.keys), "byte \(index) changed by \(change)")
        } catch { refusedCount += 1 }
      }
    }
    // The times, versions and attributes of three entries are less than a half of the bytes.
    expectGreater(refusedCount, bytes.count * 5)
  }

  // MARK: - Archives that are made to expand

  @Test func expandedBytesAreCountedOverAllReads() throws {
    var writer = ZipPackageWriter()
    writer.add("zeros", [UInt8](repeating: 0, count: 100_000))
    writer.add("text", [1, 2, 3], isStored: true)
    let bytes = writer.finish()
    let package = try ZipPackage(bytes, limits: ZipPackageLimits(expandedByteCount: 200_003))
    try expectEqual(package.content(of: "zeros")?.count, 100_000)
    try expectEqual(package.content(of: "zeros")?.count, 100_000)
    try expectEqual(package.content(of: "text"), [1, 2, 3])
    let error = expectThrows(ZipError.self) { try package.content(of: "text") }
    expectEqual(error?.code, .limitExceeded)
    expectThrows(ZipError.self) { try ZipPackage(bytes, limits: .init(expandedByteCount: 2)).contents() }
  }

  @Test func aBombIsReadUpToTheLimitOnly() throws {
    var writer = ZipPackageWriter()
    writer.add("zeros", [UInt8](repeating: 0, count: 20 << 20))
    let bytes = writer.finish()
    expectLess(bytes.count, 30_000)
    let package = try ZipPackage(bytes, limits: ZipPackageLimits(expandedByteCount: 1 << 20))
    let reader = try require(package.reading("zeros"))
    var count = 0
    let error = expectThrows(ZipError.self) {
      while let chunk = try reader.next() { count += chunk.count }
    }
    expectEqual(error?.code, .limitExceeded)
    expectEqual(count, 1 << 20)
    expectThrows(ZipError.self, "the error is kept") { try reader.next() }
  }

  @Test(arguments: [1, 1 << 40, UInt64.max])
  func aStatedSizeIsNotBelieved(_ byteCount: UInt64) throws {
    var entry = try PackageImage.Entry("zeros", deflating: [UInt8](repeating: 0, count: 1 << 20))
    entry.byteCount = byteCount
    let package = try ZipPackage(PackageImage([entry]).data())
    let error = expectThrows(ZipError.self) { try package.content(of: "zeros") }
    expectEqual(error?.code, .sizeMismatch)
  }

  /// An archive of entries each of which quotes the local header of the next one in a block that is not
  /// compressed, so that all entries expand the same data. (Source: David Fifield, "A better zip bomb".)
  private static func quotingBomb(count: Int) throws -> PackageImage {
    var last = try PackageImage.Entry("\(count)", deflating: [UInt8](repeating: 0, count: 1000))
    var byteCount = UInt64(last.payload.count)
    var entries: [PackageImage.Entry] = []
    for number in (0..<count).reversed() {
      entries.append(last)
      var entry = PackageImage.Entry("\(number)", [])
      entry.method = ZipFormat.deflatedMethod
      let header = UInt16(ZipFormat.localHeaderByteCount + last.name.count)
      entry.payload = [0]
      entry.payload.append(littleEndian: header)
      entry.payload.append(littleEndian: ~header)
      byteCount += UInt64(entry.payload.count) + UInt64(header)
      entry.statedPayloadByteCount = byteCount
      last = entry
    }
    return PackageImage((entries + [last]).reversed())
  }

  @Test func entriesThatQuoteTheNextOneAreRefused() throws {
    let error = expectThrows(ZipError.self) { try ZipPackage(Self.quotingBomb(count: 20).data()) }
    #expect(error?.code == .overlappingEntries && error?.subject == "1")
  }

  @Test func entriesWithTheSameDataAreRefused() throws {
    var entries = [PackageImage.Entry("a", [UInt8](repeating: 0, count: 100))]
    for number in 0..<50 {
      var entry = entries[0]
      entry.name = Array("\(number)".utf8)
      entry.isOnlyInDirectory = true
      entry.statedOffset = 0
      entries.append(entry)
    }
    let error = expectThrows(ZipError.self) { try ZipPackage(PackageImage(entries).data()) }
    expectEqual(error?.code, .overlappingEntries)
  }

  @Test func timeIsProportionalToTheNumberOfEntries() throws {
    func growth(_ image: (Int) throws -> PackageImage) rethrows -> ProcessorTime.Growth {
      let limits = ZipPackageLimits(entryCount: 100_000)
      return try ProcessorTime.growth(to: 16_000, of: { try image($0).data() }) { data in
        _ = try? ZipPackage(data, limits: limits)
      }
    }
    func plain(_ count: Int) -> PackageImage { PackageImage((0..<count).map { .init("\($0)", []) }) }
    // All entries have the local header of the first.
    func sharing(_ count: Int) -> PackageImage {
      var image = plain(count)
      for number in image.entries.indices {
        image.entries[number].statedOffset = 0
        image.entries[number].isOnlyInDirectory = number > 0
      }
      return image
    }
    for growth in [growth(plain), growth(sharing), try growth { try Self.quotingBomb(count: $0) }] {
      expect(growth.isLinear, "\(growth)")
    }
  }
}

/// Packages that Python writes.
@Suite struct ForeignPackageTests {
  private func archive(_ script: String) async throws -> Data {
    let folder = try TemporaryFolder()
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      ["python3", "-c", "import io, sys, zipfile\nfrom zipfile import *\n\(script)", folder.path("out")])
    expectEqual(run.status, 0, "\(run.errorText)")
    return Data(try folder.read("out"))
  }

  /// A stream without positions gets data descriptors.
  private static let unseekable = """
    class Stream(io.RawIOBase):
      def __init__(self, file): self.file = file
      def writable(self): return True
      def write(self, bytes): return self.file.write(bytes)
    out = open(sys.argv[1], 'wb')

    """

  @Test(arguments: [
    "z = ZipFile(sys.argv[1], 'w', ZIP_DEFLATED)", "z = ZipFile(sys.argv[1], 'w', ZIP_STORED)",
    "\(unseekable)z = ZipFile(Stream(out), 'w', ZIP_DEFLATED)",
    "\(unseekable)z = ZipFile(Stream(out), 'w', ZIP_STORED)",
    "open(sys.argv[1], 'wb').write(b'before' * 99)\nz = ZipFile(sys.argv[1], 'a', ZIP_DEFLATED)",
    "z = ZipFile(sys.argv[1], 'w', ZIP_DEFLATED); z.comment = b'PK' * 9",
  ])
  func packagesOfPythonAreRead(_ opening: String) async throws {
    let package = try ZipPackage(
      try await archive(
        """
        \(opening)
        z.writestr('mimetype', b'a/b', ZIP_STORED)
        z.writestr('word/document.xml', b'<w:p/>' * 30000)
        z.mkdir('folder') if hasattr(z, 'mkdir') else z.writestr('folder/', b'')
        with z.open('\u{E9}', 'w', force_zip64=True) as entry: entry.write(bytes(range(256)) * 600)
        z.close()
        """))
    expectEqual(package.names, ["mimetype", "word/document.xml", "folder/", "é"])
    try expectEqual(package.content(of: "mimetype"), Array("a/b".utf8))
    try expectEqual(
      package.content(of: "word/document.xml"),
      Array(String(repeating: "<w:p/>", count: 30_000).utf8))
    try expectEqual(package.content(of: "folder/"), [])
    try expectEqual(package.content(of: "é"), (0..<153_600).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test func otherMethodsOfPythonAreNamed() async throws {
    let package = try ZipPackage(
      try await archive("z = ZipFile(sys.argv[1], 'w', ZIP_BZIP2); z.writestr('a', b'a' * 99); z.close()"))
    let error = expectThrows(ZipError.self) { try package.content(of: "a") }
    expectEqual(error?.code, .unsupported)
  }
}
