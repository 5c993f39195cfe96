/// What can be done with a folder as a whole.
package enum Folder {
  /// The names in a folder, in the order of their bytes.
  package static func names(in path: FilePath) throws(FileSystemError) -> [FileName] {
    try entries(in: path).map(\.name)
  }

  /// The names in a folder with their kinds, in the order of the names' bytes.
  package static func entries(in path: FilePath) throws(FileSystemError) -> [FolderEntry] {
    try OpenFolder(path).entries().sorted { $0.name < $1.name }
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
            .notFound, cannot: "create", next,
            because: "nothing can be created in \(next.parent); choose another place",
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

  /// Returns when the folder's names are on the device.
  package static func synchronize(_ path: FilePath) throws(FileSystemError) {
    try OpenFolder(path).synchronize()
  }
}

/// The regular files below a folder, in few bytes each.
package final class FileList: Sendable {
  private let folders: [FilePath]
  /// The folder of each file, by its place among the folders.
  private let folderNumbers: [UInt32]
  /// The names, one after the other, and where each ends.
  private let names: [UInt8]
  private let ends: [Int]
  /// What is neither a file nor a folder and was left out: how many, and the first of them.
  package let leftOut: (count: Int, first: FilePath)?

  /// Lists the files below a folder: the names of each folder in the order of their bytes, and in a folder's place what
  /// is below it.
  ///
  /// Links are not followed, except the folder itself; what is not a file is left out.
  package init(below folder: FilePath) throws(FileSystemError) {
    var folders: [FilePath] = []
    var folderNumbers: [UInt32] = []
    var names: [UInt8] = []
    var ends: [Int] = []
    var leftOut: (count: Int, first: FilePath)?
    /// Takes note of a folder and lists it, the first name last.
    func enter(_ folder: FilePath) throws(FileSystemError) -> (folder: UInt32, entries: [FolderEntry]) {
      let entries = try Folder.entries(in: folder)
      folders.append(folder)
      return (UInt32(folders.count - 1), entries.reversed())
    }
    // Folders that are still to be listed to their ends, the innermost last, so that depth costs memory and not the
    // stack.
    var ahead = [try enter(folder)]
    while var rest = ahead.popLast() {
      while let entry = rest.entries.popLast() {
        // Most entries are files, whose paths nothing needs yet.
        var path: FilePath { folders[Int(rest.folder)].appending(entry.name) }
        var kind = entry.kind
        if kind == nil { kind = try FileStatus.of(path, followingLinks: false).kind }
        switch kind {
        case .regular:
          names += entry.name.bytes
          ends.append(names.count)
          folderNumbers.append(rest.folder)
        case .folder:
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
  }

  /// How many files there are.
  package var count: Int { ends.count }

  /// The path of a file, counted from 0.
  package func path(at place: Int) -> FilePath {
    folders[Int(folderNumbers[place])].appending(name(at: place))
  }

  /// The name of a file, counted from 0.
  package func name(at place: Int) -> FileName {
    FileName(known: Array(names[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
  }
}
