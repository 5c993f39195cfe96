import Synchronization

/// A file that is created or replaced atomically; see ``Replacement``.
package final class FileReplacement: Replacement {
  package static let kind = FileKind.regular

  /// The unfinished file, open for writing and reading.
  ///
  /// Errors of this file contain the path of the destination.
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

  /// Flushes the file to disk before the commit.
  ///
  /// - Returns: the temporary path, for a caller that records which file will get the final name.
  package func prepare() throws(FileSystemError) -> FilePath {
    try file.synchronize()
    return place.folder.path.appending(temporary)
  }

  /// Flushes the file to disk and gives the file its final name.
  ///
  /// If the error is `notSynchronized`, the file is in place. After any other error, the unfinished file is
  /// removed and nothing else has changed.
  ///
  /// - Parameter synchronizing: whether to wait until the file is on disk. If false, other programs still see
  ///   only the complete file, but after a power failure the file may be empty.
  /// - Throws: `alreadyExists` if a file with the final name was created in the meantime and must not be
  ///   replaced; `notSynchronized` if the file has its final name, but the name could not be flushed to disk
  ///   or the final permissions could not be set.
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

  /// Removes the unfinished file, unless the file was committed.
  package func cancel() {
    if !isFinished.exchange(true, ordering: .relaxed) {
      UnfinishedFiles.discard(temporary, in: place.folder)
    }
  }
}
