import Synchronization

/// The temporary files and folders that replacements write aside, and those that killed writers left.
package enum UnfinishedFiles {
  /// Those of this process.
  private static let own = UnfinishedList()
  /// Whether signals are to be watched for as soon as there is something to remove.
  private static let removesOnEndingSignals = Atomic<Bool>(false)
  /// Begins with the first unfinished file: a process that has none needs neither the pipe nor the thread.
  private static let watch: Result<Void, FileSystemError> = Result { () throws(FileSystemError) in
    try watchForEndingSignals()
  }

  /// Has the signals that ask the process to end first end the programs that it runs and remove its unfinished files: an
  /// interrupt from the keyboard, a request to end, and the end of the terminal.
  ///
  /// For programs, to be called once as they begin; a library leaves its process's signals alone. A signal that the
  /// process was started to ignore stays ignored. A limit on the size of files becomes an error of the write that
  /// meets it, instead of the process's end.
  package static func removeOnEndingSignals() {
    SystemCalls.ignoreFileSizeSignal()
    removesOnEndingSignals.store(true, ordering: .relaxed)
  }

  private static func watchForEndingSignals() throws(FileSystemError) {
    let pipe: Int32
    do { pipe = try SystemCalls.redirectEndingSignals() } catch {
      throw FileSystemError("handle signals through", .currentFolder, calling: "a pipe", error.number)
    }
    let signals = OpenFile(descriptor: pipe, path: .currentFolder, calling: "the pipe of signals")
    let watcher = RunningThread {
      var number: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &number) { buffer in
        Result { () throws(FileSystemError) in try signals.readNext(into: buffer) }
      }
      guard case .success(1) = count else { return }
      StartedProgram.endAllRunning()
      removeOwn()
      SystemCalls.endProcess(bySignal: Int32(number))
    }
    // Without a thread nobody would read the pipe.
    if watcher == nil {
      throw FileSystemError("handle signals through", .currentFolder, calling: "a thread", .outOfMemory)
    }
  }

  /// Removes what this process has not finished; others of its threads may be at it still.
  private static func removeOwn() {
    for path in own.paths {
      // A folder may get another file while it is emptied.
      for _ in 0..<8 {
        discard(path)
        if own.contains(path) { continue }
        break
      }
    }
  }

  /// Removes what killed writers left in a folder: this user's unfinished files and folders that nobody has
  /// locked.
  ///
  /// What cannot be looked at or removed stays, without an error: whoever writes here next has lost nothing
  /// by it.
  package static func sweep(_ folder: FilePath) {
    let names: [FileName]
    do { names = try Folder.names(in: folder) } catch { return }
    for name in names where TemporaryName.isUnfinished(name) {
      do { try removeIfStale(folder.appending(name)) } catch { continue }
    }
  }

  private static func removeIfStale(_ path: FilePath) throws(FileSystemError) {
    let file = try FileSystemError.naming("open", path) { () throws(SystemFailure) in
      OpenFile(
        descriptor: try SystemCalls.openFile(path, [.notFollowingLinks, .withoutWaiting]), path: path)
    }
    let status = try file.status()
    guard status.kind == .regular || status.kind == .folder, status.owner == SystemCalls.currentUser(),
      try file.tryToLock()
    else { return }
    // Between listing and locking its writer may have finished and given it its own name.
    guard try FileStatus.of(path, followingLinks: false).isSameFile(as: status) else { return }
    try FileTree.remove(path)
  }

  /// Makes something under a temporary name next to the target and locks it.
  static func create(
    for place: ReplacementPlace, _ make: (FilePath) throws(FileSystemError) -> OpenFile
  ) throws(FileSystemError) -> (path: FilePath, file: OpenFile) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
    // Somebody may sweep the new file in the moment before it is locked; then another name is tried.
    for _ in 0..<16 {
      let path = place.folder.appending(TemporaryName.make(for: place.name))
      own.insert(path)
      let file: OpenFile
      do { file = try make(path) } catch {
        own.remove(path)
        throw error
      }
      do {
        if try file.tryToLock(), try file.status().linkCount > 0 { return (path, file) }
      } catch {
        discard(path)
        throw error
      }
      discard(path)
    }
    throw FileSystemError("create", place.destination, .busy)
  }

  /// Removes what will not be finished.
  ///
  /// What cannot be removed now is swept by a later writer.
  static func discard(_ path: FilePath) {
    do { try FileTree.remove(path) } catch let error where error.code != .notFound { return } catch {}
    own.remove(path)
  }

  /// Takes note that something has its own name now.
  static func finish(_ path: FilePath) { own.remove(path) }
}

/// Paths that several threads add and take away.
private final class UnfinishedList: @unchecked Sendable {
  private let lock = Lock()
  private var list: Set<FilePath> = []

  var paths: Set<FilePath> { lock.whileLocked { list } }
  func contains(_ path: FilePath) -> Bool { lock.whileLocked { list.contains(path) } }
  func insert(_ path: FilePath) { _ = lock.whileLocked { list.insert(path) } }
  func remove(_ path: FilePath) { _ = lock.whileLocked { list.remove(path) } }
}

extension OpenFile {
  /// Whether the file's lock is ours now.
  ///
  /// Where the file system has no locks there is nobody to share it with.
  func tryToLock() throws(FileSystemError) -> Bool {
    do {
      let isOurs = try SystemCalls.tryToLock(descriptor)
      if isOurs { isLocked.store(true, ordering: .relaxed) }
      return isOurs
    } catch let error
      where error.number == .notSupported || error.number == .invalid || error.number == .noLocks
    {
      return true
    } catch {
      throw FileSystemError("lock", path, error.number)
    }
  }
}
