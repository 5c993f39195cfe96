import ItemProviders
package import ProfferFileSystem

/// Adds files to a folder: either writes them, or finds the names that they would have.
package protocol FolderFilling: AnyObject {
  /// Adds a file or folder.
  ///
  /// A number is added to a repeated name, as in `name 2`.
  ///
  /// - Parameter make: creates the file or folder with the given name in the given folder; not called if nothing
  ///   is written.
  /// - Returns: the name that is used.
  @discardableResult
  func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName

  /// Moves all files into the folder.
  func commit() throws
}

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

extension FileStatus {
  /// Throws if a file with this status must not be replaced.
  func requireReplaceable(_ path: FilePath, replacing: Bool) throws {
    // A folder is never replaced by a file, because the contents of the folder would be deleted.
    guard kind != .folder else { throw ActionError.folderIsNotReplaced(path) }
    guard replacing else {
      throw ActionError.failure("\(path) already exists", code: .existsInFolder)
    }
  }
}

extension ActionError {
  static func folderIsNotReplaced(_ path: FilePath) -> ActionError {
    ActionError.failure(
      "\(path) already exists and is a folder, which is never replaced; move it or name another folder",
      code: .notReplaceable)
  }
}
