/// A folder that is held open, so that operations on its entries do not depend on its path.
///
/// Every system call with a path resolves the path again, and between two calls another user may replace a
/// folder of the path. This type is therefore used for folders that other users can write, and for names
/// from untrusted data. A name refers to one entry of the folder. If the entry is a link, the link is never
/// followed.
package final class OpenFolder: Sendable {
  private let file: OpenFile
  /// The path shown in error messages.
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
  ///   - path: the path shown in error messages.
  init(_ file: OpenFile, calledBy path: FilePath) {
    self.file = file
    self.path = path
  }

  /// Returns the same folder, for which error messages show a different path.
  package func called(by path: FilePath) -> OpenFolder { OpenFolder(file, calledBy: path) }

  /// The folder's descriptor, valid while this value exists.
  var descriptor: Int32 { file.descriptor }

  /// Returns the location of an entry, for system calls and error messages.
  func location(of name: FileName) -> FileLocation {
    FileLocation(folder: descriptor, path: FilePath(name), shownPath: path.appending(name))
  }

  private func naming<Value>(
    _ action: String, _ name: FileName, _ body: () throws(SystemFailure) -> Value
  ) throws(FileSystemError) -> Value {
    do { return try body() } catch { throw FileSystemError(action, path.appending(name), error.number) }
  }
}

// MARK: - Examining

extension OpenFolder {
  /// Returns the status of the folder itself.
  package func status() throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: descriptor) } catch {
      throw FileSystemError("examine", path, error.number)
    }
  }

  /// Returns the status of an entry without following a link; nil if the entry does not exist.
  package func status(of name: FileName) throws(FileSystemError) -> FileStatus? {
    do {
      return try SystemCalls.status(of: FilePath(name), in: descriptor, followingLinks: false)
    } catch let error where error.number == .notFound {
      return nil
    } catch {
      throw FileSystemError("examine", path.appending(name), error.number)
    }
  }

  /// Returns the entries in no particular order.
  package func entries() throws(FileSystemError) -> [FolderEntry] {
    do { return try SystemCalls.entries(of: descriptor) } catch {
      throw FileSystemError("list", path, error.number)
    }
  }

  /// Opens a subfolder; throws if the entry is a link.
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

  /// Opens an entry to read its status or to lock it, without following a link and without blocking.
  ///
  /// - Parameter finalPath: the path for error messages, if the entry will be renamed later.
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
  /// Creates a file for writing and reading; throws if a file or link with this name exists.
  ///
  /// - Parameters:
  ///   - permissions: the permissions before the process's umask is applied.
  ///   - finalPath: the path for error messages, if the file will be renamed later.
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

  /// Creates a folder; throws if the name exists.
  package func createFolder(_ name: FileName, permissions: UInt16 = 0o777) throws(FileSystemError) {
    try naming("create", name) { () throws(SystemFailure) in
      try SystemCalls.makeFolder(FilePath(name), in: descriptor, permissions: permissions)
    }
  }

  /// Creates a symbolic link to a path, which need not exist.
  package func createLink(_ name: FileName, pointingTo target: [UInt8]) throws(FileSystemError) {
    guard let target = FilePath(bytes: target) else {
      throw FileSystemError("create", path.appending(name), .invalid)
    }
    try naming("create", name) { () throws(SystemFailure) in
      try SystemCalls.makeLink(FilePath(name), in: descriptor, to: target)
    }
  }

  /// Sets the modification time of an entry; if the entry is a link, the time of the link itself.
  package func setModification(of name: FileName, _ time: FileTime) throws(FileSystemError) {
    try naming("set the time of", name) { () throws(SystemFailure) in
      try SystemCalls.setModification(of: FilePath(name), in: descriptor, time, followingLinks: false)
    }
  }

  /// Sets the modification time of the folder itself.
  package func setModification(_ time: FileTime) throws(FileSystemError) {
    do { try SystemCalls.setModification(descriptor, time) } catch {
      throw FileSystemError("set the time of", path, error.number)
    }
  }

  /// Removes all permissions of the user classes that are not in `readers`.
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

  /// Moves an entry atomically to a new name in a folder on the same file system.
  ///
  /// - Parameter replacing: whether to overwrite an existing destination. An existing folder must be
  ///   empty.
  /// - Throws: `alreadyExists` if the new name exists and must not be replaced.
  package func rename(
    _ name: FileName, to newName: FileName, in folder: OpenFolder, replacing: Bool
  ) throws(FileSystemError) {
    try FileTree.rename(from: location(of: name), to: folder.location(of: newName), replacing: replacing)
  }

  /// Moves a file, link or folder atomically from a path on the same file system into this folder.
  ///
  /// - Throws: the errors of ``rename(_:to:in:replacing:)``.
  package func rename(
    _ path: FilePath, to newName: FileName, replacing: Bool
  ) throws(FileSystemError) {
    try FileTree.rename(from: FileLocation(path), to: location(of: newName), replacing: replacing)
  }

  /// Exchanges two entries atomically.
  ///
  /// - Returns: true if the entries were exchanged; false if the file system does not support the exchange,
  ///   in which case nothing has changed.
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

  /// Creates a hard link to a file or link in this folder.
  ///
  /// - Parameters:
  ///   - newName: the name of the hard link.
  ///   - folder: the folder of the hard link, on the same file system.
  ///   - name: the entry in this folder.
  /// - Returns: true if the hard link was created. False after an error, for example if the file system
  ///   does not support hard links or this user is not permitted to create one.
  /// - Throws: `alreadyExists` if the new name exists.
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

  /// Flushes the names in the folder to disk and waits until they are stored.
  package func synchronize() throws(FileSystemError) {
    do {
      try SystemCalls.synchronize(descriptor)
    } catch let error where error.number == .invalid || error.number == .notSupported {
      // The file system cannot synchronize a folder, and there is no other way to request synchronization.
    } catch {
      throw FileSystemError("write", path, error.number)
    }
  }

  /// Flushes all changes on the folder's file system to disk and waits until they are stored.
  package func synchronizeFileSystem() throws(FileSystemError) {
    do { try SystemCalls.synchronizeFileSystem(of: descriptor) } catch {
      throw FileSystemError("write", path, error.number)
    }
  }
}

/// An entry of an open folder, or an ordinary path, in the form that system calls accept.
struct FileLocation {
  let folder: Int32
  let path: FilePath
  /// The path shown in error messages.
  let shownPath: FilePath

  init(folder: Int32, path: FilePath, shownPath: FilePath) {
    self.folder = folder
    self.path = path
    self.shownPath = shownPath
  }

  init(_ path: FilePath) { self.init(folder: SystemCalls.workingFolder, path: path, shownPath: path) }
}
