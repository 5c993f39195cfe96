extension ZipPackage {
  /// An entry of the directory, before its local header was read.
  private struct Record {
    var entry: Entry
    let headerOffset: Int
    let compressedByteCount: UInt64
    let rawName: UnsafeRawBufferPointer
  }

  /// Reads the directory and the local headers of an archive.
  ///
  /// The time is proportional to the size of the directory, apart from sorting the entries.
  static func entries(
    of bytes: UnsafeRawBufferPointer, limits: ZipPackageLimits
  ) throws(ZipError) -> [Entry] {
    let tailByteCount = min(bytes.count, ZipEndRecords.longestTail)
    let tailOffset = bytes.count - tailByteCount
    guard let (end, offsetInTail) = ZipEndRecords.last(in: bytes.slice(tailOffset, count: tailByteCount))
    else { throw ZipEndRecords.missing(head: bytes) }
    if end.entryCount > UInt64(max(0, limits.entryCount)) {
      throw ZipError(
        .limitExceeded, "the archive has \(end.entryCount) entries; the limit is \(limits.entryCount)")
    }
    let place = try end.directoryPlace(before: UInt64(tailOffset + offsetInTail))
    guard end.directoryOffset <= place.offset else {
      throw ZipError(.directoryDisagrees, "the central directory does not end where the end record begins")
    }
    let directoryOffset = Int(place.offset)
    let directory = bytes.slice(directoryOffset, count: Int(end.directoryByteCount))
    var records = try records(
      of: directory, count: Int(end.entryCount), leadByteCount: place.leadByteCount, before: directoryOffset)
    try placePayloads(of: &records, in: bytes.slice(0, count: directoryOffset))
    return records.map(\.entry)
  }

  private static func records(
    of directory: UnsafeRawBufferPointer, count: Int, leadByteCount: UInt64, before directoryOffset: Int
  ) throws(ZipError) -> [Record] {
    var records: [Record] = []
    var offset = 0
    while offset < directory.count {
      guard records.count < count,
        let header = ZipHeader(directoryRecord: directory.slice(offset, count: directory.count - offset))
      else {
        throw ZipError(
          .directoryDisagrees, "the central directory contains other data than \(count) complete records")
      }
      // The disk number is in the ZIP64 block if all bits of the field are set.
      if header.diskNumber != 0 && header.diskNumber != ZipFormat.full16 {
        throw ZipError(.severalDisks, "an entry is in another part of the archive", entry: header.name)
      }
      let fields = header.fields
      let (start, isBeyond) = fields.headerOffset.addingReportingOverflow(leadByteCount)
      guard !isBeyond, start < UInt64(directoryOffset) else {
        throw ZipError(
          .offsetOutOfBounds, "an entry begins after the end of all entries", entry: header.name)
      }
      let entry = Entry(
        name: try name(header), method: fields.method, isEncrypted: fields.isEncrypted, crc32: fields.crc32,
        byteCount: fields.byteCount, payload: 0..<0)
      records.append(
        Record(
          entry: entry, headerOffset: Int(start), compressedByteCount: fields.compressedByteCount,
          rawName: header.name))
      offset += header.byteCount
    }
    guard records.count == count else {
      throw ZipError(
        .directoryDisagrees,
        "the central directory has \(records.count) entries, but the end record states \(count)")
    }
    return records
  }

  /// Reads the local headers, which determine the offsets of the payloads, and checks that no entries share
  /// bytes.
  ///
  /// A data descriptor after a payload is not read: the directory has its values.
  private static func placePayloads(
    of records: inout [Record], in bytes: UnsafeRawBufferPointer
  ) throws(ZipError) {
    var end = 0
    for number in records.indices.sorted(by: { records[$0].headerOffset < records[$1].headerOffset }) {
      let record = records[number]
      let name = record.rawName
      if record.headerOffset < end {
        throw ZipError(.overlappingEntries, "an entry overlaps the entry before it", entry: name)
      }
      let rest = bytes.slice(record.headerOffset, count: bytes.count - record.headerOffset)
      guard ZipHeader.localHeaderByteCount(rest) != nil else {
        throw ZipError(
          .missingLocalHeader, "there is no local header at the offset in the central directory", entry: name)
      }
      guard let header = ZipHeader(localHeader: rest, at: UInt64(record.headerOffset)) else {
        throw disagreement(of: name, about: "its length")
      }
      guard header.name.elementsEqual(name) else { throw disagreement(of: name, about: "its name") }
      guard header.fields.method == record.entry.method else {
        throw disagreement(of: name, about: "its method")
      }
      guard record.compressedByteCount <= UInt64(rest.count - header.byteCount) else {
        throw ZipError(
          .sizeOutOfBounds, "an entry states a size that is larger than its data", entry: name)
      }
      let start = record.headerOffset + header.byteCount
      end = start + Int(record.compressedByteCount)
      records[number].entry.payload = start..<end
    }
  }

  private static func disagreement(of name: UnsafeRawBufferPointer, about field: String) -> ZipError {
    ZipError(
      .localHeaderDisagrees, "the local header and the central directory give different values for \(field)",
      entry: name)
  }

  /// Returns the name of an entry as text.
  private static func name(_ header: ZipHeader) throws(ZipError) -> String {
    if let text = String(validating: header.name, as: UTF8.self) { return text }
    if header.fields.flags & ZipFormat.textFlag != 0 {
      throw ZipError(
        .nameNotUTF8, "the name of an entry is not UTF-8, but is marked as UTF-8", entry: header.name)
    }
    var text = String.UnicodeScalarView()
    for byte in header.name {
      text.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
    }
    return String(text)
  }

  /// The characters of code page 437 from 0x80 (source: the mapping table CP437.TXT of the Unicode
  /// Consortium).
  private static let codePage437 = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
