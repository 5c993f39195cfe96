package import ProfferFileSystem

/// Adds files to a folder: either writes them, or finds the names that they would have.
package protocol FolderFilling: AnyObject {
  /// Adds a file or folder.
  ///
  /// A number is added to a repeated name, as in `name 2`.
  ///
  /// - Parameter make: creates the file or folder with the given name in the given folder; not called if nothing
  ///   is written or compared.
  /// - Returns: the name that is used.
  @discardableResult
  func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName

  /// Moves all files into the folder.
  func commit() throws
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
      "\(path) already exists and is a folder, which is never replaced; move it or choose another folder",
      code: .notReplaceable)
  }
}
