import FileSystem

extension StrictZipReader {
  /// Reads the records at the end and checks that they and the directory fill the end of the file exactly.
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
          throw ZipError(.trailingData, "the end record announces a comment that is not there")
        }
        guard record.disk == 0, record.directoryDisk == 0 else { throw severalDisks }
        guard record.entryCountOnDisk == record.entryCount else {
          throw ZipError(.directoryDisagrees, "the end record gives two numbers of entries")
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

  /// The end record and the ZIP64 records before it.
  private static let longestTail = UInt64(
    ZipFormat.endRecordByteCount + ZipFormat.zip64LocatorByteCount + ZipFormat.zip64EndRecordByteCount)

  /// The error for an archive that may be read from two ends.
  static var severalEndRecords: ZipError { ZipError(.severalEndRecords, "the archive has two end records") }

  private static var severalDisks: ZipError {
    ZipError(.severalDisks, "the archive is one of several pieces")
  }

  /// Refuses what stands where a ZIP64 locator would, and looks like one: many programs look there whatever the end record
  /// says.
  private static func checkNoLocator(
    _ tail: UnsafeRawBufferPointer, before endOffset: Int
  ) throws(ZipError) {
    let offset = endOffset - ZipFormat.zip64LocatorByteCount
    if offset >= 0, Zip64Locator(tail.slice(offset, count: ZipFormat.zip64LocatorByteCount)) != nil {
      throw ZipError(.zip64Contradiction, "the archive has ZIP64 records that nothing points to")
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
      throw ZipError(.zip64Contradiction, "the end record points to ZIP64 records that are not before it")
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

  /// The directory ends where the end records begin.
  private static func checkPlace(
    of records: ZipEndRecords, before start: UInt64, _ tail: UnsafeRawBufferPointer, of file: OpenFile,
    fileByteCount: UInt64
  ) throws(ZipError) {
    let (end, overflow) = records.directoryOffset.addingReportingOverflow(records.directoryByteCount)
    if !overflow && end == start { return }
    if overflow || end > start {
      throw ZipError(.directoryDisagrees, "the end record places the directory beyond the end record")
    }
    if try hasEndRecord(file, before: start) { throw severalEndRecords }
    // What is between them may be ZIP64 records, which another program might take for the right ones.
    let gap = Int(clamping: fileByteCount - end)
    if gap <= tail.count {
      let rest = tail.slice(tail.count - gap, count: gap)
      if Zip64EndRecord(rest) != nil || Zip64Locator(rest) != nil {
        throw ZipError(.zip64Contradiction, "the archive has ZIP64 records that nothing points to")
      }
    }
    throw ZipError(.directoryDisagrees, "the directory does not end where the end record begins")
  }

  /// Whether another end record stands before the last one: one that its own directory ends at.
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

  /// The error for a file without an end record at its end, by what the file is instead.
  private static func missingEndRecord(
    _ file: OpenFile, fileByteCount: UInt64
  ) throws(ZipError) -> ZipError {
    if try TolerantZipReader.endRecord(of: file, fileByteCount: fileByteCount) != nil {
      return ZipError(.trailingData, "something follows the archive's end record, or it has a comment")
    }
    let head = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: 0, count: Int(min(fileByteCount, 4)))
    }
    if head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 1, 2] || head == [0x50, 0x4B, 5, 6] {
      return ZipError(.truncated, "the end of the archive is missing")
    }
    return ZipError(.notAnArchive, "this is no zip archive")
  }
}

extension ZipEndRecords {
  init(_ record: ZipEndRecord) {
    self.init(
      entryCount: UInt64(record.entryCount), directoryOffset: UInt64(record.directoryOffset),
      directoryByteCount: UInt64(record.directoryByteCount))
  }
}
