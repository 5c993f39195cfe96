package import FileSystem

extension TolerantZipReader {
  /// The entries that can be found without a directory: those from the beginning of the file whose local
  /// header and payload are whole and follow each other.
  ///
  /// This is what is left of an archive whose writing was interrupted. Checksums are not checked.
  ///
  /// - Parameter limit: how many at most.
  package static func localEntries(
    of file: OpenFile, limit: Int = Int(ZipLimits.standard.entryCount)
  ) throws(ZipError) -> [ZipEntry] {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    var entries: [ZipEntry] = []
    var offset: UInt64 = 0
    while entries.count < limit, let entry = try localEntry(at: offset, in: file) {
      // Sizes that follow the payload cannot be found without knowing where it ends.
      guard entry.flags & ZipFormat.dataDescriptorFlag == 0, let start = entry.payloadOffset,
        start <= fileByteCount,
        entry.compressedByteCount <= fileByteCount - start
      else { break }
      entries.append(entry)
      offset = start + entry.compressedByteCount
    }
    return entries
  }

  /// The entry as the local header at an offset describes it; nil when no whole header is there.
  static func localEntry(at offset: UInt64, in file: OpenFile) throws(ZipError) -> ZipEntry? {
    // Long enough for nearly every header, so that one reading is enough.
    guard let head = try bytes(of: file, at: offset, atMost: 512) else { return nil }
    guard let byteCount = head.withUnsafeBytes({ ZipHeader.localHeaderByteCount($0) }) else { return nil }
    let whole = byteCount <= head.count ? head : try bytes(of: file, at: offset, atMost: byteCount)
    return whole?.withUnsafeBytes { ZipHeader(localHeader: $0, at: offset)?.entry }
  }

  private static func bytes(
    of file: OpenFile, at offset: UInt64, atMost count: Int
  ) throws(ZipError) -> [UInt8]? {
    try ZipError.withFile { () throws(FileSystemError) in
      let fileByteCount = try file.status().byteCount
      if offset >= fileByteCount { return nil }
      return try file.bytes(at: offset, count: Int(min(UInt64(count), fileByteCount - offset)))
    }
  }
}
