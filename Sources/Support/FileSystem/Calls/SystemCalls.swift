import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The error number of a system call, without a message.
struct SystemFailure: Error {
  let number: ErrorNumber
}

/// Wrappers for system calls; interrupted calls are repeated.
///
/// This type contains all platform differences of system calls. Its extensions in other files contain the
/// calls for processes, streams and terminals. Other code imports the C library only for constants (file
/// kinds and error numbers), and for threads and locks. Descriptors are plain integers in this type. The
/// callers own the descriptors and close them.
enum SystemCalls {
  /// Options for opening a file.
  ///
  /// Every descriptor is opened with the close-on-exec flag.
  struct OpenOptions: OptionSet {
    let rawValue: Int32
    static let readAndWrite = Self(rawValue: O_RDWR)
    /// Creates the file; fails if the name exists, even if the name is a broken link.
    static let creating = Self(rawValue: O_CREAT | O_EXCL)
    static let notFollowingLinks = Self(rawValue: O_NOFOLLOW)
    static let folder = Self(rawValue: O_DIRECTORY)
    /// Opens a named pipe without waiting for its other end.
    static let withoutWaiting = Self(rawValue: O_NONBLOCK)
    /// Does not make a terminal the controlling terminal of the process.
    static let notControlling = Self(rawValue: O_NOCTTY)
    #if os(Linux)
      /// `O_PATH`: refers to a file without opening the file.
      ///
      /// The file need not be readable, and the call never blocks.
      static let naming = Self(rawValue: 0x20_0000)
    #else
      /// Opens the file, because the system has no other way to refer to a file.
      static let naming = withoutWaiting
    #endif
  }

  /// The folder descriptor that makes relative paths start at the working directory.
  static let workingFolder: Int32 = AT_FDCWD

  /// Makes a call, and repeats the call while signals interrupt it; a negative result is an error.
  @inline(__always)
  static func calling(_ kind: SystemCallKind, _ call: () -> Int) throws(SystemFailure) -> Int {
    while true {
      if let number = FaultPlan.failure(of: kind) {
        if number == .interrupted { continue }
        throw SystemFailure(number: number)
      }
      let result = call()
      if result >= 0 { return result }
      let number = ErrorNumber(rawValue: errno)
      if number != .interrupted { throw SystemFailure(number: number) }
    }
  }

  private static func offset(_ value: UInt64) throws(SystemFailure) -> off_t {
    guard let offset = off_t(exactly: value) else { throw SystemFailure(number: .fileTooLarge) }
    return offset
  }
}

// MARK: - Memory

extension SystemCalls {
  /// Returns whether the process can currently allocate a number of additional bytes.
  static func canAllocate(_ byteCount: Int) -> Bool {
    // `malloc` is not suitable, because a compiler may remove an unused allocation.
    let flags = MAP_PRIVATE | MAP_ANON
    guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
      return false
    }
    munmap(memory, byteCount)
    return true
  }
}

// MARK: - Opening and examining

extension SystemCalls {
  static func openFile(
    _ path: FilePath, in folder: Int32 = workingFolder, _ options: OpenOptions, permissions: UInt16 = 0
  ) throws(SystemFailure) -> Int32 {
    let flags = options.rawValue | O_CLOEXEC
    let descriptor = try calling(options.contains(.creating) ? .create : .open) {
      Int(openat(folder, path.cString, flags, mode_t(permissions)))
    }
    return Int32(truncatingIfNeeded: descriptor)
  }

  /// Closes a descriptor.
  ///
  /// Errors are ignored: data that must reach the disk is synchronized earlier.
  static func closeFile(_ descriptor: Int32) {
    if close(descriptor) != 0 {
      // If another thread has opened a file with the same number, a second close would close that file.
      assert(errno != EBADF, "the descriptor \(descriptor) is closed twice")
    }
  }

  static func status(
    of path: FilePath, in folder: Int32 = workingFolder, followingLinks: Bool
  ) throws(SystemFailure) -> FileStatus {
    var result = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try calling(.status) { Int(fstatat(folder, path.cString, &result, flags)) }
    return FileStatus(result)
  }

