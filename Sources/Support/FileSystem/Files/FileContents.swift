/// An open regular file and its actual size.
///
/// Some file systems report a wrong size: 0 for files below `/proc` and some FUSE files, a page for
/// files below `/sys`. Such a file is read to its end once, into an unnamed copy, so that readers can
/// rely on the size.
package struct FileContents: Sendable {
  /// The file, or the copy of its contents.
  package let file: OpenFile
  /// The actual size of `file` in bytes.
  package let byteCount: UInt64
  /// The status of the file itself; its size is ``byteCount`` unless ``isCopied``.
  package let status: FileStatus
  /// Whether `file` is a copy, which does not change with the original.
  package let isCopied: Bool

  /// Opens a regular file and compares its stated size with its contents.
  ///
  /// - Parameter folder: where a copy is created if one is needed.
  /// - Throws: `isAFolder` or `notAFile` for other kinds; as ``init(of:_:spoolingIn:)``.
  package init(
    of path: FilePath, followingLinks: Bool = true, spoolingIn folder: @autoclosure () throws -> FilePath
  ) throws {
    let (file, status) = try OpenFile.examiningRegular(path, followingLinks: followingLinks)
    try self.init(of: file, status, spoolingIn: folder())
  }

  /// Compares the stated size of an open regular file with its contents.
  ///
  /// - Throws: `changedWhileReading` if the file changes at the same time.
  package init(
    of file: OpenFile, _ status: FileStatus, spoolingIn folder: @autoclosure () throws -> FilePath
  ) throws {
    if try file.ends(at: status.byteCount) {
      self.init(file: file, byteCount: status.byteCount, status: status, isCopied: false)
      return
    }
    let current = try file.status()
    if current != status {
      // The file was written after its status was read.
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
  /// Whether the contents end exactly at a position.
  ///
  /// One read of two bytes is enough to find out.
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
  /// - Returns: the number of bytes.
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
  /// All bytes of the regular file at the path.
  ///
  /// - Parameter folder: holds a file without a name while the bytes are read, if the size of the file is not known.
  package func fileBytes(spoolingIn folder: FilePath) throws -> [UInt8] {
    let contents = try FileContents(of: self, spoolingIn: folder)
    return try contents.file.bytes(at: 0, count: Int(clamping: contents.byteCount))
  }
}
