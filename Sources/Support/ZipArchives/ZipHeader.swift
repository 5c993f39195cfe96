/// A parsed local header or directory record, with the values of its ZIP64 block resolved.
///
/// The two records have nearly the same fields, so one type represents both.
struct ZipHeader {
  /// The fields of the record; `name` is left empty, because a copy of the name is rarely needed.
  private(set) var fields: ZipEntry
  let name: UnsafeRawBufferPointer
  /// The length of the whole record.
  var byteCount: Int
  /// The contents of the padding block; nil if there is none.
  var padding: UnsafeRawBufferPointer?
  /// Whether the ZIP64 block contains exactly the required numbers, and is absent if none are required.
  var hasExactZip64: Bool
  var hasMalformedExtraField: Bool
  /// The length of the entry's comment in bytes; always 0 for a local header.
  var commentByteCount = 0
  var diskNumber: UInt16 = 0

  /// The fields of the record, including the name.
  var entry: ZipEntry {
    var entry = fields
    entry.name = Array(name)
    return entry
  }

  /// Reads the directory record at the beginning of the bytes; nil if there is no complete record.
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

  /// Reads the local header at the beginning of the bytes; nil if there is no complete header.
  ///
  /// - Parameter offset: the offset of the bytes in the file.
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

  /// Returns the length of a local header, including its name and its extra field; nil if the bytes are not a
  /// local header.
  ///
  /// The bytes need not contain more than the fixed part of the header.
  static func localHeaderByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= ZipFormat.localHeaderByteCount,
      bytes.littleEndian(UInt32.self, at: 0) == ZipFormat.localHeaderSignature
    else { return nil }
    return ZipFormat.localHeaderByteCount + Int(bytes.littleEndian(UInt16.self, at: 26))
      + Int(bytes.littleEndian(UInt16.self, at: 28))
  }
}

/// The parsed extra field of a header.
struct ZipExtraField {
  /// The contents of the ZIP64 block.
  var zip64: UnsafeRawBufferPointer?
  /// The contents of the padding block.
  var padding: UnsafeRawBufferPointer?
  /// All other blocks, unchanged.
  var rest: [UInt8] = []
  /// Whether a block is truncated, or the ZIP64 block or the padding block occurs twice.
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

/// A reader for the 64-bit numbers of a ZIP64 block.
///
/// The block has one number for each 32-bit field that has all bits set, in the order of the fields.
struct Zip64Numbers {
  private let block: UnsafeRawBufferPointer?
  private var offset = 0
  private var isSound = true

  init(_ block: UnsafeRawBufferPointer?) { self.block = block }

  /// Returns the value of a field: the next number of the block if all bits of the field are set, otherwise
  /// the number in the field.
  mutating func number(for field: UInt32) -> UInt64 {
    if field != ZipFormat.full32 { return UInt64(field) }
    guard let block, block.count - offset >= 8 else {
      isSound = false
      return UInt64(field)
    }
    let number = block.littleEndian(UInt64.self, at: offset)
    offset += 8
    // A number that fits into the field must be stored in the field.
    if !ZipFormat.needsZip64(number) { isSound = false }
    return number
  }

  /// Whether the block has exactly the numbers that were requested.
  ///
  /// False if a block exists although no number was requested.
  var isExact: Bool {
    guard let block else { return isSound }
    return isSound && offset > 0 && offset == block.count
  }
}
