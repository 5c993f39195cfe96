/// The temporary files and folders that replacements write aside, and those that killed writers left.
package enum UnfinishedFiles {
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
    // Somebody may sweep the new file in the moment before it is locked; then another name is tried.
    for _ in 0..<16 {
      let path = place.folder.appending(TemporaryName.make(for: place.name))
      let file = try make(path)
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
    do { try FileTree.remove(path) } catch { return }
  }
}

extension OpenFile {
  /// Whether the file's lock is ours now.
  ///
  /// Where the file system has no locks there is nobody to share it with.
  func tryToLock() throws(FileSystemError) -> Bool {
    do {
      return try SystemCalls.tryToLock(descriptor)
    } catch let error
      where error.number == .notSupported || error.number == .invalid || error.number == .noLocks
    {
      return true
    } catch {
      throw FileSystemError("lock", path, error.number)
    }
  }
}
