import ItemProviders
package import ProfferFileSystem

/// Writes several files to a folder as a unit.
///
/// The files are created in a staging folder, flushed to the storage device, and then moved into the
/// destination folder. The destination folder stays open, and symbolic links in it are never followed. At any
/// time, each name in the folder refers to either the complete old file or the complete new file. If an error
/// occurs, all names refer to the old files again. If the process is killed while files are moved, some names
/// may refer to old files and others to new files. To complete the operation, repeat it with `replacing`.
package final class Unpacking: FolderFilling {
  private let folder: OpenFolder
  private let replaces: Bool
  /// The folders that were created, outermost first.
  ///
  /// They are removed unless the operation succeeds.
  private let made: [FilePath]
  /// The staging folder.
  ///
  /// New files are created in the staging folder, and are exchanged with the files that they replace. At the
  /// end, the staging folder is removed with its contents. It is never moved itself.
  private let staging: FolderReplacement
  /// The open staging folder.
  ///
  /// Its errors contain the path of the destination folder.
  private let contents: OpenFolder
  private var names: [FileName] = []
  private var taken = TakenNames()
  private var isDone = false

  /// Prepares to write to a folder.
  ///
  /// The folder and its parents are created if needed.
  package init(into path: FilePath, replacing: Bool) throws {
    replaces = replacing
    guard let name = FileName("unpacking") else { preconditionFailure("a constant is not a name") }
    let made = try Folder.createWithParents(path)
    do {
      folder = try OpenFolder(path)
      staging = try FolderReplacement(of: name, in: folder, replacing: false)
    } catch {
      Folder.removeUnused(made)
      throw error.renamed(from: path.appending(name), to: path)
    }
    self.made = made
    contents = staging.contents.called(by: path)
  }

  deinit {
    staging.cancel()
    if !isDone { Folder.removeUnused(made) }
  }

  /// Creates a file or folder in the staging folder.
  ///
  /// A number is added to a repeated name, as in `name 2`.
  ///
  /// - Parameter make: creates the file or folder with the given name in the given folder.
  /// - Returns: the name that was used.
  @discardableResult
  package func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName {
    let name = taken.freeName(for: wanted)
    let existing = try folder.status(of: name)
    if existing?.kind != .folder || !replaces { _ = try replaceable(name) }
    try make(name, contents)
    if existing?.kind == .folder {
      // An earlier operation that was killed may already have moved the folder to its destination.
      guard try WholeCopy.isEqual(folder.path.appending(name), staging.path.appending(name)) else {
        throw ActionError.folderIsNotReplaced(folder.path.appending(name))
      }
      try contents.remove(name)
    } else {
      names.append(name)
    }
    return name
  }

  /// Returns the status of the file with this name; nil if there is none.
  ///
  /// Throws if the file exists and must not be replaced.
  private func replaceable(_ name: FileName) throws -> FileStatus? {
    guard let existing = try folder.status(of: name) else { return nil }
    // A folder is never replaced by a file, because the contents of the folder would be deleted.
    try existing.requireReplaceable(folder.path.appending(name), replacing: replaces)
    return existing
  }

  /// Flushes all files to the storage device and moves them into the folder.
  ///
  /// - Throws: `notSynchronized` if all files were moved but may be lost in a power failure. After any other
  ///   error, the folder is unchanged, except for a file that the error names as not restored.
  package func commit() throws {
    // The new files must be on the device before the old files are removed.
    try contents.synchronizeFileSystem()
    var moved: [Moved] = []
    do {
      for name in names { moved.append(try move(name)) }
    } catch {
      try takeBack(moved, because: error)
      throw error
    }
    isDone = true
    // This also removes the replaced files, which are in the staging folder.
    staging.cancel()
    // This flushes the new directory entries to the storage device.
    do { try contents.synchronizeFileSystem() } catch {
      throw FileSystemError.notSynchronized(folder.path, because: error)
    }
  }

  /// A name that refers to a new file, and the location of the old file.
  private struct Moved {
    enum Previous {
      /// There was no old file.
      case nothing
      /// The old file has the same name in the staging folder.
      case exchanged
      /// The old file has the given name in the staging folder.
      case setAside(FileName)
    }

    let name: FileName
    let previous: Previous
  }

  /// Moves a file into the folder.
  ///
  /// If the new file replaces an old file, the old file is moved to the staging folder.
  private func move(_ name: FileName) throws -> Moved {
    guard try replaceable(name) != nil else {
      try contents.rename(name, to: name, in: folder, replacing: false)
      return Moved(name: name, previous: .nothing)
    }
    guard try contents.exchange(name, with: name, in: folder) else { return try replace(name) }
    // The old file may have been replaced by a folder since it was examined.
    guard try contents.status(of: name)?.kind != .folder else {
      _ = try contents.exchange(name, with: name, in: folder)
      _ = try replaceable(name)
      throw FileSystemError(
        .busy, cannot: "replace", folder.path.appending(name),
        because: "another program changed it; try again")
    }
    return Moved(name: name, previous: .exchanged)
  }

  /// Replaces a file in several steps, on a file system that cannot exchange two files in one step.
  ///
  /// The old file is first linked under a second name, and then the new file replaces the old file. If the
  /// file system cannot create a second name, the old file is moved away first. In that case, the name refers
  /// to no file for a moment.
  private func replace(_ name: FileName) throws -> Moved {
    let previous = taken.freeName(for: name)
    let isFolder = try contents.status(of: name)?.kind == .folder
    if !isFolder, try folder.makeSecondName(previous, in: contents, of: name) {
      try contents.rename(name, to: name, in: folder, replacing: true)
      return Moved(name: name, previous: .setAside(previous))
    }
    try folder.rename(name, to: previous, in: contents, replacing: false)
    do {
      try contents.rename(name, to: name, in: folder, replacing: false)
    } catch {
      try contents.rename(previous, to: name, in: folder, replacing: false)
      throw error
    }
    return Moved(name: name, previous: .setAside(previous))
  }

  /// Restores the old files.
  private func takeBack(_ moved: [Moved], because cause: any Error) throws {
    for item in moved.reversed() {
      do {
        switch item.previous {
        case .nothing: try folder.rename(item.name, to: item.name, in: contents, replacing: false)
        case .exchanged: _ = try contents.exchange(item.name, with: item.name, in: folder)
        case .setAside(let previous):
          // A file can replace a file in one step. A folder must be moved away first.
          if try folder.status(of: item.name)?.kind == .folder {
            try folder.rename(item.name, to: item.name, in: contents, replacing: false)
          }
          try contents.rename(previous, to: item.name, in: folder, replacing: true)
        }
      } catch {
        throw ActionError.failure(
          "\(cause); and \(folder.path.appending(item.name)), which had been replaced, could not be restored: \(error)"
        )
      }
    }
  }
}
