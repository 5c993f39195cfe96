import FileSystem
import ItemProviders

/// Files on their way into a folder: made aside, checked, then moved in all together.
struct Unpacking {
  private let folder: FilePath
  private let replaces: Bool
  /// Never put in its place: files are made in it and moved out, and it is removed with what is left.
  private let staging: FolderReplacement
  private var names: [FileName] = []
  private var taken: Set<FileName> = []

  /// Prepares to fill a folder that exists.
  init(into folder: FilePath, replacing: Bool) throws {
    self.folder = folder
    replaces = replacing
    guard let name = FileName("unpacking") else { preconditionFailure("the name is a name") }
    staging = try FolderReplacement(at: folder.appending(name), replacing: false)
  }

  /// Makes a file or folder under a name, or under `name 2` and so on where the bundle has it already.
  mutating func add(_ wanted: FileName, _ make: (FilePath) throws -> Void) throws {
    var name = wanted
    var number = 2
    while taken.contains(name) {
      name = FileNaming.numbered(wanted, number)
      number += 1
    }
    if let existing = try FileStatus.ifPresent(folder.appending(name), followingLinks: false) {
      guard replaces else {
        throw Failure(
          "\(folder.appending(name)) exists already; --force replaces it, or unpack somewhere else")
      }
      // What is in a folder may be anything; it is never removed for a file of the same name.
      guard existing.kind != .folder else {
        throw Failure("\(folder.appending(name)) is a folder, which --force does not replace; move it away")
      }
    }
    do {
      try make(staging.path.appending(name))
    } catch let error as FileSystemError {
      // People know the place they named, not the one where things are made.
      let message = error.message.replacing(staging.path.description, with: folder.description)
      throw FileSystemError(
        code: error.code, path: error.path, message: message, systemError: error.systemError)
    }
    taken.insert(name)
    names.append(name)
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
