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
