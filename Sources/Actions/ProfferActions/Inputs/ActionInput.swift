package import Foundation
public import ProfferFileSystem

/// What an action reads: a file or folder, or a stream.
public struct ActionInput: Sendable, CustomStringConvertible {
  package enum Origin: Sendable {
    case path(FilePath)
    /// A stream that is read once, from where it stands.
    case stream(OpenFile)
  }

  package let origin: Origin
  /// What messages call it.
  public let description: String

  /// The path; nil for a stream.
  package var path: FilePath? {
    if case .path(let path) = origin { path } else { nil }
  }

  /// A file or folder.
  ///
  /// - Parameter path: its path.
  public init(_ path: FilePath) {
    origin = .path(path)
    description = path.description
  }

  /// A stream that is read once, from where it stands.
  ///
  /// - Parameter name: what messages call it.
  package init(_ stream: OpenFile, named name: String) {
    origin = .stream(stream)
    description = name
  }
}

extension OpenFile {
  /// All bytes until the end of a stream.
  ///
  /// - Parameter didRead: called with the number of bytes that were read since the last call.
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
