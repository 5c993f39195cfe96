/// A cursor that opens folders below a root folder by name, level by level, without following links.
///
/// At any depth, only the root and the current folder are open. To reach the next folder, the cursor goes
/// up through `..` to the last common ancestor, and then down. The number of steps of a depth-first walk is
/// therefore proportional to the number of folders, and not to the square of the depth.
///
/// Another program can move a folder at any time, which changes the folder's `..` entry. The cursor goes up
/// only if the parent is the folder from which the cursor came. Otherwise, the cursor starts again at the
/// root and opens the folders by name.
package struct FolderDescent {
  /// A folder on the path from the root to the current folder; the last level is the current folder.
  private struct Level {
    let name: FileName
    /// The status of the folder, recorded when the cursor enters a subfolder.
    var status: FileStatus?
  }

  private let root: OpenFolder
  private var levels: [Level] = []
  private var current: OpenFolder

  /// Makes a cursor that starts in a root folder.
  package init(_ root: OpenFolder) {
    self.root = root
    current = root
  }

  /// Opens the folder at a path of names below the root.
  package mutating func folder(_ wanted: some Collection<FileName>) throws(FileSystemError) -> OpenFolder {
    try descend(to: wanted) { folder, name throws(FileSystemError) in try folder.subfolder(name) }
  }

  /// Opens the folder at a path of names below the root; missing folders are created.
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

  /// Goes from the current folder up to a common ancestor, then down through names.
  ///
  /// The caller specifies the common ancestor, so names need not be compared.
  ///
  /// - Parameter count: the number of folders below the root that the current path and the new path share.
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

  /// Goes up to a level, or starts at the root and goes down to the level.
  ///
  /// The cursor starts at the root if that way is shorter, or if a step up leads to a different folder.
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
  /// Returns false if the parent is not the folder from which the cursor came.
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
  /// Opens the parent of this folder if it is the expected folder.
  ///
  /// - Parameter known: the status of the expected folder.
  /// - Returns: the parent; nil if the parent is a different folder or cannot be opened.
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
