/// Where a finished file or folder is to go, and what is there now.
struct ReplacementPlace: Sendable {
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
  init(
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
  init(
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
    do { return try OpenFolder(target.parent) } catch { throw renamed(error, to: destination) }
  }

  /// Gives the finished file its name.
  func rename(_ temporary: FileName) throws(FileSystemError) {
    do { try folder.rename(temporary, to: name, in: folder, replacing: isReplacing) } catch {
      throw renamed(error)
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

  /// The error with the name that the caller knows.
  func renamed(_ error: FileSystemError) -> FileSystemError { Self.renamed(error, to: destination) }

  private static func renamed(_ error: FileSystemError, to destination: FilePath) -> FileSystemError {
    guard let number = error.systemError else { return error }
    return FileSystemError("create", destination, ErrorNumber(rawValue: number))
  }
}
