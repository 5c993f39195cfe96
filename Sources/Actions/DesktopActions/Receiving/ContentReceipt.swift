import DesktopTransfer
public import ProfferActions
public import ProfferConversions
public import ProfferFileSystem

/// The content to accept from another program, and the destination.
public struct ContentReceipt: Sendable {
  /// A destination for content.
  public enum Destination: Sendable {
    /// A function that receives the bytes in chunks.
    ///
    /// If no types are given, text is preferred.
    case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
    /// A file, a folder or a bundle.
    ///
    /// If the name ends in `.dragbundle`, the destination is a bundle, which receives all types. If the path
    /// ends with a slash or a folder exists at the path, the destination is a folder. Otherwise, the
    /// destination is a file, and the filename extension implies the type.
    case path(FilePath)
    /// A folder, created if needed.
    ///
    /// A number is added to file names that are already in use.
    case folder(FilePath)
  }

  /// The result of receiving content.
  public enum Outcome: Sendable {
    /// All types were written to a bundle at the given path.
    case bundle(FilePath)
    /// Copied files were received. The copies have the given absolute paths.
    case files([FilePath])
    /// One type was received.
    case document(Document)
  }

  /// Content of a single type, unchanged or converted.
  public struct Document: Sendable {
    /// The type of the result.
    public let typeIdentifier: String
    /// The path of the written file; nil for a stream.
    public let path: FilePath?
    /// The losses and warnings of the conversion; nil if the content was not converted.
    public let report: StepReport?
  }

  /// The destination of the content.
  public var destination: Destination
  /// The accepted types, in order of preference.
  ///
  /// If empty, the destination implies the type. If the destination implies no type, the best offered type is
  /// received.
  public var accepted: [TypeReference] = []
  /// Whether to convert the content if no offered type matches.
  public var converts = false
  /// Whether to reject a conversion that would lose information.
  public var isStrict = false
  /// Whether a bundle includes undeclared types.
  public var takesUnknownTypes = false
  /// Whether sensitive content, such as a password, may be written to a bundle or folder.
  public var takesSensitive = false
  /// Whether to overwrite an existing file.
  public var replaces = false
  /// Whether files that another program has cut are moved; the action that receives them empties the clipboard then.
  var movesCutFiles = false
  /// The file name, without an extension, for content that has no name.
  public var fileStem: String
  /// The maximum time to wait for data from the other program; nil means 10 seconds.
  public var timeLimit: Duration?
  /// The maximum size of a type, in bytes; nil means 4 GiB.
  public var largestByteCount: UInt64?

  /// Creates a receipt for a destination.
  ///
  /// - Parameters:
  ///   - destination: the destination of the content.
  ///   - fileStem: the file name, without an extension, for content that has no name.
  public init(into destination: Destination, namingFiles fileStem: String = "pasted") {
    self.destination = destination
    self.fileStem = fileStem
  }

  /// The limits on the size of a type and on the time to wait for the other program.
  var limits: TransferLimits {
    var limits = TransferLimits()
    if let timeLimit { limits.idle = timeLimit }
    if let largestByteCount { limits.byteCount = largestByteCount }
    return limits
  }

  /// The destination as shown in messages; nil for a stream.
  var destinationText: String? {
    switch destination {
    case .stream: nil
    case .path(let path), .folder(let path): path.description
    }
  }
}
