import ItemProviders
package import ProfferFileSystem

/// Writes files into a folder together: they are made in a staging folder, written to the device, then moved in.
///
/// The folder stays open, and a link is never followed where a bundle contains its name. At every moment each name in the
/// folder is the old file or the new one, and after an error all are as they were. A process that is killed while names
/// change may leave some old and some new. Repeating the call, with replacing allowed, completes it.
package final class Unpacking {
  private let folder: OpenFolder
  private let replaces: Bool
  /// The folders that were made for this, the outermost first; they are removed unless it succeeds.
  private let made: [FilePath]
  /// Never moved to its place: files are made in it and exchanged with what they replace, and it is removed with its
  /// contents at the end.
  private let staging: FolderReplacement
  /// The staging folder, whose errors name the folder that is filled.
  private let contents: OpenFolder
  private var names: [FileName] = []
  private var taken = TakenNames()
  private var isDone = false

  /// Prepares to fill a folder, which is made where it does not exist, with those above it.
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

  /// Makes a file or folder under a name, or under `name 2` and so on where the name is in use.
  ///
  /// - Parameter make: makes it under a name in a folder, both of which are its parameters.
  /// - Returns: the name.
  @discardableResult
  package func add(_ wanted: FileName, _ make: (FileName, OpenFolder) throws -> Void) throws -> FileName {
    let name = taken.freeName(for: wanted)
    let existing = try folder.status(of: name)
    if existing?.kind != .folder || !replaces { _ = try replaceable(name) }
    try make(name, contents)
    if existing?.kind == .folder {
      // An earlier call that was killed may have placed it already.
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

  /// What a file will replace; throws where that is not allowed.
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

  /// Writes everything to the device and moves it in.
  ///
  /// - Throws: `notSynchronized` when all is in place but a power failure may lose it; after any other error the folder is
  ///   as it was, unless the error says what is not.
  package func commit() throws {
    // What replaces a file must be on the device before the old file is removed from it.
    try contents.synchronizeFileSystem()
    var moved: [Moved] = []
    do {
      for name in names { moved.append(try move(name)) }
    } catch {
      try takeBack(moved, because: error)
      throw error
    }
    isDone = true
    // What was replaced is removed with the staging folder.
    staging.cancel()
    // The new names, and those of the folders that were made.
    do { try contents.synchronizeFileSystem() } catch {
      throw FileSystemError.notSynchronized(folder.path, because: error)
    }
  }

  /// A name that was changed, and how to change it back.
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

  /// Moves one file in; what it replaces is then in the staging folder.
  private func move(_ name: FileName) throws -> Moved {
    guard try replaceable(name) != nil else {
      try contents.rename(name, to: name, in: folder, replacing: false)
      return Moved(name: name, previous: .nothing)
    }
    guard try contents.exchange(name, with: name, in: folder) else { return try replace(name) }
    // It may have become a folder since it was examined.
    guard try contents.status(of: name)?.kind != .folder else {
      _ = try contents.exchange(name, with: name, in: folder)
      _ = try replaceable(name)
      throw FileSystemError(
        .busy, cannot: "replace", folder.path.appending(name),
        because: "another program changed it; try again")
    }
    return Moved(name: name, previous: .exchanged)
  }

  /// Exchanges two files in several steps, where the file system cannot in one.
  ///
  /// The old file gets a second name, then the new one takes its first. Where that is not possible, the old one is moved
  /// first, and the name is free for a moment.
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

  /// Moves the old files back under their names.
  private func takeBack(_ moved: [Moved], because cause: any Error) throws {
    for item in moved.reversed() {
      do {
        switch item.previous {
        case .nothing: try folder.rename(item.name, to: item.name, in: contents, replacing: false)
        case .exchanged: _ = try contents.exchange(item.name, with: item.name, in: folder)
        case .setAside(let previous):
          // A file replaces a file in one step; a folder has to be moved first.
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
