/// A folder that is held open: what is done with a name is done in this folder, wherever its path leads meanwhile.
///
/// Every call resolves a path again, and the owner of a folder along it can change where it leads between two calls.
/// Work in a folder that others may write, or under names that came from outside, goes through this type. A name is
/// one entry of the folder; where that is a link, it is never followed.
package final class OpenFolder: Sendable {
  private let file: OpenFile
  /// The path that errors name.
  package let path: FilePath

  /// Opens a folder.
  package convenience init(_ path: FilePath, followingLinks: Bool = true) throws(FileSystemError) {
    do {
      let descriptor = try SystemCalls.openFile(
        path, followingLinks ? .folder : [.folder, .notFollowingLinks])
      self.init(OpenFile(descriptor: descriptor, path: path), calledBy: path)
    } catch {
      throw FileSystemError("open", path, followingLinks: followingLinks, error.number)
    }
  }

  /// - Parameters:
  ///   - file: the open folder.
  ///   - path: the path that errors name.
  init(_ file: OpenFile, calledBy path: FilePath) {
    self.file = file
    self.path = path
  }

  /// The same folder, whose errors name another path.
  package func called(by path: FilePath) -> OpenFolder { OpenFolder(file, calledBy: path) }

  /// The folder's descriptor, which lives as long as this value.
  var descriptor: Int32 { file.descriptor }

  /// Where an entry is, for system calls and for errors.
  func location(of name: FileName) -> FileLocation {
    FileLocation(folder: descriptor, path: FilePath(name), shownPath: path.appending(name))
  }

  private func naming<Value>(
    _ action: String, _ name: FileName, _ body: () throws(SystemFailure) -> Value
  ) throws(FileSystemError) -> Value {
    do { return try body() } catch { throw FileSystemError(action, path.appending(name), error.number) }
  }
}

// MARK: - Asking

extension OpenFolder {
  /// What the folder itself is.
  package func status() throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: descriptor) } catch {
      throw FileSystemError("examine", path, error.number)
    }
  }

  /// What an entry is, a link not followed; nil where there is nothing of that name.
  package func status(of name: FileName) throws(FileSystemError) -> FileStatus? {
    do {
      return try SystemCalls.status(of: FilePath(name), in: descriptor, followingLinks: false)
    } catch let error where error.number == .notFound {
      return nil
    } catch {
      throw FileSystemError("examine", path.appending(name), error.number)
    }
  }

  /// The entries, in no order.
  package func entries() throws(FileSystemError) -> [FolderEntry] {
    do { return try SystemCalls.entries(of: descriptor) } catch {
      throw FileSystemError("list", path, error.number)
    }
  }

  /// Opens a folder in this one; a link is refused.
  package func subfolder(_ name: FileName) throws(FileSystemError) -> OpenFolder {
    let path = path.appending(name)
    let opened: Int32
    do {
      opened = try SystemCalls.openFile(FilePath(name), in: descriptor, [.folder, .notFollowingLinks])
    } catch {
      throw FileSystemError("open", path, followingLinks: false, error.number)
    }
    return OpenFolder(OpenFile(descriptor: opened, path: path), calledBy: path)
  }

  /// Opens an entry as it is, without waiting; for its status and its lock.
  ///
  /// - Parameter finalPath: the path that errors are to name when the entry is one day to have another.
  func openEntry(_ name: FileName, for finalPath: FilePath? = nil) throws(FileSystemError) -> OpenFile {
    let path = finalPath ?? path.appending(name)
    do {
      let opened = try SystemCalls.openFile(
        FilePath(name), in: descriptor, [.notFollowingLinks, .withoutWaiting])
      return OpenFile(descriptor: opened, path: path)
    } catch {
      throw FileSystemError("open", path, followingLinks: false, error.number)
    }
  }
}

// MARK: - Changing

extension OpenFolder {
  /// Creates a file for writing and reading; what is there already is an error, a link included.
  ///
  /// - Parameters:
  ///   - permissions: what the process's mask does not take away.
  ///   - finalPath: the path that errors are to name when the file is one day to have another.
  package func createFile(
    _ name: FileName, permissions: UInt16 = 0o666, for finalPath: FilePath? = nil
  ) throws(FileSystemError) -> OpenFile {
    let path = finalPath ?? path.appending(name)
    do {
      let opened = try SystemCalls.openFile(
        FilePath(name), in: descriptor, [.readAndWrite, .creating], permissions: permissions)
      return OpenFile(descriptor: opened, path: path)
    } catch {
      throw FileSystemError("create", path, error.number)
    }
  }

  /// Creates a folder; what is there already is an error.
  package func createFolder(_ name: FileName, permissions: UInt16 = 0o777) throws(FileSystemError) {
    try naming("create", name) { () throws(SystemFailure) in
      try SystemCalls.makeFolder(FilePath(name), in: descriptor, permissions: permissions)
    }
  }

