import Synchronization

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
      let descriptor = try FileSystemError.naming("open", path, followingLinks: true) {
        () throws(SystemFailure) in
        try SystemCalls.openFile(path, .withoutWaiting)
      }
      let file = OpenFile(descriptor: descriptor, path: path)
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
