package import ProfferFileSystem

/// A place on disk that a command writes one file or folder to.
package struct OutputPlace {
  /// The path that is written to.
  package let path: FilePath
  /// Whether a link at the path is followed.
  ///
  /// It is followed where the user typed the path. A name that a bundle contains is never followed: it could be that of a
  /// link which was made to be written through.
  package let followsLink: Bool

  /// A place as it was typed.
  package init(_ path: FilePath) {
    self.path = path
    followsLink = true
  }

  /// The place of a file with a name of its own: inside the path where that is a folder, else the path.
  package init(_ path: FilePath, for name: @autoclosure () -> FileName) throws {
    let isFolder = try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder
    self.path = isFolder ? path.appending(name()) : path
    followsLink = !isFolder
  }

  /// What exists at the place; nil where it is free.
  package var kind: FileKind? {
    get throws { try FileStatus.ifPresent(path, followingLinks: followsLink)?.kind }
  }

  /// A file that will be there.
  ///
  /// - Parameter sweeping: as in `Replacement`: false where the caller swept the folder.
  package func newFile(replacing: Bool, sweeping: Bool = true) throws -> FileReplacement {
    try FileReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// A folder that will be there.
  ///
  /// - Parameter sweeping: as in `Replacement`: false where the caller swept the folder.
  package func newFolder(replacing: Bool, sweeping: Bool = true) throws -> FolderReplacement {
    try FolderReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// Writes a file whose bytes come piece by piece; it appears when all of them are written, or not at all.
  ///
  /// - Parameters:
  ///   - synchronizing: whether to bring the file to the device; always done if it replaces another file.
  ///   - sweeping: as in `Replacement`: false where the caller swept the folder.
  package func writeFile(
    replacing: Bool, synchronizing: Bool = true, sweeping: Bool = true,
    _ produce: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    try explainingReplacement {
      let replacement = try newFile(replacing: replacing, sweeping: sweeping)
      var end: UInt64 = 0
      try produce { piece in
        try replacement.file.write(piece, at: end)
        end += UInt64(piece.count)
      }
      let isNew = try !synchronizing && kind == nil
      try replacement.commit(synchronizing: !isNew)
    }
  }

  /// Writes something to this place; an error about what exists there says whether it could be replaced on request.
  ///
  /// - Parameter isReplaceable: whether something of this kind is replaced on request; files and links unless given.
  package func explainingReplacement<Result>(
    _ write: () throws -> Result,
    where isReplaceable: (FileKind) throws -> Bool = { $0 == .regular || $0 == .link }
  ) throws -> Result {
    do {
      return try write()
    } catch let error as FileSystemError where error.code == .alreadyExists && error.path == path {
      // Where a link leads to nothing, the file is written at its end.
      guard let kind = try kind, try !isReplaceable(kind) else {
        throw ActionError.failure(error.message, cause: error, code: .alreadyExists)
      }
      throw ActionError.failure(
        "\(error.message): \(kind.words), which is never replaced; name another place", cause: error,
        code: .notReplaceable)
    }
  }
}

extension FileKind {
  /// What a message calls it.
  fileprivate var words: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    }
  }
}
