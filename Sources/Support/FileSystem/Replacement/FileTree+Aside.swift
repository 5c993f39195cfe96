extension FileTree {
  /// Removes a folder at once as others see it: it gets a hidden name first.
  ///
  /// What an interrupted removal leaves is removed by the next call for the same path and mark, or by the next writer in
  /// the folder that holds it.
  ///
  /// - Parameter mark: a text of letters and digits that distinguishes this removal from all others there.
  /// - Returns: whether there was anything to remove.
  package static func removeAside(_ path: FilePath, mark: String) throws(FileSystemError) -> Bool {
    let aside = path.parent.appending(TemporaryName.makeForRemoval(mark))
    var isFound = try FileStatus.ifPresent(aside, followingLinks: false) != nil
    if isFound {
      try removeLocked(aside, of: path)
    }
    if try FileStatus.ifPresent(path, followingLinks: false) != nil {
      isFound = true
      try rename(from: path, to: aside, replacing: false)
      do {
        try setPermissions(aside, FileStatus.of(aside).permissions | UnfinishedFiles.sign)
      } catch {
        // It may be another user's; then an interrupted removal is finished by the next call.
      }
      try removeLocked(aside, of: path)
    }
    return isFound
  }

  /// Removes what was set aside; errors name the path that it had.
  private static func removeLocked(_ aside: FilePath, of path: FilePath) throws(FileSystemError) {
    do throws(FileSystemError) {
      // A writer that sweeps the folder meanwhile leaves what is locked.
      let lock = try FileLock(aside)
      defer { withExtendedLifetime(lock) {} }
      try remove(aside)
    } catch {
      // It may be swept at this moment, which removes it as well.
      if error.code == .notFound, try FileStatus.ifPresent(aside, followingLinks: false) == nil { return }
      throw error.renamed(from: aside, to: path)
    }
  }
}
