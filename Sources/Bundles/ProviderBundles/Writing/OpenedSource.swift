import FileSystem

/// A file that has just been opened, and what is to be stored of it.
struct OpenedSource {
  private let file: OpenFile
  private let status: FileStatus
  let payload: PayloadSource

  /// Opens a regular file.
  ///
  /// - Parameter buffer: where a short file is read to at once; without it nothing is read.
  /// - Returns: nil for a long file when there is a buffer.
  init?(_ path: FilePath, followingLinks: Bool, readingInto buffer: ReadBuffer?) throws {
    (file, status) = try OpenFile.examiningRegular(path, followingLinks: followingLinks)
    guard let buffer else {
      payload = PayloadSource(file, status)
      return
    }
    guard status.byteCount <= UInt64(PayloadSource.largestInMemory) else { return nil }
    payload = try PayloadSource(file, status, readingInto: buffer)
  }

  /// The file's type.
  func typeIdentifier(named name: FileName, _ typing: any FileTyping) throws -> String {
    try payload.withBytesInMemory {
      try typing.typeIdentifier(of: file, named: name, status: status, bytes: $0)
    } ?? typing.typeIdentifier(of: file, named: name, status: status, bytes: nil)
  }
}
