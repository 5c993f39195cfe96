import ByteTools
import Synchronization

/// An open file, whose descriptor is closed when the value is released.
///
/// The descriptors of the standard streams are never closed. Most reads and writes take the offset in the
/// file as an argument, so several threads can read a file at the same time. Methods whose names end in
/// `Next` use the current position of the descriptor, and are for pipes.
package final class OpenFile: Sendable {
  /// The path shown in error messages.
  package let path: FilePath
  /// The form in which error messages name the file.
  private let naming: FileSystemError.Naming
  let descriptor: Int32
  private let isOwned: Bool
  /// Whether this process has locked the file through this object.
  private let isLocked = Atomic<Bool>(false)
  /// The stored range that ``nextExtent(from:to:)`` found last.
  let storedRange = Locked(StoredRange())

  /// A range of the file.
  ///
  /// `Locked<Range<UInt64>>` would look up the conformance of `UInt64` in all modules of a program when it opens its first
  /// file.
  struct StoredRange {
    var start: UInt64 = 0
    var end: UInt64 = 0
  }

  /// - Parameters:
  ///   - path: the path shown in error messages.
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
    // While this process starts a program, the new process has a copy of the descriptor until the program's
    // code begins. If the descriptor were only closed, the file could remain locked.
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
  /// Opening a named pipe blocks until the pipe has a writer.
  package static func reading(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> OpenFile {
    try opening(path, [], followingLinks: followingLinks)
  }

  /// Opens a file of any kind for reading, with additional options.
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

  /// Opens a reference to a file or folder, for another process.
  ///
  /// The contents cannot be read through the reference on systems that have `O_PATH`.
  package static func referring(to path: FilePath) throws(FileSystemError) -> OpenFile {
    try opening(path, .naming, followingLinks: true)
  }

  /// Opens a regular file for reading without blocking.
  ///
  /// - Throws: `isAFolder` for a folder; `notAFile` for a FIFO, device or socket.
  package static func readingRegular(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> OpenFile {
    try examiningRegular(path, followingLinks: followingLinks).file
  }

  /// Opens a regular file like ``readingRegular(_:followingLinks:)``, and returns the file with its status.
  package static func examiningRegular(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> (file: OpenFile, status: FileStatus) {
    try opening(path, .withoutWaiting, followingLinks: followingLinks).requiringRegular()
  }

  /// Returns this file with its status; throws if the file is not a regular file.
  func requiringRegular() throws(FileSystemError) -> (file: OpenFile, status: FileStatus) {
    let status = try status()
    switch status.kind {
    case .regular: return (self, status)
    case .folder: throw FileSystemError("read", path, .isAFolder)
    default: throw FileSystemError.notAFile("read", path)
    }
  }

  /// Creates a file for writing and reading; throws if a file or link with this name exists.
  ///
  /// - Parameters:
  ///   - permissions: the permissions before the process's umask is applied.
  ///   - finalPath: the path for error messages, if the file will be renamed later.
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

  /// Creates an unnamed file for writing and reading; the file is deleted when the value is released.
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
      // Another writer may have removed the file already, because the file looks like a leftover.
      guard error.number == .notFound else { throw FileSystemError("remove", path, error.number) }
    }
    return file
  }

  /// Returns the error of a failed system call on this file.
  func failure(_ action: String, _ failure: SystemFailure) -> FileSystemError {
    FileSystemError(action, path, calling: naming, failure.number)
  }

  /// Returns the error of a failure that the system does not report, such as an unexpected end of the file.
  func failure(_ code: FileSystemError.Code, _ action: String, _ reason: String) -> FileSystemError {
    FileSystemError(code, cannot: action, path, calling: naming, because: reason)
  }

  package func status() throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: descriptor) } catch { throw failure("examine", error) }
  }

  /// Sets the length of the file: truncates the file, or extends it with a hole.
  package func setByteCount(_ byteCount: UInt64) throws(FileSystemError) {
    do { try SystemCalls.setByteCount(descriptor, byteCount) } catch { throw failure("write", error) }
  }

  /// Flushes all changes to disk and waits until they are stored.
  package func synchronize() throws(FileSystemError) {
    do { try SystemCalls.synchronize(descriptor) } catch { throw failure("write", error) }
  }

  /// Starts flushing a range to disk, so that a later `synchronize` takes less time.
  ///
  /// Has no effect on systems without this operation.
  package func beginSynchronizing(at offset: UInt64, byteCount: UInt64) {
    SystemCalls.beginSynchronizing(descriptor, at: offset, byteCount: byteCount)
  }

  package func setPermissions(_ permissions: UInt16) throws(FileSystemError) {
    do { try SystemCalls.setPermissions(descriptor, permissions) } catch {
      throw failure("set the permissions of", error)
    }
  }

  /// Removes all permissions of the user classes that are not in `readers`.
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
  /// - Returns: the number of bytes read, which is less than the size of the buffer only at the end of
  ///   the file.
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

  /// Reads the next bytes of a pipe, or bytes at the current position of a file.
  ///
  /// - Returns: the number of bytes read, which can be less than the size of the buffer even if more bytes
  ///   follow; 0 at the end.
  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
    do { return try SystemCalls.readNext(descriptor, into: buffer) } catch { throw failure("read", error) }
  }

  /// Returns the bytes of a range.
  ///
  /// The file's length is checked before memory is allocated, so the count may come from untrusted data.
  ///
  /// - Throws: `unexpectedEnd` if the file ends before the end of the range; `outOfMemory` if the bytes
  ///   do not fit into memory.
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

  /// Writes all bytes at an offset.
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

  /// Writes all bytes to a pipe, or at the current position of a file.
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

  /// Throws if a range is not inside a regular file.
  ///
  /// Other kinds of file are not checked. For example, the length of a device is unknown, and only the read
  /// reports an error.
  func requireBytes(at offset: UInt64, count: UInt64) throws(FileSystemError) {
    let status = try status()
    let (end, overflow) = offset.addingReportingOverflow(count)
    if status.kind == .regular && (overflow || end > status.byteCount) { throw endsEarly() }
  }

  func endsEarly() -> FileSystemError {
    failure(.unexpectedEnd, "read", "the file ends before the requested bytes")
  }
}

