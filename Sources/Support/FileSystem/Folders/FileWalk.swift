/// A walk that visits a file or folder and everything below it, always in the same order.
///
/// A folder is visited before its entries. The entries are visited in descending order of the bytes of
/// their names. Links are not followed. Each folder is opened by its name in its parent folder. The cost of
/// an entry therefore does not depend on the depth of the entry, and paths can be longer than the system's
/// limit.
package enum FileWalk {
  /// A file, link or folder.
  package struct Entry {
    /// The path below the start of the walk, with a slash before each name; empty for the start itself.
    package let name: [UInt8]
    package let status: FileStatus
    fileprivate let location: FileLocation
    /// The parent folder, kept open while this value exists; nil for the start of the walk.
    fileprivate let folder: OpenFolder?

    /// Returns the target of the entry, which must be a symbolic link.
    package func linkTarget() throws(FileSystemError) -> [UInt8] {
      do { return try SystemCalls.readLink(location.path, in: location.folder) } catch {
        throw FileSystemError("read the link", location.shownPath, error.number)
      }
    }

    /// Opens the entry, which must be a regular file.
    ///
    /// - Throws: `isAFolder` or `notAFile` if the entry has been replaced by a folder or a special file.
    package func openRegular() throws(FileSystemError) -> (file: OpenFile, status: FileStatus) {
      let descriptor: Int32
      do {
        descriptor = try SystemCalls.openFile(
          location.path, in: location.folder, [.withoutWaiting, .notFollowingLinks])
      } catch {
        throw FileSystemError("open", location.shownPath, followingLinks: false, error.number)
      }
      return try OpenFile(descriptor: descriptor, path: location.shownPath).requiringRegular()
    }
  }

  /// A folder on the path from the start to the current folder.
  private struct Level {
    /// The names that have not been visited yet; the last name is visited first.
    var names: [FileName]
    /// The length in bytes of the parent folder's path.
    let parentLength: Int
  }

  /// Visits a file, link or folder and everything below it.
  package static func run(from root: FilePath, _ body: (Entry) throws -> Void) throws {
    let status = try FileStatus.of(root, followingLinks: false)
    try body(Entry(name: [], status: status, location: FileLocation(root), folder: nil))
    guard status.kind == .folder else { return }
    var folder = try OpenFolder(root, followingLinks: false)
    var descent = FolderDescent(folder)
    var path: [UInt8] = []
    var levels = [Level(names: try folder.names(), parentLength: 0)]
    while let innermost = levels.indices.last {
      guard let name = levels[innermost].names.popLast() else {
        path.removeSubrange(levels.removeLast().parentLength...)
        if innermost > 0 { folder = try descent.folder(sharing: innermost - 1, then: []) }
        continue
      }
      let length = path.count
      path += [0x2F] + name.bytes
      let location = folder.location(of: name)
      guard let status = try folder.status(of: name) else {
        throw FileSystemError("examine", location.shownPath, .notFound)
      }
      try body(Entry(name: path, status: status, location: location, folder: folder))
      if status.kind == .folder {
        folder = try descent.folder(sharing: innermost, then: [name])
        levels.append(Level(names: try folder.names(), parentLength: length))
      } else {
        path.removeSubrange(length...)
      }
    }
  }
}

extension OpenFolder {
  /// Returns the names in the folder, sorted by their bytes.
  fileprivate func names() throws(FileSystemError) -> [FileName] { try entries().map(\.name).sorted() }
}
