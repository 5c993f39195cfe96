import ByteTools
import Synchronization

/// The temporary files and folders of replacements, including leftovers of killed writers.
///
/// A leftover has three properties: the form of its name, the sign in its permissions, and a free lock.
/// Its name alone is not enough: files of bundles or users that have such a name are kept.
package enum UnfinishedFiles {
  /// The permission bit that unfinished files and folders have and finished ones do not.
  ///
  /// It is the "sticky" bit. The system ignores it on files; on a folder, it means that only owners can
  /// remove entries. If the file system does not store the bit, leftovers of killed writers are never
  /// removed.
  static let sign: UInt16 = 0o1000
  /// The unfinished entries of this process by their unique names, with their folders.
  private static let own = Locked<[FileName: OpenFolder]>([:])
  /// Whether to watch for signals as soon as there is something to remove.
  private static let removesOnEndingSignals = Atomic<Bool>(false)
  /// Whether a signal is ending the process.
  private static let isEnding = Atomic<Bool>(false)
  /// A further action before a signal ends the process.
  private static let lastAction = Locked<(@Sendable () -> Void)?>(nil)
  /// Starts watching with the first unfinished file; a process without unfinished files needs neither the
  /// pipe nor the thread.
  private static let watch: Result<Void, FileSystemError> = Result { () throws(FileSystemError) in
    try watchForEndingSignals()
  }

  /// Makes signals that end the process first end its programs and remove its unfinished files.
  ///
  /// These signals are an interrupt from the keyboard, a request to end, and the end of the terminal.
  /// Programs call this once when they start; a library does not change its process's signals. A signal
  /// that was ignored when the process started is still ignored. Exceeding the limit on file sizes
  /// becomes an error of the write instead of ending the process.
  package static func removeOnEndingSignals() {
    SystemCalls.ignoreFileSizeSignal()
    removesOnEndingSignals.store(true, ordering: .relaxed)
  }

  /// Sets a function that runs before a signal ends the process, in a program that called
  /// ``removeOnEndingSignals()``.
  ///
  /// - Parameter action: replaces the previous function. It runs on another thread, in any state of the
  ///   program's threads, so it must not wait for them.
  package static func beforeEndingSignals(
    _ action: @escaping @Sendable () -> Void
  ) throws(FileSystemError) {
    lastAction.withLock { $0 = action }
    try watch.get()
  }

  /// Makes a signal that ends the process restore the terminal in use first.
  ///
  /// Has no effect in a program that has not called ``removeOnEndingSignals()``.
  package static func watchEndingSignals() throws(FileSystemError) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
  }

  /// Never returns if a signal is ending the process.
  ///
  /// Programs call it before they report an error: threads that still run may fail because their files
  /// were removed, and that is not the error that ended the program.
  package static func waitIfEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { SystemCalls.sleep(milliseconds: 50) }
  }

  private static func watchForEndingSignals() throws(FileSystemError) {
    let pipe: Int32
    do { pipe = try SystemCalls.redirectEndingSignals() } catch {
      throw FileSystemError("handle signals through", .currentFolder, calling: .name("a pipe"), error.number)
    }
    let signals = OpenFile(descriptor: pipe, path: .currentFolder, calling: .name("the pipe of signals"))
    let watcher = RunningThread {
      var number: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &number) { buffer in
        Result { () throws(FileSystemError) in try signals.readNext(into: buffer) }
      }
      guard case .success(1) = count else { return }
      isEnding.store(true, ordering: .sequentiallyConsistent)
      StartedProgram.endAllRunning()
      removeOwn()
      lastAction.withLock { $0 }?()
      SystemCalls.endProcess(bySignal: Int32(number))
    }
    // Without the thread, the pipe would not be read.
    if watcher == nil {
      throw FileSystemError(
        "handle signals through", .currentFolder, calling: .name("a thread"), .outOfMemory)
    }
  }

  /// Removes the unfinished entries of this process; other threads may still be writing them.
  private static func removeOwn() {
    for (name, folder) in own.withLock({ $0 }) {
      // A folder may get another file while it is emptied.
      for _ in 0..<8 {
        discard(name, in: folder)
        if own.withLock({ $0[name] == nil }) { break }
      }
    }
  }

  /// Removes leftovers of killed writers from a folder: this user's unfinished files and folders that are
  /// not locked.
  ///
  /// Entries that cannot be examined or removed are skipped without an error, because they do not affect
  /// the next writer.
  package static func sweep(_ folder: FilePath) {
    do { sweep(try OpenFolder(folder)) } catch { return }
  }

  static func sweep(_ folder: OpenFolder) {
    let entries: [FolderEntry]
    do { entries = try folder.entries() } catch { return }
    for entry in entries where TemporaryName.isUnfinished(entry.name) {
      do { try removeIfStale(entry.name, in: folder) } catch { continue }
    }
  }

  private static func removeIfStale(_ name: FileName, in folder: OpenFolder) throws(FileSystemError) {
    // Checked before the entry is opened, because opening a device can have side effects.
    guard let seen = try folder.status(of: name), isLeft(seen) else { return }
    let file = try folder.openEntry(name)
    guard try file.tryToLock(ifUnsupported: false) else { return }
    // Its writer may have finished or renamed the entry between listing and locking.
    let status = try file.status()
    guard isLeft(status), try folder.status(of: name)?.isSameFile(as: status) == true else { return }
    try folder.remove(name)
  }

  /// Whether the status of an entry with a temporary name is that of an unfinished entry of this user.
  private static func isLeft(_ status: FileStatus) -> Bool {
    (status.kind == .regular || status.kind == .folder) && status.permissions & sign != 0
      && status.owner == SystemCalls.currentUser()
  }

  /// Creates an entry under a temporary name next to the target and locks it.
  ///
  /// - Parameter make: creates an entry; nil if another writer swept the entry before it was opened.
  static func create(
    for place: ReplacementPlace, _ make: (FileName) throws(FileSystemError) -> OpenFile?
  ) throws(FileSystemError) -> (name: FileName, file: OpenFile) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
    // Another writer may sweep the new entry before it is locked; then another name is tried.
    for _ in 0..<16 {
      let name = TemporaryName.make(for: place.name)
      own.withLock { $0[name] = place.folder }
      let file: OpenFile?
      do { file = try make(name) } catch {
        finish(name)
        throw error
      }
      do {
        if let file, try file.tryToLock(), try file.status().linkCount > 0 { return (name, file) }
      } catch {
        discard(name, in: place.folder)
        throw error
      }
      discard(name, in: place.folder)
    }
    throw FileSystemError("create", place.destination, .busy)
  }

  /// Removes an entry that will not be finished.
  ///
  /// If it cannot be removed now, a later writer sweeps it.
  static func discard(_ name: FileName, in folder: OpenFolder) {
    do { try folder.remove(name) } catch let error where error.code != .notFound { return } catch {}
    finish(name)
  }

  /// Records that the entry of a name is no longer unfinished.
  static func finish(_ name: FileName) { own.withLock { $0[name] = nil } }
}

