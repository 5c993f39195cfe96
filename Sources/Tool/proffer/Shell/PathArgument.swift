import ArgumentParsing
import FileSystem

/// A path as bytes, or `-` for a standard stream.
enum PathArgument: Sendable, Equatable {
  case path(FilePath)
  case standardStream

  /// - Parameter streamNames: what the system calls the stream; the same as `-`, as it often is no file to be opened anew.
  private init?(word: [UInt8], streamNames: [String]) {
    if word == [UInt8(ascii: "-")] || streamNames.contains(where: { word.elementsEqual($0.utf8) }) {
      self = .standardStream
    } else if let path = FilePath(bytes: word) {
      self = .path(path)
    } else {
      return nil
    }
  }

  /// A file to be read, or standard input.
  static var input: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  }

  /// A file to be written, or standard output.
  static var output: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  }

  private static func value(streamNames: [String]) -> ArgumentValue<PathArgument> {
    ArgumentValue(.file) { word throws(ArgumentProblem) in
      guard let argument = PathArgument(word: word, streamNames: streamNames) else {
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
