/// Reaches the folders below an open one by their names, each step in an open folder and through no link.
///
/// One folder is held open besides the root, and is used again for what lies in it or below it.
package struct FolderDescent {
  private let root: OpenFolder
  private var names: [FileName] = []
  private var current: OpenFolder

  /// Starts in a folder.
  package init(_ root: OpenFolder) {
    self.root = root
    current = root
  }

  /// The folder that is reached through the names.
  package mutating func folder(_ wanted: some Collection<FileName>) throws(FileSystemError) -> OpenFolder {
    try descend(to: wanted) { folder, name throws(FileSystemError) in try folder.subfolder(name) }
  }

  /// The folder that is reached through the names; what is missing of it is created.
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
    if !wanted.starts(with: names) {
      names = []
      current = root
    }
    for name in wanted.dropFirst(names.count) {
      current = try step(current, name)
      names.append(name)
    }
    return current
  }
}
