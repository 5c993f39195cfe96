import Foundation
import SystemPackages
import TestSupport
import Testing

@testable import ZipArchives

@Suite struct ZipPackageTests {
  private static let text = Array(String(repeating: "some text of a document. ", count: 40).utf8)

  private func error(of image: PackageImage, limits: ZipPackageLimits = .standard) -> ZipError? {
    expectThrows(ZipError.self) { try ZipPackage(image.data(), limits: limits).contents() }
  }

  private func expect(
    _ image: PackageImage, _ contents: [String: [UInt8]], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let package = try ZipPackage(image.data())
    try expectEqual(package.contents(), contents, sourceLocation: sourceLocation)
  }

  // MARK: - What is accepted

  @Test func storedAndDeflatedEntriesAreRead() throws {
    let image = PackageImage([
      .init("mimetype", Array("application/x".utf8)), try .init("word/document.xml", deflating: Self.text),
      .init("empty", []), try .init("empty, deflated", deflating: []), .init("folder/", []),
    ])
    let package = try ZipPackage(image.data())
    expectEqual(package.names, ["mimetype", "word/document.xml", "empty", "empty, deflated", "folder/"])
    try expectEqual(package.content(of: "mimetype"), Array("application/x".utf8))
    try expectEqual(package.content(of: "word/document.xml"), Self.text)
    try expectEqual(package.content(of: "empty"), [])
    try expectEqual(package.content(of: "empty, deflated"), [])
    try expectNil(package.content(of: "Word/document.xml"))
    #expect(package.contains("folder/") && !package.contains("folder"))
  }

  @Test(arguments: [true, false])
  func dataDescriptorsAreAccepted(hasSignature: Bool) throws {
    var first = try PackageImage.Entry("a", deflating: Self.text)
    first.useDescriptor(hasSignature: hasSignature)
    var second = PackageImage.Entry("b", Self.text)
    second.useDescriptor(hasSignature: hasSignature)
    try expect(PackageImage([first, second]), ["a": Self.text, "b": Self.text])
  }

  @Test func leadingBytesCommentsAndExtraFieldsAreAccepted() throws {
    var entry = try PackageImage.Entry("a", deflating: Self.text)
    entry.comment = Array("a comment".utf8)
    entry.extraField = [0x55, 0x54, 5, 0, 3, 1, 2, 3, 4]
    var image = PackageImage([entry, .init("b", [1])])
    image.lead = Array("#!/bin/sh\n".utf8)
    for comment in ["PK", String(repeating: "c", count: 65_535)] {
      image.comment = Array(comment.utf8)
      try expect(image, ["a": Self.text, "b": [1]])
    }
  }

  @Test func zip64NumbersAreUsed() throws {
    var image = PackageImage([try .init("a", deflating: Self.text), .init("b", [1])])
    image.hasZip64 = true
    try expect(image, ["a": Self.text, "b": [1]])
    image.lead = [1, 2, 3]
    image.comment = [UInt8](repeating: 0x20, count: 65_535)
    try expect(image, ["a": Self.text, "b": [1]])
  }

  @Test func slicesOfDataAreRead() throws {
    let data = PackageImage([try .init("a", deflating: Self.text)]).data()
    let slice = (Data([9, 9, 9]) + data).dropFirst(3)
    try expectEqual(ZipPackage(slice).content(of: "a"), Self.text)
  }

  @Test func namesAreKeptAsTheyAre() throws {
    let names = ["../a", "/b", "c\\d", "C:e", "nul\u{0}", "é", "e\u{301}", "漢", ""]
    let package = try ZipPackage(PackageImage(names.map { .init($0, Array($0.utf8)) }).data())
    expectEqual(package.names.map { Array($0.utf8) }, names.map { Array($0.utf8) })
    for name in names { try expectEqual(package.content(of: name), Array(name.utf8)) }
  }

  @Test func namesThatAreNotUTF8AreInCodePage437() throws {
    var entry = PackageImage.Entry("", [1])
    entry.name = Array("Gr".utf8) + [0x81, 0xE1] + Array("e.txt".utf8)
    try expect(PackageImage([entry]), ["Grüße.txt": [1]])
    entry.flags = ZipFormat.textFlag
    expectEqual(error(of: PackageImage([entry]))?.code, .nameNotUTF8)
  }

  @Test func chunksHaveABoundedSize() throws {
    let content = [UInt8](repeating: 7, count: 200_000)
    let package = try ZipPackage(
      PackageImage([try .init("deflated", deflating: content), .init("stored", content)]).data())
    for name in package.names {
      let reader = try require(package.reading(name))
      var chunks: [[UInt8]] = []
      while let chunk = try reader.next() { chunks.append(chunk) }
      #expect(chunks.allSatisfy { 1...65_536 ~= $0.count })
      expectEqual(Array(chunks.joined()), content)
      try expectNil(reader.next())
    }
  }

  // MARK: - What is rejected

  @Test func duplicateNamesAreRejected() {
    expectEqual(
      error(of: PackageImage([.init("a", [1]), .init("b", []), .init("a", [2])]))?.code, .duplicateName)
  }

  @Test func localHeadersWithAnotherNameOrMethodAreRejected() throws {
    var entry = try PackageImage.Entry("a", deflating: Self.text)
    entry.localName = Array("b".utf8)
    expectEqual(error(of: PackageImage([entry]))?.code, .localHeaderDisagrees)
    entry.localName = nil
    entry.localMethod = 0
    expectEqual(error(of: PackageImage([entry]))?.code, .localHeaderDisagrees)
  }

