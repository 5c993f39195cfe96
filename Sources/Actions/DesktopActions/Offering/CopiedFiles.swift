import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem

/// Files that are made of the items of a bundle for programs that paste files, such as file managers; they exist as long as the
/// offer does.
///
/// They are in a folder that only this process uses: what a process that was killed has left there is removed by a later one.
final class CopiedFiles: Sendable {
  private let folders: LoadFolders
  private let hasFile = Locked(false)

  /// Whether any file was made.
  var isUsed: Bool { hasFile.withLock { $0 } }

  /// - Parameter folder: contains the folder of the files.
  init(in folder: FilePath) { folders = LoadFolders(in: folder) }

  /// Makes a file or folder of a name, in a folder of its own.
  ///
  /// - Parameter write: makes it at a path.
  func add(named name: FileName, _ write: (FilePath) throws -> Void) throws -> FilePath {
    let path = try makeFolder().appending(name)
    try write(path)
    hasFile.withLock { $0 = true }
    return path
  }

  /// Makes a file or folder of a name with the contents of a representation.
  func add(named name: FileName, _ contents: RepresentationContents) throws -> FilePath {
    try add(named: name) { path in
      var copy = FileCopy { _, _ in }
      switch contents {
      case .data(let data):
        let file = try OpenFile.creating(path)
        try data.withUnsafeBytes { try file.write($0, at: 0) }
      case .file(let source, _): try copy.run(from: source, to: path)
      case .range(let source, let offset, let byteCount, _):
        try copy.copyRange(of: source, at: offset, byteCount: byteCount, to: OpenFile.creating(path))
      case .tree(_, let write): try write(path)
      }
    }
  }

  /// Makes an empty folder that only this user can read.
  func makeFolder() throws -> FilePath { try folders.make() }
}
