package import FileSystem

/// Reads archives that every program reads alike.
///
/// A zip archive describes its entries twice, in a local header before each payload and in the directory at the end, and
/// programs differ in what they believe: some read from the front, some from the end, some search for either record. An
/// archive can therefore show one content to what checks it and another to what unpacks it. This reader accepts only
/// archives in which all ways of reading give the same entries, and refuses every other with a code that says why.
///
/// Invariants of an accepted archive, each with the code of its breach:
///
/// - The file is entries, directory, end records, in this order, and every byte belongs to exactly one of them. Nothing
///   precedes the first entry, follows the end record or stands between two parts (`hiddenData`, `trailingData`,
///   `overlappingEntries`). The only bytes that mean nothing are the zeros of a padding block, which aligns a payload.
/// - There is one end record, at the end, without a comment; ZIP64 records are there only where a number needs them, and
///   agree with the plain ones (`severalEndRecords`, `zip64Contradiction`).
/// - Payloads are stored, neither compressed nor encrypted, and sizes stand in the headers, not after the payload
///   (`compressed`, `encrypted`, `dataDescriptor`).
/// - A local header has the same fields as its directory record (`localHeaderDisagrees`), and no extra field by which a
///   program would give the entry another name or content (`forbiddenExtraField`).
/// - Names are safe, different, and UTF-8 (``ZipEntryName``).
///
/// Because entries follow each other without gaps, the directory alone determines where every payload begins: at the next
/// header's offset less the payload's length. So opening an archive reads its end and its directory, one local header is
/// read when its payload is asked for, and only ``checkAll(_:of:)`` reads them all. A reader that skipped these checks
/// would be half as long; it would also accept archives whose payloads overlap, which expand without limit.
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
    let longest = min(limits.directoryByteCount, ZipDirectory.longestByteCount)
    if end.directoryByteCount > longest {
      throw ZipError(
        .limitExceeded, "the directory has \(end.directoryByteCount) bytes; the limit is \(longest)")
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
              ? ZipError(.directoryDisagrees, "the directory is not made of whole records")
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
        .directoryDisagrees, "the directory has \(slots.count) entries, but the end record says \(count)")
    }
    return slots
  }

  /// Works out from the offsets where each payload is: in an archive without gaps it ends where the next
  /// local header or the directory begins.
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
          .offsetOutOfBounds, "an entry begins beyond the place of all entries", entry: name(of: slot))
      }
      guard slot.byteCount <= directoryOffset - slot.headerOffset - headerByteCount(of: slot) else {
        throw ZipError(
          .sizeOutOfBounds, "an entry says that it is longer than what is there", entry: name(of: slot))
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
        throw ZipError(.hiddenData, "there is something before the first entry")
      }
      let end = position + 1 < order.count ? slots[order[position + 1]].headerOffset : directoryOffset
      // Each entry fits before the directory, so nothing here overflows.
      let byteCount = headerByteCount(of: slot) + slot.byteCount
      guard slot.headerOffset >= expected, slot.headerOffset <= end, byteCount <= end - slot.headerOffset
      else { throw ZipError(.overlappingEntries, "an entry overlaps what follows it", entry: name(of: slot)) }
      guard end - slot.headerOffset - byteCount <= UInt64(ZipFormat.full16) else {
        throw hiddenBytes(after: name(of: slot))
      }
      slots[number].payloadOffset = end - slot.byteCount
      expected = end
    }
    if order.isEmpty && directoryOffset != 0 {
      throw ZipError(.hiddenData, "there is something before the directory, but no entry")
    }
  }
}
