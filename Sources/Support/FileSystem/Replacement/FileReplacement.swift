import Synchronization

/// A file that appears, or takes another's place, at once and whole; see ``Replacement``.
package final class FileReplacement: Replacement {
  package static let kind = FileKind.regular

  /// The unfinished file, for writing and reading.
  ///
  /// Its errors name the destination.
  package let file: OpenFile
  private let place: ReplacementPlace
  private let temporary: FileName
  private let isFinished = Atomic<Bool>(false)

  package init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError) {
    if sweeping { UnfinishedFiles.sweep(place.folder) }
    (temporary, file) = try UnfinishedFiles.create(for: place) { name throws(FileSystemError) in
      try place.folder.createFile(name, permissions: place.permissions(ofNew: 0o666), for: place.destination)
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
  ///   `notSynchronized` when it has its name, and the folder could not be brought to the device or the permissions of
  ///   the finished file could not be set.
  package func commit(synchronizing: Bool = true) throws(FileSystemError) {
    precondition(
      !isFinished.exchange(true, ordering: .relaxed), "a replacement is committed or cancelled once")
    do {
      try place.publish(try file.status().permissions, setPermissions: file.setPermissions) {
        () throws(FileSystemError) in
        if synchronizing { try file.synchronize() }
        try place.rename(temporary)
      }
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
