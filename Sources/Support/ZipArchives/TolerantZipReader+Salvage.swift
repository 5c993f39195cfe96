package import FileSystem

extension TolerantZipReader {
  /// The entries that can be found without a directory: those from the beginning of the file whose local
  /// header and payload are whole and follow each other.
  ///
  /// This is what is left of an archive whose writing was interrupted. Checksums are not checked.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - skippingDamage: whether to look for the next local header where something else stands in the place of
  ///     one. An archive in a payload whose own header is damaged gives its entries as well.
  package static func localEntries(
    of file: OpenFile, limit: Int = Int(ZipLimits.standard.entryCount), skippingDamage: Bool = false
  ) throws(ZipError) -> [ZipEntry] {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    var entries: [ZipEntry] = []
    var offset: UInt64 = 0
    while entries.count < limit {
      // Sizes that follow the payload cannot be found without knowing where it ends.
      if let entry = try localEntry(at: offset, in: file), entry.flags & ZipFormat.dataDescriptorFlag == 0,
        let start = entry.payloadOffset, start <= fileByteCount,
        entry.compressedByteCount <= fileByteCount - start
      {
        entries.append(entry)
        offset = start + entry.compressedByteCount
      } else if skippingDamage, let next = try localSignature(after: offset, in: file, fileByteCount) {
        offset = next
      } else {
        break
      }
    }
    return entries
  }

  /// Where the next bytes stand that a local header begins with; nil when there are none.
  private static func localSignature(
    after offset: UInt64, in file: OpenFile, _ fileByteCount: UInt64
  ) throws(ZipError) -> UInt64? {
    let step = 1 << 18
    var position = offset + 1
    while position < fileByteCount {
      let count = Int(min(UInt64(step), fileByteCount - position))
      let bytes = try ZipError.withFile { () throws(FileSystemError) in
        try file.bytes(at: position, count: count)
      }
      let found = bytes.withUnsafeBytes { bytes in
        (0..<max(0, bytes.count - 3)).first {
          bytes[$0] == 0x50 && bytes.littleEndian(UInt32.self, at: $0) == ZipFormat.localHeaderSignature
        }
      }
      if let found { return position + UInt64(found) }
      // The signature may be cut by the end of what was read.
      if count < step { return nil }
      position += UInt64(step - 3)
    }
    return nil
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
