import Synchronization

/// A file that is created or replaced atomically; see ``Replacement``.
package final class FileReplacement: Replacement {
  package static let kind = FileKind.regular

  /// The unfinished file, open for writing and reading.
  ///
  /// Its errors state the path of the destination.
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

  /// Writes the file to the device before the commit.
  ///
  /// - Returns: the temporary path, for a caller that records which file is about to get the name.
  package func prepare() throws(FileSystemError) -> FilePath {
    try file.synchronize()
    return place.folder.path.appending(temporary)
  }

  /// Writes the file to the device and gives it its name.
  ///
  /// After an error, the unfinished file is removed and nothing else has changed. The exception is
  /// `notSynchronized`: then the file is in place.
  ///
  /// - Parameter synchronizing: whether to wait for the device. If false, the file is still complete for
  ///   every program, but a power failure may leave it empty.
  /// - Throws: `alreadyExists` if a file of that name was created meanwhile and must not be replaced;
  ///   `notSynchronized` if the file has its name, but its folder could not be written to the device or
  ///   its final permissions could not be set.
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
