/// Checks whether the process can allocate more memory.
package enum AvailableMemory {
  /// The smallest size that is checked: 64 MiB.
  private static let smallestChecked = 64 << 20

  /// Throws if the process cannot allocate this many bytes.
  ///
  /// An array that cannot be allocated ends the process, so sizes that come from files are checked first.
  ///
  /// - Parameter path: the file that contains the bytes.
  /// - Throws: `outOfMemory`.
  package static func require(_ byteCount: UInt64, toRead path: FilePath) throws(FileSystemError) {
    guard byteCount >= smallestChecked else { return }
    if let count = Int(exactly: byteCount), SystemCalls.canAllocate(count) { return }
    throw FileSystemError(
      .outOfMemory, cannot: "read", path, because: "\(byteCount) bytes do not fit into memory")
  }
}
