/// The constants of the zip format (source: PKWARE's APPNOTE, version 6.3).
enum ZipFormat {
  static let localHeaderSignature: UInt32 = 0x0403_4B50
  static let directoryRecordSignature: UInt32 = 0x0201_4B50
  static let endRecordSignature: UInt32 = 0x0605_4B50
  static let zip64EndRecordSignature: UInt32 = 0x0606_4B50
  static let zip64LocatorSignature: UInt32 = 0x0706_4B50

  // The lengths of the records without their variable parts.
  static let localHeaderByteCount = 30
  static let directoryRecordByteCount = 46
  static let endRecordByteCount = 22
  static let zip64EndRecordByteCount = 56
  static let zip64LocatorByteCount = 20

  static let zip64FieldIdentifier: UInt16 = 0x0001
  /// The extra field that moves a payload to an aligned offset.
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

  /// The DOS and Windows attributes that plain files and folders do not have.
  ///
  /// Examples are a volume label (0x08), which unzip skips, a device (0x40), and a reparse point (0x400),
  /// which 7z converts to a link. The permitted attributes are read-only, hidden, system, folder,
  /// archive, normal, and the flag of 7z for Unix modes.
  static let specialAttributes: UInt32 = 0xFFFF & ~(0x01 | 0x02 | 0x04 | 0x10 | 0x20 | 0x80 | 0x8000)

  /// The host system of Unix attributes, in the high byte of "version made by".
  static let unixHost: UInt8 = 3

  /// The value of a 32-bit field whose actual value is in the ZIP64 field.
  static let full32: UInt32 = 0xFFFF_FFFF
  /// The same value for 16-bit fields.
  static let full16: UInt16 = 0xFFFF

  static let plainVersion: UInt16 = 10
  static let folderVersion: UInt16 = 20
  static let zip64Version: UInt16 = 45

  /// 1980-01-01, the first date that the format can represent; the time is 0.
  ///
  /// All new entries have this date, so that the same input produces the same archive.
  static let constantDate: UInt16 = 1 << 5 | 1

  /// Returns the value of a number in a 32-bit field.
  static func field32(_ value: UInt64) -> UInt32 { UInt32(clamping: value) }

  /// Whether a number requires the ZIP64 field.
  static func needsZip64(_ value: UInt64) -> Bool { value >= UInt64(full32) }
}

extension UnsafeRawBufferPointer {
  /// Returns the number at an offset; the caller has checked that it is inside the buffer.
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
