import ProfferFileSystem
import TypeDiscovery
public import UniformTypes

/// An action that detects the types of files by their names and contents.
///
/// The action writes nothing.
public struct FileTypeQuery: Action {
  /// The files; the type of each is detected on demand.
  public struct Outcome: Sendable {
    /// The files; with ``FileTypeQuery/isRecursive``, a folder is replaced by the files below it.
    public let inputs: [ActionInput]
    /// The folders that cannot be read, with their errors.
    public let unreadable: [(input: ActionInput, error: any Error)]

    let context: ActionContext

    /// Calls a function with the type of each file, in order.
    ///
    /// Folders that cannot be read come first.
    ///
    /// - Parameter body: called with each file, and its type or the error of detecting it.
    /// - Throws: the errors that `body` throws, or `CancellationError`.
    public func forEach(_ body: (ActionInput, Result<DetectedFileType, any Error>) throws -> Void) throws {
      for (input, error) in unreadable { try body(input, .failure(error)) }
      for input in inputs {
        try context.checkCancellation()
        try body(input, Result { DetectedFileType(try context.types.detection(of: input)) })
      }
    }
  }

  /// The files, folders or streams.
  public var inputs: [ActionInput]
  /// Whether to query the files below folders instead of the folders.
  public var isRecursive = false

  /// Creates a query about files.
  ///
  /// - Parameter inputs: the files, folders or streams.
  public init(of inputs: [ActionInput]) { self.inputs = inputs }

  /// Finds the files; their types are detected on demand.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the files.
  public func run(in context: ActionContext) -> Outcome {
    guard isRecursive else { return Outcome(inputs: inputs, unreadable: [], context: context) }
    var found: [ActionInput] = []
    var unreadable: [(input: ActionInput, error: any Error)] = []
    for input in inputs {
      guard let path = input.path else {
        found.append(input)
        continue
      }
      do {
        found += try FileTypeQuery.files(at: path).map { ActionInput($0) }
      } catch {
        unreadable.append((input, error))
      }
    }
    return Outcome(inputs: found, unreadable: unreadable, context: context)
  }

  /// The files below a folder, or the path itself if it is not a folder.
  private static func files(at path: FilePath) throws -> [FilePath] {
    guard try FileStatus.of(path).kind == .folder else { return [path] }
    let list = try FileList(below: path)
    return (0..<list.count).map { list.path(at: $0) }
  }
}

/// The type of a file, and how it was detected.
public struct DetectedFileType: Sendable {
  /// The type.
  public let type: UTType
  /// The type that the name indicates; nil if it indicates none.
  public let nameType: UTType?
  /// The type that the contents indicate; nil if they indicate none.
  public let contentType: UTType?
  /// Whether the contents contradict the name.
  public let isContradicted: Bool
  /// The evidence for the type, one sentence each.
  public let evidence: [String]

  init(_ detection: TypeDetection) {
    type = detection.type
    nameType = detection.nameType
    contentType = detection.contentType
    isContradicted = detection.isContradicted
    evidence = detection.evidence.map { String(describing: $0) }
  }
}

extension TypeContext {
  /// The type of an input.
  fileprivate func detection(of input: ActionInput) throws -> TypeDetection {
    switch input.origin {
    case .path(let path): try detectUndeclared(path)
    case .stream(let stream): try detection(of: stream)
    }
  }

  /// The type of the content of a stream, from its current position.
  ///
  /// A file that is read from its beginning is examined as a whole, so that an archive is recognized by its
  /// directory.
  private func detection(of stream: OpenFile) throws -> TypeDetection {
    var prefix = [UInt8](repeating: 0, count: TypeDetector.prefixByteCount + 1)
    var count = 0
    while count < prefix.count {
      let step = try prefix.withUnsafeMutableBytes {
        try stream.readNext(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if step == 0 { break }
      count += step
    }
    prefix.removeLast(prefix.count - count)
    if try stream.status().kind == .regular, try stream.bytes(at: 0, count: count) == prefix {
      return try detectUndeclared(stream)
    }
    return try prefix.withUnsafeBytes { bytes in
      try detectUndeclared(
        prefix: UnsafeRawBufferPointer(rebasing: bytes.prefix(TypeDetector.prefixByteCount)),
        isWhole: bytes.count <= TypeDetector.prefixByteCount)
    }
  }
}
