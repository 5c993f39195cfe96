package import ProfferFileSystem

/// A reader for archives that all programs interpret identically; it rejects all other archives.
///
/// A zip archive describes its entries twice: in a local header before each payload, and in the directory at
/// the end. Some programs read the local headers from the front, some read the directory from the end, and
/// some search for either. An archive can therefore show different contents to a scanner and to an unpacker.
/// This reader accepts an archive only if all these methods find the same entries. It rejects all other
/// archives with a specific error code.
///
/// Invariants of an accepted archive, each with its error code:
///
/// - The file consists of entries, directory and end records, in this order, and every byte belongs to
///   exactly one of them. No data precedes the first entry, follows the end record or lies between two
///   parts (`hiddenData`, `trailingData`, `overlappingEntries`). The only bytes without meaning are the
///   zeros of padding blocks, which align payloads.
/// - There is one end record, at the end of the file, without a comment. ZIP64 records exist only if a number
///   requires them, and agree with the plain end record (`severalEndRecords`, `zip64Contradiction`).
/// - Payloads are stored without compression and encryption. The sizes are in the headers, not in a data
///   descriptor after the payload (`compressed`, `encrypted`, `dataDescriptor`).
/// - A local header has the same fields as its directory record (`localHeaderDisagrees`). Neither has an
///   extra field that gives the entry another name or content in some programs (`forbiddenExtraField`).
/// - Names are safe, unique and valid UTF-8 (``ZipEntryName``).
///
/// Because entries follow each other without gaps, the directory alone determines the offset of every
/// payload: it is the offset of the next header minus the payload's length. Opening an archive therefore
/// reads only its end and its directory. A local header is read when its payload is requested, and only
/// ``checkAll(_:of:)`` reads all local headers. Without these checks, the reader would be half as long, but
/// it would accept archives with overlapping payloads. Such archives can expand without limit when they are
/// unpacked.
package enum StrictZipReader {
  /// Reads the directory and checks its structure, without reading local headers and payloads.
  package static func directory(
    of file: OpenFile, limits: ZipLimits = .standard
  ) throws(ZipError) -> ZipDirectory {
    let fileByteCount = try ZipError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    let end = try endRecords(of: file, fileByteCount: fileByteCount)
    if end.entryCount > limits.entryCount {
      throw ZipError(
        .limitExceeded, "the archive has \(end.entryCount) entries; the limit is \(limits.entryCount)")
    }
    let longest = min(limits.directoryByteCount, ZipDirectory.longestByteCount)
    if end.directoryByteCount > longest {
      throw ZipError(
        .limitExceeded, "the central directory has \(end.directoryByteCount) bytes; the limit is \(longest)")
    }
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: end.directoryOffset, count: Int(end.directoryByteCount))
    }
    var slots = try slots(of: bytes, count: end.entryCount, limits: limits)
    try placePayloads(of: &slots, in: bytes, before: end.directoryOffset)
    return try ZipDirectory(
      bytes: bytes, slots: slots, directoryOffset: end.directoryOffset, endOffset: fileByteCount)
  }

  private static func slots(
    of bytes: [UInt8], count: UInt64, limits: ZipLimits
  ) throws(ZipError) -> [ZipDirectory.Slot] {
    var slots: [ZipDirectory.Slot] = []
    slots.reserveCapacity(min(Int(clamping: count), bytes.count / ZipFormat.directoryRecordByteCount))
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ZipError) in
        var offset = 0
        while offset < bytes.count {
          guard let header = ZipHeader(directoryRecord: bytes.slice(offset, count: bytes.count - offset))
          else {
            throw ZipEndRecord(bytes.slice(offset, count: bytes.count - offset)) == nil
              ? ZipError(.directoryDisagrees, "the central directory contains an incomplete record")
              : severalEndRecords
          }
          try check(header, limits: limits)
          slots.append(
            ZipDirectory.Slot(
              recordOffset: offset, nameByteCount: header.name.count,
              headerOffset: header.fields.headerOffset, byteCount: header.fields.byteCount, payloadOffset: 0))
          offset += header.byteCount
        }
      }
    }
    try result.get()
    if UInt64(slots.count) != count {
      throw ZipError(
        .directoryDisagrees,
        "the central directory has \(slots.count) entries, but the end record states \(count)")
    }
    return slots
  }

  /// Computes the offset of each payload from the offsets of the local headers.
  ///
  /// Because there are no gaps, a payload ends where the next local header or the directory begins.
  private static func placePayloads(
    of slots: inout [ZipDirectory.Slot], in bytes: [UInt8], before directoryOffset: UInt64
  ) throws(ZipError) {
    func name(of slot: ZipDirectory.Slot) -> ArraySlice<UInt8> {
      let start = slot.recordOffset + ZipFormat.directoryRecordByteCount
      return bytes[start..<start + slot.nameByteCount]
    }
    func headerByteCount(of slot: ZipDirectory.Slot) -> UInt64 {
      UInt64(ZipFormat.localHeaderByteCount + slot.nameByteCount)
    }
    for slot in slots {
      guard slot.headerOffset < directoryOffset,
        headerByteCount(of: slot) <= directoryOffset - slot.headerOffset
      else {
        throw ZipError(
          .offsetOutOfBounds, "an entry begins after the end of all entries", entry: name(of: slot))
      }
      guard slot.byteCount <= directoryOffset - slot.headerOffset - headerByteCount(of: slot) else {
        throw ZipError(
          .sizeOutOfBounds, "an entry states a size that is larger than its data", entry: name(of: slot))
      }
    }
    let isSorted = (1..<max(1, slots.count)).allSatisfy {
      slots[$0 - 1].headerOffset < slots[$0].headerOffset
    }
    let order =
      isSorted
      ? Array(slots.indices)
      : slots.indices.sorted { slots[$0].headerOffset < slots[$1].headerOffset }
    var expected: UInt64 = 0
    for (position, number) in order.enumerated() {
      let slot = slots[number]
      if position == 0 && slot.headerOffset != 0 {
        throw ZipError(.hiddenData, "there is data before the first entry")
      }
      let end = position + 1 < order.count ? slots[order[position + 1]].headerOffset : directoryOffset
      // The checks above ensure that each entry ends before the directory, so these sums do not overflow.
      let byteCount = headerByteCount(of: slot) + slot.byteCount
      guard slot.headerOffset >= expected, slot.headerOffset <= end, byteCount <= end - slot.headerOffset
      else {
        throw ZipError(
          .overlappingEntries, "an entry overlaps the data that follows it", entry: name(of: slot))
      }
      guard end - slot.headerOffset - byteCount <= UInt64(ZipFormat.full16) else {
        throw hiddenBytes(after: name(of: slot))
      }
      slots[number].payloadOffset = end - slot.byteCount
      expected = end
    }
    if order.isEmpty && directoryOffset != 0 {
      throw ZipError(.hiddenData, "there is data before the central directory, but no entry")
    }
  }
}

