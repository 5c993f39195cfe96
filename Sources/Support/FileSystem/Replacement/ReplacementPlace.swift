/// A file or folder that is made aside under a temporary name, and appears at its place at once and whole.
///
/// It gets its own name by `commit()`. Until then what is at the place stays as it is. When the process is killed, a hidden
/// entry ending in `.proffer-partial` stays, which the next replacement in that folder removes.
package protocol Replacement: Sendable {
  /// What is to be there in the end: `regular` or `folder`.
  static var kind: FileKind { get }

  /// Makes the file or folder aside.
  ///
  /// - Parameter sweeping: whether to remove what killed writers left in the folder, which costs listing it; for the
  ///   second and later entries made in one folder there is no need.
  init(_ place: ReplacementPlace, sweeping: Bool) throws(FileSystemError)
}

extension Replacement {
  /// Begins the replacement of what is at a path.
  ///
  /// - Parameters:
  ///   - destination: where the file or folder is to be.
  ///   - followingLink: whether a link at the destination is replaced at its target. False where the user did not
  ///     choose the last name of the path: then a file replaces the link itself, and a folder is refused.
  ///   - replacing: whether what is there may be replaced. Its permissions are kept then.
  ///   - sweeping: whether to remove what killed writers left in the folder.
  /// - Throws: `alreadyExists` at once when something is there and is not to be replaced; `isAFolder`, `notAFolder`, and
  ///   `notAFile` for a device or a pipe, which cannot be replaced.
  package init(
    at destination: FilePath, followingLink: Bool = true, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(destination, followingLink: followingLink, isReplacing: replacing, by: Self.kind),
      sweeping: sweeping)
  }

  /// Begins the replacement of a name in an open folder, where a link is not followed.
  package init(
    of name: FileName, in folder: OpenFolder, replacing: Bool, sweeping: Bool = true
  ) throws(FileSystemError) {
    try self.init(
      ReplacementPlace(name, in: folder, isReplacing: replacing, by: Self.kind), sweeping: sweeping)
  }
}

/// Where a finished file or folder is to go, and what is there now.
package struct ReplacementPlace: Sendable {
  /// As the caller named it; errors name this.
  let destination: FilePath
  /// The folder that it goes into, and that the temporary file is written in: renaming works within one file system.
  let folder: OpenFolder
  let name: FileName
  let isReplacing: Bool
  /// What is there and gives way; nil when nothing does.
  let existing: FileStatus?

  /// Looks at a destination and refuses what cannot be replaced.
  ///
  /// - Parameters:
  ///   - followingLink: whether a link at the destination is replaced at its target, as editors do. Otherwise the
  ///     link itself gives way to a file: so it is for a name that the user did not choose.
  ///   - kind: what is to be there in the end, `regular` or `folder`.
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
    // Asked of the destination itself: /dev/stdout leads to names like `pipe:[123]` that are not in the file
    // system.
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

  /// Looks at a name in an open folder, where a link is not followed, and refuses what cannot be replaced.
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
      // The link gives way, and nothing of it stays.
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

  /// Refuses what is there unless something of a kind may take its place.
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

  /// Gives the finished file its name.
  func rename(_ temporary: FileName) throws(FileSystemError) {
    do { try folder.rename(temporary, to: name, in: folder, replacing: isReplacing) } catch {
      throw notCreated(error)
    }
  }

  /// The permissions of what is made aside: what replaces a private file or folder is private while it is made, too.
  func permissions(ofNew permissions: UInt16) -> UInt16 {
    (existing == nil ? permissions : permissions & 0o700) | UnfinishedFiles.sign
  }

  /// Gives what is finished the permissions that it is to have, and its name.
  ///
  /// The sign of the unfinished goes last, so that a process that is killed before leaves something that is swept. A power
  /// failure may leave the sign under the final name, where it means nothing.
  ///
  /// - Parameters:
  ///   - marked: the permissions that it has.
  ///   - setPermissions: sets them.
  ///   - rename: brings it to the device and gives it the name.
  /// - Throws: `notSynchronized` when it has its name and only the sign could not be removed.
  func publish(
    _ marked: UInt16, setPermissions: (UInt16) throws(FileSystemError) -> Void,
    rename: () throws(FileSystemError) -> Void
  ) throws(FileSystemError) {
    let permissions = existing?.permissions ?? marked & ~UnfinishedFiles.sign
    let sign = marked & UnfinishedFiles.sign
    if permissions | sign != marked { try setPermissions(permissions | sign) }
    try rename()
    if permissions | sign != permissions {
      // It has its name, so that the failure must not be taken for one that changed nothing.
      do { try setPermissions(permissions) } catch {
        throw FileSystemError.notSynchronized(destination, because: error)
      }
    }
  }

  /// Brings the folder with the new name to the device.
  ///
  /// - Throws: `notSynchronized`: what was written is in place.
  func synchronize() throws(FileSystemError) {
    do { try folder.synchronize() } catch {
      throw FileSystemError.notSynchronized(destination, because: error)
    }
  }

  /// The error as one of the destination.
  func notCreated(_ error: FileSystemError) -> FileSystemError { error.failing(to: "create", destination) }
}

extension FilePath {
  /// The path that writing here would write to: while the last component is a link, the link's target.
  ///
  /// The target need not exist. A link's relative target starts at the link's own folder.
  fileprivate func followingLastLink() throws(FileSystemError) -> FilePath {
    var path = self
    // The same bound as the kernel's own.
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