// MARK: - Streams

extension OpenFile {
  private static let streamStep = 1 << 20

  /// Whether the file is a terminal.
  package var isTerminal: Bool { SystemCalls.isTerminal(descriptor) }

  /// The number of columns of the terminal; nil if the file is not a terminal or the number is unknown.
  package var columnCount: Int? { terminalSize?.columns }

  /// The size of the terminal; nil if the file is not a terminal or the number of columns is unknown.
  package var terminalSize: TerminalSize? { SystemCalls.terminalSize(descriptor) }

  /// Whether the stream is a file, a pipe or a socket.
  ///
  /// False for a terminal or another device, a folder, and a stream that is closed.
  package var hasContents: Bool {
    do throws(FileSystemError) {
      switch try status().kind {
      case .regular, .pipe, .socket: return true
      default: return false
      }
    } catch {
      return false
    }
  }

  /// Copies the rest of a stream to the end of this file.
  ///
  /// - Parameter start: the size of this file.
  /// - Returns: the new size.
  @discardableResult
  package func copyAll(
    fromStream stream: OpenFile, at start: UInt64 = 0
  ) throws(FileSystemError) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.streamStep, alignment: 4096)
    defer { buffer.deallocate() }
    var end = start
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
  /// Tries to lock the file, and returns whether this object holds the lock.
  ///
  /// - Parameter answer: the result if the file system does not support locks. For its own file, a writer
  ///   passes true. For the file of another writer, the caller passes false, so that the file is not
  ///   treated as abandoned.
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

/// A lock on the file or folder at a path, held until the value is released.
///
/// The lock is advisory: it excludes only programs that also lock the file. The lock is released when the
/// process ends.
package final class FileLock: Sendable {
  private let file: OpenFile
  /// The status of the locked file or folder.
  package let status: FileStatus

  /// Locks the file or folder at a path.
  ///
  /// - Throws: `busy` if the file or folder is already locked.
  package init(_ path: FilePath) throws(FileSystemError) {
    // If the file at the path is replaced before it is locked, the new file is tried.
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
  /// Returns the error for a device, pipe or socket where a regular file is required.
  static func notAFile(_ action: String, _ path: FilePath) -> FileSystemError {
    FileSystemError(
      .notAFile, cannot: action, path, because: "it is a device, a pipe or a socket, not a file")
  }
}

/// The standard streams of the process.
package enum StandardStreams {
  /// Prevents opened files from getting the descriptors of closed standard streams.
  ///
  /// Without this call, the next opened file gets the descriptor of a closed standard stream. Standard
  /// output could then be written to this file, or the program could wait for itself at the other end of a
  /// pipe. After this call, using a closed stream still fails. Programs call this function before they open
  /// any file.
  package static func keepClosedOnesFailing() { SystemCalls.occupyClosedStandardStreams() }

  /// Makes writing to a closed pipe an error that the program can handle, instead of ending the process.
  ///
  /// Only programs call this function, not libraries. Programs that this process starts have the default
  /// action of the signal.
  package static func failOnClosedPipes() { SystemCalls.ignorePipeSignal() }
}
