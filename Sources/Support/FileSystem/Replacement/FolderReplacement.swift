import Synchronization

/// A folder that appears, or takes another's place, with everything in it at once; see ``Replacement``.
package final class FolderReplacement: Replacement {
  package static let kind = FileKind.folder

  /// The folder to fill, held open; its errors name the destination.
  package let contents: OpenFolder
  /// The path of the folder to fill, for those who cannot work in an open folder.
  package let path: FilePath
  private let temporary: FileName
  /// Holds the lock.
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

  /// Brings the folder to the device before it is committed.
  ///
  /// - Returns: the path that the folder has until then, for a caller that notes what is about to get the name.
  package func prepare() throws(FileSystemError) -> FilePath {
    try synchronizeContents()
    return path
  }

  /// Brings the folder to the device and gives it its name.
  ///
  /// A folder that it replaces is removed when the new one is in place and on the device. An error in that is thrown
  /// though the new folder is in place, and names what is left.
  ///
  /// - Parameter synchronizing: whether to wait for the device. Without, a power failure may leave files
  ///   empty.
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

  /// Brings what is in the folder to the device at once, which costs less than file by file.
  package func synchronizeContents() throws(FileSystemError) {
    try contents.synchronizeFileSystem()
  }

  /// Removes the folder with what it holds, unless it was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) { discard() }
  }

  private func discard() {
    reserve.release()
    UnfinishedFiles.discard(temporary, in: place.folder)
  }

  /// Runs a body that works in the folder by its path; an error about a file in it names the file's final place.
  package func naming<Value>(_ body: () throws(FileSystemError) -> Value) throws(FileSystemError) -> Value {
    do { return try body() } catch { throw error.renamed(from: path, to: place.destination) }
  }

  /// Puts the new folder in the old one's place and returns where the old one is now.
  private func exchange(synchronizing: Bool) throws(FileSystemError) -> FileName {
    // The old folder will have a temporary name; the lock keeps others from sweeping it while it is removed
    // here.
    let old = try place.folder.openEntry(place.name)
    defer { withExtendedLifetime(old) {} }
    _ = try old.tryToLock()
    // It has the sign from before it has the name, so that it is swept whenever the process is killed.
    let permissions = try old.status().permissions
    do {
      try old.setPermissions(permissions | UnfinishedFiles.sign)
      if synchronizing { try old.synchronize() }
    } catch {
      // It may be another user's. The sign matters only if the process is killed before the folder is removed.
    }
    do throws(FileSystemError) {
      let isExchanged: Bool
      do throws(FileSystemError) {
        isExchanged = try place.folder.exchange(temporary, with: place.name, in: place.folder)
      } catch { throw error.failing(to: "replace", place.destination) }
      return isExchanged ? temporary : try setAside()
    } catch {
      do { try old.setPermissions(permissions) } catch {
        // Under a name of its own the sign means nothing, and the error to report is why it was not replaced.
      }
      throw error
    }
  }

  /// The exchange in two steps, where the file system has no single one.
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