extension StrictZipReader {
  /// Reads the end records and checks that the file ends with the directory and the end records, without
  /// gaps.
  static func endRecords(of file: OpenFile, fileByteCount: UInt64) throws(ZipError) -> ZipEndRecords {
    let tailByteCount = Int(min(fileByteCount, longestTail))
    let tail = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: fileByteCount - UInt64(tailByteCount), count: tailByteCount)
    }
    let result = tail.withUnsafeBytes { tail in
      Result { () throws(ZipError) in
        let endOffset = tailByteCount - ZipFormat.endRecordByteCount
        guard endOffset >= 0,
          let record = ZipEndRecord(tail.slice(endOffset, count: ZipFormat.endRecordByteCount))
        else { throw try missingEndRecord(file, fileByteCount: fileByteCount) }
        guard record.commentByteCount == 0 else {
          throw ZipError(.trailingData, "the end record states a comment that is missing")
        }
        guard record.disk == 0, record.directoryDisk == 0 else { throw severalDisks }
        guard record.entryCountOnDisk == record.entryCount else {
          throw ZipError(.directoryDisagrees, "the end record states two different numbers of entries")
        }
        let (records, start) =
          record.pointsToZip64
          ? try zip64Records(tail, before: endOffset, fileByteCount: fileByteCount, record)
          : (ZipEndRecords(record), fileByteCount - UInt64(ZipFormat.endRecordByteCount))
        try checkPlace(of: records, before: start, tail, of: file, fileByteCount: fileByteCount)
        if !record.pointsToZip64 { try checkNoLocator(tail, before: endOffset) }
        return records
      }
    }
    return try result.get()
  }

  /// The length in bytes of the end record and the ZIP64 records that can precede it.
  private static let longestTail = UInt64(
    ZipFormat.endRecordByteCount + ZipFormat.zip64LocatorByteCount + ZipFormat.zip64EndRecordByteCount)

  /// The error for an archive that programs can read in two ways, because it has two end records.
  static var severalEndRecords: ZipError { ZipError(.severalEndRecords, "the archive has two end records") }

  private static var severalDisks: ZipError {
    ZipError(.severalDisks, "the archive is split into several parts")
  }

  /// Throws if there is a ZIP64 locator although the end record does not refer to ZIP64 records.
  ///
  /// Many programs use such a locator, whatever the end record states.
  private static func checkNoLocator(
    _ tail: UnsafeRawBufferPointer, before endOffset: Int
  ) throws(ZipError) {
    let offset = endOffset - ZipFormat.zip64LocatorByteCount
    if offset >= 0, Zip64Locator(tail.slice(offset, count: ZipFormat.zip64LocatorByteCount)) != nil {
      throw ZipError(.zip64Contradiction, "the archive has unreferenced ZIP64 records")
    }
  }

  private static func zip64Records(
    _ tail: UnsafeRawBufferPointer, before endOffset: Int, fileByteCount: UInt64, _ record: ZipEndRecord
  ) throws(ZipError) -> (ZipEndRecords, start: UInt64) {
    let locatorOffset = endOffset - ZipFormat.zip64LocatorByteCount
    let recordOffset = locatorOffset - ZipFormat.zip64EndRecordByteCount
    guard recordOffset >= 0,
      let locator = Zip64Locator(tail.slice(locatorOffset, count: ZipFormat.zip64LocatorByteCount)),
      let record64 = Zip64EndRecord(tail.slice(recordOffset, count: ZipFormat.zip64EndRecordByteCount))
    else {
      throw ZipError(.zip64Contradiction, "the end record points to ZIP64 records that do not precede it")
    }
    guard locator.disk == 0, locator.diskCount == 1, record64.disk == 0, record64.directoryDisk == 0 else {
      throw severalDisks
    }
    let start = fileByteCount - UInt64(tail.count - recordOffset)
    let records = ZipEndRecords(
      entryCount: record64.entryCount, directoryOffset: record64.directoryOffset,
      directoryByteCount: record64.directoryByteCount)
    guard locator.recordOffset == start,
      record64.byteCountAfter == UInt64(ZipFormat.zip64EndRecordByteCount - 12),
      record64.entryCountOnDisk == record64.entryCount,
      (record64.versionNeeded & 0xFF) <= ZipFormat.zip64Version,
      record.entryCount == UInt16(clamping: records.entryCount),
      record.directoryByteCount == ZipFormat.field32(records.directoryByteCount),
      record.directoryOffset == ZipFormat.field32(records.directoryOffset)
    else { throw ZipError(.zip64Contradiction, "the ZIP64 records and the end record contradict each other") }
    return (records, start)
  }

  /// Throws unless the directory ends where the end records begin.
  private static func checkPlace(
    of records: ZipEndRecords, before start: UInt64, _ tail: UnsafeRawBufferPointer, of file: OpenFile,
    fileByteCount: UInt64
  ) throws(ZipError) {
    let (end, overflow) = records.directoryOffset.addingReportingOverflow(records.directoryByteCount)
    if !overflow && end == start { return }
    if overflow || end > start {
      throw ZipError(
        .directoryDisagrees,
        "according to the end record, the central directory extends beyond the end record")
    }
    if try hasEndRecord(file, before: start) { throw severalEndRecords }
    // The bytes between the directory and the end records may be ZIP64 records that other programs would use.
    let gap = Int(clamping: fileByteCount - end)
    if gap <= tail.count {
      let rest = tail.slice(tail.count - gap, count: gap)
      if Zip64EndRecord(rest) != nil || Zip64Locator(rest) != nil {
        throw ZipError(.zip64Contradiction, "the archive has unreferenced ZIP64 records")
      }
    }
    throw ZipError(.directoryDisagrees, "the central directory does not end where the end record begins")
  }

  /// Returns whether the file has an earlier end record that directly follows the directory it describes.
  private static func hasEndRecord(_ file: OpenFile, before start: UInt64) throws(ZipError) -> Bool {
    let longest = UInt64(ZipFormat.endRecordByteCount) + UInt64(ZipFormat.full16)
    let count = Int(min(start, longest))
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: start - UInt64(count), count: count)
    }
    return bytes.withUnsafeBytes { bytes in
      bytes.indices.contains { offset in
        guard bytes[offset] == 0x50, let record = ZipEndRecord(bytes.slice(offset, count: count - offset))
        else { return false }
        let place = start - UInt64(count - offset)
        return UInt64(record.directoryOffset) + UInt64(record.directoryByteCount) == place
      }
    }
  }

  /// Returns the error for a file that does not end with an end record.
  ///
  /// The code is `trailingData`, `truncated` or `notAnArchive`, depending on the contents of the file.
  private static func missingEndRecord(
    _ file: OpenFile, fileByteCount: UInt64
  ) throws(ZipError) -> ZipError {
    if try TolerantZipReader.endRecord(of: file, fileByteCount: fileByteCount) != nil {
      return ZipError(.trailingData, "the archive has a comment, or data after its end record")
    }
    let head = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: 0, count: Int(min(fileByteCount, 4)))
    }
    return ZipEndRecords.missing(head: head)
  }
}
