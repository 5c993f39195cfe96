package import Foundation
public import ProfferFileSystem
import TypeDiscovery
package import UniformTypes

/// The input of an action: a file, a folder or a stream.
public struct ActionInput: Sendable, CustomStringConvertible {
  package enum Origin: Sendable {
    case path(FilePath)
    /// A stream that is read once, from its current position.
    case stream(OpenFile)
    /// The contents of a stream, in an unnamed file, and the path that names the stream.
    case contents(OpenFile, of: FilePath)
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

  private init(_ origin: Origin, named name: String) {
    self.origin = origin
    description = name
  }
}

// MARK: - Streams

extension ActionInput {
  /// The folders whose entries are the open files of this process.
  ///
  /// A shell passes such a path in place of `<(command)`.
  private static let descriptorFolders = ["/dev/fd/", "/proc/self/fd/"]

  /// Whether the path names an open file of this process.
  package var isDescriptor: Bool {
    Self.descriptorFolders.contains { path?.bytes.starts(with: $0.utf8) ?? false }
  }

  /// The input, with a FIFO or a character device opened as a stream.
  ///
  /// Opening a FIFO blocks until it has a writer. Use this property only for inputs that the user named.
  package var readable: ActionInput {
    get throws {
      guard let path, let kind = try FileStatus.ifPresent(path)?.kind,
        kind == .pipe || kind == .characterDevice
      else { return self }
      return ActionInput(.stream(try OpenFile.reading(path)), named: description)
    }
  }

  /// Returns the input, with a stream read to its end into an unnamed temporary file.
  package func spooled(in context: ActionContext) throws -> ActionInput {
    guard case .stream(let stream) = origin else { return self }
    let file = try OpenFile.unnamed(in: context.folders.temporary)
    try file.copyAll(fromStream: stream)
    return ActionInput(.contents(file, of: stream.path), named: description)
  }

  /// Returns all bytes of the input, which must be a file or a stream.
  package func readAll(in context: ActionContext) throws -> [UInt8] {
    switch try readable.origin {
    case .path(let path): try path.fileBytes(spoolingIn: context.folders.temporary)
    case .stream(let stream), .contents(let stream, _): [UInt8](try stream.readAll())
    }
  }
}

extension TypeContext {
  /// Returns the type of the contents of a stream; `public.data` if no type is detected.
  ///
  /// The type of text is a guess, because a stream has no name. In this case, a note reports the type.
  ///
  /// - Throws: ``ActionError`` with the code `needsType` if the stream is empty.
  package func detect(
    contents file: OpenFile, of input: ActionInput, _ note: (ActionNote) -> Void
  ) throws -> UTType {
    guard try file.status().byteCount > 0 else {
      throw ActionError.failure("\(input) is empty, so its type is unknown", code: .needsType)
    }
    let type = try detect(file, named: nil, isExecutable: false, bytes: nil).type
    if !Self.plainTexts.contains(type), registry.conforms(type, to: .text) {
      note(.typeGuessed(input.description, type))
    }
    return type
  }

  /// The types of plain text, which are not reported as guesses.
  private static let plainTexts: [UTType] = [
    .plainText, .utf8PlainText, .utf16PlainText, .utf16ExternalPlainText,
  ]
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
