/// How much of an archive's directory a reader takes in before it refuses.
///
/// The standard limits are far above what people make and far below what would exhaust a machine.
package struct ZipLimits: Sendable {
  /// The most entries; 4,000,000 unless told otherwise.
  package var entryCount: UInt64
  /// The most bytes of the directory, which is read as a whole; 512 MiB unless told otherwise.
  package var directoryByteCount: UInt64
  /// The longest name; 4096 bytes unless told otherwise, the longest path that Linux takes.
  package var nameByteCount: Int

  package init(
    entryCount: UInt64 = 4_000_000, directoryByteCount: UInt64 = 512 << 20, nameByteCount: Int = 4096
  ) {
    self.entryCount = entryCount
    self.directoryByteCount = directoryByteCount
    self.nameByteCount = nameByteCount
  }

  package static let standard = ZipLimits()
}
