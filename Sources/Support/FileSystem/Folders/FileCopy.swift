/// A copy operation for a file, or for a folder with everything in it.
///
/// Contents are copied by `OpenFile.copy`, which shares extents if the file system supports sharing. Files
/// keep their permissions and modification times, except that the owner can always read and write the copy.
/// Folders keep only their modification times. Links inside a folder are copied as links. Files with a
/// wrong reported size are copied to their actual end.
package struct FileCopy {
  /// The number of bytes after which progress is reported and the operation can be cancelled.
  private static let pieceByteCount: UInt64 = 64 << 20

  /// Called after each chunk and each folder, with the number of bytes copied and the number of bytes found
  /// so far.
  ///
  /// Throws to stop the copy.
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

  /// Copies a file or folder; if the source is a link, copies its target.
  package mutating func run(from source: FilePath, to destination: FilePath) throws {
    if try FileStatus.of(source).kind == .folder {
      try copyFolder(source, to: destination)
    } else {
      try copyFile(source, to: destination)
    }
  }

  /// Copies a range of an open file into an empty file.
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

  /// Copies a folder and everything in it.
  ///
  /// A list of pending folders replaces recursion, so that deeply nested folders do not overflow the stack.
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
    // Adding an entry changes a folder's modification time, so times are set last.
    for folder in times { try FileTree.setModification(folder.path, folder.time) }
  }
}
