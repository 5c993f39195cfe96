/// Operations on file system entries: moving, removing, links, times and permissions.
package enum FileTree {
  /// Renames a file, link or folder atomically within one file system.
  ///
  /// If the system has no call that renames without overwriting, the rename is not atomic when `replacing` is
  /// false.
  ///
  /// - Parameters:
  ///   - replacing: whether to overwrite an existing destination. An existing folder must be empty.
  /// - Throws: `alreadyExists` if the new name exists and must not be replaced; `crossDevice` if the
  ///   paths are on different file systems.
  package static func rename(
    from old: FilePath, to new: FilePath, replacing: Bool
  ) throws(FileSystemError) {
    try rename(from: FileLocation(old), to: FileLocation(new), replacing: replacing)
  }

  static func rename(
    from old: FileLocation, to new: FileLocation, replacing: Bool
  ) throws(FileSystemError) {
    do {
      try SystemCalls.rename(
        old.path, in: old.folder, to: new.path, in: new.folder, replacing ? .replacing : .refusing)
    } catch let error where !replacing && isUnknownToFileSystem(error) {
      try renameWithoutFlags(from: old, to: new)
    } catch let error where error.number == .notFound {
      // Either path may be missing, and the error must contain the missing path.
      let culprit = try isThere(old) ? new : old
      throw FileSystemError("rename", culprit.shownPath, error.number)
    } catch {
      throw FileSystemError(error.number == .exists ? "create" : "rename to", new.shownPath, error.number)
    }
  }

  private static func isThere(_ location: FileLocation) throws(FileSystemError) -> Bool {
    do {
      _ = try SystemCalls.status(of: location.path, in: location.folder, followingLinks: false)
      return true
    } catch let error where error.number == .notFound || error.number == .notAFolder {
      return false
    } catch {
      throw FileSystemError("examine", location.shownPath, error.number)
    }
  }

  /// Returns whether a failure means that the system does not support a call.
  ///
  /// Any other failure concerns the names in the call.
  static func isUnknownToFileSystem(_ failure: SystemFailure) -> Bool {
    failure.number == .invalid || failure.number == .notImplemented || failure.number == .notSupported
  }

  /// Renames without overwriting, on systems that have no flag for such a rename.
  ///
  /// For a file, this function creates a hard link with the new name and removes the old name. For any
  /// other entry, this function checks that the new name does not exist, and then renames the entry.
  private static func renameWithoutFlags(
    from old: FileLocation, to new: FileLocation
  ) throws(FileSystemError) {
    do {
      try SystemCalls.makeSecondName(new.path, in: new.folder, of: old.path, in: old.folder)
      return try removeEntry(old, isFolder: false)
    } catch let failure as SystemFailure where failure.number == .exists {
      throw FileSystemError("create", new.shownPath, failure.number)
    } catch let failure as FileSystemError {
      throw failure
    } catch {
      // Folders cannot have hard links, and some file systems do not support hard links at all.
    }
    if try isThere(new) { throw FileSystemError("create", new.shownPath, .exists) }
    try FileSystemError.naming("rename", old.shownPath) { () throws(SystemFailure) in
      try SystemCalls.rename(old.path, in: old.folder, to: new.path, in: new.folder, .replacing)
    }
  }

  /// Removes a file or a link, but not the target of the link.
  package static func removeFile(_ path: FilePath) throws(FileSystemError) {
    try removeEntry(FileLocation(path), isFolder: false)
  }

  /// Removes an empty folder.
  package static func removeEmptyFolder(_ path: FilePath) throws(FileSystemError) {
    try removeEntry(FileLocation(path), isFolder: true)
  }

  static func removeEntry(_ location: FileLocation, isFolder: Bool) throws(FileSystemError) {
    try FileSystemError.naming("remove", location.shownPath) { () throws(SystemFailure) in
      try SystemCalls.removeEntry(location.path, in: location.folder, isFolder: isFolder)
    }
  }

  /// Creates a symbolic link; the target need not exist.
  package static func createLink(at path: FilePath, pointingTo target: [UInt8]) throws(FileSystemError) {
    guard let target = FilePath(bytes: target) else { throw FileSystemError("create", path, .invalid) }
    try FileSystemError.naming("create", path) { () throws(SystemFailure) in
      try SystemCalls.makeLink(path, to: target)
    }
  }

  /// Returns the target of a symbolic link, exactly as the link stores it.
  package static func readLink(_ path: FilePath) throws(FileSystemError) -> [UInt8] {
    try FileSystemError.naming("read the link", path) { () throws(SystemFailure) in
      try SystemCalls.readLink(path)
    }
  }

  package static func setModification(
    _ path: FilePath, _ time: FileTime, followingLinks: Bool = true
  ) throws(FileSystemError) {
    try FileSystemError.naming("set the time of", path) { () throws(SystemFailure) in
      try SystemCalls.setModification(of: path, time, followingLinks: followingLinks)
    }
  }

  package static func setPermissions(_ path: FilePath, _ permissions: UInt16) throws(FileSystemError) {
    try FileSystemError.naming("set the permissions of", path) { () throws(SystemFailure) in
      try SystemCalls.setPermissions(path, permissions)
    }
  }
}

extension FileTree {
  /// Returns the total size in bytes of all files below a folder, up to a limit; links are not followed.
  ///
  /// Files that are created or removed during the call may or may not be counted. Entries that cannot be
  /// examined are not counted.
  ///
  /// - Parameters:
  ///   - enough: the total at which counting stops.
  ///   - entryCount: the maximum number of entries. If the folder contains more entries, the result is
  ///     `UInt64.max`.
  package static func byteCount(below root: FilePath, enough: UInt64, entryCount: Int = 100_000) -> UInt64 {
    var sum: UInt64 = 0
    var seen = 0
    var left = [root]
    while let folder = left.popLast() {
      let entries: [FolderEntry]
      do { entries = try Folder.entries(in: folder) } catch { continue }
      seen += entries.count
      if seen > entryCount { return .max }
      for entry in entries {
        let path = folder.appending(entry.name)
        do {
          let status = try FileStatus.of(path, followingLinks: false)
          if status.kind == .folder {
            left.append(path)
          } else {
            // A sparse file can have any length, so the sum can overflow.
            let (longer, isBeyond) = sum.addingReportingOverflow(status.byteCount)
            sum = isBeyond ? .max : longer
          }
        } catch { continue }
        if sum >= enough { return sum }
      }
    }
    return sum
  }
}