  static func status(of descriptor: Int32) throws(SystemFailure) -> FileStatus {
    var result = stat()
    _ = try calling(.status) { Int(fstat(descriptor, &result)) }
    return FileStatus(result)
  }

  static func currentFolder() throws(SystemFailure) -> [UInt8] {
    try allocatedText(.status) { getcwd(nil, 0) }
  }

  static func realPath(_ path: FilePath) throws(SystemFailure) -> [UInt8] {
    try allocatedText(.status) { realpath(path.cString, nil) }
  }

  private static func allocatedText(
    _ kind: SystemCallKind, _ call: () -> UnsafeMutablePointer<CChar>?
  ) throws(SystemFailure) -> [UInt8] {
    var text: UnsafeMutablePointer<CChar>?
    _ = try calling(kind) {
      text = call()
      return text == nil ? -1 : 0
    }
    guard let text else { return [] }
    defer { free(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// Returns the entries of an open folder in no particular order.
  static func entries(of folder: Int32) throws(SystemFailure) -> [FolderEntry] {
    // Closing the stream also closes its descriptor, so the stream gets a separate descriptor.
    let descriptor = try openFile(.currentFolder, in: folder, .folder)
    guard let stream = fdopendir(descriptor) else {
      let number = ErrorNumber(rawValue: errno)
      closeFile(descriptor)
      throw SystemFailure(number: number)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      if let number = FaultPlan.failure(of: .list) { throw SystemFailure(number: number) }
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemFailure(number: ErrorNumber(rawValue: errno)) }
        return entries
      }
      // An entry is only as long as its name requires, so the declared structure is never read as a whole.
      let name = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0)
      let length = strlen(name.assumingMemoryBound(to: CChar.self))
      let type = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \dirent.d_type) ?? 0)
      let kind = FileKind(folderEntryType: type.load(as: UInt8.self))
      // `FileName` rejects `.` and `..`.
      if let name = FileName(bytes: UnsafeRawBufferPointer(start: name, count: length)) {
        entries.append(FolderEntry(name: name, kind: kind))
      }
    }
  }

  static func readLink(_ path: FilePath, in folder: Int32 = workingFolder) throws(SystemFailure) -> [UInt8] {
    var capacity = 256
    while true {
      var target = [UInt8](repeating: 0, count: capacity)
      let count = try calling(.readLink) {
        target.withUnsafeMutableBytes {
          $0.baseAddress.map {
            readlinkat(folder, path.cString, $0.assumingMemoryBound(to: CChar.self), capacity)
          } ?? -1
        }
      }
      // If the buffer is full, the target may be truncated.
      if count < capacity { return Array(target.prefix(count)) }
      capacity *= 4
    }
  }
}

// MARK: - Reading and writing

