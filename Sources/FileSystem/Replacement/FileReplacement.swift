import Synchronization

/// A file that appears, or takes another's place, at once and whole.
///
/// It is written under a temporary name in the same folder and gets its own name by `commit()`. Until then
/// the old file is as it was; when the process is killed, a hidden file ending in `.proffer-partial` stays
/// behind, which the next replacement in that folder removes.
package final class FileReplacement: Sendable {
  /// The unfinished file, for writing and reading.
  ///
  /// Its errors name the destination.
  package let file: OpenFile
  private let place: ReplacementPlace
  private let temporary: FilePath
  private let isFinished = Atomic<Bool>(false)

  /// Creates the unfinished file.
  ///
  /// - Parameters:
  ///   - destination: a link is replaced at its target.
  ///   - replacing: whether a file that is there may be replaced. It keeps its permissions then.
  ///   - sweeping: whether to look for what killed writers left in the folder, which costs listing it; for
  ///     the second and later files written into one folder there is no need.
  /// - Throws: `alreadyExists` at once when something is there and is not to be replaced; `isAFolder`, and
  ///   `notAFile` for a device or a pipe, which cannot be replaced.
  package init(
    at destination: FilePath, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    let place = try ReplacementPlace(destination, isReplacing: replacing, by: .regular)
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    // What replaces a private file is never less private, not even while it is written.
    let permissions: UInt16 = place.existing == nil ? 0o666 : 0o600
    (temporary, file) = try UnfinishedFiles.create(for: place) { path throws(FileSystemError) in
      try OpenFile.creating(path, permissions: permissions, for: destination)
    }
    self.place = place
  }

  deinit { cancel() }

  /// Brings the file to the device and gives it its name.
  ///
  /// After an error nothing has changed but that the unfinished file is gone.
  ///
  /// - Parameter synchronizing: whether to wait for the device. Without, the file is still whole for every
  ///   program, but a power failure may leave it empty.
  /// - Throws: `alreadyExists` when somebody else made a file of that name meanwhile and it is not to be
  ///   replaced.
  package func commit(synchronizing: Bool = true) throws(FileSystemError) {
    precondition(
      !isFinished.exchange(true, ordering: .relaxed), "a replacement is committed or cancelled once")
    do {
      if let existing = place.existing { try file.setPermissions(existing.permissions) }
      if synchronizing { try file.synchronize() }
      try place.rename(temporary)
      UnfinishedFiles.finish(temporary)
    } catch {
      UnfinishedFiles.discard(temporary)
      throw error
    }
    if synchronizing { try Folder.synchronize(place.folder) }
  }

  /// Removes the unfinished file, unless it was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) { UnfinishedFiles.discard(temporary) }
  }
}
