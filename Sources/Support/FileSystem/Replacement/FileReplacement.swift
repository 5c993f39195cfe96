import Synchronization

/// A file that appears, or takes another's place, at once and whole.
///
/// It is written under a temporary name in the same folder and gets its own name by `commit()`. Until then
/// the old file is as it was; when the process is killed, a hidden file ending in `.proffer-partial` stays,
/// which the next replacement in that folder removes.
package final class FileReplacement: Sendable {
  /// The unfinished file, for writing and reading.
  ///
  /// Its errors name the destination.
  package let file: OpenFile
  private let place: ReplacementPlace
  private let temporary: FileName
  private let isFinished = Atomic<Bool>(false)

  /// Creates the unfinished file.
  ///
  /// - Parameters:
  ///   - destination: where the file is to be.
  ///   - followingLink: whether a link at the destination is replaced at its target. False where the user did not
  ///     choose the last name of the path: then the link itself is replaced.
  ///   - replacing: whether a file that is there may be replaced. It keeps its permissions then.
  ///   - sweeping: whether to look for what killed writers left in the folder, which costs listing it; for
  ///     the second and later files written into one folder there is no need.
  /// - Throws: `alreadyExists` at once when something is there and is not to be replaced; `isAFolder`, and
  ///   `notAFile` for a device or a pipe, which cannot be replaced.
  package convenience init(
    at destination: FilePath, followingLink: Bool = true, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(destination, followingLink: followingLink, isReplacing: replacing, by: .regular),
      sweeping: sweeping)
  }

  /// Creates the unfinished file of a name in an open folder; a link of that name is replaced itself.
  package convenience init(
    of name: FileName, in folder: OpenFolder, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(name, in: folder, isReplacing: replacing, by: .regular), sweeping: sweeping)
  }

  private init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError) {
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    // What replaces a private file is never less private, not even while it is written.
    let permissions: UInt16 = place.existing == nil ? 0o666 : 0o600
    (temporary, file) = try UnfinishedFiles.create(for: place) { name throws(FileSystemError) in
      try place.folder.createFile(
        name, permissions: permissions | UnfinishedFiles.sign, for: place.destination)
    }
    self.place = place
  }

  deinit { cancel() }

  /// Brings the file to the device before it is committed.
  ///
  /// - Returns: the path that the file has until then, for a caller that notes what is about to get the name.
  package func prepare() throws(FileSystemError) -> FilePath {
    try file.synchronize()
    return place.folder.path.appending(temporary)
  }

  /// Brings the file to the device and gives it its name.
  ///
  /// After an error nothing has changed but that the unfinished file is gone, except after `notSynchronized`: then
  /// the file is in place.
  ///
  /// - Parameter synchronizing: whether to wait for the device. Without, the file is still whole for every
  ///   program, but a power failure may leave it empty.
  /// - Throws: `alreadyExists` when a file of that name was made meanwhile and it is not to be replaced;
  ///   `notSynchronized` when the folder could not be brought to the device.
  package func commit(synchronizing: Bool = true) throws(FileSystemError) {
    precondition(
      !isFinished.exchange(true, ordering: .relaxed), "a replacement is committed or cancelled once")
    do {
      let marked = try file.status().permissions
      let permissions = place.existing?.permissions ?? marked & ~UnfinishedFiles.sign
      let sign = marked & UnfinishedFiles.sign
      if permissions | sign != marked { try file.setPermissions(permissions | sign) }
      if synchronizing { try file.synchronize() }
      try place.rename(temporary)
      // The sign goes last, so that what is killed before is swept. A power failure may leave it on the file, where it
      // means nothing.
      if permissions | sign != permissions { try file.setPermissions(permissions) }
      UnfinishedFiles.finish(temporary)
    } catch {
      UnfinishedFiles.discard(temporary, in: place.folder)
      throw error
    }
    if synchronizing { try place.synchronize() }
  }

  /// Removes the unfinished file, unless it was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) {
      UnfinishedFiles.discard(temporary, in: place.folder)
    }
  }
}
