package import ProfferFileSystem

extension StrictZipReader {
  /// Throws unless a directory record describes a stored file or folder with a safe name.
  static func check(_ header: ZipHeader, limits: ZipLimits) throws(ZipError) {
    let name = header.name
    if name.count > limits.nameByteCount {
      throw ZipError(
        .limitExceeded, "a name has \(name.count) bytes; the limit is \(limits.nameByteCount)",
        entry: name.prefix(64))
    }
    if ZipEntryName.hasLongPart(name) {
      throw ZipError(
        .limitExceeded, "a component of a name has more than \(ZipEntryName.longestPart) bytes",
        entry: name.prefix(64))
    }
    if let flaw = ZipEntryName.flaw(of: name) {
      throw ZipError(ZipError.Code(flaw), "the name of an entry \(flaw.reason)", entry: name)
    }
    if header.fields.flags & ZipFormat.textFlag == 0 && name.contains(where: { $0 >= 0x80 }) {
      throw ZipError(.nameNotUTF8, "the name of an entry is not marked as UTF-8", entry: name)
    }
    try checkContent(header)
    if header.diskNumber != 0 {
      throw ZipError(.severalDisks, "an entry is in another part of the archive", entry: name)
    }
    if header.commentByteCount > 0 {
      throw ZipError(.hiddenData, "an entry has a comment", entry: name)
    }
    if header.hasMalformedExtraField || header.padding != nil {
      throw ZipError(
        .directoryDisagrees, "an entry's extra field in the central directory is malformed", entry: name)
    }
    if let refusal = refusal(ofExtraField: header.fields, named: name) { throw refusal }
    if !header.hasExactZip64 {
      throw ZipError(
        .zip64Contradiction, "an entry's ZIP64 numbers contradict its other fields", entry: name)
    }
  }

  /// Returns the error for an extra field that contains a block other than ZIP64 numbers or padding; nil if
  /// it contains none.
  ///
  /// Programs interpret such blocks differently: a block of Info-ZIP gives the entry another name, and a
  /// block of AES encryption gives it another method. Blocks with times and owners are rejected too, because
  /// no program writes them identically into both records.
  private static func refusal(
    ofExtraField entry: ZipEntry, named name: some Sequence<UInt8>
  ) -> ZipError? {
    guard entry.extraField.count >= 2 else { return nil }
    let identifier = entry.extraField.withUnsafeBytes { $0.littleEndian(UInt16.self, at: 0) }
    let digits = String(identifier, radix: 16, uppercase: true)
    return ZipError(
      .forbiddenExtraField,
      "an entry has the extra field 0x\(String(repeating: "0", count: 4 - digits.count))\(digits), which other programs "
        + "may interpret differently",
      entry: name)
  }

  private static func checkContent(_ header: ZipHeader) throws(ZipError) {
    let (entry, name) = (header.fields, header.name)
    if entry.isEncrypted { throw ZipError(.encrypted, "an entry is encrypted", entry: name) }
    if !entry.isStored { throw ZipError(.compressed, "an entry is compressed", entry: name) }
    if entry.flags & ZipFormat.dataDescriptorFlag != 0 {
      throw ZipError(.dataDescriptor, "the sizes of an entry follow its data", entry: name)
    }
    // The high byte is the required host system. Programs for other systems skip the entry.
    if entry.flags & ~ZipFormat.textFlag != 0 || entry.versionNeeded > ZipFormat.zip64Version {
      throw ZipError(.unsupported, "an entry needs a feature that is not supported", entry: name)
    }
    if entry.byteCount != entry.compressedByteCount {
      throw ZipError(.directoryDisagrees, "a stored entry has two different sizes", entry: name)
    }
    let isFolder = name.last == 0x2F
    let kind = entry.unixMode & 0o170000
    let isFolderByAttributes = kind == 0o040000 || entry.externalAttributes & 0x10 != 0
    if kind != 0 && kind != 0o100000 && kind != 0o040000 || isFolderByAttributes && !isFolder
      || entry.externalAttributes & ZipFormat.specialAttributes != 0
    {
      throw ZipError(.specialFile, "an entry is neither a file nor a folder", entry: name)
    }
    if isFolder && (entry.byteCount != 0 || kind == 0o100000) {
      throw ZipError(
        .specialFile, "the name of an entry ends with '/', but the entry has content or is a file",
        entry: name)
    }
  }

