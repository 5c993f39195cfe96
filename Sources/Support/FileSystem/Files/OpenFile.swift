import Synchronization

/// An open file: owns its descriptor, which is closed when the value is released.
///
/// Positions are arguments, so any number of threads may read one file at once. The `…Next` forms go from
/// where the last one ended, and are for pipes.
package final class OpenFile: Sendable {
  /// The path that errors name.
  package let path: FilePath
  /// What errors call the file.
  private let naming: FileSystemError.Naming
  let descriptor: Int32
  private let isOwned: Bool
  /// Whether the file's lock is ours.
  let isLocked = Atomic<Bool>(false)

  /// - Parameters:
  ///   - path: the path that errors name.
  init(
    descriptor: Int32, path: FilePath, calling naming: FileSystemError.Naming = .path,
    isOwned: Bool = true
  ) {
    self.descriptor = descriptor
    self.path = path
    self.naming = naming
    self.isOwned = isOwned
  }

  deinit {
    // Closing alone would leave the lock to a program that is just being started: it has a copy of the descriptor until its
    // own code begins.
    if isLocked.load(ordering: .relaxed) { SystemCalls.unlock(descriptor) }
    if isOwned { SystemCalls.closeFile(descriptor) }
  }

  package static let standardInput = OpenFile(
    descriptor: 0, path: FilePath(known: Array("/dev/stdin".utf8)), calling: .name("standard input"),
    isOwned: false)
  package static let standardOutput = OpenFile(
    descriptor: 1, path: FilePath(known: Array("/dev/stdout".utf8)), calling: .name("standard output"),
    isOwned: false)
  package static let standardError = OpenFile(
    descriptor: 2, path: FilePath(known: Array("/dev/stderr".utf8)), calling: .name("standard error"),
    isOwned: false
  )

  /// Opens a file for reading.
  ///
  /// Opening a named pipe waits for its writer.
  package static func reading(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> OpenFile {
    let descriptor = try FileSystemError.naming("open", path, followingLinks: followingLinks) {
      () throws(SystemFailure) in
      try SystemCalls.openFile(path, followingLinks ? [] : .notFollowingLinks)
    }
    return OpenFile(descriptor: descriptor, path: path)
  }

  /// Opens a regular file for reading; anything else is refused, and nothing is waited for.
  ///
  /// - Throws: `isAFolder` or `notAFile` for what has no bytes of its own.
  package static func readingRegular(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> OpenFile {
    try examiningRegular(path, followingLinks: followingLinks).file
  }

  /// Opens a regular file as ``readingRegular(_:followingLinks:)`` does, and returns its status as well.
  package static func examiningRegular(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> (file: OpenFile, status: FileStatus) {
    let options: SystemCalls.OpenOptions =
      followingLinks ? .withoutWaiting : [.withoutWaiting, .notFollowingLinks]
    let descriptor = try FileSystemError.naming("open", path, followingLinks: followingLinks) {
      () throws(SystemFailure) in
      try SystemCalls.openFile(path, options)
    }
    let file = OpenFile(descriptor: descriptor, path: path)
    let status = try file.status()
    switch status.kind {
    case .regular: return (file, status)
    case .folder: throw FileSystemError("read", path, .isAFolder)
    default: throw FileSystemError.notAFile("read", path)
    }
  }

  /// Creates a file for writing and reading; what is there already is an error, a link included.
  ///
  /// - Parameters:
  ///   - permissions: what the process's mask does not take away.
  ///   - finalPath: the path that errors are to name when the file is one day to have another.
  package static func creating(
    _ path: FilePath, permissions: UInt16 = 0o666, for finalPath: FilePath? = nil
  ) throws(FileSystemError) -> OpenFile {
    let descriptor = try FileSystemError.naming("create", finalPath ?? path) { () throws(SystemFailure) in
      try SystemCalls.openFile(path, [.readAndWrite, .creating], permissions: permissions)
    }
    return OpenFile(descriptor: descriptor, path: finalPath ?? path)
  }

  /// A file without a name for writing and reading, gone when it is released.
  package static func unnamed(in folder: FilePath) throws(FileSystemError) -> OpenFile {
    let path = folder.appending(TemporaryName.make(for: nil))
    let descriptor = try FileSystemError.naming("create", folder, calling: .temporaryFile) {
      () throws(SystemFailure) in
      try SystemCalls.openFile(path, [.readAndWrite, .creating], permissions: 0o600)
    }
    let file = OpenFile(descriptor: descriptor, path: folder, calling: .temporaryFile)
    do { try SystemCalls.removeEntry(path, isFolder: false) } catch {
      // Another writer may have swept it already.
      guard error.number == .notFound else { throw FileSystemError("remove", path, error.number) }
    }
    return file
  }

  /// Does something with the descriptor; its failure becomes the error that names this file.
  func naming<Value>(
    _ action: String, _ body: () throws(SystemFailure) -> Value
  ) throws(FileSystemError) -> Value {
    try FileSystemError.naming(action, path, calling: naming, body)
  }

  /// The error of a file that is no longer what it was, or ends too early.
  func failure(_ code: FileSystemError.Code, _ action: String, _ reason: String) -> FileSystemError {
    FileSystemError(code, cannot: action, path, calling: naming, because: reason)
  }

  package func status() throws(FileSystemError) -> FileStatus {
    try naming("examine") { () throws(SystemFailure) in try SystemCalls.status(of: descriptor) }
  }

  /// Makes the file that long, cutting it or adding zeros that take no space.
  package func setByteCount(_ byteCount: UInt64) throws(FileSystemError) {
    try naming("write") { () throws(SystemFailure) in
      try SystemCalls.setByteCount(descriptor, byteCount)
    }
  }

  /// Returns when what was written is on the device.
  package func synchronize() throws(FileSystemError) {
    try naming("write") { () throws(SystemFailure) in try SystemCalls.synchronize(descriptor) }
  }

  /// Lets the device begin with what was written at a place, so that there is less to wait for in the end.
  ///
  /// A system that cannot do that is not asked to.
  package func beginSynchronizing(at offset: UInt64, byteCount: UInt64) {
    SystemCalls.beginSynchronizing(descriptor, at: offset, byteCount: byteCount)
  }

  package func setPermissions(_ permissions: UInt16) throws(FileSystemError) {
    try naming("set the permissions of") { () throws(SystemFailure) in
      try SystemCalls.setPermissions(descriptor, permissions)
    }
  }

  package func setModification(_ time: FileTime) throws(FileSystemError) {
    try naming("set the time of") { () throws(SystemFailure) in
      try SystemCalls.setModification(descriptor, time)
    }
  }
}

extension FileSystemError {
  /// The error for a device, a pipe or a socket where a file with bytes of its own is needed.
  static func notAFile(_ action: String, _ path: FilePath) -> FileSystemError {
    FileSystemError(
      .notAFile, cannot: action, path, because: "it is a device, a pipe or a socket, not a file")
  }
}

/// The streams that a process is started with.
package enum StandardStreams {
  /// Keeps the streams that this process was started without from becoming files that it opens.
  ///
  /// Where one is closed, the next file to be opened would have its number: what is written to the standard output would
  /// go into that file, or the program would wait for itself at the other end of a pipe. Using such a stream goes on
  /// failing. For programs, to be called before anything is opened.
  package static func keepClosedOnesFailing() { SystemCalls.occupyClosedStandardStreams() }
}
