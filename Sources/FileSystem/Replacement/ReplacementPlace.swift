/// Where a finished file or folder is to go, and what is there now.
struct ReplacementPlace: Sendable {
  /// As the caller named it; errors name this.
  let destination: FilePath
  /// Where it really goes: a link is replaced at its target, as editors do.
  let target: FilePath
  let name: FileName
  let isReplacing: Bool
  /// What is there; nil when nothing is.
  let existing: FileStatus?

  /// The folder that the temporary file is written in: renaming works within one file system only.
  var folder: FilePath { target.parent }

  /// Looks at the destination and refuses what cannot be replaced.
  ///
  /// - Parameter kind: what is to be there in the end, `regular` or `folder`.
  init(_ destination: FilePath, isReplacing: Bool, by kind: FileKind) throws(FileSystemError) {
    self.destination = destination
    self.isReplacing = isReplacing
    if !isReplacing, try FileStatus.ifPresent(destination, followingLinks: false) != nil {
      throw FileSystemError("create", destination, .exists)
    }
    if kind == .regular && destination.hasTrailingSlash {
      throw FileSystemError("create", destination, .isAFolder)
    }
    // Asked of the destination itself: /dev/stdout leads to names like `pipe:[123]` that are not in the file
    // system.
    existing = try FileStatus.ifPresent(destination)
    switch (existing?.kind, kind) {
    case (nil, _), (.regular, .regular), (.folder, .folder): break
    case (.folder, _): throw FileSystemError("replace", destination, .isAFolder)
    case (.regular, _): throw FileSystemError("replace", destination, .notAFolder)
    default: throw FileSystemError.notAFile("replace", destination)
    }
    target = try destination.followingLastLink()
    if let existing {
      guard let found = try FileStatus.ifPresent(target), found.isSameFile(as: existing) else {
        throw FileSystemError.notAFile("replace", destination)
      }
    }
    guard let name = target.lastComponent else { throw FileSystemError("replace", destination, .busy) }
    self.name = name
  }

  /// Gives the finished file its name.
  func rename(_ temporary: FilePath) throws(FileSystemError) {
    do { try FileTree.rename(from: temporary, to: target, replacing: isReplacing) } catch {
      throw renamed(error)
    }
  }

  /// The error with the name that the caller knows.
  func renamed(_ error: FileSystemError) -> FileSystemError {
    guard let number = error.systemError else { return error }
    return FileSystemError("create", destination, ErrorNumber(rawValue: number))
  }
}
