import ProfferFileSystem

/// The files, folders and links below a folder at one moment, with their kinds, sizes and times.
final class FolderListing: Sendable {
  /// A file, folder or link.
  struct Entry {
    let name: FileName
    /// The index of the folder that contains the entry; nil for the listed folder.
    let parent: Int?
    let kind: FileKind
    let byteCount: UInt64
    let isExecutable: Bool
    let modification: FileTime
    /// The target of a link; nil for other entries.
    let target: [UInt8]?
  }

  /// The listed folder.
  let root: FilePath
  /// The entries, in an order that depends only on the names.
  ///
  /// Folders precede their contents, and the names in a folder are sorted by their bytes.
  let entries: [Entry]
  /// The status of the listed folder.
  let status: FileStatus
  /// The number of hidden files and folders that were left out, without those in hidden folders.
  let hiddenCount: Int
  /// The status of each folder below the listed folder, with the index of its entry.
  private let folders: [(number: Int, status: FileStatus)]

  /// Lists a folder without following links.
  ///
  /// - Parameters:
  ///   - skippingHidden: whether to leave out files and folders whose names begin with a dot.
  ///   - note: called with the status of the folder and of everything below it.
  /// - Throws: a ``BundleError`` if there is a pipe, socket or device, which cannot be packed.
  init(
    of folder: FilePath, skippingHidden: Bool = false, noting note: (FileStatus) -> Void = { _ in }
  ) throws {
    root = folder
    status = try FileStatus.of(folder)
    note(status)
    var entries: [Entry] = []
    var hiddenCount = 0
    var folders: [(number: Int, status: FileStatus)] = []
    // The open folders; each has the names in it that are not listed yet, in reverse order. This explicit
    // stack is used instead of recursion, so that deep folders do not exhaust the call stack.
    var open: [(number: Int?, path: FilePath, names: [FileName])] = [
      (nil, folder, try Folder.names(in: folder).reversed())
    ]
    while let innermost = open.indices.last {
      guard let name = open[innermost].names.popLast() else {
        open.removeLast()
        continue
      }
      if skippingHidden, name.isHidden {
        hiddenCount += 1
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
    self.hiddenCount = hiddenCount
  }

  /// Returns the names on the path from the listed folder to an entry, ending with the entry's own name.
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

  /// Returns the path of an entry.
  func path(of number: Int) -> FilePath { root.appending(names(of: number)) }

  /// The classes of users, other than the owner, that may read the folder and everything below it.
  var readers: FileReaders {
    folders.reduce(status.readers) { $0.intersection($1.status.readers) }
  }

  /// Throws if the folder, or a folder below it, changed after it was listed.
  func checkUnchanged() throws {
    try status.checkUnchanged(FileStatus.of(root), of: root)
    for (number, status) in folders {
      let path = path(of: number)
      try status.checkUnchanged(FileStatus.of(path, followingLinks: false), of: path)
    }
  }
}

extension FileStatus {
  /// Throws if the current status of a file differs from this status.
  func checkUnchanged(_ now: FileStatus, of path: FilePath) throws(BundleError) {
    guard
      byteCount == now.byteCount && modification == now.modification && change == now.change
        && isSameFile(as: now)
    else { throw BundleError.changedWhilePacking(path) }
  }
}
