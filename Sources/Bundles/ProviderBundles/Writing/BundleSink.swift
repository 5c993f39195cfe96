import Foundation
import ProfferFileSystem
import ZipArchives

// Payloads of an archive are aligned and not compressed. A payload that begins at a multiple of the page size
// can be mapped. If the file system shares extents (XFS, btrfs), `copy_file_range` at such an offset makes
// both files refer to the same blocks. Packing and extracting a file of any size then writes no payload
// bytes. To make this possible, the sink receives a long file as a range of that file, and not as bytes.
//
// The padding consists of zeros in the local header's extra field, which other zip tools skip. A page of
// padding is small in comparison with 16 KiB, but large in comparison with shorter payloads. Shorter payloads
// are therefore aligned only to a cache line.

/// Stores the entries of a bundle in an archive or in a folder.
protocol BundleSink {
  /// Restricts access to the new bundle to the given readers and the owner.
  ///
  /// Called before content that other users may not read is stored. If the new bundle replaces an old bundle,
  /// the new bundle gets the old bundle's permissions at the end.
  func limitAccess(to readers: FileReaders) throws
  /// Stores the bytes of a source under a path.
  ///
  /// - Parameter written: called with the number of bytes that were stored since the last call.
  /// - Returns: the checksum of the bytes, and their position for ``storedBytes(of:at:count:)``.
  mutating func store(
    _ source: PayloadSource, at path: String, _ written: (UInt64) throws -> Void
  ) throws -> (crc32: UInt32, position: UInt64)
  /// Reads some of the bytes of a stored payload.
  mutating func storedBytes(of stored: PayloadIndex.Stored, at offset: UInt64, count: Int) throws -> [UInt8]
  /// Stores foreign entries.
  ///
  /// - Throws: a ``BundleError`` if the reader would reject an entry.
  mutating func keep(_ entries: [ForeignEntry]) throws
  /// Stores the manifest, flushes the bundle to disk, and moves the bundle to its destination.
  mutating func finish(manifest: PayloadSource) throws
}

/// Writes a bundle as a zip archive.
struct ArchiveSink: BundleSink {
  /// The Unix mode of every file entry: a regular file.
  ///
  /// Some tools read names as UTF-8 only if the archive states Unix modes.
  private static let mode: UInt16 = 0o100644

  /// Returns the alignment of a payload's first byte.
  private static func alignment(byteCount: UInt64) -> Int { byteCount >= 16_384 ? 4096 : 64 }

  private var writer: ZipWriter
  private let output: OpenFile
  private let complete: (OpenFile) throws -> Void

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - output: an empty file, which becomes the archive.
  ///   - spoolFolder: the folder for temporary files, which is used for a long directory.
  ///   - complete: moves the finished archive to its destination.
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

  func limitAccess(to readers: FileReaders) throws { try output.limitAccess(to: readers) }

  mutating func store(
    _ source: PayloadSource, at path: String, _ written: (UInt64) throws -> Void
  ) throws -> (crc32: UInt32, position: UInt64) {
    let entry = try add(
      source, named: path, alignment: ArchiveSink.alignment(byteCount: source.byteCount), written)
    guard let position = entry.payloadOffset else {
      preconditionFailure("a writer knows the offset of its entry")
    }
    return (entry.crc32, position)
  }

  private mutating func add(
    _ source: PayloadSource, named name: String, alignment: Int, _ written: (UInt64) throws -> Void
  ) throws -> ZipEntry {
    let name = Array(name.utf8)
    if case .range(let file, let offset, _) = source.origin {
      var refusal: (any Error)?
      let entry = try writer.add(
        name: name, contentsOf: file, at: offset, byteCount: source.byteCount, crc32: source.crc32,
        alignment: alignment, unixMode: ArchiveSink.mode
      ) { byteCount in
        // This closure cannot throw, so an error of `written` is thrown after the entry was added.
        do { if refusal == nil { try written(byteCount) } } catch { refusal = error }
      }
      if let refusal { throw refusal }
      return entry
    }
    let entry = try source.withBytesInMemory {
      try writer.add(
        name: name, bytes: $0, crc32: source.crc32, alignment: alignment, unixMode: ArchiveSink.mode)
    }
    guard let entry else { preconditionFailure("a source is a range of a file or in memory") }
    try written(source.byteCount)
    return entry
  }

