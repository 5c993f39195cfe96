import ProfferFileSystem
import TestSupport
import ZipArchives

/// Zip archives, read strictly, tolerantly and without a directory.
///
/// If the strict reader accepts an archive, all other readers must find the same entries.
struct ZipFuzzer: Fuzzer {
  let material: Material
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    guard let path = FilePath(folder.path("input")) else { throw Finding("the folder has no path") }
    self.path = path
    let output = try OpenFile.creating(path, permissions: 0o600)
    var writer = ZipWriter(output: output)
    _ = try Array("a payload".utf8).withUnsafeBytes { try writer.add(name: Array("items/a".utf8), bytes: $0) }
    _ = try Array("aligned".utf8).withUnsafeBytes {
      try writer.add(name: Array("items/é".utf8), bytes: $0, alignment: 64, unixMode: 0o100644)
    }
    _ = try writer.addFolder(name: Array("folder".utf8), unixMode: 0o755)
    _ = try writer.finish()
    let archive = try folder.read("input")
    material = Material(
      seeds: [archive, Self.addingZip64(to: archive), Array("before".utf8) + archive],
      words: [
        "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "../", "/", "items/a",
        "\u{1}\u{0}\u{8}\u{0}", "\u{8}\u{0}",
      ],
      shapes: [
        GrowingShape("PK", repeating: "PK\u{5}\u{6}"), GrowingShape("PK", repeating: "PK\u{1}\u{2}"),
        GrowingShape("PK", repeating: "PK\u{3}\u{4}"), GrowingShape("PK", repeating: "\u{0}"),
        GrowingShape(beginning: Array(archive.dropLast(22)), unit: Array("PK".utf8), end: archive.suffix(22)),
      ])
  }

  /// Adds the ZIP64 records to an archive that does not need them; the tolerant reader uses them.
  private static func addingZip64(to archive: [UInt8]) -> [UInt8] {
    let end = Array(archive.suffix(22))
    var bytes = Array(archive.dropLast(22))
    let place = UInt64(bytes.count)
    bytes += Array("PK\u{6}\u{6}".utf8)
    bytes += [44, 0, 0, 0, 0, 0, 0, 0, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    // The two counts of entries, and the length and offset of the directory.
    for field in [8..<10, 10..<12, 12..<16, 16..<20] {
      bytes += end[field]
      bytes += [UInt8](repeating: 0, count: 8 - field.count)
    }
    bytes += Array("PK\u{6}\u{7}".utf8) + [0, 0, 0, 0]
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: place >> (8 * UInt64($0))) }
    bytes += [1, 0, 0, 0]
    bytes += end[..<8]
    bytes += [UInt8](repeating: 0xFF, count: 12)
    bytes += end[20...]
    return bytes
  }

  func check(_ input: [UInt8]) throws(Finding) {
    do {
      try folder.write(input, to: "input")
      let file = try OpenFile.readingRegular(path)
      let strict = try Self.accepted { () throws(ZipError) in try StrictZipReader.directory(of: file) }
      let tolerant = try Self.accepted { () throws(ZipError) in try TolerantZipReader(file) }
      if let tolerant { try Self.check(tolerant) }
      let scanned = try Self.checkLocalEntries(of: file, byteCount: input.count)
      if let strict { try Self.check(strict, tolerant, scanned, of: file) }
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("rejected with an error of another kind: \(type(of: error)): \(error)")
    }
  }

  /// The result of a function; nil if it throws an error of the format, and a finding if it throws a system
  /// error.
  private static func accepted<Value>(_ body: () throws(ZipError) -> Value) throws(Finding) -> Value? {
    do { return try body() } catch {
      try Finding.unless(error.code != .fileSystem, "a file that can be read is not: \(error)")
      return nil
    }
  }

  /// Checks that the tolerant reader returns the requested bytes of its entries, or an error.
  private static func check(_ archive: TolerantZipReader) throws(Finding) {
    for entry in archive.entries.prefix(8) {
      do {
        let prefix = try archive.prefix(of: entry, byteCount: 16)
        try Finding.unless(
          UInt64(prefix.count) == min(16, entry.compressedByteCount), "\(prefix.count) bytes are given")
      } catch let finding as Finding {
        throw finding
      } catch {
        try Finding.unless(error is ZipError, "an entry is rejected with \(error)")
      }
    }
  }

  /// Checks that entries found without a directory are complete and do not overlap.
  private static func checkLocalEntries(of file: OpenFile, byteCount: Int) throws -> [ZipEntry] {
    var all: [ZipEntry] = []
    for skipping in [true, false] {
      all = try TolerantZipReader.localEntries(of: file, limit: 1000, skippingDamage: skipping).whole
      var end: UInt64 = 0
      for entry in all {
        let next = try Self.end(of: entry)
        try Finding.unless(
          entry.headerOffset >= end && next <= UInt64(byteCount),
          "a local entry is not where it is said to be")
        end = next
      }
    }
    return all
  }

  private static func end(of entry: ZipEntry) throws(Finding) -> UInt64 {
    let (end, isBeyond) = (entry.payloadOffset ?? 0).addingReportingOverflow(entry.compressedByteCount)
    try Finding.unless(!isBeyond && entry.payloadOffset != nil, "an entry has no place")
    return end
  }

  /// Checks that an accepted directory agrees with the tolerant reader and the local headers, without
  /// overlaps.
  private static func check(
    _ directory: ZipDirectory, _ tolerant: TolerantZipReader?, _ scanned: [ZipEntry], of file: OpenFile
  ) throws {
    func summary(_ entry: ZipEntry) -> String {
      "\(entry.name) \(entry.byteCount) \(entry.crc32) \(entry.headerOffset)"
    }
    let entries = directory.entries
    try Finding.unless(
      tolerant?.entries.map(summary) == entries.map(summary), "the tolerant reader finds other entries")
    var end: UInt64 = 0
    for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      try Finding.unless(entry.headerOffset >= end, "two entries overlap")
      end = try Self.end(of: entry)
    }
    try Finding.unless(end == directory.directoryOffset, "the entries end at \(end)")
    for entry in entries {
      try Finding.unless(
        directory.entry(named: entry.name).map(summary) == summary(entry), "an entry is not found by its name"
      )
    }
    do { try StrictZipReader.checkAll(directory, of: file) } catch { return }
    try Finding.unless(
      scanned.map(summary) == entries.sorted { $0.headerOffset < $1.headerOffset }.map(summary),
      "the local headers give other entries")
    for entry in entries {
      do { try StrictZipReader.verifyPayload(of: entry, in: file) } catch {
        try Finding.unless(error.code == .checksumMismatch, "a payload is rejected with \(error)")
      }
    }
  }
}
