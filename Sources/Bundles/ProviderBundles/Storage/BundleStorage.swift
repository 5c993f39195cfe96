package import ProfferFileSystem
import ZipArchives

/// The entries of a bundle, which is an archive or a folder with the same layout.
protocol BundleStorage: Sendable {
  /// Whether the bundle is a folder.
  var isFolder: Bool { get }
  /// Returns the classes of users, other than the owner, that may read the bundle.
  func readers() throws -> FileReaders
  /// Returns the text of `manifest.json`; throws if a stored checksum differs from the checksum of the text.
  func manifest(limits: BundleLimits) throws -> [UInt8]
  /// Returns the location of a payload's bytes; throws if the size or a stored checksum differs from the
  /// manifest.
  func stored(_ payload: BundledPayload) throws -> StoredPayload
  /// Throws unless the entries agree with the items of the manifest.
  ///
  /// A payload of the items must exist, and its size and a stored checksum must be those in the manifest. If the
  /// manifest gives two sizes or checksums for an entry, any error can be thrown.
  ///
  /// - Parameter areAll: whether these are all items of the bundle. The manifest must then name every entry below
  ///   `items/`.
  func check(_ items: [BundledItem], areAll: Bool) throws
  /// Checks the rules of the storage that are not checked when the bundle is opened.
  func checkWhole() throws
  /// Returns all entries, including previews, except the mark, the manifest and the entries below `items/`.
  func otherEntries() throws -> [ForeignEntry]
}

extension BundleStorage {
  /// Returns the entries that do not belong to the format; the preview of an item belongs to the format.
  func foreignEntries(besidesPreviewsOf manifest: BundleManifest) throws -> [ForeignEntry] {
    let named = Set(manifest.items.lazy.compactMap { $0.preview.map { EntryPath($0.payload.path) } })
    let others = try otherEntries()
    return named.isEmpty ? others : others.filter { !named.contains(EntryPath($0.path)) }
  }
}

/// A range of bytes in a file.
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

/// An entry that does not belong to the format but is kept when the bundle is rewritten.
struct ForeignEntry: Sendable {
  enum Content: Sendable {
    case folder
    /// An entry of an archive.
    case entry(ZipEntry, in: OpenFile)
    /// A file of a bundle folder.
    case file(FilePath)
    /// A range of bytes in a file.
    case range(FileRange)
  }

  /// The path of the entry in the bundle, without a slash at the end.
  let path: String
  let content: Content

  /// Returns the length of a file in bytes; 0 for a folder.
  func byteCount() throws -> UInt64 {
    switch content {
    case .folder: 0
    case .entry(let entry, _): entry.byteCount
    case .file(let path): try FileStatus.of(path, followingLinks: false).byteCount
    case .range(let range): range.byteCount
    }
  }

  /// Returns the location of a file's bytes; nil for a folder.
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

  /// The name of the entry in an archive, in which the name of a folder ends in a slash.
  var entryName: String {
    if case .folder = content { path + "/" } else { path }
  }

  /// Returns whether two entries have the same path, and both are folders or both are files with the same
  /// bytes.
  func isEqual(to other: ForeignEntry) throws -> Bool {
    guard path == other.path else { return false }
    switch (try bytes(), try other.bytes()) {
    case (nil, nil): return true
    case (let mine?, let others?): return try mine.hasSameBytes(as: others)
    default: return false
    }
  }
}

/// The location of a payload's bytes on disk.
package struct StoredPayload: Sendable {
  /// The file that contains the bytes: the archive, or a file of a bundle folder.
  package let file: OpenFile
  /// The offset in the file at which the bytes begin.
  package let offset: UInt64
  /// The path, size and checksum of the bytes, as the manifest states them.
  package let payload: BundledPayload

  private static let pieceByteCount = 1 << 20
  private static let stretchByteCount: UInt64 = 1 << 27

  /// Reads the bytes in chunks and compares their checksum with the manifest.
  ///
  /// - Throws: ``BundleError/Code/checksumMismatch``, possibly only after the last chunk, if the bytes have
  ///   changed since they were packed. A caller that wrote the bytes somewhere must then discard them.
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

  /// Reads all bytes and compares their checksum with the manifest.
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

  /// Verifies the bytes and copies them to the beginning of an empty file.
  ///
  /// The bytes are read once for their checksum. After that, the kernel copies them if possible.
  ///
  /// - Parameter didCopy: called with the number of bytes that were processed since the last call. One half
  ///   of the bytes is counted for reading, and the other half for copying.
  package func copy(to destination: OpenFile, _ didCopy: (UInt64) throws -> Void = { _ in }) throws {
    try verify { try didCopy($0 / 2) }
    try StoredPayload.stretches(of: payload.byteCount) { start, byteCount in
      try destination.copy(from: file, at: offset + start, to: start, byteCount: byteCount)
      try didCopy(byteCount - byteCount / 2)
    }
  }

  /// Divides a number of bytes into stretches and calls `body` with the start and the length of each stretch.
  ///
  /// A stretch is long enough to be shared by all processors, and short enough for progress to be reported
  /// after it.
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
      "the bytes of \(payload.path) have changed since they were packed; the bundle is damaged")
  }
}
