import FileSystem
import Foundation

/// Where a command's bytes go: a file that appears whole or not at all, or standard output.
struct OutputDestination {
  let argument: PathArgument
  let replaces: Bool

  /// Writes bytes.
  func write(_ data: Data, console: Console) throws {
    switch argument {
    case .standardStream: try data.withUnsafeBytes { try console.write($0) }
    case .path(let path):
      let replacement = try FileReplacement(at: path, replacing: replaces)
      try data.withUnsafeBytes { try replacement.file.write($0, at: 0) }
      try replacement.commit()
    }
  }

  /// The place of a file with a name of its own: inside the destination where that is a folder, else the destination.
  static func place(_ path: FilePath, for name: FileName) throws -> FilePath {
    guard try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder else { return path }
    return path.appending(name)
  }
}
