package import ProfferFileSystem

/// A reader for the directory of any zip archive, to identify the kind of file.
///
/// Data before or after the archive, comments, compressed entries and data descriptors are accepted,
/// and a damaged directory is read up to the damage. The result must not be trusted: another program
/// may find different entries in the same file.
package struct TolerantZipReader: Sendable {
  /// The entries in the order of the directory.
  ///
  /// Offsets are relative to the beginning of the file, even if data precedes the archive.
  package let entries: [ZipEntry]
  private let file: OpenFile

  /// Reads the directory.
  ///
  /// - Throws: `notAnArchive` if no directory is found, `limitExceeded` if it is too large.
  package init(_ file: OpenFile, limits: ZipLimits = .standard) throws(ZipError) {
    self.file = file
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    guard let end = try Self.endRecord(of: file, fileByteCount: fileByteCount) else {
      throw ZipError(.notAnArchive, "this is not a zip archive")
    }
    if end.records.directoryByteCount > limits.directoryByteCount {
      throw ZipError(
        .limitExceeded,
        "the directory has \(end.records.directoryByteCount) bytes; the limit is \(limits.directoryByteCount)"
      )
    }
    guard end.records.directoryByteCount <= end.offset else {
      throw ZipError(.directoryDisagrees, "the archive's directory does not fit into the file")
    }
    // The directory ends directly before its end record. The difference from its stated offset is the
    // length of the data before the archive.
    let directoryOffset = end.offset - end.records.directoryByteCount
    let lead =
      directoryOffset >= end.records.directoryOffset ? directoryOffset - end.records.directoryOffset : 0
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: directoryOffset, count: Int(end.records.directoryByteCount))
    }
    entries = bytes.withUnsafeBytes { bytes in
      var entries: [ZipEntry] = []
      var offset = 0
      while UInt64(entries.count) < limits.entryCount,
        let header = ZipHeader(directoryRecord: bytes.slice(offset, count: bytes.count - offset))
      {
        var entry = header.entry
        entry.headerOffset = entry.headerOffset &+ lead
        entries.append(entry)
        offset += header.byteCount
      }
      return entries
    }
  }

  /// Returns the first entry with exactly this name.
  package func entry(named name: [UInt8]) -> ZipEntry? { entries.first { $0.name == name } }

  /// Returns the offset of an entry's payload according to its local header.
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
  /// - Throws: `compressed` and `encrypted` for an entry that is not stored as plain bytes.
  package func prefix(of entry: ZipEntry, byteCount limit: Int) throws(ZipError) -> [UInt8] {
    if entry.isEncrypted { throw ZipError(.encrypted, "an entry is encrypted", entry: entry.name) }
    if !entry.isStored { throw ZipError(.compressed, "an entry is compressed", entry: entry.name) }
    let offset = try payloadOffset(of: entry)
    return try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: offset, count: Int(min(UInt64(max(0, limit)), entry.compressedByteCount)))
    }
  }
}

extension TolerantZipReader {
  /// Returns the last end record of a file with the numbers of its ZIP64 record, and the offset of the
  /// first of these records.
  static func endRecord(
    of file: OpenFile, fileByteCount: UInt64
  ) throws(ZipError) -> (records: ZipEndRecords, offset: UInt64)? {
    // The 16-bit length field limits the length of a comment.
    let longest = ZipFormat.endRecordByteCount + Int(ZipFormat.full16)
    let tailByteCount = Int(min(fileByteCount, UInt64(longest)))
    let tailOffset = fileByteCount - UInt64(tailByteCount)
    let tail = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: tailOffset, count: tailByteCount)
    }
    let found = tail.withUnsafeBytes { tail -> (record: ZipEndRecord, offset: UInt64)? in
      var offset = tail.count - ZipFormat.endRecordByteCount
      while offset >= 0 {
        // The first byte excludes nearly every position.
        if tail[offset] == 0x50,
          let record = ZipEndRecord(tail.slice(offset, count: tail.count - offset)),
          record.commentByteCount <= tail.count - offset - ZipFormat.endRecordByteCount
        {
          return (record, tailOffset + UInt64(offset))
        }
        offset -= 1
      }
      return nil
    }
    guard let (record, offset) = found else { return nil }
    if record.pointsToZip64, let found = try zip64Records(of: file, before: offset) { return found }
    return (ZipEndRecords(record), offset)
  }

  private static func zip64Records(
    of file: OpenFile, before offset: UInt64
  ) throws(ZipError) -> (records: ZipEndRecords, offset: UInt64)? {
    let byteCount = ZipFormat.zip64EndRecordByteCount + ZipFormat.zip64LocatorByteCount
    guard offset >= UInt64(byteCount) else { return nil }
    let start = offset - UInt64(byteCount)
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: start, count: byteCount)
    }
    // Its stated offset is wrong if data precedes the archive, so it is read from its usual position.
    return bytes.withUnsafeBytes { bytes in
      Zip64EndRecord(bytes).map {
        let records = ZipEndRecords(
          entryCount: $0.entryCount, directoryOffset: $0.directoryOffset,
          directoryByteCount: $0.directoryByteCount)
        return (records, start)
      }
    }
  }
}

