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

/// The one rule of which names a strict reader takes: plain relative paths that mean the same everywhere.
package enum ZipEntryName {
  /// What is wrong with a name.
  package enum Flaw: Sendable {
    case empty, emptyPart, absolute, dots, onlyVersion, backslash, driveLetter, nul, controlCharacter, notUTF8

    /// The flaw as the end of a sentence that begins with the name.
    package var reason: String {
      switch self {
      case .empty: "is empty"
      case .emptyPart: "has an empty part"
      case .absolute: "begins at the root"
      case .dots: "has a part . or .."
      case .onlyVersion: "has a part that is empty, . or .. without its version such as ;1"
      case .backslash: "has a backslash"
      case .driveLetter: "begins with a drive letter"
      case .nul: "has a NUL"
      case .controlCharacter: "has a control character"
      case .notUTF8: "is not UTF-8"
      }
    }
  }

  /// Why a name is refused; nil when it is safe.
  ///
  /// Safe is a relative path in UTF-8 whose components are not empty, `.` or `..`, also without a version in the manner
  /// of VMS, without control characters, backslashes or a drive letter. One slash at the end makes it a folder's.
  package static func flaw(of name: [UInt8]) -> Flaw? { name.withUnsafeBytes { flaw(of: $0) } }

  /// The same for bytes that stand elsewhere.
  package static func flaw(of name: UnsafeRawBufferPointer) -> Flaw? {
    var componentStart = 0
    var hasHighBytes = false
    for index in 0..<name.count {
      switch name[index] {
      case 0x2F:
        if let flaw = flaw(ofComponent: name[componentStart..<index]) { return flaw }
        componentStart = index + 1
      case 0x5C: return .backslash
      case 0: return .nul
      case ..<0x20, 0x7F: return .controlCharacter
      case 0x80...: hasHighBytes = true
      default: break
      }
    }
    if name.isEmpty { return .empty }
    if componentStart < name.count, let flaw = flaw(ofComponent: name[componentStart...]) { return flaw }
    if name.count >= 2, name[1] == 0x3A, UInt8(ascii: "a")...UInt8(ascii: "z") ~= name[0] | 0x20 {
      return .driveLetter
    }
    return hasHighBytes ? flaw(ofText: name) : nil
  }

  /// Whether a part of a name is longer than any file system takes, so that nothing could unpack it.
  package static func hasLongPart(_ name: UnsafeRawBufferPointer) -> Bool {
    if name.count <= longestPart { return false }
    var byteCount = 0
    for byte in name {
      byteCount = byte == 0x2F ? 0 : byteCount + 1
      if byteCount > longestPart { return true }
    }
    return false
  }

  /// The most bytes of a part, as nearly all file systems have it.
  package static let longestPart = 255

  private static func flaw(ofComponent component: Slice<UnsafeRawBufferPointer>) -> Flaw? {
    if component.isEmpty { return component.startIndex == 0 ? .absolute : .emptyPart }
    if isDots(component) { return .dots }
    let plain = component.dropLast(versionByteCount(of: component))
    return plain.count < component.count && (plain.isEmpty || isDots(plain)) ? .onlyVersion : nil
  }

  private static func isDots(_ component: Slice<UnsafeRawBufferPointer>) -> Bool {
    component.count <= 2 && component.allSatisfy { $0 == 0x2E }
  }

  /// The length of a version in the manner of VMS at the end of a name, `;` and digits, which unzip removes; 0 without
  /// one.
  package static func versionByteCount(of name: some BidirectionalCollection<UInt8>) -> Int {
    let beforeDigits = name.lastIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
    guard let beforeDigits, name[beforeDigits] == UInt8(ascii: ";") else { return 0 }
    return name.distance(from: beforeDigits, to: name.endIndex)
  }

  private static func flaw(ofText name: UnsafeRawBufferPointer) -> Flaw? {
    guard let text = String(validating: name, as: UTF8.self) else { return .notUTF8 }
    let hasControls = text.unicodeScalars.contains { 0x80..<0xA0 ~= $0.value || 0x2028...0x2029 ~= $0.value }
    return hasControls ? .controlCharacter : nil
  }
}
