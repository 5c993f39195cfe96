/// The values in the end records of an archive, which describe its directory.
struct ZipEndRecords {
  var entryCount: UInt64
  var directoryOffset: UInt64
  var directoryByteCount: UInt64

  /// Appends the end record, preceded by the ZIP64 records if a number does not fit into its field.
  ///
  /// - Parameter offset: the offset in the file of the first appended record.
  func append(to bytes: inout [UInt8], at offset: UInt64) {
    let entryCount16 = UInt16(clamping: entryCount)
    let byteCount32 = ZipFormat.field32(directoryByteCount)
    let offset32 = ZipFormat.field32(directoryOffset)
    if entryCount16 == ZipFormat.full16 || byteCount32 == ZipFormat.full32 || offset32 == ZipFormat.full32 {
      appendZip64Records(to: &bytes, at: offset)
    }
    bytes.append(littleEndian: ZipFormat.endRecordSignature)
    bytes.append(contentsOf: [0, 0, 0, 0])
    bytes.append(littleEndian: entryCount16)
    bytes.append(littleEndian: entryCount16)
    bytes.append(littleEndian: byteCount32)
    bytes.append(littleEndian: offset32)
    bytes.append(contentsOf: [0, 0])
  }

  private func appendZip64Records(to bytes: inout [UInt8], at offset: UInt64) {
    bytes.append(littleEndian: ZipFormat.zip64EndRecordSignature)
    // The length of the rest of the record, after this field.
    bytes.append(littleEndian: UInt64(ZipFormat.zip64EndRecordByteCount - 12))
    bytes.append(littleEndian: ZipFormat.zip64Version)
    bytes.append(littleEndian: ZipFormat.zip64Version)
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    bytes.append(littleEndian: entryCount)
    bytes.append(littleEndian: entryCount)
    bytes.append(littleEndian: directoryByteCount)
    bytes.append(littleEndian: directoryOffset)
    bytes.append(littleEndian: ZipFormat.zip64LocatorSignature)
    bytes.append(contentsOf: [0, 0, 0, 0])
    bytes.append(littleEndian: offset)
    bytes.append(contentsOf: [1, 0, 0, 0])
  }
}

extension ZipEndRecords {
  init(_ record: ZipEndRecord) {
    self.init(
      entryCount: UInt64(record.entryCount), directoryOffset: UInt64(record.directoryOffset),
      directoryByteCount: UInt64(record.directoryByteCount))
  }

  /// The length in bytes of the end of an archive that can contain the end records: a comment of maximum
  /// length, the end record and the ZIP64 records.
  static let longestTail =
    longestEndRecord + ZipFormat.zip64LocatorByteCount + ZipFormat.zip64EndRecordByteCount

  // A comment can follow the end record. The 16-bit length field limits the length of the comment.
  private static let longestEndRecord = ZipFormat.endRecordByteCount + Int(ZipFormat.full16)

  /// Returns the values of the last end record, and the offset at which the end records begin; nil if there
  /// is no end record.
  ///
  /// If the end record refers to a ZIP64 end record, the values are those of the ZIP64 end record.
  ///
  /// - Parameter tail: the end of the archive, ``longestTail`` bytes of it or all.
  static func last(in tail: UnsafeRawBufferPointer) -> (records: ZipEndRecords, offset: Int)? {
    var offset = tail.count - ZipFormat.endRecordByteCount
    while offset >= max(0, tail.count - longestEndRecord) {
      // Comparing the first byte rules out nearly every offset.
      if tail[offset] == 0x50,
        let record = ZipEndRecord(tail.slice(offset, count: tail.count - offset)),
        record.commentByteCount <= tail.count - offset - ZipFormat.endRecordByteCount
      {
        let zip64 = record.pointsToZip64 ? zip64Records(in: tail, before: offset) : nil
        return zip64 ?? (ZipEndRecords(record), offset)
      }
      offset -= 1
    }
    return nil
  }

  private static func zip64Records(
    in tail: UnsafeRawBufferPointer, before offset: Int
  ) -> (records: ZipEndRecords, offset: Int)? {
    let byteCount = ZipFormat.zip64EndRecordByteCount + ZipFormat.zip64LocatorByteCount
    guard offset >= byteCount else { return nil }
    // The locator's offset for the ZIP64 record is wrong if data precedes the archive. The record is
    // therefore read from its usual position, directly before the locator.
    return Zip64EndRecord(tail.slice(offset - byteCount, count: byteCount)).map {
      let records = ZipEndRecords(
        entryCount: $0.entryCount, directoryOffset: $0.directoryOffset,
        directoryByteCount: $0.directoryByteCount)
      return (records, offset - byteCount)
    }
  }

