import FileSystem

/// A place on disk that a command writes one file or folder to.
struct OutputPlace {
  /// The path that is written to.
  let path: FilePath
  /// Whether a link at the path is followed.
  ///
  /// It is where the user typed the path. A name that a bundle chose is never followed: it could be that of a link which
  /// was put there to be written through.
  let followsLink: Bool

  /// A place as it was typed.
  init(_ path: FilePath) {
    self.path = path
    followsLink = true
  }

  /// The place of a file with a name of its own: inside the path where that is a folder, else the path.
  init(_ path: FilePath, for name: FileName) throws {
    let isFolder = try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder
    self.path = isFolder ? path.appending(name) : path
    followsLink = !isFolder
  }

  /// What is there; nil where nothing is.
  var kind: FileKind? { get throws { try FileStatus.ifPresent(path, followingLinks: followsLink)?.kind } }

  /// A file that will be there.
  func newFile(replacing: Bool) throws -> FileReplacement {
    try FileReplacement(at: path, followingLink: followsLink, replacing: replacing)
  }

  /// A folder that will be there.
  func newFolder(replacing: Bool) throws -> FolderReplacement {
    try FolderReplacement(at: path, followingLink: followsLink, replacing: replacing)
  }
}