extension SystemCalls {
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at position: UInt64
  ) throws(SystemFailure) -> Int {
    let offset = try offset(position)
    let count = FaultPlan.transferCount(buffer.count)
    return try calling(.read) { pread(descriptor, buffer.baseAddress, count, offset) }
  }

  static func readNext(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemFailure) -> Int {
    let count = FaultPlan.transferCount(buffer.count)
    return try waiting(for: Int16(POLLIN), on: descriptor) { () throws(SystemFailure) in
      try calling(.read) { Self.sequentialRead(descriptor, buffer.baseAddress, count) }
    }
  }

  static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at position: UInt64
  ) throws(SystemFailure) -> Int {
    let offset = try offset(position)
    let count = FaultPlan.transferCount(bytes.count)
    return try calling(.write) { pwrite(descriptor, bytes.baseAddress, count, offset) }
  }

  static func writeNext(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) -> Int {
    let count = FaultPlan.transferCount(bytes.count)
    return try waiting(for: Int16(POLLOUT), on: descriptor) { () throws(SystemFailure) in
      try calling(.write) { Self.sequentialWrite(descriptor, bytes.baseAddress, count) }
    }
  }

  /// Repeats a call that fails with `wouldBlock`, and waits for the descriptor before each repetition.
  ///
  /// Another program can make a standard stream non-blocking.
  private static func waiting(
    for events: Int16, on descriptor: Int32, _ transfer: () throws(SystemFailure) -> Int
  ) throws(SystemFailure) -> Int {
    while true {
      do { return try transfer() } catch let error where error.number == .wouldBlock {
        var interest = pollfd(fd: descriptor, events: events, revents: 0)
        _ = poll(&interest, 1, -1)
      }
    }
  }

  /// Copies a range in the kernel, and returns the number of copied bytes, which can be less than
  /// requested.
  ///
  /// The file system may share extents instead of copying bytes.
  static func copyRange(
    from source: Int32, at sourcePosition: UInt64, to target: Int32, at position: UInt64, byteCount: Int
  ) throws(SystemFailure) -> Int {
    guard let copyFileRange else { throw SystemFailure(number: .notImplemented) }
    var sourceOffset = Int64(try offset(sourcePosition))
    var targetOffset = Int64(try offset(position))
    let count = FaultPlan.transferCount(byteCount)
    return try calling(.copyRange) { copyFileRange(source, &sourceOffset, target, &targetOffset, count, 0) }
  }

  /// Makes two files share the blocks of a range.
  ///
  /// Fails if the file system does not support shared blocks, or if the range does not consist of whole
  /// blocks.
  static func shareRange(
    of source: Int32, at sourcePosition: UInt64, with target: Int32, at position: UInt64, byteCount: UInt64
  ) throws(SystemFailure) {
    // The kernel's `file_clone_range`: four 64-bit numbers.
    var range = [UInt64(bitPattern: Int64(source)), sourcePosition, byteCount, position]
    _ = try calling(.share) { range.withUnsafeMutableBytes { shareBlocks(target, $0.baseAddress) } }
  }

  /// Returns the position of the first stored byte at or after `position`; nil if no stored bytes follow.
  static func nextData(_ descriptor: Int32, from position: UInt64) throws(SystemFailure) -> UInt64? {
    do {
      let offset = try offset(position)
      return UInt64(try calling(.seek) { Int(lseek(descriptor, offset, seekData)) })
    } catch let error where error.number == .noSuchPosition {
      return nil
    }
  }

  /// Returns the first position in a hole at or after `position`; the end of the file counts as a hole.
  static func nextHole(_ descriptor: Int32, from position: UInt64) throws(SystemFailure) -> UInt64 {
    let offset = try offset(position)
    return UInt64(try calling(.seek) { Int(lseek(descriptor, offset, seekHole)) })
  }

  static func setByteCount(_ descriptor: Int32, _ byteCount: UInt64) throws(SystemFailure) {
    let offset = try offset(byteCount)
    _ = try calling(.truncate) { Int(ftruncate(descriptor, offset)) }
  }

  static func synchronize(_ descriptor: Int32) throws(SystemFailure) {
    _ = try calling(.synchronize) { Int(fsync(descriptor)) }
  }

  /// Maps a part of a file for reading; the position must be a multiple of `pageByteCount`.
  static func mapMemory(
    _ descriptor: Int32, at position: UInt64, byteCount: Int
  ) throws(SystemFailure) -> UnsafeMutableRawPointer {
    let offset = try offset(position)
    var address: UnsafeMutableRawPointer?
    _ = try calling(.map) {
      address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, offset)
      return address == MAP_FAILED ? -1 : 0
    }
    guard let address else { throw SystemFailure(number: .invalid) }
    return address
  }

  static func unmapMemory(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    _ = munmap(address, byteCount)
  }

  static let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Tries to lock an open file or folder; returns false if another descriptor has the lock.
  static func tryToLock(_ descriptor: Int32) throws(SystemFailure) -> Bool {
    do {
      _ = try calling(.lock) { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
      return true
    } catch let error where error.number == .wouldBlock {
      return false
    }
  }

  /// Releases the lock on an open file or folder.
  ///
  /// All duplicates of a descriptor share one lock. Errors are ignored, because closing the last duplicate
  /// also releases the lock.
  static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  static func currentUser() -> UInt32 { UInt32(geteuid()) }
}

// MARK: - Folders, names and metadata

extension SystemCalls {
  static func makeFolder(
    _ path: FilePath, in folder: Int32 = workingFolder, permissions: UInt16
  ) throws(SystemFailure) {
    _ = try calling(.makeFolder) { Int(mkdirat(folder, path.cString, mode_t(permissions))) }
  }

