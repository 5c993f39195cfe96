import ItemProviders
import ProfferFileSystem

/// Files that are made of the items of a bundle for programs that paste files, such as file managers; they exist as long as the
/// offer does.
///
/// They are in a folder that only this process uses: what a process that was killed has left there is removed by a later one.
final class CopiedFiles: Sendable {
  private let folders: LoadFolders

  init() throws { folders = LoadFolders(in: try ProgramEnvironment.temporaryFolder) }

  /// Makes a file or folder of a name, in a folder of its own.
  ///
  /// - Parameter write: makes it at a path.
  func add(named name: FileName, _ write: (FilePath) throws -> Void) throws -> FilePath {
    let path = try folders.make().appending(name)
    try write(path)
    return path
  }
}
