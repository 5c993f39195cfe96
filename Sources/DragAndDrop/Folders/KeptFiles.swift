import FileSystem

/// The folder where drops keep what they replaced: a folder for each file, which the journal of the last drop names.
struct KeptFiles {
  let folder: FilePath

  /// Makes the place for one file.
  ///
  /// While its lock is held it is swept by nobody.
  func makePlace() throws -> (path: FilePath, lock: FileLock) {
    // Somebody may sweep the new folder in the moment before it is locked; then another one is made.
    for _ in 0..<16 {
      let path = try Folder.createUnique(in: folder)
      if let lock = try KeptFiles.lock(path) { return (path, lock) }
    }
    throw DragAndDropError(.folderInUse, "other drops are at work in \(folder); try again when they are done")
  }

  /// Removes what the journal does not name: what killed drops left.
  func sweep(exceptThoseNamedIn journalPath: FilePath) throws {
    let found = try Folder.names(in: folder).map { folder.appending($0) }
    let named = try Set(UndoJournal(readingFrom: journalPath).keptPlaces)
    for path in found where !named.contains(path) {
      guard let lock = try KeptFiles.lock(path) else { continue }
      // Its drop may have written the journal before it let go of the lock.
      if try !UndoJournal(readingFrom: journalPath).keptPlaces.contains(path) { try FileTree.remove(path) }
      withExtendedLifetime(lock) {}
    }
  }

  /// Locks a place; nil when somebody else has it or it is gone.
  private static func lock(_ path: FilePath) throws -> FileLock? {
    let result = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = result, error.code == .busy || error.code == .notFound { return nil }
    return try result.get()
  }
}
