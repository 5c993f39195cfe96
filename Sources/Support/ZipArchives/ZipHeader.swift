/// A local header or a directory record as it stands in the bytes, with the numbers of its ZIP64 block in
/// place.
///
/// The two records have the same fields but for a few, so one value holds either.
struct ZipHeader {
  /// The fields; the name is left out of them, as most records are only looked at.
  private(set) var fields: ZipEntry
  let name: UnsafeRawBufferPointer
  /// The length of the whole record.
  var byteCount: Int
  /// What the padding block holds; nil without one.
  var padding: UnsafeRawBufferPointer?
  /// Whether the ZIP64 block is there exactly if it must be and has exactly what it must.
  var hasExactZip64: Bool
  var hasMalformedExtraField: Bool
  /// The length of the record's own comment; only directory records have one.
  var commentByteCount = 0
  var diskNumber: UInt16 = 0

  /// The entry with its name.
  var entry: ZipEntry {
    var entry = fields
    entry.name = Array(name)
    return entry
  }

  /// Reads the directory record at the beginning of the bytes; nil when no whole record is there.
  init?(directoryRecord bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ZipFormat.directoryRecordByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.directoryRecordSignature
    else { return nil }
    let nameByteCount = Int(bytes.littleEndian(UInt16.self, at: 28))
    let extraByteCount = Int(bytes.littleEndian(UInt16.self, at: 30))
    commentByteCount = Int(bytes.littleEndian(UInt16.self, at: 32))
    byteCount = ZipFormat.directoryRecordByteCount + nameByteCount + extraByteCount + commentByteCount
    guard byteCount <= bytes.count else { return nil }
    diskNumber = bytes.littleEndian(UInt16.self, at: 34)
    name = bytes.slice(ZipFormat.directoryRecordByteCount, count: nameByteCount)
    let extra = ZipExtraField(
      bytes.slice(ZipFormat.directoryRecordByteCount + nameByteCount, count: extraByteCount))
    var numbers = Zip64Numbers(extra.zip64)
    let byteCount = numbers.number(for: bytes.littleEndian(UInt32.self, at: 24))
    let compressedByteCount = numbers.number(for: bytes.littleEndian(UInt32.self, at: 20))
    let headerOffset = numbers.number(for: bytes.littleEndian(UInt32.self, at: 42))
    fields = ZipEntry(
      name: [], crc32: bytes.littleEndian(UInt32.self, at: 16), byteCount: byteCount,
      compressedByteCount: compressedByteCount, headerOffset: headerOffset, payloadOffset: nil,
      method: bytes.littleEndian(UInt16.self, at: 10), flags: bytes.littleEndian(UInt16.self, at: 8),
      versionNeeded: bytes.littleEndian(UInt16.self, at: 6),
      versionMadeBy: bytes.littleEndian(UInt16.self, at: 4),
      externalAttributes: bytes.littleEndian(UInt32.self, at: 38),
      dosTime: bytes.littleEndian(UInt16.self, at: 12), dosDate: bytes.littleEndian(UInt16.self, at: 14),
      extraField: extra.rest)
    padding = extra.padding
    hasExactZip64 = numbers.isExact
    hasMalformedExtraField = extra.isMalformed
  }

  /// Reads the local header at the beginning of the bytes; nil when no whole header is there.
  ///
  /// - Parameter offset: where the bytes begin in the file.
  init?(localHeader bytes: UnsafeRawBufferPointer, at offset: UInt64) {
    guard let byteCount = Self.localHeaderByteCount(bytes), byteCount <= bytes.count else { return nil }
    self.byteCount = byteCount
    let nameByteCount = Int(bytes.littleEndian(UInt16.self, at: 26))
    let extraByteCount = Int(bytes.littleEndian(UInt16.self, at: 28))
    let extra = ZipExtraField(
      bytes.slice(ZipFormat.localHeaderByteCount + nameByteCount, count: extraByteCount))
    var numbers = Zip64Numbers(extra.zip64)
    let uncompressed = numbers.number(for: bytes.littleEndian(UInt32.self, at: 22))
    let compressed = numbers.number(for: bytes.littleEndian(UInt32.self, at: 18))
    name = bytes.slice(ZipFormat.localHeaderByteCount, count: nameByteCount)
    fields = ZipEntry(
      name: [], crc32: bytes.littleEndian(UInt32.self, at: 14), byteCount: uncompressed,
      compressedByteCount: compressed, headerOffset: offset, payloadOffset: offset + UInt64(byteCount),
      method: bytes.littleEndian(UInt16.self, at: 8), flags: bytes.littleEndian(UInt16.self, at: 6),
      versionNeeded: bytes.littleEndian(UInt16.self, at: 4), versionMadeBy: 0, externalAttributes: 0,
      dosTime: bytes.littleEndian(UInt16.self, at: 10), dosDate: bytes.littleEndian(UInt16.self, at: 12),
      extraField: extra.rest)
    padding = extra.padding
    hasExactZip64 = numbers.isExact
    hasMalformedExtraField = extra.isMalformed
  }

  /// The length of a local header with its name and extra field, from its fixed part; nil when it is not a local header.
  static func localHeaderByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= ZipFormat.localHeaderByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.localHeaderSignature
    else { return nil }
    return ZipFormat.localHeaderByteCount + Int(bytes.littleEndian(UInt16.self, at: 26))
      + Int(bytes.littleEndian(UInt16.self, at: 28))
  }
}

/// The extra field of a header, taken apart.
struct ZipExtraField {
  /// The content of the ZIP64 block.
  var zip64: UnsafeRawBufferPointer?
  /// The content of the padding block.
  var padding: UnsafeRawBufferPointer?
  /// All other blocks, as they are.
  var rest: [UInt8] = []
  /// Whether a block is cut short, or one of the two above is there twice.
  var isMalformed = false

  init(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while bytes.count - offset >= 4 {
      let identifier = bytes.littleEndian(UInt16.self, at: offset)
      let count = Int(bytes.littleEndian(UInt16.self, at: offset + 2))
      guard count <= bytes.count - offset - 4 else { break }
      let content = bytes.slice(offset + 4, count: count)
      switch identifier {
      case ZipFormat.zip64FieldIdentifier where zip64 == nil: zip64 = content
      case ZipFormat.paddingFieldIdentifier where padding == nil: padding = content
      case ZipFormat.zip64FieldIdentifier, ZipFormat.paddingFieldIdentifier: isMalformed = true
      default: rest += bytes.slice(offset, count: count + 4)
      }
      offset += count + 4
    }
    if offset != bytes.count { isMalformed = true }
  }
}

/// Gives the numbers of 64 bits in place of the fields that are all ones, in the order of the fields.
struct Zip64Numbers {
  private let block: UnsafeRawBufferPointer?
  private var offset = 0
  private var isSound = true

  init(_ block: UnsafeRawBufferPointer?) { self.block = block }

  /// The number that a field stands for; the field itself when the block has none.
  mutating func number(for field: UInt32) -> UInt64 {
    if field != ZipFormat.full32 { return UInt64(field) }
    guard let block, block.count - offset >= 8 else {
      isSound = false
      return UInt64(field)
    }
    let number = block.littleEndian(UInt64.self, at: offset)
    offset += 8
    // What fits into the field belongs there.
    if !ZipFormat.needsZip64(number) { isSound = false }
    return number
  }

  /// Whether the block has the numbers that were taken and nothing else, and is there only if any were.
  var isExact: Bool {
    guard let block else { return isSound }
    return isSound && offset > 0 && offset == block.count
  }
}
