package import ProfferFileSystem

/// Finds the names that ``Unpacking`` would use, and its errors, without writing anything.
package final class UnpackingRehearsal: FolderFilling {
  private let folder: FilePath
  private let replaces: Bool
  private var taken = TakenNames()

  package init(into folder: FilePath, replacing: Bool) throws {
    self.folder = folder
    replaces = replacing
    // A path that is not a folder has the error that opening it has.
    if try FileStatus.ifPresent(folder) != nil { _ = try OpenFolder(folder) }
  }

  package func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName {
    let name = taken.freeName(for: wanted)
    let path = folder.appending(name)
    try FileStatus.ifPresent(path, followingLinks: false)?.requireReplaceable(path, replacing: replaces)
    return name
  }

  package func commit() {}
}
