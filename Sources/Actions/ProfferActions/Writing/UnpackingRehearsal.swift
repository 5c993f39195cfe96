import ItemProviders
package import ProfferFileSystem

/// Finds the names that ``Unpacking`` would use, and its errors, without writing anything into the folder.
package final class UnpackingRehearsal: FolderFilling {
  private let folder: FilePath
  private let replaces: Bool
  /// Makes temporary folders, in which new folders are written to compare them with existing folders.
  private let folders: LoadFolders
  private var taken = TakenNames()

  /// - Parameter temporary: the parent of temporary folders; nil for the system's temporary folder.
  package init(into folder: FilePath, replacing: Bool, temporary: FilePath?) throws {
    self.folder = folder
    replaces = replacing
    folders = LoadFolders(in: temporary)
    // A path that is not a folder has the error that opening it has.
    if try FileStatus.ifPresent(folder) != nil { _ = try OpenFolder(folder) }
  }

  package func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName {
    let name = taken.freeName(for: wanted)
    let path = folder.appending(name)
    let existing = try FileStatus.ifPresent(path, followingLinks: false)
    if existing?.kind == .folder, replaces {
      // A folder that is equal is left as it is, as after an operation that was killed.
      guard try isEqual(path, to: name, make) else { throw ActionError.folderIsNotReplaced(path) }
    } else {
      try existing?.requireReplaceable(path, replacing: replaces)
    }
    return name
  }

  /// Returns whether an existing folder is equal to the one that would be made.
  private func isEqual(
    _ path: FilePath, to name: FileName, _ make: (FileName, OpenFolder) throws -> Void
  ) throws -> Bool {
    let made = try folders.make()
    defer { folders.remove(made) }
    try make(name, OpenFolder(made))
    return try WholeCopy.isEqual(path, made.appending(name))
  }

  package func commit() {}
}
