/// Operations on names in the file system: moving, removing, links, times.
package enum FileTree {
  /// Renames a file, link or folder atomically within one file system.
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
      // Either name may be the missing one; report which.
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

  /// Whether a failure means that the system does not support the call, rather than a problem with the
  /// names.
  static func isUnknownToFileSystem(_ failure: SystemFailure) -> Bool {
    failure.number == .invalid || failure.number == .notImplemented || failure.number == .notSupported
  }

  /// Renames without overwriting on systems that have no flag for it.
  ///
  /// Uses a hard link for a file, and a check that the new name is free for anything else.
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

  /// Creates a symbolic link to a path, which need not exist.
  package static func createLink(at path: FilePath, pointingTo target: [UInt8]) throws(FileSystemError) {
    guard let target = FilePath(bytes: target) else { throw FileSystemError("create", path, .invalid) }
    try FileSystemError.naming("create", path) { () throws(SystemFailure) in
      try SystemCalls.makeLink(path, to: target)
    }
  }

  /// Returns the target of a symbolic link as stored in the link.
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
  /// Returns the total length of all files below a folder, up to a limit; links are not followed.
  ///
  /// Files that are created or removed meanwhile may or may not be counted.
  ///
  /// - Parameters:
  ///   - enough: the total at which counting stops.
  ///   - entryCount: the maximum number of entries; a folder with more entries exceeds any limit.
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
            // A sparse file may have any length.
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
