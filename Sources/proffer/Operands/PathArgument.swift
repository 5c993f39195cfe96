import CommandLineArguments
import FileSystem

/// A path as bytes, or `-` for a standard stream.
enum PathArgument: Sendable, Equatable {
  case path(FilePath)
  case standardStream

  init?(word: [UInt8]) {
    if word == [UInt8(ascii: "-")] {
      self = .standardStream
    } else if let path = FilePath(bytes: word) {
      self = .path(path)
    } else {
      return nil
    }
  }

  /// A file, or `-`.
  static var file: ArgumentValue<PathArgument> {
    ArgumentValue(.file) { word throws(ArgumentProblem) in
      guard let argument = PathArgument(word: word) else {
        throw ArgumentProblem("an empty path names no file")
      }
      return argument
    }
  }
}

extension FilePath {
  /// A path that is no stream, whatever it looks like.
  static func argument(_ kind: ValueKind) -> ArgumentValue<FilePath> {
    ArgumentValue(kind) { word throws(ArgumentProblem) in
      guard let path = FilePath(bytes: word) else { throw ArgumentProblem("an empty path names nothing") }
      return path
    }
  }
}
