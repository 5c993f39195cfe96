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