  /// Makes a symbolic link that leads to the bytes' path, whether or not anything is there.
  package func createLink(_ name: FileName, pointingTo target: [UInt8]) throws(FileSystemError) {
    guard let target = FilePath(bytes: target) else {
      throw FileSystemError("create", path.appending(name), .invalid)
    }
    try naming("create", name) { () throws(SystemFailure) in
      try SystemCalls.makeLink(FilePath(name), in: descriptor, to: target)
    }
  }

  /// Sets the time of an entry, of a link itself.
  package func setModification(of name: FileName, _ time: FileTime) throws(FileSystemError) {
    try naming("set the time of", name) { () throws(SystemFailure) in
      try SystemCalls.setModification(of: FilePath(name), in: descriptor, time, followingLinks: false)
    }
  }

  /// Sets the time of the folder itself.
  package func setModification(_ time: FileTime) throws(FileSystemError) {
    do { try SystemCalls.setModification(descriptor, time) } catch {
      throw FileSystemError("set the time of", path, error.number)
    }
  }

  /// Removes all permissions of the classes of users that are not among the readers.
  package func limitAccess(to readers: FileReaders) throws(FileSystemError) {
    let permissions = try status().permissions
    let limited = readers.limiting(permissions)
    if limited != permissions { try setPermissions(limited) }
  }

  func setPermissions(_ permissions: UInt16) throws(FileSystemError) {
    do { try SystemCalls.setPermissions(descriptor, permissions) } catch {
      throw FileSystemError("set the permissions of", path, error.number)
    }
  }

  /// Moves an entry into a folder of the same file system, at once as others see it.
  ///
  /// - Parameter replacing: whether what has the new name already gives way. An existing folder gives way only when
  ///   empty.
  /// - Throws: `alreadyExists` when the new name is taken and not to be replaced.
  package func rename(
    _ name: FileName, to newName: FileName, in folder: OpenFolder, replacing: Bool
  ) throws(FileSystemError) {
    try FileTree.rename(from: location(of: name), to: folder.location(of: newName), replacing: replacing)
  }

  /// Moves a file, link or folder from a path on the same file system into this folder, at once as others see it.
  ///
  /// - Throws: as ``rename(_:to:in:replacing:)``.
  package func rename(
    _ path: FilePath, to newName: FileName, replacing: Bool
  ) throws(FileSystemError) {
    try FileTree.rename(from: FileLocation(path), to: location(of: newName), replacing: replacing)
  }

  /// Has two entries change places, at once as others see it.
  ///
  /// - Returns: false where the file system cannot; nothing has changed then.
  package func exchange(
    _ name: FileName, with otherName: FileName, in folder: OpenFolder
  ) throws(FileSystemError) -> Bool {
    do {
      try SystemCalls.rename(
        FilePath(name), in: descriptor, to: FilePath(otherName), in: folder.descriptor, .exchanging)
      return true
    } catch let error where FileTree.isUnknownToFileSystem(error) {
      return false
    } catch {
      throw FileSystemError("replace", folder.path.appending(otherName), error.number)
    }
  }

  /// Gives a file or link of this folder a second name in a folder of the same file system.
  ///
  /// - Returns: false where the file system cannot, or this user may not.
  /// - Throws: `alreadyExists` when the name is taken.
  package func makeSecondName(
    _ newName: FileName, in folder: OpenFolder, of name: FileName
  ) throws(FileSystemError) -> Bool {
    do {
      try SystemCalls.makeSecondName(
        FilePath(newName), in: folder.descriptor, of: FilePath(name), in: descriptor)
      return true
    } catch let error where error.number == .exists {
      throw FileSystemError("create", folder.path.appending(newName), error.number)
    } catch {
      return false
    }
  }

  /// Removes a file, a link, or a folder with everything in it; links are not followed.
  package func remove(_ name: FileName) throws(FileSystemError) { try FileTree.remove(location(of: name)) }

  /// Removes an empty folder.
  package func removeEmptyFolder(_ name: FileName) throws(FileSystemError) {
    try naming("remove", name) { () throws(SystemFailure) in
      try SystemCalls.removeEntry(FilePath(name), in: descriptor, isFolder: true)
    }
  }

  /// Returns when the folder's names are on the device.
  package func synchronize() throws(FileSystemError) {
    do {
      try SystemCalls.synchronize(descriptor)
    } catch let error where error.number == .invalid || error.number == .notSupported {
      // Such a file system has no other way to ask for it; its names are as safe as it makes them.
    } catch {
      throw FileSystemError("write", path, error.number)
    }
  }

  /// Returns when all that was written on the folder's file system is on the device.
  package func synchronizeFileSystem() throws(FileSystemError) {
    do { try SystemCalls.synchronizeFileSystem(of: descriptor) } catch {
      throw FileSystemError("write", path, error.number)
    }
  }
}

/// A name in an open folder, or a path from the folder that the process works in, as system calls take it.
struct FileLocation {
  let folder: Int32
  let path: FilePath
  /// The path that errors name.
  let shownPath: FilePath

  init(folder: Int32, path: FilePath, shownPath: FilePath) {
    self.folder = folder
    self.path = path
    self.shownPath = shownPath
  }

  init(_ path: FilePath) { self.init(folder: SystemCalls.workingFolder, path: path, shownPath: path) }
}