  static func makeLink(
    _ path: FilePath, in folder: Int32 = workingFolder, to target: FilePath
  ) throws(SystemFailure) {
    _ = try calling(.makeLink) { Int(symlinkat(target.cString, folder, path.cString)) }
  }

  /// Creates a hard link to a file; fails if the name of the link exists.
  static func makeSecondName(
    _ path: FilePath, in folder: Int32 = workingFolder, of file: FilePath,
    in fileFolder: Int32 = workingFolder
  ) throws(SystemFailure) {
    _ = try calling(.rename) { Int(linkat(fileFolder, file.cString, folder, path.cString, 0)) }
  }

  static func removeEntry(
    _ path: FilePath, in folder: Int32 = workingFolder, isFolder: Bool
  ) throws(SystemFailure) {
    let flags = isFolder ? AT_REMOVEDIR : 0
    _ = try calling(.remove) { Int(unlinkat(folder, path.cString, flags)) }
  }

  static func setPermissions(_ descriptor: Int32, _ permissions: UInt16) throws(SystemFailure) {
    _ = try calling(.setPermissions) { Int(fchmod(descriptor, mode_t(permissions))) }
  }

  static func setPermissions(_ path: FilePath, _ permissions: UInt16) throws(SystemFailure) {
    _ = try calling(.setPermissions) { Int(chmod(path.cString, mode_t(permissions))) }
  }

  static func setModification(_ descriptor: Int32, _ time: FileTime) throws(SystemFailure) {
    let times = [unchangedTime, timespec(time)]
    _ = try calling(.setTimes) { Int(futimens(descriptor, times)) }
  }

  static func setModification(
    of path: FilePath, in folder: Int32 = workingFolder, _ time: FileTime, followingLinks: Bool
  ) throws(SystemFailure) {
    let times = [unchangedTime, timespec(time)]
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try calling(.setTimes) { Int(utimensat(folder, path.cString, times, flags)) }
  }

  /// The effect of a rename if the new name already exists.
  enum RenameRule {
    case replacing, refusing, exchanging
  }

  static func rename(
    _ old: FilePath, in oldFolder: Int32 = workingFolder, to new: FilePath,
    in newFolder: Int32 = workingFolder,
    _ rule: RenameRule
  ) throws(SystemFailure) {
    _ = try calling(.rename) { renameEntry(oldFolder, old.cString, newFolder, new.cString, rule) }
  }
}

// MARK: - Platform differences

#if canImport(Darwin)
  extension SystemCalls {
    private typealias CopyFileRange =
      @Sendable (
        Int32, UnsafeMutablePointer<Int64>, Int32, UnsafeMutablePointer<Int64>, Int, UInt32
      ) -> Int
    private static let copyFileRange: CopyFileRange? = nil
    private static func shareBlocks(_ target: Int32, _ range: UnsafeMutableRawPointer?) -> Int {
      errno = ENOTSUP
      return -1
    }
    private static let seekHole: Int32 = 3
    private static let seekData: Int32 = 4
    private static let unchangedTime = timespec(tv_sec: 0, tv_nsec: -2)

    static func sequentialRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
      Darwin.read(file, buffer, count)
    }
    static func sequentialWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      Darwin.write(file, bytes, count)
    }
    private static func renameEntry(
      _ oldFolder: Int32, _ old: UnsafePointer<CChar>, _ newFolder: Int32, _ new: UnsafePointer<CChar>,
      _ rule: RenameRule
    ) -> Int {
      switch rule {
      case .replacing: Int(renameat(oldFolder, old, newFolder, new))
      case .refusing: Int(renameatx_np(oldFolder, old, newFolder, new, UInt32(RENAME_EXCL)))
      case .exchanging: Int(renameatx_np(oldFolder, old, newFolder, new, UInt32(RENAME_SWAP)))
      }
    }

    static func beginSynchronizing(_ descriptor: Int32, at position: UInt64, byteCount: UInt64) {}

    /// Writes all pending data of an open file's file system to the disk.
    static func synchronizeFileSystem(of descriptor: Int32) throws(SystemFailure) {
      if let number = FaultPlan.failure(of: .synchronize) { throw SystemFailure(number: number) }
      sync()
    }
  }
