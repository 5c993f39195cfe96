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
  private let isLocked = Atomic<Bool>(false)
  /// The last range without a hole that ``nextExtent(from:to:)`` found.
  let storedRange = Mutex<Range<UInt64>>(0..<0)

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
    try opening(path, [], followingLinks: followingLinks)
  }

  /// Opens a file for reading, whatever it is.
  static func opening(
    _ path: FilePath, _ options: SystemCalls.OpenOptions, followingLinks: Bool
  ) throws(FileSystemError) -> OpenFile {
    do {
      let descriptor = try SystemCalls.openFile(
        path, followingLinks ? options : options.union(.notFollowingLinks))
      return OpenFile(descriptor: descriptor, path: path)
    } catch {
      throw FileSystemError("open", path, followingLinks: followingLinks, error.number)
    }
  }

  /// Names a file or folder, so that another process can be given it; it cannot be read by this.
  package static func referring(to path: FilePath) throws(FileSystemError) -> OpenFile {
    try opening(path, .naming, followingLinks: true)
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
    try opening(path, .withoutWaiting, followingLinks: followingLinks).requiringRegular()
  }

  /// The file with its status, if it is a regular file.
  func requiringRegular() throws(FileSystemError) -> (file: OpenFile, status: FileStatus) {
    let status = try status()
    switch status.kind {
    case .regular: return (self, status)
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
    do {
      let descriptor = try SystemCalls.openFile(path, [.readAndWrite, .creating], permissions: permissions)
      return OpenFile(descriptor: descriptor, path: finalPath ?? path)
    } catch {
      throw FileSystemError("create", finalPath ?? path, error.number)
    }
  }

  /// A file without a name for writing and reading, gone when it is released.
  package static func unnamed(in folder: FilePath) throws(FileSystemError) -> OpenFile {
    let path = folder.appending(TemporaryName.make(for: nil))
    let descriptor: Int32
    do {
      descriptor = try SystemCalls.openFile(path, [.readAndWrite, .creating], permissions: 0o600)
    } catch {
      throw FileSystemError("create", folder, calling: .temporaryFile, error.number)
    }
    let file = OpenFile(descriptor: descriptor, path: folder, calling: .temporaryFile)
    do { try SystemCalls.removeEntry(path, isFolder: false) } catch {
      // Another writer may have swept it already.
      guard error.number == .notFound else { throw FileSystemError("remove", path, error.number) }
    }
    return file
  }

  /// The error of a call with the descriptor, which names this file.
  func failure(_ action: String, _ failure: SystemFailure) -> FileSystemError {
    FileSystemError(action, path, calling: naming, failure.number)
  }

  /// The error of a file that is no longer what it was, or ends too early.
  func failure(_ code: FileSystemError.Code, _ action: String, _ reason: String) -> FileSystemError {
    FileSystemError(code, cannot: action, path, calling: naming, because: reason)
  }

  package func status() throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: descriptor) } catch { throw failure("examine", error) }
  }

  /// Makes the file that long, cutting it or adding zeros that take no space.
  package func setByteCount(_ byteCount: UInt64) throws(FileSystemError) {
    do { try SystemCalls.setByteCount(descriptor, byteCount) } catch { throw failure("write", error) }
  }

  /// Returns when what was written is on the device.
  package func synchronize() throws(FileSystemError) {
    do { try SystemCalls.synchronize(descriptor) } catch { throw failure("write", error) }
  }

  /// Lets the device begin with what was written at a place, so that there is less to wait for in the end.
  ///
  /// A system that cannot do that is not asked to.
  package func beginSynchronizing(at offset: UInt64, byteCount: UInt64) {
    SystemCalls.beginSynchronizing(descriptor, at: offset, byteCount: byteCount)
  }

  package func setPermissions(_ permissions: UInt16) throws(FileSystemError) {
    do { try SystemCalls.setPermissions(descriptor, permissions) } catch {
      throw failure("set the permissions of", error)
    }
  }

  /// Removes all permissions of the classes of users that are not among the readers.
  package func limitAccess(to readers: FileReaders) throws(FileSystemError) {
    let permissions = try status().permissions
    let limited = readers.limiting(permissions)
    if limited != permissions { try setPermissions(limited) }
  }

  package func setModification(_ time: FileTime) throws(FileSystemError) {
    do { try SystemCalls.setModification(descriptor, time) } catch {
      throw failure("set the time of", error)
    }
  }
}

// MARK: - Reading and writing

