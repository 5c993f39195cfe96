package import FileSystem

/// Reads archives that leave no room for doubt: whatever program reads them finds the same entries.
///
/// There is one directory, at the end; entries are stored, not compressed or encrypted; nothing overlaps and
/// no byte belongs to nothing. Every other archive is refused, each time with a code that says why.
package enum StrictZipReader {
  /// Reads the directory and checks its shape.
  ///
  /// Local headers and payloads are not read.
  package static func directory(
    of file: OpenFile, limits: ZipLimits = .standard
  ) throws(ZipError) -> ZipDirectory {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    let end = try endRecords(of: file, fileByteCount: fileByteCount)
    if end.entryCount > limits.entryCount {
      throw ZipError(
        .limitExceeded, "the archive has \(end.entryCount) entries; the limit is \(limits.entryCount)")
    }
    if end.directoryByteCount > limits.directoryByteCount {
      throw ZipError(
        .limitExceeded,
        "the directory has \(end.directoryByteCount) bytes; the limit is \(limits.directoryByteCount)")
    }
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: end.directoryOffset, count: Int(end.directoryByteCount))
    }
    var entries = try entries(in: bytes, count: end.entryCount, limits: limits)
    try placePayloads(of: &entries, before: end.directoryOffset)
    return try ZipDirectory(
      entries: entries, directoryOffset: end.directoryOffset, directoryByteCount: end.directoryByteCount,
      endOffset: fileByteCount)
  }

  private static func entries(
    in bytes: [UInt8], count: UInt64, limits: ZipLimits
  ) throws(ZipError) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    entries.reserveCapacity(min(Int(clamping: count), bytes.count / ZipFormat.directoryRecordByteCount))
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ZipError) in
        var offset = 0
        while offset < bytes.count {
          guard let header = ZipHeader(directoryRecord: bytes.slice(offset, count: bytes.count - offset))
          else {
            throw ZipError(.directoryDisagrees, "the directory is not made of whole records")
          }
          try check(header, limits: limits)
          entries.append(header.entry)
          offset += header.byteCount
        }
      }
    }
    try result.get()
    if UInt64(entries.count) != count {
      throw ZipError(
        .directoryDisagrees, "the directory has \(entries.count) entries, but the end record says \(count)")
    }
    return entries
  }

  /// Works out from the offsets where each payload is: in an archive without gaps it ends where the next
  /// local header or the directory begins.
  private static func placePayloads(
    of entries: inout [ZipEntry], before directoryOffset: UInt64
  ) throws(ZipError) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.headerOffset < $1.headerOffset }
    let order =
      isSorted
      ? Array(entries.indices)
      : entries.indices.sorted { entries[$0].headerOffset < entries[$1].headerOffset }
    var expected: UInt64 = 0
    for (position, index) in order.enumerated() {
      let entry = entries[index]
      if position == 0 && entry.headerOffset != 0 {
        throw ZipError(.hiddenData, "there is something before the first entry")
      }
      let end = position + 1 < order.count ? entries[order[position + 1]].headerOffset : directoryOffset
      // Payload and header each fit into the file when they fit before the end, so nothing here overflows.
      let headerByteCount = UInt64(ZipFormat.localHeaderByteCount + entry.name.count)
      guard entry.headerOffset >= expected, entry.headerOffset <= end,
        entry.compressedByteCount <= end - entry.headerOffset,
        headerByteCount <= end - entry.headerOffset - entry.compressedByteCount
      else { throw ZipError(.overlappingEntries, "an entry overlaps what follows it", entry: entry.name) }
      let extraByteCount = end - entry.headerOffset - entry.compressedByteCount - headerByteCount
      guard extraByteCount <= UInt64(ZipFormat.full16) else {
        throw ZipError(.hiddenData, "bytes that belong to no entry follow an entry", entry: entry.name)
      }
      entries[index].payloadOffset = end - entry.compressedByteCount
      expected = end
    }
    if order.isEmpty && directoryOffset != 0 {
      throw ZipError(.hiddenData, "there is something before the directory, but no entry")
    }
  }
}
