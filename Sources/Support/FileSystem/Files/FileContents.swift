/// An open regular file and its actual size.
///
/// Some file systems report a wrong size: 0 for files below `/proc` and some FUSE files, and one page for
/// files below `/sys`. A file with a wrong size is read to its end once, into an unnamed copy, so that the
/// size of the copy is reliable.
package struct FileContents: Sendable {
  /// The file, or the copy of the file's contents.
  package let file: OpenFile
  /// The actual size of `file` in bytes.
  package let byteCount: UInt64
  /// The status of the original file; its size differs from ``byteCount`` only if ``isCopied`` is true.
  package let status: FileStatus
  /// Whether `file` is a copy; the copy does not change when the original changes.
  package let isCopied: Bool

  /// Opens a regular file and compares its reported size with its contents.
  ///
  /// - Parameter folder: the folder of the copy, if a copy is necessary.
  /// - Throws: `isAFolder` or `notAFile` if the path is not a regular file; also the errors of
  ///   ``init(of:_:spoolingIn:)``.
  package init(
    of path: FilePath, followingLinks: Bool = true, spoolingIn folder: @autoclosure () throws -> FilePath
  ) throws {
    let (file, status) = try OpenFile.examiningRegular(path, followingLinks: followingLinks)
    try self.init(of: file, status, spoolingIn: folder())
  }

  /// Compares the reported size of an open regular file with its contents.
  ///
  /// - Throws: `changedWhileReading` if the file changes during the comparison or the copying.
  package init(
    of file: OpenFile, _ status: FileStatus, spoolingIn folder: @autoclosure () throws -> FilePath
  ) throws {
    if try file.ends(at: status.byteCount) {
      self.init(file: file, byteCount: status.byteCount, status: status, isCopied: false)
      return
    }
    let current = try file.status()
    if current != status {
      // The file has changed since the caller read its status.
      guard try file.ends(at: current.byteCount) else { throw file.changedWhileReading() }
      self.init(file: file, byteCount: current.byteCount, status: current, isCopied: false)
      return
    }
    let copy = try OpenFile.unnamed(in: folder())
    let byteCount = try copy.copyAll(of: file)
    guard try file.status() == status else { throw file.changedWhileReading() }
    self.init(file: copy, byteCount: byteCount, status: status, isCopied: true)
  }

  private init(file: OpenFile, byteCount: UInt64, status: FileStatus, isCopied: Bool) {
    self.file = file
    self.byteCount = byteCount
    self.status = status
    self.isCopied = isCopied
  }
}

extension OpenFile {
  /// Returns whether the contents end exactly at a position.
  ///
  /// One read of two bytes is sufficient for the check.
  fileprivate func ends(at byteCount: UInt64) throws(FileSystemError) -> Bool {
    var bytes: (UInt8, UInt8) = (0, 0)
    do throws(SystemFailure) {
      let count = try withUnsafeMutableBytes(of: &bytes) { (buffer) throws(SystemFailure) in
        try SystemCalls.read(descriptor, into: buffer, at: max(byteCount, 1) - 1)
      }
      return count == (byteCount == 0 ? 0 : 1)
    } catch {
      throw failure("read", error)
    }
  }

  /// Copies another file from its beginning until a read returns no bytes.
  ///
  /// - Returns: the number of copied bytes.
  fileprivate func copyAll(of source: OpenFile) throws(FileSystemError) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var end: UInt64 = 0
    while true {
      let count = try source.read(into: buffer, at: end)
      if count == 0 { return end }
      try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: end)
      end += UInt64(count)
    }
  }
}

extension FilePath {
  /// Returns all bytes of the regular file at the path.
  ///
  /// - Parameter folder: the folder of a temporary unnamed copy, if the file system reports a wrong size
  ///   for the file.
  package func fileBytes(spoolingIn folder: FilePath) throws -> [UInt8] {
    let contents = try FileContents(of: self, spoolingIn: folder)
    return try contents.file.bytes(at: 0, count: Int(clamping: contents.byteCount))
  }
}
