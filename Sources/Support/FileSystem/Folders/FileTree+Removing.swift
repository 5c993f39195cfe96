import ByteTools

extension FileTree {
  /// Removes a file, a link, or a folder with everything in it.
  ///
  /// Links are removed and never followed.
  ///
  /// Only a few files are open at any depth. If another program moves a folder during the removal, the
  /// removal stops with an error and never enters unrelated folders.
  package static func remove(_ path: FilePath) throws(FileSystemError) { try remove(FileLocation(path)) }

  static func remove(_ location: FileLocation) throws(FileSystemError) {
    let path = location.shownPath
    let status = try FileSystemError.naming("examine", path) { () throws(SystemFailure) in
      try SystemCalls.status(of: location.path, in: location.folder, followingLinks: false)
    }
    if status.kind != .folder { return try removeEntry(location, isFolder: false) }
    let descriptor = try FileSystemError.naming("open", path) { () throws(SystemFailure) in
      try SystemCalls.openFile(location.path, in: location.folder, [.folder, .notFollowingLinks])
    }
    var removal = FolderRemoval(root: path)
    try removal.removeContents(of: OpenFile(descriptor: descriptor, path: path))
    try removeEntry(location, isFolder: true)
  }
}

/// The removal of everything in a folder; only the current folder is open.
///
/// Paths are built only for errors. In a very deep tree, building the path of every folder would take
/// quadratic time.
private struct FolderRemoval {
  /// A folder on the path from the root to the current folder.
  private struct Level {
    /// The name of the folder; nil for the root.
    let name: FileName?
    let status: FileStatus
    var subfolders: [FileName]
  }

  private let root: FilePath
  private var levels: [Level] = []

  init(root: FilePath) { self.root = root }

  mutating func removeContents(of folder: consuming OpenFile) throws(FileSystemError) {
    levels = [try removingFiles(from: folder, named: nil)]
    while let level = levels.last {
      if let name = level.subfolders.last {
        folder = try open(FilePath(name), in: folder, toRemove: name)
        levels.append(try removingFiles(from: folder, named: name))
      } else {
        levels.removeLast()
        guard let parent = levels.last, let done = parent.subfolders.last else { return }
        folder = try open(.parentFolder, in: folder, toRemove: done)
        guard try folder.status().isSameFile(as: parent.status) else {
          throw FileSystemError(
            .busy, cannot: "remove", path(of: done), because: "it was moved while it was emptied")
        }
        try naming(done) { () throws(SystemFailure) in
          try SystemCalls.removeEntry(FilePath(done), in: folder.descriptor, isFolder: true)
        }
        levels[levels.count - 1].subfolders.removeLast()
      }
    }
  }

  /// Removes all entries of an open folder except its subfolders, and returns the level with the
  /// subfolders.
  private func removingFiles(from folder: OpenFile, named name: FileName?) throws(FileSystemError) -> Level {
    let status = try folder.status()
    let entries = try naming(name) { () throws(SystemFailure) in
      try SystemCalls.entries(of: folder.descriptor)
    }
    var subfolders: [FileName] = []
    for entry in entries {
      let isFolder = try naming(name, entry.name) { () throws(SystemFailure) in
        let path = FilePath(entry.name)
        var kind = entry.kind
        if kind == nil {
          kind = try SystemCalls.status(of: path, in: folder.descriptor, followingLinks: false).kind
        }
        if kind != .folder { try SystemCalls.removeEntry(path, in: folder.descriptor, isFolder: false) }
        return kind == .folder
      }
      if isFolder { subfolders.append(entry.name) }
    }
    return Level(name: name, status: status, subfolders: subfolders)
  }

  private func open(
    _ path: FilePath, in folder: OpenFile, toRemove name: FileName
  ) throws(FileSystemError) -> OpenFile {
    let descriptor = try naming(name) { () throws(SystemFailure) in
      try SystemCalls.openFile(path, in: folder.descriptor, [.folder, .notFollowingLinks])
    }
    return OpenFile(descriptor: descriptor, path: root)
  }

  private func naming<Value>(
    _ names: FileName?..., body: () throws(SystemFailure) -> Value
  ) throws(FileSystemError) -> Value {
    do { return try body() } catch {
      throw FileSystemError("remove", path(of: names), error.number)
    }
  }

  /// Returns the path of the current folder, extended by the names that are not nil.
  private func path(of names: [FileName?]) -> FilePath {
    root.appending(levels.compactMap(\.name) + names.compactMap { $0 })
  }

  private func path(of name: FileName) -> FilePath { path(of: [name]) }
}
