package import FileSystem
import ZipArchives

/// Where the bytes of a payload stand on disk, found and checked as far as that costs nothing.
package struct StoredPayload: Sendable {
  /// The file that holds them, the archive or a file of a bundle folder.
  package let file: OpenFile
  /// Where in the file they begin.
  package let offset: UInt64
  /// What the manifest says of them.
  package let payload: BundledPayload

  private static let step = 1 << 20

  /// Gives the bytes piece by piece, and checks them as they pass.
  ///
  /// - Throws: ``BundleError/Code/checksumMismatch`` after the last piece when they are not what was packed; who
  ///   writes them somewhere must then take it back.
  package func stream(_ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
    var checksum = CRC32()
    var buffer = [UInt8](repeating: 0, count: Int(min(UInt64(StoredPayload.step), payload.byteCount)))
    var position: UInt64 = 0
    while position < payload.byteCount {
      let wanted = Int(min(UInt64(buffer.count), payload.byteCount - position))
      try buffer.withUnsafeMutableBytes { bytes in
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted])
        guard try file.read(into: part, at: offset + position) == wanted else { throw mismatch }
        checksum.update(UnsafeRawBufferPointer(part))
        try receive(UnsafeRawBufferPointer(part))
      }
      position += UInt64(wanted)
    }
    if checksum.value != payload.crc32 { throw mismatch }
  }

  /// Reads all bytes and compares their checksum with the one that was packed.
  package func verify() throws {
    guard try CRC32.of(file, at: offset, byteCount: payload.byteCount) == payload.crc32 else {
      throw mismatch
    }
  }

  /// Copies the bytes to the beginning of an empty file.
  ///
  /// The kernel copies where it can, after the bytes were read once for their checksum.
  package func copy(to destination: OpenFile) throws {
    try verify()
    try destination.copy(from: file, at: offset, to: 0, byteCount: payload.byteCount)
  }

  var mismatch: BundleError {
    BundleError(
      .checksumMismatch,
      "the bytes of \(payload.path) are not those that were packed; the bundle is damaged")
  }
}
