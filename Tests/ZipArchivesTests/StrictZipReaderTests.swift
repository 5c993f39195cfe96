import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

/// One change to a valid archive, and the expected error.
struct Tampering: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: ZipError.Code
  let change: @Sendable (inout ArchiveImage) -> Void

  init(
    _ description: String, _ code: ZipError.Code, _ change: @escaping @Sendable (inout ArchiveImage) -> Void
  ) {
    testDescription = description
    self.code = code
    self.change = change
  }
}

@Suite struct StrictZipReaderTests {
  /// Reads the complete archive with the image's bytes.
  private func read(_ image: ArchiveImage, limits: ZipLimits = .standard) throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("image.zip", image.bytes)
    let directory = try StrictZipReader.directory(of: file, limits: limits)
    try StrictZipReader.checkAll(directory, of: file)
    for entry in directory.entries { try StrictZipReader.verifyPayload(of: entry, in: file) }
  }

  @Test func aGoodArchiveIsRead() throws {
    let image = try ArchiveImage.sample()
    try read(image)
    expectEqual(
      image.entries.map { String(decoding: $0.name, as: UTF8.self) },
      [
        "mimetype", "items/1/text", "items/empty/", "é",
      ])
    expectEqual(image.entries.map(\.isFolder), [false, false, true, false])
  }

  static let ends = [
    Tampering("nothing at all", .notAnArchive) { $0.bytes = [] },
    Tampering("text", .notAnArchive) { $0.bytes = Array("this is a text, not an archive".utf8) },
    Tampering("the last byte is missing", .truncated) { $0.bytes.removeLast() },
    Tampering("only a local header", .truncated) { $0.bytes = Array($0.bytes.prefix(40)) },
    Tampering("a byte more", .trailingData) { $0.bytes.append(0) },
    Tampering("a comment", .trailingData) {
      $0.set($0.end + 20, 3, byteCount: 2)
      $0.bytes += [1, 2, 3]
    },
    Tampering("a comment announced only", .trailingData) { $0.set($0.end + 20, 3, byteCount: 2) },
    Tampering("a second end record", .severalEndRecords) { $0.bytes += $0.bytes.suffix(22) },
    Tampering("another end record behind", .severalEndRecords) {
      $0.bytes += [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    },
    Tampering("another end record in a comment", .severalEndRecords) {
      $0.set($0.end + 20, 24, byteCount: 2)
      $0.bytes += [1, 2, 0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    },
    Tampering("an end record in the directory", .severalEndRecords) {
      let record = Array($0.bytes[$0.end...])
      $0.lengthenDirectory(at: $0.end, by: record)
    },
    Tampering("a ZIP64 locator that nothing points to", .zip64Contradiction) {
      $0.bytes.insert(contentsOf: [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16), at: $0.end)
    },
    Tampering("a ZIP64 record that is not there", .zip64Contradiction) {
      $0.set($0.end + 16, 0xFFFF_FFFF, byteCount: 4)
    },
    Tampering("something before the end record", .directoryDisagrees) { $0.bytes.insert(0, at: $0.end) },
    Tampering("something before the archive", .directoryDisagrees) { $0.bytes.insert(0, at: 0) },
    Tampering("disk number", .severalDisks) { $0.set($0.end + 4, 1, byteCount: 2) },
    Tampering("directory's disk number", .severalDisks) { $0.set($0.end + 6, 1, byteCount: 2) },
    Tampering("entries on this disk", .directoryDisagrees) { $0.set($0.end + 8, 3, byteCount: 2) },
    Tampering("an entry more", .directoryDisagrees) {
      $0.set($0.end + 8, 5, byteCount: 2)
      $0.set($0.end + 10, 5, byteCount: 2)
    },
    Tampering("an entry less", .directoryDisagrees) {
      $0.set($0.end + 8, 3, byteCount: 2)
      $0.set($0.end + 10, 3, byteCount: 2)
    },
    Tampering("directory's offset", .directoryDisagrees) {
      $0.set($0.end + 16, $0.directoryOffset - 1, byteCount: 4)
    },
    Tampering("directory's offset beyond the end", .directoryDisagrees) {
      $0.set($0.end + 16, 0xFFFF_FFFE, byteCount: 4)
    },
    Tampering("directory's length", .directoryDisagrees) { $0.set($0.end + 12, 10, byteCount: 4) },
  ]

  static let records = [
    Tampering("signature", .directoryDisagrees) { $0.bytes[$0.record(1)] = 0 },
    Tampering("encrypted", .encrypted) { $0.set($0.record(0) + 8, 1, byteCount: 2) },
    Tampering("strongly encrypted", .encrypted) { $0.set($0.record(0) + 8, 1 << 6, byteCount: 2) },
    Tampering("compressed", .compressed) { $0.set($0.record(0) + 10, 8, byteCount: 2) },
    Tampering("data descriptor", .dataDescriptor) { $0.set($0.record(0) + 8, 8, byteCount: 2) },
    Tampering("another flag", .unsupported) { $0.set($0.record(0) + 8, 1 << 5, byteCount: 2) },
    Tampering("version needed", .unsupported) { $0.set($0.record(0) + 6, 63, byteCount: 2) },
    Tampering("two sizes", .directoryDisagrees) { $0.set($0.record(0) + 24, 19, byteCount: 4) },
    Tampering("ZIP64 size that is not there", .zip64Contradiction) {
      $0.set($0.record(0) + 20, 0xFFFF_FFFF, byteCount: 4)
      $0.set($0.record(0) + 24, 0xFFFF_FFFF, byteCount: 4)
    },
    Tampering("ZIP64 block without need", .zip64Contradiction) {
      let record = $0.record(0)
      $0.set(record + 30, 4, byteCount: 2)
      $0.lengthenDirectory(at: record + 46 + 8, by: [1, 0, 0, 0])
    },
    Tampering("ZIP64 offset that fits", .zip64Contradiction) {
      let record = $0.record(0)
      $0.set(record + 30, 12, byteCount: 2)
      $0.set(record + 42, 0xFFFF_FFFF, byteCount: 4)
      $0.lengthenDirectory(at: record + 46 + 8, by: [1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    },
    Tampering("malformed extra field", .directoryDisagrees) {
      let record = $0.record(0)
      $0.set(record + 30, 3, byteCount: 2)
      $0.lengthenDirectory(at: record + 46 + 8, by: [1, 0, 0])
    },
    Tampering("padding in the directory", .directoryDisagrees) {
      let record = $0.record(0)
      $0.set(record + 30, 4, byteCount: 2)
      $0.lengthenDirectory(at: record + 46 + 8, by: [0x35, 0xD9, 0, 0])
    },
    Tampering("extra field in the directory only", .forbiddenExtraField) {
      let record = $0.record(0)
      $0.set(record + 30, 4, byteCount: 2)
      $0.lengthenDirectory(at: record + 46 + 8, by: [0x55, 0x54, 0, 0])
    },
    Tampering("comment", .hiddenData) {
      let record = $0.record(0)
      $0.set(record + 32, 4, byteCount: 2)
      $0.lengthenDirectory(at: record + 46 + 8, by: [1, 2, 3, 4])
    },
    Tampering("disk", .severalDisks) { $0.set($0.record(0) + 34, 1, byteCount: 2) },
    Tampering("link", .specialFile) { $0.set($0.record(0) + 40, 0o120777, byteCount: 2) },
    Tampering("volume label", .specialFile) { $0.set($0.record(0) + 38, 8, byteCount: 2) },
    Tampering("reparse point", .specialFile) { $0.set($0.record(0) + 38, 0x400, byteCount: 2) },
    Tampering("device of DOS", .specialFile) { $0.set($0.record(0) + 38, 0x40, byteCount: 2) },
    Tampering("version of another system", .unsupported) { $0.set($0.record(0) + 6, 0x020A, byteCount: 2) },
    Tampering("device", .specialFile) { $0.set($0.record(0) + 40, 0o020666, byteCount: 2) },
    Tampering("folder by its mode only", .specialFile) { $0.set($0.record(0) + 40, 0o040755, byteCount: 2) },
    Tampering("folder by its attribute only", .specialFile) { $0.set($0.record(0) + 38, 0x10, byteCount: 2) },
    Tampering("folder by its name, file by its mode", .specialFile) {
      $0.set($0.record(2) + 40, 0o100644, byteCount: 2)
    },
    Tampering("folder with content", .specialFile) {
      $0.set($0.record(2) + 20, 1, byteCount: 4)
      $0.set($0.record(2) + 24, 1, byteCount: 4)
    },
    Tampering("not marked as UTF-8", .nameNotUTF8) { $0.set($0.record(3) + 8, 0, byteCount: 2) },
    Tampering("not UTF-8", .nameNotUTF8) { $0.bytes[$0.record(3) + 46] = 0xFF },
    Tampering("first entry's offset", .hiddenData) { $0.set($0.record(0) + 42, 1, byteCount: 4) },
    Tampering("two entries at one place", .overlappingEntries) { $0.set($0.record(1) + 42, 0, byteCount: 4) },
    Tampering("offset of the directory", .offsetOutOfBounds) {
      $0.set($0.record(3) + 42, $0.directoryOffset, byteCount: 4)
    },
    Tampering("offset beyond the file", .offsetOutOfBounds) {
      $0.set($0.record(1) + 42, 1_000_000, byteCount: 4)
    },
    Tampering("size into the next entry", .overlappingEntries) {
      $0.set($0.record(0) + 20, 21, byteCount: 4)
      $0.set($0.record(0) + 24, 21, byteCount: 4)
    },
    Tampering("size beyond everything", .sizeOutOfBounds) {
      $0.set($0.record(0) + 20, 0xFFFF_FFFE, byteCount: 4)
      $0.set($0.record(0) + 24, 0xFFFF_FFFE, byteCount: 4)
    },
    Tampering("size too small", .localHeaderDisagrees) {
      $0.set($0.record(0) + 20, 19, byteCount: 4)
      $0.set($0.record(0) + 24, 19, byteCount: 4)
    },
    Tampering("checksum", .localHeaderDisagrees) { $0.bytes[$0.record(0) + 16] ^= 1 },
    Tampering("time", .localHeaderDisagrees) { $0.bytes[$0.record(0) + 12] ^= 1 },
    Tampering("date", .localHeaderDisagrees) { $0.bytes[$0.record(0) + 14] ^= 1 },
    Tampering("name", .localHeaderDisagrees) { $0.bytes[$0.record(0) + 46] ^= 1 },
  ]

  static let localHeaders = [
    Tampering("signature", .missingLocalHeader) { $0.bytes[$0.local(1)] ^= 1 },
    Tampering("version", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 4] ^= 1 },
    Tampering("flags", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 7] ^= 8 },
    Tampering("method", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 8] = 8 },
    Tampering("checksum", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 14] ^= 1 },
    Tampering("compressed size", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 18] ^= 1 },
    Tampering("size", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 22] ^= 1 },
    Tampering("name's length", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 26] ^= 1 },
    Tampering("name", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 30] ^= 1 },
    Tampering("padding's identifier", .forbiddenExtraField) { $0.bytes[$0.local(1) + 42] ^= 1 },
    Tampering("padding's length", .localHeaderDisagrees) { $0.bytes[$0.local(1) + 44] ^= 1 },
    Tampering("padding's content", .hiddenData) { $0.bytes[$0.local(1) + 46] = 1 },
    Tampering("payload", .checksumMismatch) { $0.bytes[$0.local(1) - 1] ^= 1 },
  ]

  @Test(arguments: ends + records + localHeaders)
  func everyDamageIsRefusedByItsName(tampering: Tampering) throws {
    var image = try ArchiveImage.sample()
    tampering.change(&image)
    do {
      try read(image)
      Issue.record("the archive was taken")
    } catch let error as ZipError { expectEqual(error.code, tampering.code, "\(error)") }
  }

  @Test func aFolderWithContentIsNotCalledAFile() throws {
    var image = try ArchiveImage.sample()
    for offset in [20, 24] { image.set(image.record(2) + offset, 1, byteCount: 4) }
    image.set(image.record(2) + 40, 0o040755, byteCount: 2)
    let error = expectThrows(ZipError.self) { try read(image) }
    expectEqual(error?.message.contains("but the entry has content or is a file"), true)
  }

  @Test func aDirectoryThatBeginsBeforeTheEndRecordIsNotSaidToBeAfterIt() throws {
    var image = try ArchiveImage.sample()
    image.set(image.end + 16, image.directoryOffset + 1, byteCount: 4)
    let error = expectThrows(ZipError.self) { try read(image) }
    expectEqual(error?.message.contains("the central directory extends beyond the end record"), true)
  }

  @Test func bytesBetweenEntriesAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("gap.zip", [])
    var writer = ZipWriter(output: file)
    try writer.add("hidden", String(repeating: "x", count: 70_000))
    try writer.add("shown", "x")
    _ = try writer.finish()
    let directory = try StrictZipReader.directory(of: file)
    // Remove the first entry from the directory, and then also move the second one to the beginning.
    let bytes = try file.allBytes()
    let records = Array(bytes[Int(directory.directoryOffset)...])
    var rest = Array(records[(46 + 6)...])
    for offset in [8, 10] { rest[46 + 5 + offset] = 1 }
    rest[46 + 5 + 12] = UInt8(46 + 5)
    let shortened = try folder.openFile("short.zip", bytes[..<Int(directory.directoryOffset)] + rest)
    let error = expectThrows(ZipError.self) { try StrictZipReader.directory(of: shortened) }
    expectEqual(error?.code, .hiddenData)
    rest.replaceSubrange(42..<46, with: [0, 0, 0, 0])
    let moved = try folder.openFile("moved.zip", bytes[..<Int(directory.directoryOffset)] + rest)
    let second = expectThrows(ZipError.self) { try StrictZipReader.directory(of: moved) }
    expectEqual(second?.code, .hiddenData)
  }

  /// A payload that is a few bytes longer than stated can hide data, just like a much longer one.
  @Test(arguments: [0, 1, 2], [1, 12, 65_535, 65_536])
  func bytesAfterAnEntryAreHiddenData(entry: Int, byteCount: Int) throws {
    var image = try ArchiveImage.sample()
    for later in entry + 1..<image.entries.count {
      image.set(image.record(later) + 42, image.local(later) + byteCount, byteCount: 4)
    }
    image.set(image.end + 16, image.directoryOffset + byteCount, byteCount: 4)
    image.bytes.insert(contentsOf: repeatElement(0x78, count: byteCount), at: image.local(entry + 1))
    let error = expectThrows(ZipError.self) { try read(image) }
    expectEqual(error?.code, .hiddenData, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("/a", ZipError.Code.absoluteName), ("a//b", .unsafeName), ("a/../b", .dotsInName), ("..", .dotsInName),
    (".", .dotsInName), ("./a", .dotsInName), ("a/.", .dotsInName), ("a\\b", .backslashInName),
    ("C:a", .driveLetterInName), ("c:/a", .driveLetterInName), ("z:", .driveLetterInName),
    ("a\0b", .nulInName), ("a\u{1}", .controlCharacterInName), ("a\n", .controlCharacterInName),
    ("a\u{7F}", .controlCharacterInName), ("a\u{85}b", .controlCharacterInName),
    ("a\u{2028}", .controlCharacterInName), ("//", .absoluteName), ("/", .absoluteName),
    // unzip removes a version in VMS style, and the rest is not a name.
    (";", .unsafeName), ("a/;12", .unsafeName), (";1/a", .unsafeName), ("a/.;1", .unsafeName),
    ("..;", .unsafeName),
  ])
  func unsafeNamesAreRefusedByTheirFlaw(name: String, code: ZipError.Code) throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    try writer.add(name, "")
    _ = try writer.finish()
    let error = expectThrows(ZipError.self) { try StrictZipReader.directory(of: file) }
    expectEqual(error?.code, code)
    expectEqual(error?.message.hasSuffix(PrintableText.escaped(name.utf8)), true)
  }

  @Test(arguments: ["", "a/b/"], ["x", "\u{E9}"])
  func aPartThatNoFileSystemTakesIsRefused(above: String, start: String) throws {
    let folder = try TemporaryFolder()
    for byteCount in [255, 256] {
      let file = try folder.openFile("\(byteCount).zip", [])
      var writer = ZipWriter(output: file)
      let name = above + start + String(repeating: "x", count: byteCount - start.utf8.count)
      try writer.add(name, "")
      _ = try writer.finish()
      guard byteCount == 256 else {
        _ = try StrictZipReader.directory(of: file)
        continue
      }
      let error = expectThrows(ZipError.self) { try StrictZipReader.directory(of: file) }
      expectEqual(error?.code, .limitExceeded)
    }
  }

  @Test(arguments: ["a", "a/b", ".a", "..a", "a..", "a b", "é/漢", "1:a", "ab:c", "...", "a/"])
  func plainNamesAreTaken(name: String) {
    expectNil(ZipEntryName.flaw(of: Array(name.utf8)))
  }

  @Test func twoEntriesOfOneNameAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    for _ in 0..<2 { try writer.add("name", "") }
    _ = try writer.finish()
    let error = expectThrows(ZipError.self) { try StrictZipReader.directory(of: file) }
    expectEqual(error?.code, .duplicateName)
  }

  @Test(arguments: [
    ZipLimits(entryCount: 3), ZipLimits(directoryByteCount: 200), ZipLimits(nameByteCount: 11),
  ])
  func limitsAreKept(limits: ZipLimits) throws {
    let image = try ArchiveImage.sample()
    let error = expectThrows(ZipError.self) { try read(image, limits: limits) }
    expectEqual(error?.code, .limitExceeded)
  }

  @Test func anArchiveCutAtAnyLengthIsRefused() throws {
    let folder = try TemporaryFolder()
    let image = try ArchiveImage.sample()
    let file = try folder.openFile("image.zip", image.bytes)
    for byteCount in stride(from: image.bytes.count - 1, through: 0, by: -1) {
      try file.setByteCount(UInt64(byteCount))
      let error = expectThrows(ZipError.self) { try StrictZipReader.directory(of: file) }
      expect(
        error?.code == .truncated || byteCount < 4 && error?.code == .notAnArchive, "\(byteCount) bytes")
      // The tolerant reader may find anything or nothing, but must end.
      _ = Result { try TolerantZipReader(file) }
      let salvaged = try TolerantZipReader.localEntries(of: file).whole
      expectEqual(
        salvaged.count, image.entries.count { ($0.payloadEnd ?? 0) <= UInt64(byteCount) },
        "\(byteCount) bytes")
    }
  }

  @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func anyChangedByteIsRefusedOrOnlyAnAttribute(bits: UInt8) throws {
    let folder = try TemporaryFolder()
    let image = try ArchiveImage.sample()
    let file = try folder.openFile("image.zip", image.bytes)
    for offset in image.bytes.indices {
      try [image.bytes[offset] ^ bits].withUnsafeBytes { try file.write($0, at: UInt64(offset)) }
      do throws(ZipError) {
        let directory = try StrictZipReader.directory(of: file)
        for entry in directory.entries { try StrictZipReader.verifyPayload(of: entry, in: file) }
        // Permissions and the creator of the entry are only in the directory.
        let found = directory.entries.enumerated().map { index, entry in
          var entry = entry
          entry.externalAttributes = image.entries[index].externalAttributes
          entry.versionMadeBy = image.entries[index].versionMadeBy
          return entry
        }
        expectEqual(found, image.entries, "byte \(offset)")
      } catch {
        expectNotEqual(error.code, .fileSystem, "byte \(offset)")
      }
      // The tolerant reader may find anything or nothing, but must end.
      _ = Result { try TolerantZipReader(file) }
      try [image.bytes[offset]].withUnsafeBytes { try file.write($0, at: UInt64(offset)) }
    }
  }
}
