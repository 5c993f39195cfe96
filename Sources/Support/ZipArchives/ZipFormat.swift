/// The numbers of the zip format (source: PKWARE's APPNOTE, version 6.3).
enum ZipFormat {
  static let localHeaderSignature: UInt32 = 0x0403_4B50
  static let directoryRecordSignature: UInt32 = 0x0201_4B50
  static let endRecordSignature: UInt32 = 0x0605_4B50
  static let zip64EndRecordSignature: UInt32 = 0x0606_4B50
  static let zip64LocatorSignature: UInt32 = 0x0706_4B50

  // The lengths of the records without what varies in them.
  static let localHeaderByteCount = 30
  static let directoryRecordByteCount = 46
  static let endRecordByteCount = 22
  static let zip64EndRecordByteCount = 56
  static let zip64LocatorByteCount = 20

  static let zip64FieldIdentifier: UInt16 = 0x0001
  /// The padding that moves a payload to an aligned offset.
  ///
  /// Android's tools use the same identifier.
  static let paddingFieldIdentifier: UInt16 = 0xD935

  static let encryptedFlag: UInt16 = 1 << 0
  static let dataDescriptorFlag: UInt16 = 1 << 3
  static let strongEncryptionFlag: UInt16 = 1 << 6
  static let textFlag: UInt16 = 1 << 11
  static let maskedHeaderFlag: UInt16 = 1 << 13

  static let storedMethod: UInt16 = 0
  static let deflatedMethod: UInt16 = 8

  /// The attributes of DOS and Windows that a plain file or folder does not have, such as a volume's label (0x08), which
  /// unzip skips, a device (0x40) and a reparse point (0x400), which 7z makes a link of.
  ///
  /// Those that are left: read-only, hidden, system, folder, archive, normal, and the mark of 7z for modes of Unix.
  static let specialAttributes: UInt32 = 0xFFFF & ~(0x01 | 0x02 | 0x04 | 0x10 | 0x20 | 0x80 | 0x8000)

  /// The system that an entry's attributes are of, the high byte of what made it.
  static let unixHost: UInt8 = 3

  /// A field of 32 bits with this value says: the ZIP64 field has it.
  static let full32: UInt32 = 0xFFFF_FFFF
  /// The same for 16 bits.
  static let full16: UInt16 = 0xFFFF

  static let plainVersion: UInt16 = 10
  static let folderVersion: UInt16 = 20
  static let zip64Version: UInt16 = 45

  /// 1980-01-01, the first day that the format can name; the time is 0.
  ///
  /// Every entry that is written new has it, so that the same input gives the same archive.
  static let constantDate: UInt16 = 1 << 5 | 1

  /// The number as the field of 32 bits has it.
  static func field32(_ value: UInt64) -> UInt32 { UInt32(clamping: value) }

  /// Whether a number is for the ZIP64 field.
  static func needsZip64(_ value: UInt64) -> Bool { value >= UInt64(full32) }
}

extension UnsafeRawBufferPointer {
  /// The number at an offset; the caller has checked that it lies within.
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int)
    -> Number
  {
    precondition(
      offset >= 0 && offset + MemoryLayout<Number>.size <= count, "lengths are checked before fields")
    return Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  func slice(_ start: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start..<start + count])
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
