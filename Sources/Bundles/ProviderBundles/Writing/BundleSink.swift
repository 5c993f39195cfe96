import FileSystem
import Foundation
import ZipArchives

/// Where a bundle's entries go while it is written: an archive or a folder.
protocol BundleSink {
  /// Stores bytes under a path and gives their checksum, and the place by which they are found again.
  mutating func store(_ source: PayloadSource, at path: String) throws -> (crc32: UInt32, position: UInt64)
  /// The bytes of a payload that was stored before.
  mutating func storedBytes(of stored: PayloadIndex.Stored, at offset: UInt64, count: Int) throws -> [UInt8]
  /// Takes over what is none of the bundle's business.
  ///
  /// - Throws: a ``BundleError`` for what a reader would refuse beside the items.
  mutating func keep(_ entries: [ForeignEntry]) throws
  /// Ends the bundle with its manifest and puts it in its place, whole and on the device.
  mutating func finish(manifest: PayloadSource) throws
}

/// What every bundle begins with: the entry that says what it is, at a fixed place.
enum BundleMark {
  static let name = "mimetype"
  static let content = "application/vnd.proffer.dragbundle+zip"
  static let manifestName = "manifest.json"

  /// The alignment of a payload's first byte: a page, so that it can be mapped and its extents shared, where the
  /// padding is small against the payload; a cache line where it is not.
  static func alignment(byteCount: UInt64) -> Int { byteCount >= 16_384 ? 4096 : 64 }
}

/// Writes a bundle as a zip archive.
struct ArchiveSink: BundleSink {
  /// Every entry is a plain file to other tools.
  ///
  /// Some read names as UTF-8 only from archives that state such modes.
  private static let mode: UInt16 = 0o100644

  private var writer: ZipWriter
  private let output: OpenFile
  private let complete: (OpenFile) throws -> Void

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - output: an empty file, which becomes the archive.
  ///   - spoolFolder: where a long directory is kept aside.
  ///   - complete: puts the finished archive in its place.
  init(
    _ output: OpenFile, spoolingIn spoolFolder: FilePath, complete: @escaping (OpenFile) throws -> Void
  ) throws {
    self.output = output
    self.complete = complete
    writer = ZipWriter(output: output, spoolingIn: spoolFolder)
    try Array(BundleMark.content.utf8).withUnsafeBytes {
      _ = try writer.add(name: Array(BundleMark.name.utf8), bytes: $0, unixMode: ArchiveSink.mode)
    }
  }

  mutating func store(
    _ source: PayloadSource, at path: String
  ) throws -> (crc32: UInt32, position: UInt64) {
    let entry = try add(
      source, named: path, alignment: BundleMark.alignment(byteCount: source.byteCount))
    guard let position = entry.payloadOffset else { preconditionFailure("a writer knows where it writes") }
    return (entry.crc32, position)
  }

  private mutating func add(
    _ source: PayloadSource, named name: String, alignment: Int
  ) throws -> ZipEntry {
    let name = Array(name.utf8)
    if case .range(let file, let offset, _) = source.origin {
      return try writer.add(
        name: name, contentsOf: file, at: offset, byteCount: source.byteCount, crc32: source.crc32,
        alignment: alignment, unixMode: ArchiveSink.mode)
    }
    let entry = try source.withBytesInMemory {
      try writer.add(
        name: name, bytes: $0, crc32: source.crc32, alignment: alignment, unixMode: ArchiveSink.mode)
    }
    guard let entry else { preconditionFailure("what is in no file is in memory") }
    return entry
  }

  mutating func keep(_ entries: [ForeignEntry]) throws {
    // In a folder, or in two bundles, there may be names that cannot be in one archive.
    try EntryNames.check(entries)
    for entry in entries { try keep(entry) }
  }

  private mutating func keep(_ entry: ForeignEntry) throws {
    let name = Array(entry.path.utf8)
    switch entry.content {
    case .folder: try writer.addFolder(name: name, unixMode: 0o755)
    case .entry(let entry, let archive): try writer.addCopy(of: entry, in: archive)
    case .file(let path):
      let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      try writer.add(name: name, contentsOf: file, byteCount: status.byteCount, unixMode: ArchiveSink.mode)
    case .range(let range):
      try writer.add(
        name: name, contentsOf: range.file, at: range.offset, byteCount: range.byteCount,
        unixMode: ArchiveSink.mode)
    }
  }

  mutating func storedBytes(of stored: PayloadIndex.Stored, at offset: UInt64, count: Int) throws -> [UInt8] {
    try writer.flush()
    return try output.bytes(at: stored.position + offset, count: count)
  }

  mutating func finish(manifest: PayloadSource) throws {
    _ = try add(manifest, named: BundleMark.manifestName, alignment: 1)
    _ = try writer.finish()
    try complete(output)
  }
}
