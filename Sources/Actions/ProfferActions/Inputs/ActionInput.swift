package import Foundation
public import ProfferFileSystem

/// The input of an action: a file, a folder or a stream.
public struct ActionInput: Sendable, CustomStringConvertible {
  package enum Origin: Sendable {
    case path(FilePath)
    /// A stream that is read once, from its current position.
    case stream(OpenFile)
  }

  package let origin: Origin
  /// The name that messages use for the input.
  public let description: String

  /// The path of a file or folder; nil for a stream.
  package var path: FilePath? {
    if case .path(let path) = origin { path } else { nil }
  }

  /// Creates an input from a file or folder.
  ///
  /// - Parameter path: the path of the file or folder.
  public init(_ path: FilePath) {
    origin = .path(path)
    description = path.description
  }

  /// Creates an input from a stream, which is read once from its current position.
  ///
  /// - Parameter name: the name that messages use for the stream.
  package init(_ stream: OpenFile, named name: String) {
    origin = .stream(stream)
    description = name
  }
}

extension OpenFile {
  /// Reads all remaining bytes of the stream.
  ///
  /// - Parameter didRead: called with the number of bytes read since the last call.
  package func readAll(_ didRead: (UInt64) throws -> Void = { _ in }) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try readNext(into: $0) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      try didRead(UInt64(count))
    }
  }
}