  /// Reads the local header of an entry and throws unless it matches the directory record.
  ///
  /// - Parameter entry: an entry that `directory(of:)` returned for this file.
  /// - Returns: the offset of the payload.
  package static func payloadOffset(of entry: ZipEntry, in file: OpenFile) throws(ZipError) -> UInt64 {
    guard let payloadOffset = entry.payloadOffset else {
      preconditionFailure("entries of a strict directory know their place")
    }
    // `directory(of:)` has checked that the space between the two offsets can contain a header and is
    // limited.
    let bytes = try ZipError.withFile { () throws(FileSystemError) in
      try file.bytes(at: entry.headerOffset, count: Int(payloadOffset - entry.headerOffset))
    }
    if let refusal = bytes.withUnsafeBytes({ refusal(of: entry, with: $0) }) { throw refusal }
    return payloadOffset
  }

  /// Checks the local headers of all entries, using all processors.
  ///
  /// Payloads are not read.
  package static func checkAll(_ directory: ZipDirectory, of file: OpenFile) throws(ZipError) {
    let partCount = directory.count < 256 ? 1 : ParallelWork.partCount
    let results = ParallelWork.results(count: partCount) { part in
      Result { () throws(ZipError) in
        var window = FileWindow(file)
        let range = directory.count * part / partCount..<directory.count * (part + 1) / partCount
        for number in range {
          let entry = directory.entry(at: number)
          guard let payloadOffset = entry.payloadOffset else { continue }
          let refusal = try ZipError.withFile { () throws(FileSystemError) in
            try window.withBytes(
              at: entry.headerOffset, count: Int(payloadOffset - entry.headerOffset)
            ) { self.refusal(of: entry, with: $0) }
          }
          if let refusal { throw refusal }
        }
      }
    }
    for result in results { try result.get() }
  }

  /// Returns an error if the bytes before a payload are not the local header that the directory describes;
  /// otherwise nil.
  private static func refusal(of entry: ZipEntry, with bytes: UnsafeRawBufferPointer) -> ZipError? {
    guard ZipHeader.localHeaderByteCount(bytes) != nil else {
      return ZipError(
        .missingLocalHeader, "there is no local header at the offset in the central directory",
        entry: entry.name)
    }
    guard let header = ZipHeader(localHeader: bytes, at: entry.headerOffset) else {
      return disagreement(of: entry, about: "its length")
    }
    if let disagreement = disagreement(of: entry, with: header) { return disagreement }
    // The payload directly follows its header. If the header is shorter than expected, the unused bytes are
    // therefore after the payload.
    return header.byteCount == bytes.count ? nil : hiddenBytes(after: entry.name)
  }

  /// Reads the payload of an entry and throws if the checksum is wrong.
  package static func verifyPayload(of entry: ZipEntry, in file: OpenFile) throws(ZipError) {
    let offset = try payloadOffset(of: entry, in: file)
    let crc32 = try ZipError.withFile { () throws(FileSystemError) in
      try CRC32.of(file, at: offset, byteCount: entry.byteCount)
    }
    if crc32 != entry.crc32 {
      throw ZipError(
        .checksumMismatch, "the bytes of an entry do not match their checksum", entry: entry.name)
    }
  }

  private static func disagreement(of entry: ZipEntry, with header: ZipHeader) -> ZipError? {
    let local = header.fields
    let field: String? =
      if !header.name.elementsEqual(entry.name) {
        "its name"
      } else if local.flags != entry.flags {
        "its flags"
      } else if local.method != entry.method {
        "its method"
      } else if local.dosTime != entry.dosTime || local.dosDate != entry.dosDate {
        "its time"
      } else if local.crc32 != entry.crc32 {
        "its checksum"
      } else if local.byteCount != entry.byteCount || local.compressedByteCount != entry.compressedByteCount {
        "its size"
      } else if local.versionNeeded != entry.versionNeeded {
        "the version it needs"
      } else if header.hasMalformedExtraField {
        "its extra field"
      } else {
        nil
      }
    if let field { return disagreement(of: entry, about: field) }
    if let refusal = refusal(ofExtraField: local, named: entry.name) { return refusal }
    if !header.hasExactZip64 {
      return ZipError(
        .zip64Contradiction, "a local header's ZIP64 numbers contradict its fields", entry: entry.name)
    }
    if let padding = header.padding, padding.contains(where: { $0 != 0 }) {
      return ZipError(.hiddenData, "the padding before an entry is not empty", entry: entry.name)
    }
    return nil
  }

  /// Returns the error for unused bytes after an entry, before the next entry or the directory.
  static func hiddenBytes(after name: some Sequence<UInt8>) -> ZipError {
    ZipError(.hiddenData, "bytes that belong to no entry follow an entry", entry: name)
  }

  private static func disagreement(of entry: ZipEntry, about field: String) -> ZipError {
    ZipError(
      .localHeaderDisagrees, "the local header and the central directory give different values for \(field)",
      entry: entry.name)
  }
}
