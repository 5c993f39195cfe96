import Synchronization

/// A folder that appears, or takes another's place, with everything in it at once.
///
/// It is filled under a temporary name next to its place and gets its own name by `commit()`. What a killed
/// process leaves is a hidden folder ending in `.proffer-partial`, which the next replacement there removes.
package final class FolderReplacement: Sendable {
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

  /// Creates the folder to fill.
  ///
  /// - Parameters:
  ///   - followingLink: whether a link at the destination is followed. False where the user did not choose the last
  ///     name of the path: then a link is refused.
  ///   - replacing: whether a folder that is there may be replaced with everything in it. Its permissions are
  ///     kept.
  ///   - sweeping: whether to look for what killed writers left next to the destination.
  /// - Throws: `alreadyExists` at once when something is there and is not to be replaced; `notAFolder` or
  ///   `notAFile` for what is not a folder.
  package convenience init(
    at destination: FilePath, followingLink: Bool = true, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(destination, followingLink: followingLink, isReplacing: replacing, by: .folder),
      sweeping: sweeping)
  }

  /// Creates the folder to fill for a name in an open folder.
  package convenience init(
    of name: FileName, in folder: OpenFolder, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(name, in: folder, isReplacing: replacing, by: .folder), sweeping: sweeping)
  }

  private init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError) {
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    let reserve: DescriptorReserve
    do { reserve = try DescriptorReserve() } catch {
      throw FileSystemError("create", place.destination, error.number)
    }
    let permissions: UInt16 = place.existing == nil ? 0o777 : 0o700
    (temporary, file) = try UnfinishedFiles.create(for: place) { name throws(FileSystemError) in
      do throws(FileSystemError) {
        try place.folder.createFolder(name, permissions: permissions | UnfinishedFiles.sign)
      } catch { throw place.renamed(error) }
      do throws(FileSystemError) {
        return try place.folder.openEntry(name, for: place.destination)
      } catch {
        reserve.release()
        UnfinishedFiles.discard(name, in: place.folder)
        throw place.renamed(error)
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
      let marked = try contents.status().permissions
      let permissions = place.existing?.permissions ?? marked & ~UnfinishedFiles.sign
      let sign = marked & UnfinishedFiles.sign
      if permissions | sign != marked { try contents.setPermissions(permissions | sign) }
      if synchronizing { try contents.synchronizeFileSystem() }
      if place.existing == nil {
        try place.rename(temporary)
      } else {
        previous = try exchange(synchronizing: synchronizing)
      }
      if permissions | sign != permissions { try contents.setPermissions(permissions) }
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
      throw FileSystemError(
        code: error.code, path: place.destination,
        message:
          "\(place.destination) is replaced, but what was there could not be removed: \(error.message)",
        systemError: error.systemError)
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
      } catch { throw FileSystemError("replace", place.destination, error) }
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
