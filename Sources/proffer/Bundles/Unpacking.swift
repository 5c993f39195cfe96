import FileSystem
import ItemProviders

/// Files on their way into a folder: made aside, checked, then moved in all together.
struct Unpacking {
  private let folder: FilePath
  private let replaces: Bool
  /// Never put in its place: files are made in it and moved out, and it is removed with what is left.
  private let staging: FolderReplacement
  private var names: [FileName] = []
  /// The names that are taken, each with the number that is tried next for it.
  private var taken: [FileName: Int] = [:]

  /// Prepares to fill a folder that exists.
  init(into folder: FilePath, replacing: Bool) throws {
    self.folder = folder
    replaces = replacing
    guard let name = FileName("unpacking") else { preconditionFailure("the name is a name") }
    do {
      staging = try FolderReplacement(at: folder.appending(name), replacing: false)
    } catch {
      throw Unpacking.naming(folder, for: folder.appending(name), in: error)
    }
  }

  /// Makes a file or folder under a name, or under `name 2` and so on where the bundle has it already.
  mutating func add(_ wanted: FileName, _ make: (FilePath) throws -> Void) throws {
    var name = wanted
    if var number = taken[wanted] {
      repeat {
        name = FileNaming.numbered(wanted, number)
        number += 1
      } while taken[name] != nil
      taken[wanted] = number
    }
    if let existing = try FileStatus.ifPresent(folder.appending(name), followingLinks: false) {
      // What is in a folder may be anything; it is never removed for a file of the same name.
      guard existing.kind != .folder else {
        throw Failure(
          "\(folder.appending(name)) exists already, and --force does not replace a folder; move it away or name "
            + "another folder")
      }
      guard replaces else {
        throw Failure("\(folder.appending(name)) exists already; --force replaces it, or name another folder")
      }
    }
    do {
      try make(staging.path.appending(name))
    } catch let error as FileSystemError {
      throw Unpacking.naming(folder, for: staging.path, in: error)
    }
    taken[name] = 2
    names.append(name)
  }

  /// The error as it is told to people, who know the place they named and not the one where things are made.
  private static func naming(
    _ folder: FilePath, for place: FilePath, in error: FileSystemError
  ) -> FileSystemError {
    FileSystemError(
      code: error.code, path: error.path,
      message: error.message.replacing(place.description, with: folder.description),
      systemError: error.systemError)
  }

  /// Brings all that was made to the device.
  func synchronize() throws {
    do { try staging.synchronizeContents() } catch {
      throw Unpacking.naming(folder, for: staging.path, in: error)
    }
  }

  /// Moves everything in.
  ///
  /// What was moved before a failure is taken back, except what it replaced.
  func commit() throws {
    var moved: [FileName] = []
    do {
      for name in names {
        let destination = folder.appending(name)
        if replaces, try FileStatus.ifPresent(destination, followingLinks: false) != nil {
          try FileTree.removeFile(destination)
        }
        try FileTree.rename(from: staging.path.appending(name), to: destination, replacing: replaces)
        moved.append(name)
      }
    } catch {
      if !replaces {
        for name in moved { try FileTree.remove(folder.appending(name)) }
      }
      throw error
    }
  }
}
