import Conversions
import FileSystem
import Foundation

/// Where a command's bytes go: a file that appears whole or not at all, or standard output.
struct OutputDestination {
  let argument: PathArgument
  let replaces: Bool

  /// Writes a document of a type; a folder needs a place with a name.
  func write(_ contents: DocumentContents, as typeIdentifier: String, console: Console) throws {
    switch (argument, contents) {
    case (.path(let path), _): try contents.write(to: path, as: typeIdentifier, replacing: replaces)
    case (.standardStream, .data(let data)): try data.withUnsafeBytes { try console.write(payload: $0) }
    case (.standardStream, .package):
      throw Failure("the result is a folder, which is no stream of bytes; name a place with -o")
    }
  }

  /// Writes a document that comes piece by piece; a file appears only when all pieces have come.
  ///
  /// - Parameter produce: is given what takes a piece, and throws to have nothing appear.
  func write(
    console: Console, _ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    switch argument {
    case .standardStream: try produce { try console.write(payload: $0) }
    case .path(let path):
      try path.explainingForce {
        let replacement = try FileReplacement(at: path, replacing: replaces)
        var end: UInt64 = 0
        try produce { piece in
          try replacement.file.write(piece, at: end)
          end += UInt64(piece.count)
        }
        try replacement.commit()
      }
    }
  }

  /// The place of a file with a name of its own: inside the destination where that is a folder, else the destination.
  static func place(_ path: FilePath, for name: FileName) throws -> FilePath {
    guard try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder else { return path }
    return path.appending(name)
  }
}