  /// Returns the error for an archive without an end record: `truncated` or `notAnArchive`.
  ///
  /// - Parameter head: the first four bytes of the archive, or more.
  static func missing(head: some Sequence<UInt8>) -> ZipError {
    let head = Array(head.prefix(4))
    if head == [0x50, 0x4B, 3, 4] || head == [0x50, 0x4B, 1, 2] || head == [0x50, 0x4B, 5, 6] {
      return ZipError(.truncated, "the end of the archive is missing")
    }
    return ZipError(.notAnArchive, "this is not a zip archive")
  }

  /// Returns the actual offset of the directory, and the length of the data that precedes the archive.
  ///
  /// The directory ends where the end records begin, so its actual offset follows from its length. If data
  /// precedes the archive, the actual offset exceeds the stated offset by the length of that data.
  ///
  /// - Parameter endOffset: the offset at which the end records begin.
  /// - Throws: `directoryDisagrees` if the directory does not fit.
  func directoryPlace(before endOffset: UInt64) throws(ZipError) -> (offset: UInt64, leadByteCount: UInt64) {
    guard directoryByteCount <= endOffset else {
      throw ZipError(.directoryDisagrees, "the central directory of the archive does not fit into the file")
    }
    let offset = endOffset - directoryByteCount
    return (offset, offset >= directoryOffset ? offset - directoryOffset : 0)
  }
}

/// The fields of the plain end record.
struct ZipEndRecord {
  let disk: UInt16
  let directoryDisk: UInt16
  let entryCountOnDisk: UInt16
  let entryCount: UInt16
  let directoryByteCount: UInt32
  let directoryOffset: UInt32
  let commentByteCount: Int

  /// Reads the record at the beginning of the bytes; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ZipFormat.endRecordByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.endRecordSignature
    else { return nil }
    disk = bytes.littleEndian(UInt16.self, at: 4)
    directoryDisk = bytes.littleEndian(UInt16.self, at: 6)
    entryCountOnDisk = bytes.littleEndian(UInt16.self, at: 8)
    entryCount = bytes.littleEndian(UInt16.self, at: 10)
    directoryByteCount = bytes.littleEndian(UInt32.self, at: 12)
    directoryOffset = bytes.littleEndian(UInt32.self, at: 16)
    commentByteCount = Int(bytes.littleEndian(UInt16.self, at: 20))
  }

  /// Whether the actual value of a field is in the ZIP64 end record.
  var pointsToZip64: Bool {
    entryCount == ZipFormat.full16 || entryCountOnDisk == ZipFormat.full16
      || directoryByteCount == ZipFormat.full32 || directoryOffset == ZipFormat.full32
  }
}

/// The fields of the ZIP64 end record.
struct Zip64EndRecord {
  let byteCountAfter: UInt64
  let versionMadeBy: UInt16
  let versionNeeded: UInt16
  let disk: UInt32
  let directoryDisk: UInt32
  let entryCountOnDisk: UInt64
  let entryCount: UInt64
  let directoryByteCount: UInt64
  let directoryOffset: UInt64

  /// Reads the record at the beginning of the bytes; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ZipFormat.zip64EndRecordByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.zip64EndRecordSignature
    else { return nil }
    byteCountAfter = bytes.littleEndian(UInt64.self, at: 4)
    versionMadeBy = bytes.littleEndian(UInt16.self, at: 12)
    versionNeeded = bytes.littleEndian(UInt16.self, at: 14)
    disk = bytes.littleEndian(UInt32.self, at: 16)
    directoryDisk = bytes.littleEndian(UInt32.self, at: 20)
    entryCountOnDisk = bytes.littleEndian(UInt64.self, at: 24)
    entryCount = bytes.littleEndian(UInt64.self, at: 32)
    directoryByteCount = bytes.littleEndian(UInt64.self, at: 40)
    directoryOffset = bytes.littleEndian(UInt64.self, at: 48)
  }
}

/// The ZIP64 locator, which contains the offset of the ZIP64 end record.
///
/// The locator directly precedes the plain end record.
struct Zip64Locator {
  let disk: UInt32
  let recordOffset: UInt64
  let diskCount: UInt32

  /// Reads the locator at the beginning of the bytes; nil if there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ZipFormat.zip64LocatorByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.zip64LocatorSignature
    else { return nil }
    disk = bytes.littleEndian(UInt32.self, at: 4)
    recordOffset = bytes.littleEndian(UInt64.self, at: 8)
    diskCount = bytes.littleEndian(UInt32.self, at: 16)
  }
}
