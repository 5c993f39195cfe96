/// Names in the file system: moving, removing, links, times.
package enum FileTree {
  /// Renames a file, link or folder within one file system, at once as others see it.
  ///
  /// - Parameters:
  ///   - replacing: whether what has the new name already gives way. An existing folder gives way only when
  ///     empty.
  /// - Throws: `alreadyExists` when the new name is taken and not to be replaced; `crossDevice` between file
  ///   systems.
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
      // Either name may be the one that is missing; say which.
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

  /// Whether the call, not the names, is what the system does not take.
  static func isUnknownToFileSystem(_ failure: SystemFailure) -> Bool {
    failure.number == .invalid || failure.number == .notImplemented || failure.number == .notSupported
  }

  /// Where a rename cannot refuse: a second name can, for a file; for the rest only asking first is left.
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
      // Folders cannot have a second name, nor can anything on some file systems.
    }
    if try isThere(new) { throw FileSystemError("create", new.shownPath, .exists) }
    try FileSystemError.naming("rename", old.shownPath) { () throws(SystemFailure) in
      try SystemCalls.rename(old.path, in: old.folder, to: new.path, in: new.folder, .replacing)
    }
  }

  /// Removes a file or link, not what a link leads to.
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

  /// Makes a symbolic link that leads to the bytes' path, whether or not anything is there.
  package static func createLink(at path: FilePath, pointingTo target: [UInt8]) throws(FileSystemError) {
    guard let target = FilePath(bytes: target) else { throw FileSystemError("create", path, .invalid) }
    try FileSystemError.naming("create", path) { () throws(SystemFailure) in
      try SystemCalls.makeLink(path, to: target)
    }
  }

  /// Where a symbolic link leads, as the link says it.
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
  /// The lengths of all files below a folder added up, as far as a number; links are not followed.
  ///
  /// What comes and goes meanwhile may be counted or not.
  ///
  /// - Parameters:
  ///   - enough: where counting stops.
  ///   - entryCount: a folder with more entries counts as longer than any number.
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
