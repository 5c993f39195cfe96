package import ProfferFileSystem

/// The place on disk where a file or folder is written.
package struct OutputPlace {
  /// The path of the output.
  package let path: FilePath
  /// Whether to follow a symbolic link at the path.
  ///
  /// A link is followed if the user specified the path. A link is not followed if the name was specified by a
  /// bundle, because another program could have created the link to redirect the write.
  package let followsLink: Bool

  /// Creates a place at a path that the user specified.
  package init(_ path: FilePath) {
    self.path = path
    followsLink = true
  }

  /// Creates a place for a named file: inside the path if the path is a folder, otherwise the path itself.
  package init(_ path: FilePath, for name: @autoclosure () -> FileName) throws {
    let isFolder = try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder
    self.path = isFolder ? path.appending(name()) : path
    followsLink = !isFolder
  }

  /// The kind of the existing file at the place; nil if there is none.
  package var kind: FileKind? {
    get throws { try FileStatus.ifPresent(path, followingLinks: followsLink)?.kind }
  }

  /// Prepares a new file at the place.
  ///
  /// - Parameter sweeping: whether to remove unfinished files of killed processes from the folder first.
  package func newFile(replacing: Bool, sweeping: Bool = true) throws -> FileReplacement {
    try FileReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// Prepares a new folder at the place.
  ///
  /// - Parameter sweeping: whether to remove unfinished files of killed processes from the folder first.
  package func newFolder(replacing: Bool, sweeping: Bool = true) throws -> FolderReplacement {
    try FolderReplacement(at: path, followingLink: followsLink, replacing: replacing, sweeping: sweeping)
  }

  /// Writes a file in chunks.
  ///
  /// The file is created only when all chunks are written.
  ///
  /// - Parameters:
  ///   - synchronizing: whether to flush a new file to the storage device. A file that replaces another file
  ///     is always flushed.
  ///   - sweeping: whether to remove unfinished files of killed processes from the folder first.
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

  /// Throws the error of writing a file, if the place is occupied.
  ///
  /// Nothing is written.
  package func requireWritable(replacing: Bool) throws {
    try explainingReplacement {
      guard let kind = try FileStatus.ifPresent(path, followingLinks: false)?.kind else { return }
      guard replacing, kind == .regular || kind == .link else { throw FileSystemError.alreadyThere(path) }
    }
  }

  /// Calls a function that writes to this place, and converts an error about an existing file.
  ///
  /// The new error has the code `alreadyExists` if the existing file can be replaced at the user's request,
  /// otherwise `notReplaceable`.
  ///
  /// - Parameter isReplaceable: returns whether an existing file of the given kind can be replaced. By
  ///   default, files and links can be replaced.
  package func explainingReplacement<Result>(
    _ write: () throws -> Result,
    where isReplaceable: (FileKind) throws -> Bool = { $0 == .regular || $0 == .link }
  ) throws -> Result {
    do {
      return try write()
    } catch let error as FileSystemError where error.code == .alreadyExists && error.path == path {
      // A link without a target has no kind. It can be replaced, because the file is written to the target
      // path.
      guard let kind = try kind, try !isReplaceable(kind) else {
        throw ActionError.failure(error.message, cause: error, code: .alreadyExists)
      }
      throw ActionError.failure(
        "\(error.message): \(kind.words), which is never replaced; choose another path", cause: error,
        code: .notReplaceable)
    }
  }
}

extension FileKind {
  /// The kind of file as text, for messages.
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
