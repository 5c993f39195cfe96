/// The entries of an archive and where its directory is.
package struct ZipDirectory: Sendable {
  /// The entries, in the order of the directory.
  package let entries: [ZipEntry]
  /// Where the directory begins.
  package let directoryOffset: UInt64
  package let directoryByteCount: UInt64
  /// Where the end records end, and the archive with them.
  package let endOffset: UInt64
  private let indexes: [NameKey: Int]

  /// - Throws: `duplicateName` when two entries have the same name.
  init(
    entries: [ZipEntry], directoryOffset: UInt64, directoryByteCount: UInt64, endOffset: UInt64
  ) throws(ZipError) {
    var indexes: [NameKey: Int] = [:]
    indexes.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated()
    where indexes.updateValue(index, forKey: NameKey(entry.name)) != nil {
      throw ZipError(.duplicateName, "two entries have the same name", entry: entry.name)
    }
    self.entries = entries
    self.directoryOffset = directoryOffset
    self.directoryByteCount = directoryByteCount
    self.endOffset = endOffset
    self.indexes = indexes
  }

  /// The entry of exactly that name.
  package func entry(named name: [UInt8]) -> ZipEntry? { indexes[NameKey(name)].map { entries[$0] } }
}

/// A name to look up: hashed as one run of bytes, which is much faster than byte by byte.
private struct NameKey: Hashable {
  private let name: [UInt8]

  init(_ name: [UInt8]) { self.name = name }

  func hash(into hasher: inout Hasher) { name.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
