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
