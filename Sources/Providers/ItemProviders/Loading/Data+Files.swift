package import FileSystem
package import Foundation

extension Data {
  /// Below this, reading costs less than a copy and a mapping of whole pages.
  private static let smallestCopiedByteCount: UInt64 = 64 << 10

  /// The bytes of a part of a file, which stay as they are whatever becomes of the file.
  ///
  /// Few bytes are read. More are copied into a file without a name, which nothing else can change, and that is mapped:
  /// they take no anonymous memory, and no space either where the file system can share extents and the folder for
  /// temporary files is on it. Where that folder cannot be written or is full, they are read into memory.
  ///
  /// - Throws: `FileSystemError`; `changedWhileReading` or `unexpectedEnd` when the file is cut short meanwhile.
  package init(keeping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    if byteCount < Self.smallestCopiedByteCount {
      self = Data(try file.bytes(at: offset, count: Int(byteCount)))
      return
    }
    let folder = try LoadFolders.systemFolder()
    do {
      let copy = try OpenFile.unnamed(in: folder)
      try copy.copy(from: file, at: offset, to: 0, byteCount: byteCount)
      try self.init(mapping: copy, at: 0, byteCount: byteCount)
    } catch let error as FileSystemError where error.path == folder {
      self = Data(try file.bytes(at: offset, count: Int(clamping: byteCount)))
    }
  }

  /// The bytes of a part of a file, mapped: they are the file's as long as the value lives.
  ///
  /// A file that is cut short meanwhile ends the process when the lost bytes are touched, so that this is for files that
  /// nothing else can change, and for callers that ask for it.
  package init(mapping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    let mapped = try file.map(at: offset, count: Int(clamping: byteCount))
    guard let start = mapped.buffer.baseAddress else {
      self = Data()
      return
    }
    // The deallocator holds the mapping, and with it the pages, until the last copy of the value is gone.
    self = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: mapped.count,
      deallocator: .custom { _, _ in withExtendedLifetime(mapped) {} })
  }
}