extension FileTree {
  /// Removes a folder atomically by giving it a hidden name first.
  ///
  /// If the removal is interrupted, the rest is removed by the next call for the same path and mark, or
  /// by the next writer in the parent folder.
  ///
  /// - Parameter mark: a text of letters and digits that is unique among the removals in the parent
  ///   folder.
  /// - Returns: whether there was anything to remove.
  package static func removeAside(_ path: FilePath, mark: String) throws(FileSystemError) -> Bool {
    let aside = path.parent.appending(TemporaryName.makeForRemoval(mark))
    var isFound = try FileStatus.ifPresent(aside, followingLinks: false) != nil
    if isFound {
      try removeLocked(aside, of: path)
    }
    if try FileStatus.ifPresent(path, followingLinks: false) != nil {
      isFound = true
      try rename(from: path, to: aside, replacing: false)
      do {
        try setPermissions(aside, FileStatus.of(aside).permissions | UnfinishedFiles.sign)
      } catch {
        // The folder may belong to another user; then the next call completes an interrupted removal.
      }
      try removeLocked(aside, of: path)
    }
    return isFound
  }

  /// Removes a folder that was set aside; errors state its original path.
  private static func removeLocked(_ aside: FilePath, of path: FilePath) throws(FileSystemError) {
    do throws(FileSystemError) {
      // Writers that sweep the folder meanwhile skip locked entries.
      let lock = try FileLock(aside)
      defer { withExtendedLifetime(lock) {} }
      try remove(aside)
    } catch {
      // Another writer may sweep the folder at the same time, which removes it as well.
      if error.code == .notFound, try FileStatus.ifPresent(aside, followingLinks: false) == nil { return }
      throw error.renamed(from: aside, to: path)
    }
  }
}
