package import ProfferFileSystem

/// A lenient reader for the directory of a zip archive, used to identify the type of a file.
///
/// Data before or after the archive, comments, compressed entries and data descriptors are accepted. A
/// damaged directory is read up to the damage. Do not trust the result: another program may find different
/// entries in the same file.
package struct TolerantZipReader: Sendable {
  /// The entries, in the order of the directory.
  ///
  /// Offsets are relative to the beginning of the file, even if other data precedes the archive.
  package let entries: [ZipEntry]
  private let file: OpenFile

  /// Reads the directory of a file, up to the maximum number of entries.
  ///
  /// - Throws: `notAnArchive` if the file has no end record; `directoryDisagrees` if the directory does not
  ///   fit into the file; `limitExceeded` if the directory is larger than the limit.
  package init(_ file: OpenFile, limits: ZipLimits = .standard) throws(ZipError) {
    self.file = file
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    guard let end = try Self.endRecord(of: file, fileByteCount: fileByteCount) else {
      throw ZipError(.notAnArchive, "this is not a zip archive")
    }
    if end.records.directoryByteCount > limits.directoryByteCount {
      throw ZipError(
        .limitExceeded,
        "the central directory has \(end.records.directoryByteCount) bytes; the limit is \(limits.directoryByteCount)"
      )
    }
    let directory = try end.records.directoryPlace(before: end.offset)
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: directory.offset, count: Int(end.records.directoryByteCount))
    }
    entries = bytes.withUnsafeBytes { bytes in
      var entries: [ZipEntry] = []
      var offset = 0
      while UInt64(entries.count) < limits.entryCount,
        let header = ZipHeader(directoryRecord: bytes.slice(offset, count: bytes.count - offset))
      {
        var entry = header.entry
        entry.headerOffset = entry.headerOffset &+ directory.leadByteCount
        entries.append(entry)
        offset += header.byteCount
      }
      return entries
    }
  }

  /// Returns the first entry with exactly this name.
  package func entry(named name: [UInt8]) -> ZipEntry? { entries.first { $0.name == name } }

  /// Returns the offset of an entry's payload, as determined by the entry's local header.
  package func payloadOffset(of entry: ZipEntry) throws(ZipError) -> UInt64 {
    guard let local = try Self.localEntry(at: entry.headerOffset, in: file), let offset = local.payloadOffset
    else {
      throw ZipError(.localHeaderDisagrees, "the local header of an entry is missing", entry: entry.name)
    }
    return offset
  }

  /// Returns the first bytes of a stored entry.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Throws: `compressed` or `encrypted` if the entry is not stored as plain bytes.
  package func prefix(of entry: ZipEntry, byteCount limit: Int) throws(ZipError) -> [UInt8] {
    if entry.isEncrypted { throw ZipError(.encrypted, "an entry is encrypted", entry: entry.name) }
    if !entry.isStored { throw ZipError(.compressed, "an entry is compressed", entry: entry.name) }
    let offset = try payloadOffset(of: entry)
    return try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: offset, count: Int(min(UInt64(max(0, limit)), entry.compressedByteCount)))
    }
  }

  /// Returns the first bytes of the content of a stored or deflated entry, up to the first damage.
  ///
  /// - Parameter limit: the maximum number of bytes to return, and also the maximum number of compressed
  ///   bytes to read.
  /// - Throws: `compressed` if the compression method is not supported; `encrypted` if the entry is
  ///   encrypted; `missingLibrary` if the entry is deflated and zlib is not installed.
  package func content(of entry: ZipEntry, atMost limit: Int) throws(ZipError) -> [UInt8] {
    try content(of: entry, atMost: limit, zlib: ZlibLibrary.installed)
  }

  func content(
    of entry: ZipEntry, atMost limit: Int, zlib: ZlibLibrary?
  ) throws(ZipError) -> [UInt8] {
    guard entry.method == ZipFormat.deflatedMethod, !entry.isEncrypted else {
      return try prefix(of: entry, byteCount: limit)
    }
    guard let zlib else { throw ZlibLibrary.missing(neededBy: ZipPackage.user) }
    var stored = entry
    stored.method = ZipFormat.storedMethod
    let compressed = try prefix(of: stored, byteCount: limit)
    return compressed.withUnsafeBytes { DeflateStream.prefix(of: $0, atMost: limit, zlib) }
  }
}