  @Test func entriesWithoutALocalHeaderAreRejected() {
    var entry = PackageImage.Entry("b", [])
    entry.isOnlyInDirectory = true
    entry.statedOffset = 1
    expectEqual(
      error(of: PackageImage([.init("a", [UInt8](repeating: 0, count: 90)), entry]))?.code,
      .overlappingEntries)
    entry.statedOffset = 1000
    expectEqual(error(of: PackageImage([.init("a", []), entry]))?.code, .offsetOutOfBounds)
    var first = PackageImage.Entry("a", [UInt8](repeating: 0, count: 90))
    first.statedPayloadByteCount = 0
    entry.statedOffset = 50
    expectEqual(error(of: PackageImage([first, entry]))?.code, .missingLocalHeader)
  }

  @Test func payloadsThatReachIntoTheDirectoryAreRejected() {
    var entry = PackageImage.Entry("a", [1, 2])
    for byteCount in [3, UInt64(UInt32.max), .max] {
      entry.statedPayloadByteCount = byteCount
      expectEqual(error(of: PackageImage([entry]))?.code, .sizeOutOfBounds)
    }
  }

  @Test func wrongChecksumsAreRejected() throws {
    for entry in [PackageImage.Entry("a", Self.text), try .init("a", deflating: Self.text)] {
      var entry = entry
      entry.crc32 ^= 1
      expectEqual(error(of: PackageImage([entry]))?.code, .checksumMismatch)
    }
  }

  @Test func wrongSizesAreRejected() throws {
    for entry in [PackageImage.Entry("a", Self.text), try .init("a", deflating: Self.text)] {
      for byteCount in [0, 1, UInt64(Self.text.count) - 1, UInt64(Self.text.count) + 1, .max] {
        var entry = entry
        entry.byteCount = byteCount
        expectEqual(error(of: PackageImage([entry]))?.code, .sizeMismatch)
      }
    }
  }

  @Test func bytesAfterTheDeflatedDataAreRejected() throws {
    var entry = try PackageImage.Entry("a", deflating: Self.text)
    entry.payload += [0]
    expectEqual(error(of: PackageImage([entry]))?.code, .sizeMismatch)
  }

  @Test func damagedAndIncompleteDeflatedDataIsRejected() throws {
    var entry = try PackageImage.Entry("a", deflating: Self.text)
    let payload = entry.payload
    entry.payload.removeLast()
    expectEqual(error(of: PackageImage([entry]))?.code, .malformedContent)
    entry.payload = [7] + payload.dropFirst()
    expectEqual(error(of: PackageImage([entry]))?.code, .malformedContent)
    entry.payload = []
    expectEqual(error(of: PackageImage([entry]))?.code, .malformedContent)
  }

  @Test func encryptedEntriesAreNamedAndOthersAreRead() throws {
    var entry = PackageImage.Entry("secret", [1, 2, 3])
    entry.flags = ZipFormat.encryptedFlag
    let package = try ZipPackage(PackageImage([entry, .init("a", [1])]).data())
    #expect(package.isEncrypted("secret") && !package.isEncrypted("a") && !package.isEncrypted("b"))
    try expectEqual(package.content(of: "a"), [1])
    let error = expectThrows(ZipError.self) { try package.content(of: "secret") }
    #expect(error?.code == .encrypted && error?.subject == "secret")
  }

  @Test func otherMethodsAreRejected() throws {
    var entry = PackageImage.Entry("a", [1, 2, 3])
    entry.method = 12
    let error = error(of: PackageImage([entry]))
    expectEqual(error?.code, .unsupported)
    expectEqual(error?.message, "an entry has the compression method 12, which is not supported: a")
  }

  @Test func tooManyEntriesAreRejected() throws {
    let image = PackageImage((0..<5).map { .init("\($0)", []) })
    expectEqual(error(of: image, limits: ZipPackageLimits(entryCount: 4))?.code, .limitExceeded)
    try expectEqual(ZipPackage(image.data(), limits: ZipPackageLimits(entryCount: 5)).names.count, 5)
  }

  @Test func otherBytesAreNotAnArchive() {
    for text in ["", "PK", "no archive, but a text", "{\\rtf1 }"] {
      let error = expectThrows(ZipError.self) { try ZipPackage(Data(text.utf8)) }
      expectEqual(error?.code, .notAnArchive)
    }
  }

  @Test func aMissingLibraryIsNamedWithItsPackages() throws {
    let image = PackageImage([.init("a", [1]), try .init("b", deflating: Self.text)])
    let package = try ZipPackage(image.data(), limits: .standard, zlib: nil)
    try expectEqual(package.content(of: "a"), [1])
    let error = expectThrows(ZipError.self) { try package.content(of: "b") }
    expectEqual(error?.code, .missingLibrary)
    expectEqual(
      error?.message,
      SystemPackage.zlib.missing(neededBy: "a compressed zip archive", as: "the library"))
  }

  /// zlib checks the size of the structure only.
  @Test func theStructureOfZlibHasTheLayoutOfC() {
    typealias Stream = ZlibLibrary.Stream
    expectEqual(MemoryLayout<Stream>.stride, 112)
    let offsets = [
      MemoryLayout<Stream>.offset(of: \.nextInput), MemoryLayout<Stream>.offset(of: \.inputByteCount),
      MemoryLayout<Stream>.offset(of: \.totalInputByteCount), MemoryLayout<Stream>.offset(of: \.nextOutput),
      MemoryLayout<Stream>.offset(of: \.outputByteCount), MemoryLayout<Stream>.offset(of: \.message),
      MemoryLayout<Stream>.offset(of: \.state), MemoryLayout<Stream>.offset(of: \.allocate),
      MemoryLayout<Stream>.offset(of: \.dataKind), MemoryLayout<Stream>.offset(of: \.checksum),
    ]
    expectEqual(offsets, [0, 8, 16, 24, 32, 48, 56, 64, 88, 96])
  }
}
