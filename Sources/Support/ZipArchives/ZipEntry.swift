/// An archive entry as its directory record or its local header describes it, with ZIP64 values resolved.
package struct ZipEntry: Sendable, Equatable {
  /// The bytes of the name; the name of a folder ends in a slash.
  package var name: [UInt8]
  package var crc32: UInt32
  /// The length of the uncompressed content in bytes.
  package var byteCount: UInt64
  /// The length of the payload in the archive in bytes.
  package var compressedByteCount: UInt64
  /// The offset of the local header in the file.
  package var headerOffset: UInt64
  /// The offset of the payload; nil if only the local header can determine it.
  ///
  /// The writer sets this offset. The strict reader accepts only archives without gaps, so it computes this
  /// offset from the offset of the next entry. The tolerant reader sets this offset only for entries that
  /// were found by their local headers.
  package var payloadOffset: UInt64?
  /// The compression method; 0 means that the entry is stored.
  package var method: UInt16
  package var flags: UInt16
  package var versionNeeded: UInt16
  package var versionMadeBy: UInt16
  package var externalAttributes: UInt32
  package var dosTime: UInt16
  package var dosDate: UInt16
  /// The extra field without the ZIP64 block and the padding block.
  package var extraField: [UInt8]

  package var isFolder: Bool { name.last == 0x2F }
  package var isStored: Bool { method == ZipFormat.storedMethod }
  package var isEncrypted: Bool {
    flags & (ZipFormat.encryptedFlag | ZipFormat.strongEncryptionFlag | ZipFormat.maskedHeaderFlag) != 0
  }
  /// The Unix mode of the file, with its type and permissions; 0 if the archive does not state the mode.
  package var unixMode: UInt16 { UInt16(externalAttributes >> 16) }

  /// The offset after the payload; nil if `payloadOffset` is nil.
  package var payloadEnd: UInt64? { payloadOffset.map { $0 + compressedByteCount } }

  var needsZip64: Bool {
    ZipFormat.needsZip64(byteCount) || ZipFormat.needsZip64(compressedByteCount)
      || ZipFormat.needsZip64(headerOffset)
  }
}

extension ZipEntry {
  /// The length of the local header without padding, in bytes.
  var localHeaderByteCount: Int {
    let zip64 = needsLocalZip64 ? 20 : 0
    return ZipFormat.localHeaderByteCount + name.count + extraField.count + zip64
  }

  private var needsLocalZip64: Bool {
    ZipFormat.needsZip64(byteCount) || ZipFormat.needsZip64(compressedByteCount)
  }

  /// Returns the length of the padding block that aligns the payload after this header.
  ///
  /// - Returns: 0 if the payload is aligned without padding; otherwise 4 bytes plus the number of zeros.
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
    // If one of the sizes does not fit into its field, both sizes are stored in the ZIP64 block.
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
    // The comment length, the disk number and the internal attributes are 0.
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

/// The rules for names that strict readers accept: relative paths that all programs interpret identically.
@usableFromInline
package enum ZipEntryName {
  /// A reason to reject a name.
  package enum Flaw: Sendable {
    case empty, emptyPart, absolute, dots, onlyVersion, backslash, driveLetter, nul, controlCharacter, notUTF8

    /// A description of the flaw, worded to follow the name in a message.
    package var reason: String {
      switch self {
      case .empty: "is empty"
      case .emptyPart: "has an empty component"
      case .absolute: "is an absolute path"
      case .dots: "has the component . or .."
      case .onlyVersion: "has a component that is empty, . or .. without its version (such as ;1)"
      case .backslash: "has a backslash"
      case .driveLetter: "begins with a drive letter"
      case .nul: "has a NUL"
      case .controlCharacter: "has a control character"
      case .notUTF8: "is not UTF-8"
      }
    }
  }

  /// Returns the reason to reject a name; nil if the name is safe.
  ///
  /// A safe name is a relative path in UTF-8 without control characters, backslashes or a drive letter. No
  /// component of the path is empty, `.` or `..`, even after its VMS version is removed. A single slash at
  /// the end marks a folder.
  package static func flaw(of name: [UInt8]) -> Flaw? { name.withUnsafeBytes { flaw(of: $0) } }

  /// Returns the reason to reject the name in a buffer; nil if the name is safe.
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

  /// Returns whether a component of a name is longer than file systems allow, so that it cannot be unpacked.
  package static func hasLongPart(_ name: UnsafeRawBufferPointer) -> Bool {
    if name.count <= longestPart { return false }
    var byteCount = 0
    for byte in name {
      byteCount = byte == 0x2F ? 0 : byteCount + 1
      if byteCount > longestPart { return true }
    }
    return false
  }

  /// The maximum length of a component in bytes, which is the same in nearly all file systems.
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

  /// Returns the length of the VMS version at the end of a name; 0 if the name has none.
  ///
  /// A VMS version is a semicolon and the digits that follow it. The unzip program removes VMS versions.
  @inlinable
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