extension TolerantZipReader {
  /// The entries of an archive without a directory, found by their local headers.
  package struct LocalEntries: Sendable {
    /// The entries whose local header and payload are complete, in the order of the file.
    package internal(set) var whole: [ZipEntry] = []
    /// The last entry if the file ends within its payload.
    package internal(set) var cut: ZipEntry?
    /// Whether the file ends within a local header, so that not even the name of the last entry is known.
    package internal(set) var endsInHeader = false
  }

  /// Finds entries without a directory: those whose local headers and payloads follow each other from the
  /// beginning of the file.
  ///
  /// These are the entries of an archive whose writing was interrupted. Checksums are not verified.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of entries.
  ///   - skippingDamage: whether to search for the next local header if the expected one is damaged. If
  ///     the damaged entry contains an archive, entries of that archive are found as well.
  package static func localEntries(
    of file: OpenFile, limit: Int = Int(ZipLimits.standard.entryCount), skippingDamage: Bool = false
  ) throws(ZipError) -> LocalEntries {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    var found = LocalEntries()
    var offset: UInt64 = 0
    while found.whole.count < limit, offset < fileByteCount {
      // If sizes follow the payload, they cannot be read without knowing where the payload ends.
      if let entry = try localEntry(at: offset, in: file), entry.flags & ZipFormat.dataDescriptorFlag == 0,
        let start = entry.payloadOffset, start <= fileByteCount
      {
        if entry.compressedByteCount <= fileByteCount - start {
          found.whole.append(entry)
          // If an entry is inside another entry's payload, either it is a part of that payload or the
          // payload's
          // stated size is wrong.
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

  /// Whether the rest of a file is the beginning of a local header.
  private static func endsInLocalHeader(
    at offset: UInt64, in file: OpenFile, _ fileByteCount: UInt64
  ) throws(ZipError) -> Bool {
    // The variable parts of a header have 16-bit lengths.
    let longest = UInt64(ZipFormat.localHeaderByteCount) + 2 * UInt64(UInt16.max)
    guard fileByteCount - offset < longest,
      let rest = try bytes(of: file, at: offset, atMost: Int(longest))
    else { return false }
    // Fewer bytes than a signature could also be the beginning of the directory.
    return rest.withUnsafeBytes { rest in
      rest.count >= 4 && rest.littleEndian(UInt32.self, at: 0) == ZipFormat.localHeaderSignature
        && ZipHeader.localHeaderByteCount(rest) ?? .max > rest.count
    }
  }

  /// Returns the offset of the next signature of a local header; nil if there is none.
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
      // The signature may be split at the end of the buffer.
      if count < step { return nil }
      position += UInt64(step - 3)
    }
    return nil
  }

  /// Returns the entry that the local header at an offset describes; nil if there is no complete header.
  static func localEntry(at offset: UInt64, in file: OpenFile) throws(ZipError) -> ZipEntry? {
    // Long enough for nearly every header, so that one read is sufficient.
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
