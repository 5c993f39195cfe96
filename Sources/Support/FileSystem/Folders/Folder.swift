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
  ///
  /// - Returns: the folders that were not there, the outermost first. After an error none of them is left.
  @discardableResult
  package static func createWithParents(_ path: FilePath) throws(FileSystemError) -> [FilePath] {
    var made: [FilePath] = []
    do throws(FileSystemError) {
      // Upwards to the first folder that is there or can be made, then down again. On the way down what is still
      // missing is an error: some folders cannot hold others (`/proc`, a folder that was removed).
      var missing: [FilePath] = []
      var next = path
      while try !create(next, unlessThereAddingTo: &made) {
        guard next.parent != next else { throw FileSystemError("create", path, .notFound) }
        missing.append(next)
        next = next.parent
      }
      while let next = missing.popLast() {
        guard try create(next, unlessThereAddingTo: &made) else {
          throw FileSystemError(
            code: .notFound, path: next,
            message: "cannot create \(next): nothing can be created in \(next.parent); choose another place",
            systemError: ErrorNumber.notFound.rawValue)
        }
      }
      return made
    } catch {
      removeUnused(made)
      throw error
    }
  }

  /// Creates a folder unless it is there; false when the folder that it is to lie in is not there.
  private static func create(
    _ path: FilePath, unlessThereAddingTo made: inout [FilePath]
  ) throws(FileSystemError) -> Bool {
    do {
      try SystemCalls.makeFolder(path, permissions: 0o777)
      made.append(path)
      return true
    } catch {
      // Whatever the reason (there already, read-only, no permission), a folder that is there is enough.
      if try FileStatus.ifPresent(path)?.kind == .folder { return true }
      if error.number == .notFound { return false }
      throw FileSystemError("create", path, error.number)
    }
  }

  /// Removes folders that ``createWithParents(_:)`` made and that nothing was put into.
  ///
  /// One that holds something stays. That one cannot be removed is not an error: it is empty, and the error that made
  /// it useless is the one to report.
  package static func removeUnused(_ made: [FilePath]) {
    for path in made.reversed() {
      do { try FileTree.removeEmptyFolder(path) } catch { return }
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
    try OpenFolder(path).synchronize()
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
