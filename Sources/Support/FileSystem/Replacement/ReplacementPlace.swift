/// A file or folder that is built under a temporary name and then moved to its place atomically.
///
/// `commit()` gives the new entry its final name. Until then, the existing entry is unchanged. If the
/// process is killed, a hidden entry whose name ends in `.proffer-partial` remains. The next replacement in
/// the same folder removes this hidden entry.
package protocol Replacement: Sendable {
  /// The kind of the final entry: `regular` or `folder`.
  static var kind: FileKind { get }

  /// Creates the temporary file or folder.
  ///
  /// - Parameter sweeping: whether to remove leftovers of killed writers from the folder. This requires
  ///   listing the folder, and is unnecessary for further entries in the same folder.
  init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError)
}

extension Replacement {
  /// Begins the replacement of a path.
  ///
  /// - Parameters:
  ///   - destination: the final path of the file or folder.
  ///   - followingLink: whether a link at the destination is followed, so that the link's target is
  ///     replaced. Pass false if the user did not choose the last name of the path. A file then replaces
  ///     the link itself, and a folder is an error.
  ///   - replacing: whether an existing entry may be replaced. The new entry gets the permissions of the
  ///     existing entry.
  ///   - sweeping: whether to remove leftovers of killed writers from the folder.
  /// - Throws: `alreadyExists` if the destination exists and must not be replaced; `isAFolder` or
  ///   `notAFolder` if the existing entry and the new entry are of different kinds; `notAFile` if the
  ///   existing entry is a device, pipe or socket.
  package init(
    at destination: FilePath, followingLink: Bool = true, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(destination, followingLink: followingLink, isReplacing: replacing, by: Self.kind),
      sweeping: sweeping)
  }

  /// Begins the replacement of a name in an open folder; a link with this name is not followed.
  package init(
    of name: FileName, in folder: OpenFolder, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(name, in: folder, isReplacing: replacing, by: Self.kind), sweeping: sweeping)
  }
}

