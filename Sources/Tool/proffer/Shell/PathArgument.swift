import ArgumentParsing
import ProfferActions
import ProfferFileSystem

/// A path as bytes, or `-` for a standard stream.
enum PathArgument: Sendable, Equatable, CustomStringConvertible {
  case path(FilePath)
  case standardStream

  /// The name used in output.
  var description: String {
    switch self {
    case .path(let path): path.description
    case .standardStream: "-"
    }
  }

  /// The input for an action.
  var actionInput: ActionInput {
    switch self {
    case .path(let path): ActionInput(path)
    case .standardStream: ActionInput(.standardInput, named: "standard input")
    }
  }

  /// A file to be read, or standard input.
  static var input: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  }

  /// A bundle to be read, or standard input.
  static var bundle: ArgumentValue<PathArgument> {
    let input = input
    return ArgumentValue(.bundle, read: input.read)
  }

  /// A file to be written, or standard output.
  static var output: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  }

  /// - Parameter streamNames: the system's names for the stream. They mean the same as `-`, because opening
  ///   them as files often fails.
  private static func value(streamNames: [String]) -> ArgumentValue<PathArgument> {
    ArgumentValue(.file) { word throws(ArgumentProblem) in
      if word == [UInt8(ascii: "-")] { return .standardStream }
      for name in streamNames where word.elementsEqual(name.utf8) { return .standardStream }
      guard let path = FilePath(bytes: word) else { throw ArgumentProblem("the path is empty") }
      return .path(path)
    }
  }
}

extension FilePath {
  /// A path that never means a stream, even if it is `-`.
  static func argument(_ kind: ValueKind) -> ArgumentValue<FilePath> {
    ArgumentValue(kind) { word throws(ArgumentProblem) in
      guard let path = FilePath(bytes: word) else { throw ArgumentProblem("the path is empty") }
      return path
    }
  }

  /// The path relative to a folder that contains it; otherwise the path itself.
  ///
  /// - Parameter folder: an absolute path, like this one.
  func typed(in folder: FilePath) -> FilePath {
    let prefix = folder.bytes + [UInt8(ascii: "/")]
    guard bytes.starts(with: prefix), let path = FilePath(bytes: Array(bytes.dropFirst(prefix.count))) else {
      return self
    }
    return path
  }
}

extension ValueKind {
  /// A bundle; its name ends in `.dragbundle`.
  static let bundle = ValueKind.document("dragbundle")
}
