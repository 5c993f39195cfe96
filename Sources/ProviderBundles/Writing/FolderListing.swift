import FileSystem

/// What lies below a folder at one moment: the names, kinds, sizes and times of everything in it.
struct FolderListing {
  /// One file, folder or link.
  struct Entry {
    let names: [FileName]
    let path: FilePath
    let status: FileStatus
    /// The target of a link, else nil.
    let target: [UInt8]?
  }

  /// Folders before what is in them, names in the order of their bytes: the same folder gives the same list.
  let entries: [Entry]
  /// The folder's own status.
  let status: FileStatus

  /// Lists a folder without following the links in it.
  ///
  /// - Throws: a ``BundleError`` for pipes, sockets and devices, which have no bytes to pack.
  init(of folder: FilePath) throws {
    status = try FileStatus.of(folder)
    var entries: [Entry] = []
    // The folders that are still to be listed, the next one last, so that depth costs memory and not the stack.
    var ahead = try FolderListing.contents(of: folder, names: [])
    while let entry = ahead.popLast() {
      entries.append(entry)
      if entry.status.kind == .folder {
        ahead += try FolderListing.contents(of: entry.path, names: entry.names)
      }
    }
    self.entries = entries
  }

  /// The entries of one folder, the last name first.
  private static func contents(of folder: FilePath, names: [FileName]) throws -> [Entry] {
    try Folder.names(in: folder).reversed().map { name in
      let path = folder.appending(name)
      let status = try FileStatus.of(path, followingLinks: false)
      switch status.kind {
      case .regular, .folder: return Entry(names: names + [name], path: path, status: status, target: nil)
      case .link:
        return Entry(names: names + [name], path: path, status: status, target: try FileTree.readLink(path))
      case .pipe, .socket, .characterDevice, .blockDevice:
        throw BundleError(
          .unsupportedFile,
          "\(path) is no file, folder or link and cannot be packed; move it out of its folder")
      }
    }
  }

  /// Refuses a folder that is no longer as it was listed.
  func checkUnchanged(_ folder: FilePath) throws {
    try PayloadSource.checkUnchanged(folder, before: status, after: FileStatus.of(folder))
    for entry in entries where entry.status.kind == .folder {
      try PayloadSource.checkUnchanged(
        entry.path, before: entry.status, after: FileStatus.of(entry.path, followingLinks: false))
    }
  }
}
