import ProfferFileSystem
import TypeDiscovery
public import UniformTypes

/// The types of files, by their names and contents.
///
/// Nothing is written.
public struct FileTypeQuery: Action {
  /// The files; the type of each is determined when it is asked for.
  public struct Outcome: Sendable {
    /// The files; with ``FileTypeQuery/isRecursive``, those below a folder are in its place.
    public let inputs: [ActionInput]
    /// The folders that cannot be read, with their errors.
    public let unreadable: [(input: ActionInput, error: any Error)]

    let context: ActionContext

    /// Gives the type of each file, in their order, after the folders that cannot be read.
    ///
    /// - Parameter body: called with each file, and its type or why that is unknown.
    /// - Throws: what the function throws.
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
  /// Whether the files below folders are asked about instead of the folders.
  public var isRecursive = false

  /// Asks about files.
  ///
  /// - Parameter inputs: the files, folders or streams.
  public init(of inputs: [ActionInput]) { self.inputs = inputs }

  /// Finds the files; their types are determined on demand.
  ///
  /// - Parameter context: what the action needs besides its inputs.
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

/// The type of a file, and how it was determined.
public struct DetectedFileType: Sendable {
  /// The type.
  public let type: UTType
  /// The type that the name shows; nil if it shows none.
  public let nameType: UTType?
  /// The type that the contents show; nil if they show none.
  public let contentType: UTType?
  /// Whether the contents contradict the name.
  public let isContradicted: Bool
  /// What the type was determined by, a sentence each.
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
  /// The type of what an action reads.
  fileprivate func detection(of input: ActionInput) throws -> TypeDetection {
    switch input.origin {
    case .path(let path): try detectUndeclared(path)
    case .stream(let stream): try detection(of: stream)
    }
  }

  /// The type of what a stream holds from where it stands.
  ///
  /// A file that is read from its beginning is examined as a whole, so that an archive is known by its directory.
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
