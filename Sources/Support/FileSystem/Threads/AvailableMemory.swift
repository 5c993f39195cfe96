/// The check that the process can allocate enough memory.
package enum AvailableMemory {
  /// The minimum size that is checked: 64 MiB.
  private static let smallestChecked = 64 << 20

  /// Throws if the process cannot allocate a number of bytes.
  ///
  /// If an array cannot be allocated, Swift ends the process. Sizes that are read from files are therefore
  /// checked before the allocation. Sizes below 64 MiB are not checked.
  ///
  /// - Parameter path: the file that contains the bytes.
  /// - Throws: `outOfMemory` if the bytes do not fit into memory.
  package static func require(_ byteCount: UInt64, toRead path: FilePath) throws(FileSystemError) {
    guard byteCount >= smallestChecked else { return }
    if let count = Int(exactly: byteCount), SystemCalls.canAllocate(count) { return }
    throw FileSystemError(
      .outOfMemory, cannot: "read", path, because: "\(byteCount) bytes do not fit into memory")
  }
}
