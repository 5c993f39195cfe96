package import ProfferFileSystem
import ZipArchives

/// The entries of a bundle: an archive, or a folder with the same layout.
protocol BundleStorage: Sendable {
  /// Whether it is a folder.
  var isFolder: Bool { get }
  /// The classes of users, other than the owner, that may read the bundle.
  func readers() throws -> FileReaders
  /// The text of `manifest.json`, with its checksum checked where one is stored.
  func manifest(limits: BundleLimits) throws -> [UInt8]
  /// Finds the bytes of a payload, which has the size and checksum that the manifest states.
  func stored(_ payload: BundledPayload) throws -> StoredPayload
  /// Refuses a payload that is missing, or has another size or checksum than the manifest states.
  func check(_ payload: BundledPayload) throws
  /// Refuses an entry below `items/` that the manifest does not name.
  func checkNoEntryIsUnnamed(_ isNamed: (_ path: String) -> Bool) throws
  /// Checks the rules of the storage itself that opening does not check.
  func checkWhole() throws
  /// The entries beside the mark, the manifest and `items/`; previews are among them.
  func otherEntries() throws -> [ForeignEntry]
}

extension BundleStorage {
  /// The entries that do not belong to the format: those that are also not the preview of an item.
  func foreignEntries(besidesPreviewsOf manifest: BundleManifest) throws -> [ForeignEntry] {
    let named = Set(manifest.items.lazy.compactMap { $0.preview.map { EntryPath($0.payload.path) } })
    let others = try otherEntries()
    return named.isEmpty ? others : others.filter { !named.contains(EntryPath($0.path)) }
  }
}

/// A part of a file.
struct FileRange: Sendable {
  let file: OpenFile
  let offset: UInt64
  let byteCount: UInt64

  func hasSameBytes(as other: FileRange) throws -> Bool {
    guard byteCount == other.byteCount else { return false }
    var done: UInt64 = 0
    while done < byteCount {
      let count = Int(min(byteCount - done, 1 << 20))
      guard
        try file.bytes(at: offset + done, count: count)
          == other.file.bytes(at: other.offset + done, count: count)
      else { return false }
      done += UInt64(count)
    }
    return true
  }
}

/// An entry that does not belong to the format; it is kept when the bundle is rewritten.
struct ForeignEntry: Sendable {
  enum Content: Sendable {
    case folder
    /// An entry of an archive.
    case entry(ZipEntry, in: OpenFile)
    /// A file of a bundle folder.
    case file(FilePath)
    /// A part of a file.
    case range(FileRange)
  }

  /// Its path in the bundle, without a slash at the end.
  let path: String
  let content: Content

  /// The length of a file; 0 for a folder.
  func byteCount() throws -> UInt64 {
    switch content {
    case .folder: 0
    case .entry(let entry, _): entry.byteCount
    case .file(let path): try FileStatus.of(path, followingLinks: false).byteCount
    case .range(let range): range.byteCount
    }
  }

  /// The bytes of a file; nil for a folder.
  private func bytes() throws -> FileRange? {
    switch content {
    case .folder: return nil
    case .entry(let entry, let archive):
      return FileRange(
        file: archive, offset: try StrictZipReader.payloadOffset(of: entry, in: archive),
        byteCount: entry.byteCount)
    case .file(let path):
      let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      return FileRange(file: file, offset: 0, byteCount: status.byteCount)
    case .range(let range): return range
    }
  }

  /// Its name in an archive, where that of a folder ends in a slash.
  var entryName: String {
    if case .folder = content { path + "/" } else { path }
  }

  /// Whether both are the same: two folders, or two files with the same bytes.
  func isEqual(to other: ForeignEntry) throws -> Bool {
    guard path == other.path else { return false }
    switch (try bytes(), try other.bytes()) {
    case (nil, nil): return true
    case (let mine?, let others?): return try mine.hasSameBytes(as: others)
    default: return false
    }
  }
}

/// The bytes of a payload on disk.
package struct StoredPayload: Sendable {
  /// The file that contains them: the archive, or a file of a bundle folder.
  package let file: OpenFile
  /// Where in the file they begin.
  package let offset: UInt64
  /// The manifest's statement about them.
  package let payload: BundledPayload

  private static let pieceByteCount = 1 << 20
  private static let stretchByteCount: UInt64 = 1 << 27

  /// Reads the bytes piece by piece and checks them.
  ///
  /// - Throws: ``BundleError/Code/checksumMismatch`` after the last piece when they are not what was packed; a caller
  ///   that writes them somewhere must then take them back.
  package func stream(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
    var checksum = CRC32()
    var buffer = [UInt8](
      repeating: 0, count: Int(min(UInt64(StoredPayload.pieceByteCount), payload.byteCount)))
    var position: UInt64 = 0
    while position < payload.byteCount {
      let wanted = Int(min(UInt64(buffer.count), payload.byteCount - position))
      try buffer.withUnsafeMutableBytes { bytes in
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted])
        guard try file.read(into: part, at: offset + position) == wanted else { throw mismatch }
        checksum.update(UnsafeRawBufferPointer(part))
        try receive(UnsafeRawBufferPointer(part))
      }
      position += UInt64(wanted)
    }
    if checksum.value != payload.crc32 { throw mismatch }
  }

  /// Reads all bytes and compares their checksum with the one that was packed.
  ///
  /// - Parameter didRead: called with the number of bytes that were read since the last call.
  package func verify(_ didRead: (UInt64) throws -> Void = { _ in }) throws {
    var checksum: UInt32 = 0
    try StoredPayload.stretches(of: payload.byteCount) { start, byteCount in
      let part = try CRC32.of(file, at: offset + start, byteCount: byteCount)
      checksum = CRC32.combining(checksum, part, byteCount: byteCount)
      try didRead(byteCount)
    }
    if checksum != payload.crc32 { throw mismatch }
  }

  /// Copies the bytes to the beginning of an empty file.
  ///
  /// The kernel copies where it can, after the bytes were read once for their checksum.
  ///
  /// - Parameter didCopy: called with the number of bytes that are done since the last call. The reading counts for one
  ///   half, and the copying for the other.
  package func copy(to destination: OpenFile, _ didCopy: (UInt64) throws -> Void = { _ in }) throws {
    try verify { try didCopy($0 / 2) }
    try StoredPayload.stretches(of: payload.byteCount) { start, byteCount in
      try destination.copy(from: file, at: offset + start, to: start, byteCount: byteCount)
      try didCopy(byteCount - byteCount / 2)
    }
  }

  /// Calls `body` with the beginning and length of each stretch of some bytes, which is long enough for all processors to
  /// share, and short enough that progress can be shown.
  static func stretches(
    of byteCount: UInt64, _ body: (_ start: UInt64, _ byteCount: UInt64) throws -> Void
  ) rethrows {
    var start: UInt64 = 0
    while start < byteCount {
      let count = min(byteCount - start, stretchByteCount)
      try body(start, count)
      start += count
    }
  }

  var mismatch: BundleError {
    BundleError(
      .checksumMismatch,
      "the bytes of \(payload.path) are not those that were packed; the bundle is damaged")
  }
}