  mutating func keep(_ entries: [ForeignEntry]) throws {
    // The entries of a folder, or of two bundles, may have names that are ambiguous in a single archive.
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
    _ = try add(manifest, named: BundleMark.manifestName, alignment: 1) { _ in }
    _ = try writer.finish()
    try complete(output)
  }
}

/// Writes a bundle as a folder with the same layout.
struct FolderSink: BundleSink {
  private let folder: FolderReplacement
  private let willReplace: ((FilePath) throws -> Void)?
  /// Some of the folders that already exist.
  ///
  /// Entries are stored folder by folder, so it is enough to remember a few folders.
  private var made: Set<FilePath> = []
  private static let rememberedCount = 1024

  /// Begins a folder.
  ///
  /// - Parameter willReplace: called with the folder's path before the folder is moved to its destination.
  init(_ folder: FolderReplacement, willReplace: ((FilePath) throws -> Void)? = nil) throws {
    self.folder = folder
    self.willReplace = willReplace
    made = [folder.path]
    try write(PayloadSource(Data(BundleMark.content.utf8)), to: create(BundleMark.name))
  }

  func limitAccess(to readers: FileReaders) throws { try folder.contents.limitAccess(to: readers) }

  mutating func store(
    _ source: PayloadSource, at path: String, _ written: (UInt64) throws -> Void
  ) throws -> (crc32: UInt32, position: UInt64) {
    var source = source
    let crc32 = try source.checksum()
    try write(source, to: create(path), written)
    return (crc32, 0)
  }

  private func write(
    _ source: PayloadSource, to file: OpenFile, _ written: (UInt64) throws -> Void = { _ in }
  ) throws {
    if case .range(let origin, let offset, _) = source.origin {
      try StoredPayload.stretches(of: source.byteCount) { start, byteCount in
        try folder.naming { () throws(FileSystemError) in
          try file.copy(from: origin, at: offset + start, to: start, byteCount: byteCount)
        }
        try written(byteCount)
      }
      return
    }
    try folder.naming { () throws(FileSystemError) in
      try source.withBytesInMemory { bytes in
        Result { () throws(FileSystemError) in try file.write(bytes, at: 0) }
      }?.get()
    }
    try written(source.byteCount)
  }

  mutating func keep(_ entries: [ForeignEntry]) throws {
    for entry in entries { try keep(entry) }
  }

  private mutating func keep(_ entry: ForeignEntry) throws {
    switch entry.content {
    case .folder:
      let place = try place(of: entry.path)
      _ = try folder.naming { () throws(FileSystemError) in try Folder.createWithParents(place) }
    case .entry(let entry, let archive):
      let offset = try StrictZipReader.payloadOffset(of: entry, in: archive)
      let file = try create(String(decoding: entry.name, as: UTF8.self))
      try folder.naming { () throws(FileSystemError) in
        try file.copy(from: archive, at: offset, to: 0, byteCount: entry.byteCount)
      }
    case .file(let path):
      let (origin, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      try keep(FileRange(file: origin, offset: 0, byteCount: status.byteCount), at: entry.path)
    case .range(let range): try keep(range, at: entry.path)
    }
  }

  private mutating func keep(_ range: FileRange, at path: String) throws {
    let file = try create(path)
    try folder.naming { () throws(FileSystemError) in
      try file.copy(from: range.file, at: range.offset, to: 0, byteCount: range.byteCount)
    }
  }

  /// Creates the file of an entry, and the folders that contain the file.
  private mutating func create(_ path: String) throws -> OpenFile {
    let destination = try place(of: path)
    if made.count > FolderSink.rememberedCount { made = [folder.path] }
    if made.insert(destination.parent).inserted {
      _ = try folder.naming { () throws(FileSystemError) in try Folder.createWithParents(destination.parent) }
    }
    return try folder.naming { () throws(FileSystemError) in try OpenFile.creating(destination) }
  }

  func storedBytes(of stored: PayloadIndex.Stored, at offset: UInt64, count: Int) throws -> [UInt8] {
    try OpenFile.readingRegular(place(of: stored.payload.path), followingLinks: false).bytes(
      at: offset, count: count)
  }

  mutating func finish(manifest: PayloadSource) throws {
    try write(manifest, to: create(BundleMark.manifestName))
    if let willReplace { try willReplace(folder.prepare()) }
    try folder.commit()
  }

  private func place(of path: String) throws -> FilePath {
    try FolderStorage.place(of: path, in: folder.path)
  }
}
