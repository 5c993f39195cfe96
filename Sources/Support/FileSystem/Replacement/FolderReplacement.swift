import Synchronization

/// A folder that is created or replaced atomically with its contents; see ``Replacement``.
package final class FolderReplacement: Replacement {
  package static let kind = FileKind.folder

  /// The folder to fill, held open.
  ///
  /// Errors of this folder contain the path of the destination.
  package let contents: OpenFolder
  /// The path of the folder to fill, for code that cannot work with an open folder.
  package let path: FilePath
  private let temporary: FileName
  /// The open folder, whose lock protects the folder from sweeps.
  private let file: OpenFile
  private let reserve: DescriptorReserve
  private let place: ReplacementPlace
  private let isFinished = Atomic<Bool>(false)

  package init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError) {
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    let reserve: DescriptorReserve
    do { reserve = try DescriptorReserve() } catch {
      throw FileSystemError("create", place.destination, error.number)
    }
    (temporary, file) = try UnfinishedFiles.create(for: place) { name throws(FileSystemError) in
      do throws(FileSystemError) {
        try place.folder.createFolder(name, permissions: place.permissions(ofNew: 0o777))
      } catch { throw place.notCreated(error) }
      do throws(FileSystemError) {
        return try place.folder.openEntry(name, for: place.destination)
      } catch {
        if error.code == .notFound { return nil }
        reserve.release()
        UnfinishedFiles.discard(name, in: place.folder)
        throw place.notCreated(error)
      }
    }
    self.reserve = reserve
    contents = OpenFolder(file, calledBy: place.destination)
    path = place.folder.path.appending(temporary)
    self.place = place
  }

  deinit { cancel() }

  /// Flushes the folder to disk before the commit.
  ///
  /// - Returns: the temporary path, for a caller that records which folder will get the final name.
  package func prepare() throws(FileSystemError) -> FilePath {
    try synchronizeContents()
    return path
  }

  /// Flushes the folder to disk and gives the folder its final name.
  ///
  /// The replaced folder is removed after the new folder is in place and on disk. If this removal fails, the
  /// new folder is in place, and the message of the error names the remaining folder.
  ///
  /// - Parameter synchronizing: whether to wait until the folder is on disk. If false, files may be empty
  ///   after a power failure.
  package func commit(synchronizing: Bool = true) throws(FileSystemError) {
    precondition(
      !isFinished.exchange(true, ordering: .relaxed), "a replacement is committed or cancelled once")
    var previous: FileName?
    do {
      try place.publish(try contents.status().permissions, setPermissions: contents.setPermissions) {
        () throws(FileSystemError) in
        if synchronizing { try contents.synchronizeFileSystem() }
        if place.existing == nil {
          try place.rename(temporary)
        } else {
          previous = try exchange(synchronizing: synchronizing)
        }
      }
    } catch {
      discard()
      throw error
    }
    if synchronizing { try place.synchronize() }
    reserve.release()
    if let previous { try removePrevious(previous) }
    UnfinishedFiles.finish(temporary)
  }

  private func removePrevious(_ name: FileName) throws(FileSystemError) {
    do { try place.folder.remove(name) } catch {
      throw FileSystemError.previousNotRemoved(place.destination, because: error)
    }
  }

  /// Flushes all contents of the folder to disk in one operation.
  ///
  /// One operation is faster than flushing file by file.
  package func synchronizeContents() throws(FileSystemError) {
    try contents.synchronizeFileSystem()
  }

  /// Removes the folder and its contents, unless the folder was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) { discard() }
  }

  private func discard() {
    reserve.release()
    UnfinishedFiles.discard(temporary, in: place.folder)
  }

  /// Runs a body that uses ``path``; errors for files in the folder contain the final paths of the files.
  package func naming<Value>(_ body: () throws(FileSystemError) -> Value) throws(FileSystemError) -> Value {
    do { return try body() } catch { throw error.renamed(from: path, to: place.destination) }
  }

  /// Exchanges the new folder with the old folder, and returns the new name of the old folder.
  private func exchange(synchronizing: Bool) throws(FileSystemError) -> FileName {
    // The old folder gets a temporary name. The lock prevents other writers from sweeping the folder at the
    // same time.
    let old = try place.folder.openEntry(place.name)
    defer { withExtendedLifetime(old) {} }
    _ = try old.tryToLock()
    // The sign is set before the name changes. If the process is killed at any later time, another writer
    // sweeps the old folder.
    let permissions = try old.status().permissions
    do {
      try old.setPermissions(permissions | UnfinishedFiles.sign)
      if synchronizing { try old.synchronize() }
    } catch {
      // The old folder may belong to another user. The missing sign matters only if the process is killed
      // before the old folder is removed.
    }
    do throws(FileSystemError) {
      let isExchanged: Bool
      do throws(FileSystemError) {
        isExchanged = try place.folder.exchange(temporary, with: place.name, in: place.folder)
      } catch { throw error.failing(to: "replace", place.destination) }
      return isExchanged ? temporary : try setAside()
    } catch {
      do { try old.setPermissions(permissions) } catch {
        // The old folder has its own name, so a remaining sign has no effect. The error of the exchange is
        // the one to report.
      }
      throw error
    }
  }

  /// Replaces the old folder in two steps, for file systems that do not support an atomic exchange.
  private func setAside() throws(FileSystemError) -> FileName {
    let previous = TemporaryName.makeForPrevious(place.name)
    try place.folder.rename(place.name, to: previous, in: place.folder, replacing: false)
    do {
      try place.rename(temporary)
    } catch {
      try place.folder.rename(previous, to: place.name, in: place.folder, replacing: false)
      throw error
    }
    return previous
  }
}