extension TolerantZipReader {
  /// Returns the values and the position of the end records of a file; nil if there is no end record.
  ///
  /// - Returns: the values of the last end record, and the offset at which the end records begin. If the last
  ///   end record refers to a ZIP64 end record, the values are those of the ZIP64 end record.
  static func endRecord(
    of file: OpenFile, fileByteCount: UInt64
  ) throws(ZipError) -> (records: ZipEndRecords, offset: UInt64)? {
    let tailByteCount = Int(min(fileByteCount, UInt64(ZipEndRecords.longestTail)))
    let tailOffset = fileByteCount - UInt64(tailByteCount)
    let tail = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: tailOffset, count: tailByteCount)
    }
    return tail.withUnsafeBytes { ZipEndRecords.last(in: $0) }.map {
      ($0.records, tailOffset + UInt64($0.offset))
    }
  }
}

extension TolerantZipReader {
  /// The entries of an archive that were found by their local headers, without a directory.
  package struct LocalEntries: Sendable {
    /// The entries with a complete local header and a complete payload, in the order of the file.
    package internal(set) var whole: [ZipEntry] = []
    /// The entry whose payload extends beyond the end of the file; nil if there is none.
    ///
    /// If there are several, this is the first one after the last complete entry.
    package internal(set) var cut: ZipEntry?
    /// Whether the file ends inside a local header; the name of the last entry is then unknown.
    package internal(set) var endsInHeader = false
  }

  /// Finds entries by their local headers, without using a directory.
  ///
  /// The first entry must begin at the start of the file, and each entry must directly follow the previous
  /// entry. This function finds the entries of an archive whose writing was interrupted. Checksums are not
  /// verified.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of entries.
  ///   - skippingDamage: whether to search for the next local header if the expected header is damaged. If a
  ///     damaged entry contains an archive, the entries of that archive are found as well.
  package static func localEntries(
    of file: OpenFile, limit: Int = Int(ZipLimits.standard.entryCount), skippingDamage: Bool = false
  ) throws(ZipError) -> LocalEntries {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    var found = LocalEntries()
    var offset: UInt64 = 0
    while found.whole.count < limit, offset < fileByteCount {
      // If the sizes are in a data descriptor after the payload, the end of the payload is unknown.
      if let entry = try localEntry(at: offset, in: file), entry.flags & ZipFormat.dataDescriptorFlag == 0,
        let start = entry.payloadOffset, start <= fileByteCount
      {
        if entry.compressedByteCount <= fileByteCount - start {
          found.whole.append(entry)
          // If `cut` is set, this entry begins inside the payload of `cut`. Either this entry is a part of
          // that payload, or the stated size of that payload is wrong.
          found.cut = nil
          offset = start + entry.compressedByteCount
          continue
        }
        found.cut = found.cut ?? entry
      } else if found.cut == nil {
        found.endsInHeader = try endsInLocalHeader(at: offset, in: file, fileByteCount)
      }
      guard skippingDamage, let next = try localSignature(after: offset, in: file, fileByteCount) else {
        break
      }
      offset = next
    }
    return found
  }

  /// Returns whether the rest of a file is an incomplete local header.
  private static func endsInLocalHeader(
    at offset: UInt64, in file: OpenFile, _ fileByteCount: UInt64
  ) throws(ZipError) -> Bool {
    // The two variable parts of a header have 16-bit lengths.
    let longest = UInt64(ZipFormat.localHeaderByteCount) + 2 * UInt64(UInt16.max)
    guard fileByteCount - offset < longest,
      let rest = try bytes(of: file, at: offset, atMost: Int(longest))
    else { return false }
    // If fewer bytes than a signature remain, they could also be the beginning of the directory.
    return rest.withUnsafeBytes { rest in
      rest.count >= 4 && rest.littleEndian(UInt32.self, at: 0) == ZipFormat.localHeaderSignature
        && ZipHeader.localHeaderByteCount(rest) ?? .max > rest.count
    }
  }

  /// Returns the offset of the first local header signature after an offset; nil if there is none.
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
      // A signature may be split at the end of the buffer, so the next buffer overlaps this buffer.
      if count < step { return nil }
      position += UInt64(step - 3)
    }
    return nil
  }

  /// Returns the entry described by the local header at an offset; nil if there is no complete header.
  static func localEntry(at offset: UInt64, in file: OpenFile) throws(ZipError) -> ZipEntry? {
    // Nearly every header fits into this many bytes, so one read is usually sufficient.
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
