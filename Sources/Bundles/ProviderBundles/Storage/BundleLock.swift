import FileSystem

/// Keeps others from writing to a bundle's place while somebody does, so that nobody's work is lost.
enum BundleLock {
  /// Locks a bundle until the result is released.
  ///
  /// - Throws: ``BundleError/Code/beingChanged`` when another program is at it.
  static func locking(_ path: FilePath) throws -> FileLock {
    let result = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = result, error.code == .busy {
      throw BundleError(
        .beingChanged, "another program is changing \(path) just now; try again when it is done", cause: error
      )
    }
    return try result.get()
  }

  /// Locks what is at a path, where something is there that a bundle can replace.
  static func lockingIfPresent(_ path: FilePath) throws -> FileLock? {
    switch try FileStatus.ifPresent(path)?.kind {
    case .regular, .folder: try locking(path)
    default: nil
    }
  }
}
