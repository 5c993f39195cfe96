import ArgumentParsing
import ProfferActions
import ProfferFileSystem

/// The path of a file or folder, or `-` for a standard stream.
enum PathArgument: Sendable, Equatable, CustomStringConvertible {
  case path(FilePath)
  case standardStream

  /// The argument as shown in messages.
  var description: String {
    switch self {
    case .path(let path): path.description
    case .standardStream: "-"
    }
  }

  /// The input for an action.
  ///
  /// `-` is standard input.
  var actionInput: ActionInput {
    switch self {
    case .path(let path): ActionInput(path)
    case .standardStream: ActionInput(.standardInput, named: "standard input")
    }
  }

  /// Parses the path of a file to read, or `-` for standard input.
  static var input: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  }

  /// Parses the path of a bundle to read, or `-` for standard input.
  static var bundle: ArgumentValue<PathArgument> {
    let input = input
    return ArgumentValue(.bundle, read: input.read)
  }

  /// Parses the path of a file to write, or `-` for standard output.
  static var output: ArgumentValue<PathArgument> {
    value(streamNames: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  }

  /// Returns whether a word is probably a path: `-`, a name with a dot or slash, or that of an existing file.
  @Sendable
  static func isLikely(_ word: [UInt8]) -> Bool {
    if word == [UInt8(ascii: "-")] || word.contains(UInt8(ascii: ".")) || word.contains(UInt8(ascii: "/")) {
      return true
    }
    do { return try FilePath(bytes: word).flatMap { try FileStatus.ifPresent($0) } != nil } catch {
      // A word that cannot be examined is reported as an unknown command.
      return false
    }
  }

  /// - Parameter streamNames: the system's paths for the stream. They are treated in the same way as `-`,
  ///   because opening such a path as a file often fails.
  private static func value(streamNames: [String]) -> ArgumentValue<PathArgument> {
    ArgumentValue(.file) { word throws(ArgumentProblem) in
      if word == [UInt8(ascii: "-")] { return .standardStream }
      for name in streamNames where word.elementsEqual(name.utf8) { return .standardStream }
      guard let path = FilePath(bytes: word) else { throw ArgumentProblem("the path is empty") }
      return .path(path)
    }
  }
}

extension Console {
  /// Writes the path of a written file or folder, unless it is the path that the command line names.
  func tell(writtenTo path: FilePath, named output: PathArgument?) throws {
    if output != .path(path) { try tell(path.description) }
  }
}

extension [PathArgument] {
  /// Throws if standard input is named more than once, because it can be read only once.
  func requireOneStream() throws(ArgumentProblem) {
    if count(where: { $0 == .standardStream }) > 1 {
      throw ArgumentProblem("standard input can be read only once; omit one -")
    }
  }
}

extension FilePath {
  /// Parses a path.
  ///
  /// `-` is the name of a file and does not denote a stream.
  static func argument(_ kind: ValueKind) -> ArgumentValue<FilePath> {
    ArgumentValue(kind) { word throws(ArgumentProblem) in
      guard let path = FilePath(bytes: word) else { throw ArgumentProblem("the path is empty") }
      return path
    }
  }

  /// Returns the path relative to a folder.
  ///
  /// If the path is not below the folder, returns the path unchanged.
  ///
  /// - Parameter folder: the absolute path of the folder. `self` must also be absolute.
  func typed(in folder: FilePath) -> FilePath {
    let prefix = folder.bytes + [UInt8(ascii: "/")]
    guard bytes.starts(with: prefix), let path = FilePath(bytes: Array(bytes.dropFirst(prefix.count))) else {
      return self
    }
    return path
  }
}

extension ValueKind {
  /// A bundle, whose name ends in `.dragbundle`.
  static let bundle = ValueKind.document("dragbundle")
}
