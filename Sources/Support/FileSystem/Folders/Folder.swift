/// Operations on a folder as a whole.
package enum Folder {
  /// Returns the names in a folder, sorted by their bytes.
  package static func names(in path: FilePath) throws(FileSystemError) -> [FileName] {
    try entries(in: path).map(\.name)
  }

  /// Returns the names in a folder with their kinds, sorted by the bytes of the names.
  package static func entries(in path: FilePath) throws(FileSystemError) -> [FolderEntry] {
    try OpenFolder(path).entries().sorted { $0.name < $1.name }
  }

  /// Creates a folder; throws if the path exists.
  package static func create(_ path: FilePath, permissions: UInt16 = 0o777) throws(FileSystemError) {
    try FileSystemError.naming("create", path) { () throws(SystemFailure) in
      try SystemCalls.makeFolder(path, permissions: permissions)
    }
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Returns: the created folders, outermost first. If an error is thrown, the created folders are
  ///   removed again.
  @discardableResult
  package static func createWithParents(_ path: FilePath) throws(FileSystemError) -> [FilePath] {
    var made: [FilePath] = []
    do throws(FileSystemError) {
      // Goes up to the first folder that exists or can be created, and then creates the missing folders
      // below it. A folder that cannot be created although its parent exists is an error. Some folders,
      // such as `/proc` or a removed folder, cannot contain other folders.
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
            .notFound, cannot: "create", next,
            because: "nothing can be created in \(next.parent); choose another path",
            systemError: ErrorNumber.notFound.rawValue)
        }
      }
      return made
    } catch {
      removeUnused(made)
      throw error
    }
  }

  /// Creates a folder unless it exists; returns false if its parent does not exist.
  private static func create(
    _ path: FilePath, unlessThereAddingTo made: inout [FilePath]
  ) throws(FileSystemError) -> Bool {
    do {
      try SystemCalls.makeFolder(path, permissions: 0o777)
      made.append(path)
      return true
    } catch {
      // If the folder exists, the reason for the failure does not matter. For example, the file system may
      // be read-only, or the process may lack a permission.
      if try FileStatus.ifPresent(path)?.kind == .folder { return true }
      if error.number == .notFound { return false }
      throw FileSystemError("create", path, error.number)
    }
  }

  /// Removes those folders created by ``createWithParents(_:)`` that are still empty.
  ///
  /// Folders with entries are kept. Failures to remove an empty folder are not reported, because the caller
  /// reports the error that made the folder useless.
  package static func removeUnused(_ made: [FilePath]) {
    for path in made.reversed() {
      do { try FileTree.removeEmptyFolder(path) } catch { return }
    }
  }

  /// Flushes the names in a folder to disk and waits until they are stored.
  package static func synchronize(_ path: FilePath) throws(FileSystemError) {
    try OpenFolder(path).synchronize()
  }
}

/// A compact list of the regular files below a folder.
package final class FileList: Sendable {
  private let folders: [FilePath]
  /// For each file, the index of its folder in `folders`.
  private let folderNumbers: [UInt32]
  /// The concatenated names of the files; `ends` contains the end of each name.
  private let names: [UInt8]
  private let ends: [Int]
  /// The number of omitted entries and the path of the first; nil if no entry was omitted.
  ///
  /// Links and special files are omitted.
  package let leftOut: (count: Int, first: FilePath)?
  /// The number of hidden files and folders that were left out, without those in hidden folders.
  package let hiddenCount: Int

  /// Lists the files below a folder, sorted by the bytes of their names.
  ///
  /// The files in a subfolder are listed at the position of the subfolder's name. Links are not followed,
  /// except if `folder` itself is a link. Links and special files are omitted.
  ///
  /// - Parameters:
  ///   - skippingHidden: whether to leave out files and folders whose names begin with a dot.
  ///   - excluded: the states of folders that are left out, with everything below them.
  package init(
    below folder: FilePath, skippingHidden: Bool = false, excluding excluded: [FileStatus] = []
  ) throws(FileSystemError) {
    var folders: [FilePath] = []
    var folderNumbers: [UInt32] = []
    var names: [UInt8] = []
    var ends: [Int] = []
    var leftOut: (count: Int, first: FilePath)?
    var hiddenCount = 0
    /// Adds a folder to the list, and returns its index and its entries in reverse order.
    func enter(_ folder: FilePath) throws(FileSystemError) -> (folder: UInt32, entries: [FolderEntry]) {
      let entries = try Folder.entries(in: folder)
      folders.append(folder)
      return (UInt32(folders.count - 1), entries.reversed())
    }
    // The folders whose entries have not all been listed, innermost last. This list replaces recursion, so
    // that deeply nested folders do not overflow the stack.
    var ahead = [try enter(folder)]
    while var rest = ahead.popLast() {
      while let entry = rest.entries.popLast() {
        if skippingHidden, entry.name.isHidden {
          hiddenCount += 1
          continue
        }
        // The path is computed on demand, because most entries are files, and the paths of files are not
        // needed.
        var path: FilePath { folders[Int(rest.folder)].appending(entry.name) }
        var kind = entry.kind
        if kind == nil { kind = try FileStatus.of(path, followingLinks: false).kind }
        switch kind {
        case .regular:
          names += entry.name.bytes
          ends.append(names.count)
          folderNumbers.append(rest.folder)
        case .folder:
          if !excluded.isEmpty {
            let status = try FileStatus.of(path, followingLinks: false)
            if excluded.contains(where: status.isSameFile) { continue }
          }
          let inner = try enter(path)
          ahead.append(rest)
          rest = inner
        case .link, .pipe, .socket, .characterDevice, .blockDevice, nil:
          leftOut = ((leftOut?.count ?? 0) + 1, leftOut?.first ?? path)
        }
      }
    }
    (self.folders, self.folderNumbers, self.names, self.ends) = (folders, folderNumbers, names, ends)
    self.leftOut = leftOut
    self.hiddenCount = hiddenCount
  }

  /// The number of files.
  package var count: Int { ends.count }

  /// Returns the path of a file; the index starts at 0.
  package func path(at place: Int) -> FilePath {
    folders[Int(folderNumbers[place])].appending(name(at: place))
  }

  /// Returns the name of a file; the index starts at 0.
  package func name(at place: Int) -> FileName {
    FileName(known: Array(names[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
  }
}
