import FileSystem
import Foundation
import ZipArchives

/// A folder as bytes: a zip archive whose single top-level entry is the folder (source: the reference page of
/// `loadDataRepresentation`).
enum FolderArchive {
  /// Archives a folder.
  ///
  /// Members come in the order of their names' bytes, and times are constant: the same folder gives the same
  /// bytes.
  ///
  /// - Parameters:
  ///   - name: the name of the top-level entry.
  ///   - check: called before each member; throws to stop.
  static func data(of folder: FilePath, named name: FileName, check: () throws -> Void) throws -> Data {
    let output = try OpenFile.unnamed(in: LoadFolders.systemFolder())
    var writer = ZipWriter(output: output)
    try writer.addFolder(name: name.bytes + [0x2F])
    var left = [(path: folder, entryName: name.bytes)]
    while let current = left.popLast() {
      for name in try Folder.names(in: current.path) {
        try check()
        let path = current.path.appending(name)
        let entryName = current.entryName + [0x2F] + name.bytes
        let status = try FileStatus.of(path, followingLinks: false)
        switch status.kind {
        case .folder:
          try writer.addFolder(name: entryName + [0x2F])
          left.append((path, entryName))
        case .link:
          try FileTree.readLink(path).withUnsafeBytes { target in
            _ = try writer.add(name: entryName, bytes: target, unixMode: 0o120777)
          }
        default:
          let file = try OpenFile.readingRegular(path)
          _ = try writer.add(
            name: entryName, contentsOf: file, byteCount: file.status().byteCount,
            unixMode: 0o100000 | status.permissions & 0o777)
        }
      }
    }
    let byteCount = try writer.finish()
    return try Data(mapping: output, at: 0, byteCount: byteCount)
  }
}
