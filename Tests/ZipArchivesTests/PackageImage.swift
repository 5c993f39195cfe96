import Foundation
import TestSupport;
import Testing

@testable import ZipArchives

/// An archive that is built field by field, so that its headers can state anything.
struct PackageImage {
  struct Entry {
    var name: [UInt8]
    var payload: [UInt8]
    var method = ZipFormat.storedMethod
    var flags: UInt16 = 0
    var crc32: UInt32
    var byteCount: UInt64
    /// The payload's length that the directory states; nil for the real one.
    var statedPayloadByteCount: UInt64?
    /// The offset of the local header that the directory states; nil for the real one.
    var statedOffset: UInt64?
    /// The name and the method in the local header; nil if they are those of the directory.
    var localName: [UInt8]?
    var localMethod: UInt16?
    /// The bytes after the payload, such as a data descriptor.
    var descriptor: [UInt8] = []
    var extraField: [UInt8] = []
    var comment: [UInt8] = []
    /// Whether the entry has no local header and no payload of its own.
    var isOnlyInDirectory = false

    /// A stored entry.
    init(_ name: String, _ content: [UInt8]) {
      self.name = Array(name.utf8)
      payload = content
      crc32 = content.withUnsafeBytes { CRC32.of($0) }
      byteCount = UInt64(content.count)
    }

    /// A deflated entry.
    init(_ name: String, deflating content: [UInt8]) throws {
      self.init(name, content)
      let zlib = try require(ZlibLibrary.installed)
      payload =
        content.withUnsafeBytes { DeflateStream.compressed($0, zlib) } ?? PackageImage.storedBlock(content)
      method = ZipFormat.deflatedMethod
    }

    /// Moves the checksum and the sizes from the local header to a data descriptor.
    mutating func useDescriptor(hasSignature: Bool) {
      flags |= ZipFormat.dataDescriptorFlag
      if hasSignature { descriptor.append(littleEndian: UInt32(0x0807_4B50)) }
      descriptor.append(littleEndian: crc32)
      descriptor.append(littleEndian: UInt32(payload.count))
      descriptor.append(littleEndian: UInt32(byteCount))
    }
  }

  var entries: [Entry] = []
  /// The bytes before the archive, which its offsets do not count.
  var lead: [UInt8] = []
  var comment: [UInt8] = []
  var hasZip64 = false

  init(_ entries: [Entry]) { self.entries = entries }

  /// DEFLATE data with one block that is not compressed (RFC 1951, section 3.2.4).
  static func storedBlock(_ content: [UInt8], isLast: Bool = true) -> [UInt8] {
    var block: [UInt8] = [isLast ? 1 : 0]
    block.append(littleEndian: UInt16(content.count))
    block.append(littleEndian: ~UInt16(content.count))
    return block + content
  }

  /// The bytes of the archive.
  func data() -> Data {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      var header = Self.header(of: entry, headerOffset: UInt64(bytes.count))
      if !entry.isOnlyInDirectory {
        header.name = entry.localName ?? entry.name
        header.method = entry.localMethod ?? entry.method
        if entry.flags & ZipFormat.dataDescriptorFlag != 0 {
          (header.crc32, header.byteCount, header.compressedByteCount) = (0, 0, 0)
        }
        header.appendLocalHeader(to: &bytes, paddingByteCount: 0)
        bytes += entry.payload + entry.descriptor
      }
      header = Self.header(of: entry, headerOffset: header.headerOffset)
      header.compressedByteCount = entry.statedPayloadByteCount ?? header.compressedByteCount
      header.headerOffset = entry.statedOffset ?? header.headerOffset
      let start = directory.count
      if hasZip64 {
        Self.appendZip64Record(header, to: &directory)
      } else {
        header.appendDirectoryRecord(to: &directory)
      }
      directory.replaceSubrange(
        start + 32..<start + 34, with: [UInt8(entry.comment.count & 0xFF), UInt8(entry.comment.count >> 8)])
      directory += entry.comment
    }
    let directoryOffset = bytes.count
    bytes += directory
    appendEnd(to: &bytes, directoryOffset: directoryOffset)
    return Data(lead + bytes)
  }

  private static func header(of entry: Entry, headerOffset: UInt64) -> ZipEntry {
    ZipEntry(
      name: entry.name, crc32: entry.crc32, byteCount: entry.byteCount,
      compressedByteCount: UInt64(entry.payload.count), headerOffset: headerOffset, payloadOffset: nil,
      method: entry.method, flags: entry.flags, versionNeeded: 20, versionMadeBy: 20, externalAttributes: 0,
      dosTime: 0, dosDate: ZipFormat.constantDate, extraField: entry.extraField)
  }

  /// Appends a directory record whose numbers are in the ZIP64 block although they fit into their fields.
  private static func appendZip64Record(_ header: ZipEntry, to directory: inout [UInt8]) {
    var block: [UInt8] = []
    block.append(littleEndian: ZipFormat.zip64FieldIdentifier)
    block.append(littleEndian: UInt16(24))
    for number in [header.byteCount, header.compressedByteCount, header.headerOffset] {
      block.append(littleEndian: number)
    }
    var plain = header
    plain.extraField = block
    let start = directory.count
    plain.appendDirectoryRecord(to: &directory)
    for field in [20, 24, 42] {
      directory.replaceSubrange(
        start + field..<start + field + 4, with: [UInt8](repeating: 0xFF, count: 4))
    }
  }

  private func appendEnd(to bytes: inout [UInt8], directoryOffset: Int) {
    let end = ZipEndRecords(
      entryCount: UInt64(entries.count), directoryOffset: UInt64(directoryOffset),
      directoryByteCount: UInt64(bytes.count - directoryOffset))
    if hasZip64 {
      let large = ZipEndRecords(
        entryCount: UInt64(UInt16.max), directoryOffset: end.directoryOffset,
        directoryByteCount: end.directoryByteCount)
      let start = bytes.count
      large.append(to: &bytes, at: UInt64(start))
      // The two numbers of entries in the ZIP64 record.
      for field in [24, 32] {
        bytes.replaceSubrange(
          start + field..<start + field + 8,
          with: withUnsafeBytes(of: end.entryCount.littleEndian) { Array($0) })
      }
    } else {
      end.append(to: &bytes, at: UInt64(bytes.count))
    }
    bytes.replaceSubrange(
      bytes.count - 2..<bytes.count, with: [UInt8(comment.count & 0xFF), UInt8(comment.count >> 8)])
    bytes += comment
  }
}

extension ZipPackage {
  /// The contents of all entries, by name.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in names { contents[name] = try content(of: name) }
    return contents
  }
}
