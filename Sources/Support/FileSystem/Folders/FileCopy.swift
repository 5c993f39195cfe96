/// Copies a file, or a folder with everything in it.
///
/// Contents go through `OpenFile.copy`, which shares extents where the file system can. Permissions and times are
/// copied, except that the owner can always read and write the copy; links inside a folder are copied as links. Files
/// whose stated size is wrong are copied to their end.
package struct FileCopy {
  /// The number of bytes between two reports of progress and checks for cancellation.
  private static let pieceByteCount: UInt64 = 64 << 20

  /// Called after each piece with the number of bytes done and known so far; throws to stop.
  private let afterPiece: (UInt64, UInt64) throws -> Void
  private var completed: UInt64 = 0
  private var known: UInt64 = 0

  package init(afterPiece: @escaping (UInt64, UInt64) throws -> Void = { _, _ in }) {
    self.afterPiece = afterPiece
  }

  /// Copies a file or folder to a path that does not exist.
  package static func copy(_ source: FilePath, to destination: FilePath) throws {
    var copy = FileCopy()
    try copy.run(from: source, to: destination)
  }

  /// Copies a file or folder; a link named as the source is followed.
  package mutating func run(from source: FilePath, to destination: FilePath) throws {
    if try FileStatus.of(source).kind == .folder {
      try copyFolder(source, to: destination)
    } else {
      try copyFile(source, to: destination)
    }
  }

  /// Copies a part of an open file into an empty file.
  package mutating func copyRange(
    of source: OpenFile, at offset: UInt64, byteCount: UInt64, to target: OpenFile
  ) throws {
    try copyBytes(of: source, at: offset, byteCount: byteCount, to: target)
  }

  private mutating func copyFile(_ source: FilePath, to destination: FilePath) throws {
    let contents = try FileContents(of: source, spoolingIn: destination.parent)
    let target = try OpenFile.creating(destination)
    try copyBytes(of: contents.file, at: 0, byteCount: contents.byteCount, to: target)
    try target.setPermissions(contents.status.permissions & 0o777 | 0o600)
    try target.setModification(contents.status.modification)
  }

  private mutating func copyBytes(
    of source: OpenFile, at offset: UInt64, byteCount: UInt64, to target: OpenFile
  ) throws {
    known += byteCount
    var done: UInt64 = 0
    while done < byteCount {
      let piece = min(Self.pieceByteCount, byteCount - done)
      try target.copy(from: source, at: offset + done, to: done, byteCount: piece)
      done += piece
      completed += piece
      try afterPiece(completed, known)
    }
  }

  /// Walks the folder with a list of the folders left, so that depth takes no stack.
  private mutating func copyFolder(_ source: FilePath, to destination: FilePath) throws {
    var left = [(source: source, destination: destination)]
    var times: [(path: FilePath, time: FileTime)] = []
    while let folder = left.popLast() {
      try Folder.create(folder.destination)
      times.append((folder.destination, try FileStatus.of(folder.source).modification))
      for name in try Folder.names(in: folder.source) {
        let member = (source: folder.source.appending(name), destination: folder.destination.appending(name))
        switch try FileStatus.of(member.source, followingLinks: false).kind {
        case .folder: left.append(member)
        case .link:
          try FileTree.createLink(at: member.destination, pointingTo: FileTree.readLink(member.source))
        default: try copyFile(member.source, to: member.destination)
        }
      }
      try afterPiece(completed, known)
    }
    // Adding a member changes a folder's time, so times are set last.
    for folder in times { try FileTree.setModification(folder.path, folder.time) }
  }
}