/// The destination of a replacement, and the entry that already exists at the destination.
package struct ReplacementPlace: Sendable {
  /// The destination as the caller specified it, for error messages.
  let destination: FilePath
  /// The folder of the destination, which also contains the temporary file.
  ///
  /// The destination and the temporary file must be on one file system for the rename.
  let folder: OpenFolder
  let name: FileName
  let isReplacing: Bool
  /// The status of the entry to replace; nil if no entry exists.
  let existing: FileStatus?

  /// Examines a destination, and throws if the destination cannot be replaced.
  ///
  /// - Parameters:
  ///   - followingLink: whether a link at the destination is followed, so that the link's target is
  ///     replaced, as in text editors. Pass false for a name that the user did not choose. A file then
  ///     replaces the link itself.
  ///   - kind: the kind of the final entry, `regular` or `folder`.
  fileprivate init(
    _ destination: FilePath, followingLink: Bool, isReplacing: Bool, by kind: FileKind
  ) throws(FileSystemError) {
    if !isReplacing, try FileStatus.ifPresent(destination, followingLinks: false) != nil {
      throw FileSystemError("create", destination, .exists)
    }
    if kind == .regular && destination.hasTrailingSlash {
      throw FileSystemError("create", destination, .isAFolder)
    }
    guard followingLink else {
      guard let name = destination.lastComponent else { throw FileSystemError("replace", destination, .busy) }
      let folder = try Self.folder(of: destination, for: destination)
      try self.init(name, in: folder, destination: destination, isReplacing: isReplacing, by: kind)
      return
    }
    // The destination is examined before links are resolved. For example, `/dev/stdout` is a link to a name
    // like `pipe:[123]`, which is not in the file system.
    let existing = try FileStatus.ifPresent(destination)
    try Self.check(existing?.kind, at: destination, isReplacedBy: kind)
    let target = try destination.followingLastLink()
    guard let name = target.lastComponent else { throw FileSystemError("replace", destination, .busy) }
    let folder = try Self.folder(of: target, for: destination)
    if let existing {
      guard let found = try folder.status(of: name), found.isSameFile(as: existing) else {
        throw FileSystemError.notAFile("replace", destination)
      }
    }
    self.init(
      destination: destination, folder: folder, name: name, isReplacing: isReplacing, existing: existing)
  }

  /// Examines a name in an open folder without following a link; throws if the entry cannot be replaced.
  fileprivate init(
    _ name: FileName, in folder: OpenFolder, isReplacing: Bool, by kind: FileKind
  ) throws(FileSystemError) {
    try self.init(
      name, in: folder, destination: folder.path.appending(name), isReplacing: isReplacing, by: kind)
  }

  private init(
    _ name: FileName, in folder: OpenFolder, destination: FilePath, isReplacing: Bool, by kind: FileKind
  ) throws(FileSystemError) {
    var existing = try folder.status(of: name)
    if !isReplacing, existing != nil { throw FileSystemError("create", destination, .exists) }
    if existing?.kind == .link, kind == .regular {
      // The new file replaces the link itself, and gets none of its attributes.
      existing = nil
    } else {
      try Self.check(existing?.kind, at: destination, isReplacedBy: kind)
    }
    self.init(
      destination: destination, folder: folder, name: name, isReplacing: isReplacing, existing: existing)
  }

  private init(
    destination: FilePath, folder: OpenFolder, name: FileName, isReplacing: Bool, existing: FileStatus?
  ) {
    self.destination = destination
    self.folder = folder
    self.name = name
    self.isReplacing = isReplacing
    self.existing = existing
  }

  /// Throws if an entry of the new kind must not replace the existing entry.
  private static func check(
    _ existing: FileKind?, at destination: FilePath, isReplacedBy kind: FileKind
  ) throws(FileSystemError) {
    switch (existing, kind) {
    case (nil, _), (.regular, .regular), (.folder, .folder): break
    case (.folder, _): throw FileSystemError("replace", destination, .isAFolder)
    case (.regular, _), (.link, _): throw FileSystemError("replace", destination, .notAFolder)
    default: throw FileSystemError.notAFile("replace", destination)
    }
  }

  private static func folder(
    of target: FilePath, for destination: FilePath
  ) throws(FileSystemError) -> OpenFolder {
    do { return try OpenFolder(target.parent) } catch { throw error.failing(to: "create", destination) }
  }

  /// Gives the temporary entry its final name.
  func rename(_ temporary: FileName) throws(FileSystemError) {
    do { try folder.rename(temporary, to: name, in: folder, replacing: isReplacing) } catch {
      throw notCreated(error)
    }
  }

  /// Returns the permissions of the temporary entry, including the sign of unfinished entries.
  ///
  /// If the temporary entry will replace an existing entry, only the owner has access at first, so that
  /// private contents are private from the start.
  func permissions(ofNew permissions: UInt16) -> UInt16 {
    (existing == nil ? permissions : permissions & 0o700) | UnfinishedFiles.sign
  }

  /// Sets the final permissions of the finished entry and renames it.
  ///
  /// The sign of unfinished entries is removed last. If the process is killed before that, another writer
  /// sweeps the entry. After a power failure, the sign may remain under the final name, where it has no
  /// effect.
  ///
  /// - Parameters:
  ///   - marked: the current permissions of the entry, including the sign.
  ///   - setPermissions: sets the permissions.
  ///   - rename: flushes the entry to disk and renames it.
  /// - Throws: `notSynchronized` if the entry has its final name, and only the sign could not be removed.
  func publish(
    _ marked: UInt16, setPermissions: (UInt16) throws(FileSystemError) -> Void,
    rename: () throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let permissions = existing?.permissions ?? marked & ~UnfinishedFiles.sign
    let sign = marked & UnfinishedFiles.sign
    if permissions | sign != marked { try setPermissions(permissions | sign) }
    try rename()
    if permissions | sign != permissions {
      // The entry has its final name, so the error must not suggest that nothing has changed.
      do { try setPermissions(permissions) } catch {
        throw FileSystemError.notSynchronized(destination, because: error)
      }
    }
  }

  /// Flushes the folder of the destination to disk, with the new name.
  ///
  /// - Throws: `notSynchronized` if the flush fails; the new file or folder is in place nevertheless.
  func synchronize() throws(FileSystemError) {
    do { try folder.synchronize() } catch {
      throw FileSystemError.notSynchronized(destination, because: error)
    }
  }

  /// Returns the error as a failure to create the destination.
  func notCreated(_ error: FileSystemError) -> FileSystemError { error.failing(to: "create", destination) }
}

extension FilePath {
  /// Returns the path of the file that a write to this path would change.
  ///
  /// If the last component is a link, the link is replaced by its target. The target need not exist. A
  /// relative target is resolved in the link's folder.
  fileprivate func followingLastLink() throws(FileSystemError) -> FilePath {
    var path = self
    // The kernel also follows at most 40 links.
    for _ in 0..<40 {
      guard let status = try FileStatus.ifPresent(path, followingLinks: false), status.kind == .link else {
        return path
      }
      let target = try FileTree.readLink(path)
      guard let next = FilePath(bytes: target) else { return path }
      if next.isAbsolute {
        path = next
      } else {
        let folder = path.parent
        let slash: [UInt8] = folder.hasTrailingSlash ? [] : [0x2F]
        path = FilePath(known: folder.bytes + slash + target)
      }
    }
    throw FileSystemError("follow", self, .tooManyLinks)
  }
}