extension OpenFile {
  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: how many bytes were read; fewer than the buffer holds only at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(FileSystemError) -> Int {
    var count = 0
    do {
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let step = try SystemCalls.read(descriptor, into: rest, at: offset &+ UInt64(count))
        if step == 0 { break }
        count += step
      }
    } catch {
      throw failure("read", error)
    }
    return count
  }

  /// Reads what comes next in a pipe, or in a file from where the last such call ended.
  ///
  /// - Returns: how many bytes were read, perhaps fewer than there will be; 0 at the end.
  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
    do { return try SystemCalls.readNext(descriptor, into: buffer) } catch { throw failure("read", error) }
  }

  /// The bytes at a place.
  ///
  /// The file's length is asked before anything is allocated, so a count that came from a file can be passed
  /// on.
  ///
  /// - Throws: `unexpectedEnd` when the file does not hold that many there; `outOfMemory` when they do not fit into memory.
  package func bytes(at offset: UInt64, count: Int) throws(FileSystemError) -> [UInt8] {
    try requireBytes(at: offset, count: UInt64(count))
    try AvailableMemory.require(UInt64(count), toRead: path)
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) {
      buffer, initializedCount throws(FileSystemError) in
      initializedCount = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    if bytes.count < count { throw endsEarly() }
    return bytes
  }

  /// Writes all of the bytes at a place.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(FileSystemError) {
    var count = 0
    do {
      while count < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
        count += try SystemCalls.write(descriptor, rest, at: offset &+ UInt64(count))
      }
    } catch {
      throw failure("write", error)
    }
  }

  /// Writes all of the bytes to a pipe, or to a file from where the last such call ended.
  package func writeNext(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    var count = 0
    do {
      while count < bytes.count {
        count += try SystemCalls.writeNext(descriptor, UnsafeRawBufferPointer(rebasing: bytes[count...]))
      }
    } catch {
      throw failure("write", error)
    }
  }

  /// Refuses a range that does not lie in the file.
  ///
  /// A device's length is not known this way; it is left to the reading.
  func requireBytes(at offset: UInt64, count: UInt64) throws(FileSystemError) {
    let status = try status()
    let (end, overflow) = offset.addingReportingOverflow(count)
    if status.kind == .regular && (overflow || end > status.byteCount) { throw endsEarly() }
  }

  func endsEarly() -> FileSystemError {
    failure(.unexpectedEnd, "read", "the file ends before the bytes that were asked for")
  }
}

// MARK: - Streams

extension OpenFile {
  private static let streamStep = 1 << 20

  /// Whether the file is a terminal.
  package var isTerminal: Bool { SystemCalls.isTerminal(descriptor) }

  /// How many columns the terminal has that the file is; nil where it is not one, or does not say.
  package var columnCount: Int? { terminalSize?.columns }

  /// How large the terminal is that the file is; nil where it is not one, or does not say.
  package var terminalSize: TerminalSize? { SystemCalls.terminalSize(descriptor) }

  /// Appends all that a stream still gives to this file, which must be empty.
  ///
  /// - Returns: the number of bytes.
  @discardableResult
  package func copyAll(fromStream stream: OpenFile) throws(FileSystemError) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.streamStep, alignment: 4096)
    defer { buffer.deallocate() }
    var end: UInt64 = 0
    while true {
      let count = try stream.readNext(into: buffer)
      if count == 0 { return end }
      try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: end)
      end += UInt64(count)
    }
  }

  /// Writes this whole file to a stream.
  package func copyAll(toStream stream: OpenFile) throws(FileSystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.streamStep, alignment: 4096)
    defer { buffer.deallocate() }
    var position: UInt64 = 0
    while true {
      let count = try read(into: buffer, at: position)
      if count == 0 { return }
      try stream.writeNext(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += UInt64(count)
    }
  }
}

// MARK: - Locking

extension OpenFile {
  /// Whether the file's lock is ours now.
  ///
  /// - Parameter answer: the answer where the file system has no locks. A writer takes its own file for locked then; a
  ///   file of another writer is not free.
  func tryToLock(ifUnsupported answer: Bool = true) throws(FileSystemError) -> Bool {
    do {
      let isOurs = try SystemCalls.tryToLock(descriptor)
      if isOurs { isLocked.store(true, ordering: .relaxed) }
      return isOurs
    } catch let error
      where error.number == .notSupported || error.number == .invalid || error.number == .noLocks
    {
      return answer
    } catch {
      throw FileSystemError("lock", path, error.number)
    }
  }
}

/// A lock on a file or folder under its name, held until the value is released.
///
/// It is advisory: only programs that take it too are kept out. It is released when the process ends.
package final class FileLock: Sendable {
  private let file: OpenFile
  /// What was locked.
  package let status: FileStatus

  /// Locks what is at a path.
  ///
  /// - Throws: `busy` when another holder has the lock.
  package init(_ path: FilePath) throws(FileSystemError) {
    // What is found may be replaced before it is locked; then the new one is tried.
    for _ in 0..<16 {
      let file = try OpenFile.opening(path, .withoutWaiting, followingLinks: true)
      guard try file.tryToLock() else { continue }
      let status = try file.status()
      if try FileStatus.ifPresent(path)?.isSameFile(as: status) == true {
        self.file = file
        self.status = status
        return
      }
    }
    throw FileSystemError("lock", path, .busy)
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

  /// Makes writing to a pipe that its reader has closed an error, so that the program ends by itself.
  ///
  /// For programs; the programs that it starts have the system's default again.
  package static func failOnClosedPipes() { SystemCalls.ignorePipeSignal() }
}
