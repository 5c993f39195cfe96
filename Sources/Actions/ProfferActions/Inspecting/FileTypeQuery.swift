import ProfferFileSystem
import TypeDiscovery
public import UniformTypes

/// An action that detects the types of files by their names and contents.
///
/// The action does not write files.
public struct FileTypeQuery: Action {
  /// The files to examine.
  ///
  /// The type of each file is detected on demand.
  public struct Outcome: Sendable {
    /// The files.
    ///
    /// If ``FileTypeQuery/isRecursive`` is true, each folder is replaced by the files below it.
    public let inputs: [ActionInput]
    /// The folders that cannot be read, with their errors.
    public let unreadable: [(input: ActionInput, error: any Error)]

    let context: ActionContext

    /// Calls a function with the type of each file, in order.
    ///
    /// Folders that cannot be read come first.
    ///
    /// - Parameter body: called with each file, and with its type or the error that occurred during
    ///   detection.
    /// - Throws: the errors that `body` throws, or `CancellationError`.
    public func forEach(_ body: (ActionInput, Result<DetectedFileType, any Error>) throws -> Void) throws {
      for (input, error) in unreadable { try body(input, .failure(error)) }
      for input in inputs {
        try context.checkCancellation()
        try body(input, Result { DetectedFileType(try context.types.detection(of: input, in: context)) })
      }
    }
  }

  /// The files, folders or streams.
  public var inputs: [ActionInput]
  /// Whether to examine the files below folders, instead of the folders themselves.
  public var isRecursive = false

  /// Creates an action that detects the types of files.
  ///
  /// - Parameter inputs: the files, folders or streams.
  public init(of inputs: [ActionInput]) { self.inputs = inputs }

  /// Finds the files.
  ///
  /// The types are detected later, by ``Outcome/forEach(_:)``.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the files and the unreadable folders.
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

  /// Returns the files below a folder; if the path is not a folder, the path itself.
  private static func files(at path: FilePath) throws -> [FilePath] {
    guard try FileStatus.of(path).kind == .folder else { return [path] }
    let list = try FileList(below: path)
    return (0..<list.count).map { list.path(at: $0) }
  }
}

/// The type of a file, and the evidence for the type.
public struct DetectedFileType: Sendable {
  /// The detected type.
  public let type: UTType
  /// The type that the file name indicates; nil if the name indicates no type.
  public let nameType: UTType?
  /// The type that the contents indicate; nil if the contents indicate no type.
  public let contentType: UTType?
  /// Whether the contents contradict the name.
  public let isContradicted: Bool
  /// The evidence for the type.
  ///
  /// Each element is a sentence.
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
  /// Returns the type of an input.
  fileprivate func detection(of input: ActionInput, in context: ActionContext) throws -> TypeDetection {
    // The path of a FIFO has the type of a FIFO. The path of a descriptor has the type of its contents.
    switch try (input.isDescriptor ? input.readable : input).origin {
    case .path(let path): try detectUndeclared(path)
    case .stream(let stream): try detection(of: stream, in: context)
    case .contents(let file, _): try detectUndeclared(file)
    }
  }

  /// Returns the type of the content of a stream, from its current position.
  ///
  /// If the stream is a file that has not been read yet, the whole file is examined, so that an archive is
  /// recognized by its directory.
  private func detection(of stream: OpenFile, in context: ActionContext) throws -> TypeDetection {
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
    let detection = try prefix.withUnsafeBytes { bytes in
      try detectUndeclared(
        prefix: UnsafeRawBufferPointer(rebasing: bytes.prefix(TypeDetector.prefixByteCount)),
        isWhole: bytes.count <= TypeDetector.prefixByteCount)
    }
    guard Self.containers.contains(detection.type.identifier) else { return detection }
    let file = try OpenFile.unnamed(in: context.folders.temporary)
    try prefix.withUnsafeBytes { try file.write($0, at: 0) }
    try file.copyAll(fromStream: stream, at: UInt64(count))
    return try detectUndeclared(file)
  }

  /// The container types for which a stream is read to its end, because their directory can be anywhere.
  private static let containers = ["public.zip-archive", "io.proffer.compound-file"]
}
