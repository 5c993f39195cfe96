import ItemProviders
package import ProfferFileSystem

/// Writes files into a folder together: creates them in a staging folder, flushes them, then moves them in.
///
/// The folder stays open, and a link with a name from a bundle is never followed. At every moment, each name
/// in the folder is either the old file or the new one. After an error, all names are unchanged. If the
/// process is killed while names change, some may be old and some new; repeat the call with replacing allowed
/// to complete it.
package final class Unpacking {
  private let folder: OpenFolder
  private let replaces: Bool
  /// The created folders, outermost first; they are removed unless the call succeeds.
  private let made: [FilePath]
  /// The staging folder, which is itself never moved.
  ///
  /// Files are created in it and exchanged with those that they replace. It is removed with its contents at
  /// the end.
  private let staging: FolderReplacement
  /// The opened staging folder; its errors name the destination folder.
  private let contents: OpenFolder
  private var names: [FileName] = []
  private var taken = TakenNames()
  private var isDone = false

  /// Prepares to fill a folder; the folder and its parents are created if needed.
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

  /// Creates a file or folder under a name, or under `name 2` and so on if the name is in use.
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
      // An earlier call that was killed may already have placed the folder.
      guard try WholeCopy.isEqual(folder.path.appending(name), staging.path.appending(name)) else {
        throw folderIsNotReplaced(name)
      }
      try contents.remove(name)
    } else {
      names.append(name)
    }
    return name
  }

  private func folderIsNotReplaced(_ name: FileName) -> ActionError {
    ActionError.failure(
      "\(folder.path.appending(name)) already exists and is a folder, which is never replaced; move it or name "
        + "another folder", code: .notReplaceable)
  }

  /// The status of the file that a name will replace, or nil; throws if replacing it is not allowed.
  private func replaceable(_ name: FileName) throws -> FileStatus? {
    guard let existing = try folder.status(of: name) else { return nil }
    // A folder may contain anything; it is never removed for a file of the same name.
    guard existing.kind != .folder else { throw folderIsNotReplaced(name) }
    guard replaces else {
      throw ActionError.failure(
        "\(folder.path.appending(name)) already exists", code: .existsInFolder)
    }
    return existing
  }

  /// Writes all files to the device and moves them into the folder.
  ///
  /// - Throws: `notSynchronized` if all files are in place but a power failure may lose them. After any other
  ///   error, the folder is unchanged, except for a file that the error reports as not restored.
  package func commit() throws {
    // The new files must be on the device before the old files are removed from it.
    try contents.synchronizeFileSystem()
    var moved: [Moved] = []
    do {
      for name in names { moved.append(try move(name)) }
    } catch {
      try takeBack(moved, because: error)
      throw error
    }
    isDone = true
    // Removes the replaced files, too, which are in the staging folder.
    staging.cancel()
    // Flushes the new names and those of the created folders.
    do { try contents.synchronizeFileSystem() } catch {
      throw FileSystemError.notSynchronized(folder.path, because: error)
    }
  }

  /// A changed name, and how to restore it.
  private struct Moved {
    enum Previous {
      /// The name was free.
      case nothing
      /// The old file is in the staging folder under the same name.
      case exchanged
      /// The old file is in the staging folder under this name.
      case setAside(FileName)
    }

    let name: FileName
    let previous: Previous
  }

  /// Moves one file into the folder; a replaced file is then in the staging folder.
  private func move(_ name: FileName) throws -> Moved {
    guard try replaceable(name) != nil else {
      try contents.rename(name, to: name, in: folder, replacing: false)
      return Moved(name: name, previous: .nothing)
    }
    guard try contents.exchange(name, with: name, in: folder) else { return try replace(name) }
    // The old file may have become a folder since it was examined.
    guard try contents.status(of: name)?.kind != .folder else {
      _ = try contents.exchange(name, with: name, in: folder)
      _ = try replaceable(name)
      throw FileSystemError(
        .busy, cannot: "replace", folder.path.appending(name),
        because: "another program changed it; try again")
    }
    return Moved(name: name, previous: .exchanged)
  }

  /// Exchanges two files in several steps, for a file system that cannot exchange them in one step.
  ///
  /// The old file gets a second name, then the new file takes the first one. If a second name is not
  /// possible, the old file is moved first, and the name is free for a moment.
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

  /// Restores the old files under their names.
  private func takeBack(_ moved: [Moved], because cause: any Error) throws {
    for item in moved.reversed() {
      do {
        switch item.previous {
        case .nothing: try folder.rename(item.name, to: item.name, in: contents, replacing: false)
        case .exchanged: _ = try contents.exchange(item.name, with: item.name, in: folder)
        case .setAside(let previous):
          // A file replaces a file in one step; a folder must be moved away first.
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
