import Conversions
import FileSystem
import Foundation

/// Where a command's bytes go: a file that appears whole or not at all, or standard output.
enum OutputDestination {
  case standardStream
  case place(OutputPlace, replaces: Bool)

  /// Where the word of a command line says.
  init(_ argument: PathArgument, replaces: Bool) {
    switch argument {
    case .standardStream: self = .standardStream
    case .path(let path): self = .place(OutputPlace(path), replaces: replaces)
    }
  }

  /// Where the word of a command line says, for a file with a name of its own: inside a folder under that name.
  init(_ argument: PathArgument, for name: @autoclosure () -> FileName, replaces: Bool) throws {
    switch argument {
    case .standardStream: self = .standardStream
    case .path(let path): self = .place(try OutputPlace(path, for: name()), replaces: replaces)
    }
  }

  /// Writes a document of a type; a folder needs a place with a name.
  func write(_ contents: DocumentContents, as typeIdentifier: String, console: Console) throws {
    switch (self, contents) {
    case (.place(let place, let replaces), _):
      try contents.write(to: place, as: typeIdentifier, replacing: replaces)
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
    switch self {
    case .standardStream: try produce { try console.write(payload: $0) }
    case .place(let place, let replaces):
      try place.explainingForce {
        let replacement = try place.newFile(replacing: replaces)
        var end: UInt64 = 0
        try produce { piece in
          try replacement.file.write(piece, at: end)
          end += UInt64(piece.count)
        }
        try replacement.commit()
      }
    }
  }
}
