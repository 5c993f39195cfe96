/// The regular files below a folder, in few bytes each.
package struct FileList: Sendable {
  private var folders: [FilePath] = []
  /// The folder of each file, by its place among the folders.
  private var folderNumbers: [UInt32] = []
  /// The names one behind the other, and where each ends.
  private var names: [UInt8] = []
  private var ends: [Int] = []
  /// What is neither a file nor a folder and was left out: how many, and the first of them.
  package private(set) var leftOut: (count: Int, first: FilePath)?

  /// Lists the files below a folder: the names of each folder in the order of their bytes, and in a folder's place what
  /// is below it.
  ///
  /// Links are not followed, but for the folder itself; what is no file is left out.
  package init(below folder: FilePath) throws(FileSystemError) {
    // Folders that are still to be listed to their ends, the innermost last, so that depth costs memory and not the
    // stack.
    var ahead = [try enter(folder)]
    while var rest = ahead.popLast() {
      while let entry = rest.entries.popLast() {
        let path = folders[Int(rest.folder)].appending(entry.name)
        var kind = entry.kind
        if kind == nil { kind = try FileStatus.of(path, followingLinks: false).kind }
        switch kind {
        case .regular:
          names += entry.name.bytes
          ends.append(names.count)
          folderNumbers.append(rest.folder)
        case .folder:
          ahead.append(rest)
          rest = try enter(path)
        case .link, .pipe, .socket, .characterDevice, .blockDevice, nil:
          leftOut = ((leftOut?.count ?? 0) + 1, leftOut?.first ?? path)
        }
      }
    }
  }

  /// Takes note of a folder and lists it, the first name last.
  private mutating func enter(
    _ folder: FilePath
  ) throws(FileSystemError) -> (folder: UInt32, entries: [FolderEntry]) {
    let entries = try Folder.entries(in: folder)
    folders.append(folder)
    return (UInt32(folders.count - 1), entries.reversed())
  }

  /// How many files there are.
  package var count: Int { ends.count }

  /// The path of a file, counted from 0.
  package func path(at place: Int) -> FilePath {
    folders[Int(folderNumbers[place])].appending(name(at: place))
  }

  /// The name of a file, counted from 0.
  package func name(at place: Int) -> FileName {
    FileName(known: Array(names[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
  }
}
