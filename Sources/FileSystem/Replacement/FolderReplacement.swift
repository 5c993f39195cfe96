import Synchronization

/// A folder that appears, or takes another's place, with everything in it at once.
///
/// It is filled under a temporary name next to its place and gets its own name by `commit()`. What a killed
/// process leaves is a hidden folder ending in `.proffer-partial`, which the next replacement there removes.
package final class FolderReplacement: Sendable {
  /// The folder to fill.
  package let path: FilePath
  private let folder: OpenFile
  private let place: ReplacementPlace
  private let isFinished = Atomic<Bool>(false)

  /// Creates the folder to fill.
  ///
  /// - Parameters:
  ///   - replacing: whether a folder that is there may be replaced with everything in it. Its permissions are
  ///     kept.
  ///   - sweeping: whether to look for what killed writers left next to the destination.
  /// - Throws: `alreadyExists` at once when something is there and is not to be replaced; `notAFolder` or
  ///   `notAFile` for what is no folder.
  package init(
    at destination: FilePath, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    let place = try ReplacementPlace(destination, isReplacing: replacing, by: .folder)
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    let permissions: UInt16 = place.existing == nil ? 0o777 : 0o700
    (path, folder) = try UnfinishedFiles.create(for: place) { path throws(FileSystemError) in
      do throws(FileSystemError) {
        try Folder.create(path, permissions: permissions)
      } catch { throw place.renamed(error) }
      do throws(FileSystemError) {
        return try Folder.open(path, followingLinks: false, for: destination)
      } catch {
        UnfinishedFiles.discard(path)
        throw place.renamed(error)
      }
    }
    self.place = place
  }

  deinit { cancel() }

  /// Brings the folder to the device and gives it its name.
  ///
  /// A folder that it replaces is removed afterwards. An error in that is thrown though the new folder is in
  /// place; it names what is left.
  ///
  /// - Parameter synchronizing: whether to wait for the device. Without, a power failure may leave files
  ///   empty.
  package func commit(synchronizing: Bool = true) throws(FileSystemError) {
    precondition(
      !isFinished.exchange(true, ordering: .relaxed), "a replacement is committed or cancelled once")
    var previous: FilePath?
    do {
      if let existing = place.existing { try folder.setPermissions(existing.permissions) }
      if synchronizing { try synchronizeContents() }
      if place.existing == nil {
        try place.rename(path)
      } else {
        previous = try exchange()
      }
    } catch {
      UnfinishedFiles.discard(path)
      throw error
    }
    if let previous { try FileTree.remove(previous) }
    UnfinishedFiles.finish(path)
    if synchronizing { try Folder.synchronize(place.folder) }
  }

  /// Brings what is in the folder to the device at once, which costs less than file by file.
  package func synchronizeContents() throws(FileSystemError) {
    try FileSystemError.naming("write", place.destination) { () throws(SystemFailure) in
      try SystemCalls.synchronizeFileSystem(of: folder.descriptor)
    }
  }

  /// Removes the folder with what it holds, unless it was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) { UnfinishedFiles.discard(path) }
  }

  /// Does something in the folder; an error about a file in it names the place where that would have been.
  package func naming<Value>(_ body: () throws(FileSystemError) -> Value) throws(FileSystemError) -> Value {
    do {
      return try body()
    } catch {
      guard let culprit = error.path, culprit == path || culprit.bytes.starts(with: path.bytes + [0x2F])
      else {
        throw error
      }
      let meant = FilePath(known: place.destination.bytes + culprit.bytes.dropFirst(path.bytes.count))
      throw FileSystemError(
        code: error.code, path: meant,
        message: error.message.replacing(culprit.description, with: meant.description),
        systemError: error.systemError)
    }
  }

  /// Puts the new folder in the old one's place and tells where the old one is now.
  private func exchange() throws(FileSystemError) -> FilePath {
    // The old folder will have a temporary name; the lock keeps others from sweeping it while it is removed
    // here.
    let old = try Folder.open(place.target, followingLinks: false)
    defer { withExtendedLifetime(old) {} }
    _ = try old.tryToLock()
    do {
      try SystemCalls.rename(path, to: place.target, .exchanging)
      return path
    } catch let error where FileTree.isUnknownToFileSystem(error) {
      return try setAside()
    } catch {
      throw FileSystemError("replace", place.destination, error.number)
    }
  }

  /// The exchange in two steps, where the file system has no single one.
  private func setAside() throws(FileSystemError) -> FilePath {
    let previous = place.folder.appending(TemporaryName.makeForPrevious(place.name))
    try FileTree.rename(from: place.target, to: previous, replacing: false)
    do {
      try place.rename(path)
    } catch {
      try FileTree.rename(from: previous, to: place.target, replacing: false)
      throw error
    }
    return previous
  }
}
