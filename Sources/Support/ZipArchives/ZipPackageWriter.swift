#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A writer of packages in memory, such as Word and OpenDocument files.
///
/// The same entries give the same bytes: the order is that of the calls, the time is constant, and entries
/// have no extra fields. Different versions of zlib may compress the same content differently.
///
/// All sizes and checksums are in the local headers.
package struct ZipPackageWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var entryCount: UInt64 = 0
  private let zlib: ZlibLibrary?

  package init() { self.init(zlib: ZlibLibrary.installed) }

  /// - Parameter zlib: nil to store all entries.
  init(zlib: ZlibLibrary?) { self.zlib = zlib }

  /// Adds an entry.
  ///
  /// The content is compressed if zlib is installed and the result is smaller.
  ///
  /// - Parameters:
  ///   - name: a name that was not added before, of 1 to 65,535 bytes of UTF-8, with slashes between its
  ///     components.
  ///   - isStored: whether to store the content without compression. The entry `mimetype` of an OpenDocument
  ///     file must be the first and must be stored.
  package mutating func add(_ name: String, _ content: [UInt8], isStored: Bool = false) {
    let name = Array(name.utf8)
    precondition(1...Int(ZipFormat.full16) ~= name.count, "a name has 1 to 65,535 bytes")
    let compressed = content.withUnsafeBytes { content in
      isStored ? nil : zlib.flatMap { DeflateStream.compressed(content, $0) }
    }
    let payload = compressed ?? content
    var entry = ZipEntry(
      name: name, crc32: content.withUnsafeBytes { CRC32.of($0) }, byteCount: UInt64(content.count),
      compressedByteCount: UInt64(payload.count), headerOffset: UInt64(bytes.count), payloadOffset: nil,
      method: compressed == nil ? ZipFormat.storedMethod : ZipFormat.deflatedMethod,
      flags: name.contains { $0 >= 0x80 } ? ZipFormat.textFlag : 0,
      versionNeeded: compressed == nil ? ZipFormat.plainVersion : ZipFormat.deflatedVersion,
      versionMadeBy: ZipFormat.zip64Version, externalAttributes: 0, dosTime: 0,
      dosDate: ZipFormat.constantDate, extraField: [])
    if entry.needsZip64 { entry.versionNeeded = ZipFormat.zip64Version }
    entry.appendLocalHeader(to: &bytes, paddingByteCount: 0)
    bytes += payload
    entry.appendDirectoryRecord(to: &directory)
    entryCount += 1
  }

  /// Ends the archive and returns it.
  ///
  /// The writer must not be used afterwards.
  package mutating func finish() -> Data {
    let end = ZipEndRecords(
      entryCount: entryCount, directoryOffset: UInt64(bytes.count),
      directoryByteCount: UInt64(directory.count))
    bytes += directory
    end.append(to: &bytes, at: UInt64(bytes.count))
    defer { self = ZipPackageWriter(zlib: zlib) }
    return Data(bytes)
  }
}
