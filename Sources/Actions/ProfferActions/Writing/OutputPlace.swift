package import ProfferFileSystem

/// The destination of one file or folder on disk.
package struct OutputPlace {
  /// The path of the output.
  package let path: FilePath
  /// Whether a link at the path is followed.
  ///
  /// Links are followed if the user typed the path. A name from a bundle is never followed, because a link
  /// with that name could have been placed to redirect the write.
  package let followsLink: Bool

  /// The place at a path that the user typed.
  package init(_ path: FilePath) {
    self.path = path
    followsLink = true
  }

  /// The place of a file with its own name: inside the path if that is a folder, otherwise the path itself.
  package init(_ path: FilePath, for name: @autoclosure () -> FileName) throws {
    let isFolder = try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder
    self.path = isFolder ? path.appending(name()) : path
    followsLink = !isFolder
  }

  /// The kind of file at the place; nil if the place is free.
  package var kind: FileKind? {
    get throws { try FileStatus.ifPresent(path, followingLinks: followsLink)?.kind }
  }

  /// Prepares a new file at the place.
  ///
  /// - Parameter sweeping: as in `Replacement`; false if the caller has already swept the folder.
  package func newFile(replacing: Bool, sweeping: Bool = true) throws -> FileReplacement {
    try FileReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// Prepares a new folder at the place.
  ///
  /// - Parameter sweeping: as in `Replacement`; false if the caller has already swept the folder.
  package func newFolder(replacing: Bool, sweeping: Bool = true) throws -> FolderReplacement {
    try FolderReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// Writes a file in pieces; the file appears only when all pieces are written.
  ///
  /// - Parameters:
  ///   - synchronizing: whether to flush the file to the device; a file that replaces another is always
  ///     flushed.
  ///   - sweeping: as in `Replacement`; false if the caller has already swept the folder.
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

  /// Writes to this place; if something exists there, the error indicates whether it can be replaced on
  /// request.
  ///
  /// - Parameter isReplaceable: whether an existing file of this kind is replaced on request; by default,
  ///   files and links.
  package func explainingReplacement<Result>(
    _ write: () throws -> Result,
    where isReplaceable: (FileKind) throws -> Bool = { $0 == .regular || $0 == .link }
  ) throws -> Result {
    do {
      return try write()
    } catch let error as FileSystemError where error.code == .alreadyExists && error.path == path {
      // A link without a target has no kind; the file is then written to the target path.
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
  /// The name of the kind in messages.
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
