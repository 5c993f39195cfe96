import ByteTools
import Synchronization

/// The temporary files and folders that replacements write aside, and those that killed writers left.
///
/// Three signs together identify one that a killed writer left: the form of its name, the sign in its permissions, and that
/// its lock is free. The name alone does not: a bundle or a user may have a file of such a name, which stays.
package enum UnfinishedFiles {
  /// The permission bit that an unfinished file or folder has and a finished one does not.
  ///
  /// It is the "sticky" bit. On a file it means nothing to the system; on a folder, that only owners remove what is in
  /// it. Where the file system does not keep it, what a killed writer left stays.
  static let sign: UInt16 = 0o1000
  /// Those of this process, of which none has another's name, with their folders.
  private static let own = Locked<[FileName: OpenFolder]>([:])
  /// Whether signals are to be watched for as soon as there is something to remove.
  private static let removesOnEndingSignals = Atomic<Bool>(false)
  /// Whether a signal is ending the process.
  private static let isEnding = Atomic<Bool>(false)
  /// What else is done before a signal ends the process.
  private static let lastAction = Locked<(@Sendable () -> Void)?>(nil)
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

  /// Has a signal that ends the process first call a function; for a program that called ``removeOnEndingSignals()``.
  ///
  /// - Parameter action: replaces the one that was given before. It is called on another thread, whatever the threads of
  ///   the program do at that moment, so that it must not wait for them.
  package static func beforeEndingSignals(
    _ action: @escaping @Sendable () -> Void
  ) throws(FileSystemError) {
    lastAction.withLock { $0 = action }
    try watch.get()
  }

  /// Makes a signal that ends the process give back the terminal that is in use before it does so.
  ///
  /// Without effect in a program that has not called ``removeOnEndingSignals()``.
  package static func watchEndingSignals() throws(FileSystemError) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
  }

  /// Does not return while a signal is ending the process.
  ///
  /// A program calls it before it reports an error: the files that a signal removes are missing to the threads that are
  /// still at work, and that is not the error that ended the program.
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
    // Without a thread the pipe would not be read.
    if watcher == nil {
      throw FileSystemError(
        "handle signals through", .currentFolder, calling: .name("a thread"), .outOfMemory)
    }
  }

  /// Removes what this process has not finished; others of its threads may be at it still.
  private static func removeOwn() {
    for (name, folder) in own.withLock({ $0 }) {
      // A folder may get another file while it is emptied.
      for _ in 0..<8 {
        discard(name, in: folder)
        if own.withLock({ $0[name] == nil }) { break }
      }
    }
  }

  /// Removes what killed writers left in a folder: this user's unfinished files and folders that are not
  /// locked.
  ///
  /// What cannot be looked at or removed stays, without an error: the next writer has lost nothing by it.
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
    // Asked before it is opened: opening a device can do something.
    guard let seen = try folder.status(of: name), isLeft(seen) else { return }
    let file = try folder.openEntry(name)
    guard try file.tryToLock(ifUnsupported: false) else { return }
    // Between listing and locking its writer may have finished it, or given it its own name.
    let status = try file.status()
    guard isLeft(status), try folder.status(of: name)?.isSameFile(as: status) == true else { return }
    try folder.remove(name)
  }

  /// Whether something of an unfinished name is what a writer of this user had not finished.
  private static func isLeft(_ status: FileStatus) -> Bool {
    (status.kind == .regular || status.kind == .folder) && status.permissions & sign != 0
      && status.owner == SystemCalls.currentUser()
  }

  /// Makes something under a temporary name next to the target and locks it.
  static func create(
    for place: ReplacementPlace, _ make: (FileName) throws(FileSystemError) -> OpenFile
  ) throws(FileSystemError) -> (name: FileName, file: OpenFile) {
    if removesOnEndingSignals.load(ordering: .relaxed) { try watch.get() }
    // Another writer may sweep the new file in the moment before it is locked; then another name is tried.
    for _ in 0..<16 {
      let name = TemporaryName.make(for: place.name)
      own.withLock { $0[name] = place.folder }
      let file: OpenFile
      do { file = try make(name) } catch {
        finish(name)
        throw error
      }
      do {
        if try file.tryToLock(), try file.status().linkCount > 0 { return (name, file) }
      } catch {
        discard(name, in: place.folder)
        throw error
      }
      discard(name, in: place.folder)
    }
    throw FileSystemError("create", place.destination, .busy)
  }

  /// Removes what will not be finished.
  ///
  /// What cannot be removed now is swept by a later writer.
  static func discard(_ name: FileName, in folder: OpenFolder) {
    do { try folder.remove(name) } catch let error where error.code != .notFound { return } catch {}
    finish(name)
  }

  /// Takes note that nothing of a name is unfinished any more.
  static func finish(_ name: FileName) { own.withLock { $0[name] = nil } }
}

extension FileTree {
  /// Removes a folder at once as others see it: it gets a hidden name first.
  ///
  /// What an interrupted removal leaves is removed by the next call for the same path and mark, or by the next writer in
  /// the folder that holds it.
  ///
  /// - Parameter mark: a text of letters and digits that distinguishes this removal from all others there.
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
        // It may be another user's; then an interrupted removal is finished by the next call.
      }
      try removeLocked(aside, of: path)
    }
    return isFound
  }

  /// Removes what was set aside; errors name the path that it had.
  private static func removeLocked(_ aside: FilePath, of path: FilePath) throws(FileSystemError) {
    do throws(FileSystemError) {
      // A writer that sweeps the folder meanwhile leaves what is locked.
      let lock = try FileLock(aside)
      defer { withExtendedLifetime(lock) {} }
      try remove(aside)
    } catch {
      // It may be swept at this moment, which removes it as well.
      if error.code == .notFound, try FileStatus.ifPresent(aside, followingLinks: false) == nil { return }
      throw error.renamed(from: aside, to: path)
    }
  }
}
