/// Opens folders below an open folder by their names, one level at a time and without following links.
///
/// Only the root and the current folder are open, whatever the depth. The next folder is reached from
/// the current folder: up through `..` to the last common ancestor, then down. The number of steps of a
/// depth-first walk is thus proportional to the number of folders, not to the square of the depth.
///
/// Another program may move a folder at any time, which changes its `..`. A step up is used only if it
/// leads to the folder from which the walk came; otherwise the walk restarts at the root, by name.
package struct FolderDescent {
  /// A folder on the path from the root to the current folder, which is the last one.
  private struct Level {
    let name: FileName
    /// The status of the folder, recorded when the walk goes down from it.
    var status: FileStatus?
  }

  private let root: OpenFolder
  private var levels: [Level] = []
  private var current: OpenFolder

  /// Makes a descent that starts in a folder.
  package init(_ root: OpenFolder) {
    self.root = root
    current = root
  }

  /// Returns the folder at a path of names below the root.
  package mutating func folder(_ wanted: some Collection<FileName>) throws(FileSystemError) -> OpenFolder {
    try descend(to: wanted) { folder, name throws(FileSystemError) in try folder.subfolder(name) }
  }

  /// Returns the folder at a path of names below the root; missing folders are created.
  package mutating func creatingFolder(
    _ wanted: some Collection<FileName>
  ) throws(FileSystemError) -> OpenFolder {
    try descend(to: wanted) { folder, name throws(FileSystemError) in
      if try folder.status(of: name) == nil { try folder.createFolder(name) }
      return try folder.subfolder(name)
    }
  }

  private mutating func descend(
    to wanted: some Collection<FileName>,
    _ step: (OpenFolder, FileName) throws(FileSystemError) -> OpenFolder
  ) throws(FileSystemError) -> OpenFolder {
    var sharedCount = 0
    for (level, name) in zip(levels, wanted) {
      guard level.name == name else { break }
      sharedCount += 1
    }
    return try descend(sharing: sharedCount, to: wanted.dropFirst(sharedCount), step)
  }

  /// Goes from the last folder up to a common ancestor, then down through names.
  ///
  /// For callers that know the common prefix of two paths, so that names need not be compared.
  ///
  /// - Parameter count: the number of folders below the root that the last path and the new path share.
  package mutating func folder(
    sharing count: Int, then names: some Collection<FileName>
  ) throws(FileSystemError) -> OpenFolder {
    try descend(sharing: count, to: names) { folder, name throws(FileSystemError) in
      try folder.subfolder(name)
    }
  }

  private mutating func descend(
    sharing count: Int, to names: some Collection<FileName>,
    _ step: (OpenFolder, FileName) throws(FileSystemError) -> OpenFolder
  ) throws(FileSystemError) -> OpenFolder {
    try goBack(to: count)
    for name in names { try enter(name, step) }
    return current
  }

  private mutating func enter(
    _ name: FileName, _ step: (OpenFolder, FileName) throws(FileSystemError) -> OpenFolder
  ) throws(FileSystemError) {
    if let last = levels.indices.last, levels[last].status == nil {
      levels[last].status = try current.status()
    }
    current = try step(current, name)
    levels.append(Level(name: name))
  }

  /// Goes up to a level, or down from the root if that is shorter or a step up leads to a different
  /// folder.
  private mutating func goBack(to count: Int) throws(FileSystemError) {
    if levels.count - count < count {
      while levels.count > count, try goUp() {}
    }
    if levels.count > count {
      let names = levels.prefix(count).map(\.name)
      levels = []
      current = root
      for name in names {
        try enter(name) { folder, name throws(FileSystemError) in try folder.subfolder(name) }
      }
    }
  }

  /// Goes to the parent folder.
  ///
  /// Returns false if the parent is not the folder from which the walk came.
  private mutating func goUp() throws(FileSystemError) -> Bool {
    guard let known = levels.dropLast().last?.status,
      let parent = try current.enclosing(known, calledBy: current.path.parent)
    else { return false }
    current = parent
    levels.removeLast()
    return true
  }
}

extension OpenFolder {
  /// Returns the parent of this folder if it is a known folder.
  ///
  /// - Returns: nil if the parent is a different folder or cannot be opened.
  fileprivate func enclosing(
    _ known: FileStatus, calledBy path: FilePath
  ) throws(FileSystemError) -> OpenFolder? {
    let opened: Int32
    do {
      opened = try SystemCalls.openFile(FilePath.parentFolder, in: descriptor, [.folder, .notFollowingLinks])
    } catch { return nil }
    let parent = OpenFolder(OpenFile(descriptor: opened, path: path), calledBy: path)
    return try parent.status().isSameFile(as: known) ? parent : nil
  }
}
