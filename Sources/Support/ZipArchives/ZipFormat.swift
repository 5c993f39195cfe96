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
  /// The identifier of the extra field that pads a local header so that its payload is aligned.
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
  /// Examples are a volume label (0x08), a device (0x40) and a reparse point (0x400). The unzip program skips
  /// volume labels, and 7z converts reparse points to links. The permitted attributes are read-only (0x01),
  /// hidden (0x02), system (0x04), folder (0x10), archive (0x20), normal (0x80), and the flag with which 7z
  /// marks Unix modes (0x8000).
  ///
  /// The value is written out: the compiler needs three seconds for the equal expression of seven flags.
  static let specialAttributes: UInt32 = 0x7F48

  /// The host system number of Unix, which is stored in the high byte of "version made by".
  static let unixHost: UInt8 = 3

  /// The value of a 32-bit field if the actual value is stored in the ZIP64 block.
  static let full32: UInt32 = 0xFFFF_FFFF
  /// The value of a 16-bit field if the actual value is stored in the ZIP64 end record.
  static let full16: UInt16 = 0xFFFF

  static let plainVersion: UInt16 = 10
  static let folderVersion: UInt16 = 20
  static let deflatedVersion: UInt16 = 20
  static let zip64Version: UInt16 = 45

  /// 1980-01-01, the first date that the format can represent.
  ///
  /// All new entries have this date and the time 0, so that the same input produces the same archive.
  static let constantDate: UInt16 = 1 << 5 | 1

  /// Returns the value to store in a 32-bit field: the number itself, or `full32` if it does not fit.
  static func field32(_ value: UInt64) -> UInt32 { UInt32(clamping: value) }

  /// Returns whether a number must be stored in the ZIP64 block.
  static func needsZip64(_ value: UInt64) -> Bool { value >= UInt64(full32) }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian number at an offset.
  ///
  /// The caller must have checked that the number is inside the buffer.
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
