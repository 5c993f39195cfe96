/// One entry of an archive, as the directory describes it; numbers that ZIP64 fields carry are already in
/// place.
package struct ZipEntry: Sendable, Equatable {
  /// The bytes of the name; a folder's ends in a slash.
  package var name: [UInt8]
  package var crc32: UInt32
  /// The length of what the entry means, uncompressed.
  package var byteCount: UInt64
  /// The length of what is in the archive.
  package var compressedByteCount: UInt64
  /// Where the local header begins in the file.
  package var headerOffset: UInt64
  /// Where the payload begins, as far as that is known without the local header: the writer knows it, and in
  /// an archive without gaps it follows from what comes next.
  ///
  /// The tolerant reader does not know it.
  package var payloadOffset: UInt64?
  /// 0 is stored.
  package var method: UInt16
  package var flags: UInt16
  package var versionNeeded: UInt16
  package var versionMadeBy: UInt16
  package var externalAttributes: UInt32
  package var dosTime: UInt16
  package var dosDate: UInt16
  /// The extra field without the ZIP64 block and without padding.
  package var extraField: [UInt8]

  package var isFolder: Bool { name.last == 0x2F }
  package var isStored: Bool { method == ZipFormat.storedMethod }
  package var isEncrypted: Bool {
    flags & (ZipFormat.encryptedFlag | ZipFormat.strongEncryptionFlag | ZipFormat.maskedHeaderFlag) != 0
  }
  /// The file's mode as Unix has it, kind and permissions; 0 when the archive does not say.
  package var unixMode: UInt16 { UInt16(externalAttributes >> 16) }

  /// Where the payload ends, when it is known where it begins.
  package var payloadEnd: UInt64? { payloadOffset.map { $0 + compressedByteCount } }

  var needsZip64: Bool {
    ZipFormat.needsZip64(byteCount) || ZipFormat.needsZip64(compressedByteCount)
      || ZipFormat.needsZip64(headerOffset)
  }
}

extension ZipEntry {
  /// The length of the local header without padding.
  var localHeaderByteCount: Int {
    let zip64 = needsLocalZip64 ? 20 : 0
    return ZipFormat.localHeaderByteCount + name.count + extraField.count + zip64
  }

  private var needsLocalZip64: Bool {
    ZipFormat.needsZip64(byteCount) || ZipFormat.needsZip64(compressedByteCount)
  }

  /// How much padding lets a payload after this header begin at a multiple of the alignment: none, or four
  /// bytes for the block itself and the zeros.
  func paddingByteCount(alignment: Int) -> Int {
    let end = headerOffset + UInt64(localHeaderByteCount)
    let alignment = UInt64(alignment)
    if end % alignment == 0 { return 0 }
    let excess = (end + 4) % alignment
    return 4 + Int(excess == 0 ? 0 : alignment - excess)
  }

  /// Appends the local header.
  ///
  /// - Parameter paddingByteCount: the length of the padding block, 0 or at least 4.
  func appendLocalHeader(to bytes: inout [UInt8], paddingByteCount: Int) {
    let zip64ByteCount = needsLocalZip64 ? 20 : 0
    bytes.append(littleEndian: ZipFormat.localHeaderSignature)
    bytes.append(littleEndian: versionNeeded)
    appendSharedFields(to: &bytes)
    // Here both sizes are in the block as soon as one does not fit into its field.
    bytes.append(littleEndian: needsLocalZip64 ? ZipFormat.full32 : UInt32(compressedByteCount))
    bytes.append(littleEndian: needsLocalZip64 ? ZipFormat.full32 : UInt32(byteCount))
    bytes.append(littleEndian: UInt16(name.count))
    bytes.append(littleEndian: UInt16(extraField.count + zip64ByteCount + paddingByteCount))
    bytes += name
    if needsLocalZip64 { appendZip64Block([byteCount, compressedByteCount], to: &bytes) }
    bytes += extraField
    if paddingByteCount > 0 {
      bytes.append(littleEndian: ZipFormat.paddingFieldIdentifier)
      bytes.append(littleEndian: UInt16(paddingByteCount - 4))
      bytes.append(contentsOf: repeatElement(0, count: paddingByteCount - 4))
    }
  }

  /// Appends the directory record.
  func appendDirectoryRecord(to bytes: inout [UInt8]) {
    let large =
      needsZip64 ? [byteCount, compressedByteCount, headerOffset].filter(ZipFormat.needsZip64) : []
    bytes.append(littleEndian: ZipFormat.directoryRecordSignature)
    bytes.append(littleEndian: versionMadeBy)
    bytes.append(littleEndian: versionNeeded)
    appendSharedFields(to: &bytes)
    bytes.append(littleEndian: ZipFormat.field32(compressedByteCount))
    bytes.append(littleEndian: ZipFormat.field32(byteCount))
    bytes.append(littleEndian: UInt16(name.count))
    bytes.append(littleEndian: UInt16(extraField.count + (large.isEmpty ? 0 : 4 + 8 * large.count)))
    // No comment, the first disk, no internal attributes.
    bytes.append(contentsOf: repeatElement(0, count: 6))
    bytes.append(littleEndian: externalAttributes)
    bytes.append(littleEndian: ZipFormat.field32(headerOffset))
    bytes += name
    if !large.isEmpty { appendZip64Block(large, to: &bytes) }
    bytes += extraField
  }

  private func appendSharedFields(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: flags)
    bytes.append(littleEndian: method)
    bytes.append(littleEndian: dosTime)
    bytes.append(littleEndian: dosDate)
    bytes.append(littleEndian: crc32)
  }

  private func appendZip64Block(_ numbers: [UInt64], to bytes: inout [UInt8]) {
    bytes.append(littleEndian: ZipFormat.zip64FieldIdentifier)
    bytes.append(littleEndian: UInt16(8 * numbers.count))
    for number in numbers { bytes.append(littleEndian: number) }
  }
}
