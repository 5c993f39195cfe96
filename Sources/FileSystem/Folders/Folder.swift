/// A name in a folder and, where the file system says it for free, what is there.
package struct FolderEntry: Sendable, Hashable {
  package let name: FileName
  /// The kind of the entry itself, links not followed; nil when only `FileStatus` can tell.
  package let kind: FileKind?
}

/// What can be done with a folder as a whole.
package enum Folder {
  /// The names in a folder, in the order of their bytes.
  package static func names(in path: FilePath) throws(FileSystemError) -> [FileName] {
    try entries(in: path).map(\.name)
  }

  /// The names in a folder with their kinds, in the order of the names' bytes.
  package static func entries(in path: FilePath) throws(FileSystemError) -> [FolderEntry] {
    let folder = try open(path, followingLinks: true)
    let entries = try folder.naming("list") { () throws(SystemFailure) in
      try SystemCalls.entries(of: folder.descriptor)
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Creates a folder; what is there already is an error.
  package static func create(_ path: FilePath, permissions: UInt16 = 0o777) throws(FileSystemError) {
    try FileSystemError.naming("create", path) { () throws(SystemFailure) in
      try SystemCalls.makeFolder(path, permissions: permissions)
    }
  }

  /// Creates a folder and the folders above it, each unless it is there already.
  package static func createWithParents(_ path: FilePath) throws(FileSystemError) {
    // Upwards to the first folder that can be made, then down again.
    var missing = [path]
    while let next = missing.last {
      do {
        try SystemCalls.makeFolder(next, permissions: 0o777)
        missing.removeLast()
      } catch let error where error.number == .notFound && next.parent != next {
        missing.append(next.parent)
      } catch {
        // Whatever the reason (there already, read-only, no permission), a folder that is there is enough.
        guard try FileStatus.ifPresent(next)?.kind == .folder else {
          throw FileSystemError("create", next, error.number)
        }
        missing.removeLast()
      }
    }
  }

  /// Creates an empty folder under a new name that only this user can look into.
  package static func createUnique(in parent: FilePath) throws(FileSystemError) -> FilePath {
    let path = parent.appending(TemporaryName.makeForFolder())
    try create(path, permissions: 0o700)
    return path
  }

  /// Returns when the folder's names are on the device.
  package static func synchronize(_ path: FilePath) throws(FileSystemError) {
    let folder = try open(path, followingLinks: true)
    do {
      try SystemCalls.synchronize(folder.descriptor)
    } catch let error where error.number == .invalid || error.number == .notSupported {
      // Such a file system has no other way to ask for it; its names are as safe as it makes them.
    } catch {
      throw FileSystemError("write", path, error.number)
    }
  }

  /// An open folder; for its descriptor only.
  ///
  /// - Parameter finalPath: the path that errors are to name when the folder is one day to have another.
  static func open(
    _ path: FilePath, followingLinks: Bool, for finalPath: FilePath? = nil
  ) throws(FileSystemError) -> OpenFile {
    let options: SystemCalls.OpenOptions = followingLinks ? .folder : [.folder, .notFollowingLinks]
    let descriptor = try FileSystemError.naming("open", path) { () throws(SystemFailure) in
      try SystemCalls.openFile(path, options)
    }
    return OpenFile(descriptor: descriptor, path: finalPath ?? path)
  }
}
