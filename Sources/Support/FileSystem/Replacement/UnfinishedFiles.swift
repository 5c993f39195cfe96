import ByteTools
import Synchronization

/// The temporary files and folders of replacements, including leftovers of killed writers.
///
/// A leftover has three properties: a name in the form of temporary names, the sign in its permissions, and
/// a free lock. The name alone is not sufficient. A file in a bundle, or a user's file, may have such a
/// name and is kept.
package enum UnfinishedFiles {
  /// The permission bit that marks unfinished files and folders.
  ///
  /// This bit is the "sticky" bit. The system ignores the bit on files. On a folder, the bit means that
  /// only owners can remove entries. If the file system does not store the bit, leftovers of killed writers
  /// are never removed.
  static let sign: UInt16 = 0o1000
  /// The folders of this process's unfinished entries, by the unique names of the entries.
  private static let own = Locked<[FileName: OpenFolder]>([:])
  /// Whether creating an unfinished file starts the watch for signals.
  private static let removesOnEndingSignals = Atomic<Bool>(false)
  /// Whether a signal is ending the process.
  private static let isEnding = Atomic<Bool>(false)
  /// An additional function that runs before a signal ends the process.
  private static let lastAction = Locked<(@Sendable () -> Void)?>(nil)
  /// The result of starting the watch for signals.
  ///
  /// The watch starts when this value is first used. A process without unfinished files needs neither the
  /// pipe nor the thread of the watch.
  private static let watch: Result<Void, FileSystemError> = Result { () throws(FileSystemError) in
    try watchForEndingSignals()
  }

  /// Ends started programs and removes unfinished files before a signal ends the process.
  ///
  /// The signals are SIGINT, SIGTERM and SIGHUP. Programs call this function once when they start.
  /// Libraries do not call this function, because it changes the signal handling of the whole process. A
  /// signal that was ignored when the process started is still ignored. A write beyond the file size limit
  /// fails instead of ending the process.
  package static func removeOnEndingSignals() {
    SystemCalls.ignoreFileSizeSignal()
    removesOnEndingSignals.store(true, ordering: .relaxed)
  }

  /// Sets a function that runs before a signal ends the process.
  ///
  /// This function is for programs that have called ``removeOnEndingSignals()``. The watch for signals
  /// starts immediately.
  ///
  /// - Parameter action: the function, which replaces the previous function. The function runs on another
  ///   thread, while the threads of the program can be in any state, so it must not wait for those threads
  ///   without a time limit.
  package static func beforeEndingSignals(
    _ action: @escaping @Sendable () -> Void
  ) throws(FileSystemError) {
    lastAction.withLock { $0 = action }
    try watch.get()
  }

  /// Starts the watch for signals, so that a signal that ends the process first restores the terminal in
  /// use.
  ///
  /// This function has no effect in a program that has not called ``removeOnEndingSignals()``.
  package static func watchEndingSignals() throws(FileSystemError) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
  }

  /// Never returns if a signal is ending the process; otherwise returns immediately.
  ///
  /// Programs call this function before they report an error. While a signal is ending the process, running
  /// threads may fail because their files were removed. Such a failure is not the reason for the end of the
  /// program.
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
    // Without the thread, no code would read the pipe.
    if watcher == nil {
      throw FileSystemError(
        "handle signals through", .currentFolder, calling: .name("a thread"), .outOfMemory)
    }
  }

  /// Removes the unfinished entries of this process; other threads may still be writing to the entries.
  private static func removeOwn() {
    for (name, folder) in own.withLock({ $0 }) {
      // Another thread may create a file in a folder while the folder is emptied.
      for _ in 0..<8 {
        discard(name, in: folder)
        if own.withLock({ $0[name] == nil }) { break }
      }
    }
  }

  /// Removes leftovers of killed writers from a folder.
  ///
  /// Leftovers are unfinished files and folders of this user that are not locked.
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
    // The writer may have finished or renamed the entry before the entry was locked.
    let status = try file.status()
    guard isLeft(status), try folder.status(of: name)?.isSameFile(as: status) == true else { return }
    try folder.remove(name)
  }

  /// Returns whether an entry with a temporary name and this status is an unfinished entry of this user.
  private static func isLeft(_ status: FileStatus) -> Bool {
    (status.kind == .regular || status.kind == .folder) && status.permissions & sign != 0
      && status.owner == SystemCalls.currentUser()
  }

  /// Creates an entry under a temporary name next to the target and locks it.
  ///
  /// - Parameter make: creates and opens an entry; returns nil if another writer swept the entry before the
  ///   entry was opened.
  static func create(
    for place: ReplacementPlace, _ make: (FileName) throws(FileSystemError) -> OpenFile?
  ) throws(FileSystemError) -> (name: FileName, file: OpenFile) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
    // If another writer sweeps the new entry before it is locked, another name is tried.
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
  /// If the entry cannot be removed now, a later writer sweeps the entry.
  static func discard(_ name: FileName, in folder: OpenFolder) {
    do { try folder.remove(name) } catch let error where error.code != .notFound { return } catch {}
    finish(name)
  }

  /// Records that the entry with a name is no longer unfinished.
  static func finish(_ name: FileName) { own.withLock { $0[name] = nil } }
}

extension FileTree {
  /// Removes a folder by renaming it atomically to a hidden name and then removing its contents.
  ///
  /// If the removal is interrupted, the next call with the same path and mark removes the rest. The next
  /// writer in the parent folder removes the rest only if `mark` ends in a dot and 16 hexadecimal digits.
  ///
  /// - Parameter mark: a text that is unique among the removals in the parent folder.
  /// - Returns: true if there was a folder, or the rest of a folder, to remove.
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
        // The folder may belong to another user. In that case, only the next call completes an interrupted
        // removal.
      }
      try removeLocked(aside, of: path)
    }
    return isFound
  }

  /// Removes a folder that was set aside; errors contain the original path of the folder.
  private static func removeLocked(_ aside: FilePath, of path: FilePath) throws(FileSystemError) {
    do throws(FileSystemError) {
      // Writers that sweep the parent folder at the same time skip locked entries.
      let lock = try FileLock(aside)
      defer { withExtendedLifetime(lock) {} }
      try remove(aside)
    } catch {
      // Another writer may have swept the folder at the same time. A sweep also removes the folder.
      if error.code == .notFound, try FileStatus.ifPresent(aside, followingLinks: false) == nil { return }
      throw error.renamed(from: aside, to: path)
    }
  }
}
