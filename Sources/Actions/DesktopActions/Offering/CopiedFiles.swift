import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem

/// Files created from copied items for programs that paste files, such as file managers.
///
/// The files exist as long as the offer, in a folder that only this process uses. If the process is killed, a
/// later process removes the folder.
final class CopiedFiles: Sendable {
  private let folders: LoadFolders
  private let hasFile = Locked(false)

  /// Whether at least one file was created.
  var isUsed: Bool { hasFile.withLock { $0 } }

  /// - Parameter folder: the parent of the folder for the files.
  init(in folder: FilePath) { folders = LoadFolders(in: folder) }

  /// Creates a file or folder with the given name in a new folder.
  ///
  /// - Parameter write: creates the file or folder at the given path.
  /// - Returns: the path of the file or folder.
  func add(named name: FileName, _ write: (FilePath) throws -> Void) throws -> FilePath {
    let path = try makeFolder().appending(name)
    try write(path)
    hasFile.withLock { $0 = true }
    return path
  }

  /// Creates a file or folder with the given name and the contents of a representation, in a new folder.
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

  /// Creates an empty folder that only the current user can read.
  func makeFolder() throws -> FilePath { try folders.make() }
}