#else
  extension SystemCalls {
    // The C library declares these functions only if its extensions are requested. Swift's import does not
    // request the extensions. If the C library lacks a function, the callers use a fallback.
    private typealias CopyFileRange =
      @convention(c) (
        Int32, UnsafeMutablePointer<Int64>, Int32, UnsafeMutablePointer<Int64>, Int, UInt32
      ) -> Int
    private static let copyFileRange: CopyFileRange? = dlsym(nil, "copy_file_range").map {
      unsafeBitCast($0, to: CopyFileRange.self)
    }
    private static func shareBlocks(_ target: Int32, _ range: UnsafeMutableRawPointer?) -> Int {
      guard let range else { return -1 }
      return Int(ioctl(target, shareRange, range))
    }
    private typealias RenameWithFlags =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    private static let renameWithFlags: RenameWithFlags? = dlsym(nil, "renameat2").map {
      unsafeBitCast($0, to: RenameWithFlags.self)
    }
    private typealias SynchronizeFileSystem = @convention(c) (Int32) -> Int32
    private static let synchronizeOneFileSystem: SynchronizeFileSystem? = dlsym(nil, "syncfs").map {
      unsafeBitCast($0, to: SynchronizeFileSystem.self)
    }
    private typealias SynchronizeRange = @convention(c) (Int32, Int64, Int64, UInt32) -> Int32
    private static let synchronizeRange: SynchronizeRange? = dlsym(nil, "sync_file_range").map {
      unsafeBitCast($0, to: SynchronizeRange.self)
    }
    // `Tests/Structure/headers.py` compares these numbers, and the functions above, with the headers.
    private static let shareRange: UInt = 0x4020_940D
    private static let seekData: Int32 = 3
    private static let seekHole: Int32 = 4
    private static let keepExisting: UInt32 = 1
    private static let exchangeEntries: UInt32 = 2
    private static let beginWriting: UInt32 = 2
    private static let unchangedNanoseconds: Int = (1 << 30) - 2
    private static let unchangedTime = timespec(tv_sec: 0, tv_nsec: unchangedNanoseconds)

    static func sequentialRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
      #if canImport(Glibc)
        Glibc.read(file, buffer, count)
      #else
        Musl.read(file, buffer, count)
      #endif
    }
    static func sequentialWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      #if canImport(Glibc)
        Glibc.write(file, bytes, count)
      #else
        Musl.write(file, bytes, count)
      #endif
    }
    private static func renameEntry(
      _ oldFolder: Int32, _ old: UnsafePointer<CChar>, _ newFolder: Int32, _ new: UnsafePointer<CChar>,
      _ rule: RenameRule
    ) -> Int {
      switch rule {
      case .replacing: return Int(renameat(oldFolder, old, newFolder, new))
      case .refusing, .exchanging:
        guard let renameWithFlags else {
          errno = ENOSYS
          return -1
        }
        let flags = rule == .refusing ? keepExisting : exchangeEntries
        return Int(renameWithFlags(oldFolder, old, newFolder, new, flags))
      }
    }

    /// Starts writing a range to the disk, without waiting for the end of the write.
    ///
    /// The call is only a hint. Errors are reported when the file is synchronized.
    static func beginSynchronizing(_ descriptor: Int32, at position: UInt64, byteCount: UInt64) {
      guard let position = Int64(exactly: position), let byteCount = Int64(exactly: byteCount) else { return }
      _ = synchronizeRange?(descriptor, position, byteCount, beginWriting)
    }

    /// Writes all pending data of an open file's file system to the disk.
    static func synchronizeFileSystem(of descriptor: Int32) throws(SystemFailure) {
      if let synchronizeOneFileSystem {
        _ = try calling(.synchronize) { Int(synchronizeOneFileSystem(descriptor)) }
      } else {
        sync()
      }
    }
  }
#endif

extension FilePath {
  /// The path as a zero-terminated C string.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension timespec {
  fileprivate init(_ time: FileTime) {
    self.init(tv_sec: time_t(time.seconds), tv_nsec: Int(time.nanoseconds))
  }
}
