import ProfferFileSystem

/// The files, folders and links below a folder at one moment, with their kinds, sizes and times.
final class FolderListing: Sendable {
  /// One file, folder or link.
  struct Entry {
    let name: FileName
    /// The number of the folder that contains it; nil for the listed folder.
    let parent: Int?
    let kind: FileKind
    let byteCount: UInt64
    let isExecutable: Bool
    let modification: FileTime
    /// The target of a link, else nil.
    let target: [UInt8]?
  }

  /// The listed folder.
  let root: FilePath
  /// The entries: folders before their contents, names in the order of their bytes, so that the same folder gives the
  /// same list.
  let entries: [Entry]
  /// The folder's own status.
  let status: FileStatus
  /// The status of each folder below it, by its number.
  private let folders: [(number: Int, status: FileStatus)]

  /// Lists a folder without following the links in it.
  ///
  /// - Parameter note: called with the status of the folder and of everything below it.
  /// - Throws: a ``BundleError`` for pipes, sockets and devices, which cannot be packed.
  init(of folder: FilePath, noting note: (FileStatus) -> Void = { _ in }) throws {
    root = folder
    status = try FileStatus.of(folder)
    note(status)
    var entries: [Entry] = []
    var folders: [(number: Int, status: FileStatus)] = []
    // The folders that are open, each with the names in it that are still to be listed, the next one last, so that depth
    // costs memory and not the stack.
    var open: [(number: Int?, path: FilePath, names: [FileName])] = [
      (nil, folder, try Folder.names(in: folder).reversed())
    ]
    while let innermost = open.indices.last {
      guard let name = open[innermost].names.popLast() else {
        open.removeLast()
        continue
      }
      let path = open[innermost].path.appending(name)
      let status = try FileStatus.of(path, followingLinks: false)
      var target: [UInt8]?
      switch status.kind {
      case .regular: break
      case .folder:
        folders.append((entries.count, status))
        open.append((entries.count, path, try Folder.names(in: path).reversed()))
      case .link: target = try FileTree.readLink(path)
      case .pipe, .socket, .characterDevice, .blockDevice:
        throw BundleError(
          .unsupportedFile,
          "\(path) is not a file, folder or link and cannot be packed; move it out of its folder")
      }
      note(status)
      entries.append(
        Entry(
          name: name, parent: open[innermost].number, kind: status.kind, byteCount: status.byteCount,
          isExecutable: status.isExecutable, modification: status.modification, target: target))
    }
    self.entries = entries
    self.folders = folders
  }

  /// The names from the listed folder down to an entry.
  func names(of number: Int) -> [FileName] {
    var names: [FileName] = []
    var next: Int? = number
    while let number = next {
      names.append(entries[number].name)
      next = entries[number].parent
    }
    names.reverse()
    return names
  }

  /// The path of an entry.
  func path(of number: Int) -> FilePath { root.appending(names(of: number)) }

  /// The classes of users, other than the owner, that may read the folder and everything below it.
  var readers: FileReaders {
    folders.reduce(status.readers) { $0.intersection($1.status.readers) }
  }

  /// Refuses a folder that changed after it was listed.
  func checkUnchanged() throws {
    try status.checkUnchanged(FileStatus.of(root), of: root)
    for (number, status) in folders {
      let path = path(of: number)
      try status.checkUnchanged(FileStatus.of(path, followingLinks: false), of: path)
    }
  }
}

extension FileStatus {
  /// Refuses a file that has another status now than this one.
  func checkUnchanged(_ now: FileStatus, of path: FilePath) throws(BundleError) {
    guard
      byteCount == now.byteCount && modification == now.modification && change == now.change
        && isSameFile(as: now)
    else { throw BundleError.changedWhilePacking(path) }
  }
}
