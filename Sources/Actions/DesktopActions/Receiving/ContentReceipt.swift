import DesktopTransfer
public import ProfferActions
public import ProfferConversions
public import ProfferFileSystem

/// The content to take from another program, and its destination.
public struct ContentReceipt: Sendable {
  /// A destination for content.
  public enum Destination: Sendable {
    /// A function that receives the bytes in pieces; text is preferred.
    case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
    /// A file, a folder or a bundle.
    ///
    /// The name of a file implies the type. A path is a folder if the folder exists or the path ends with a
    /// slash. A name that ends in `.dragbundle` is a bundle, which receives everything.
    case path(FilePath)
    /// A folder, which is created if needed; a number is added to names that are in use.
    case folder(FilePath)
  }

  /// The content that was taken.
  public enum Outcome: Sendable {
    /// Everything, in a bundle at this path.
    case bundle(FilePath)
    /// Files, with the absolute paths of their copies.
    case files([FilePath])
    /// One type.
    case document(Document)
  }

  /// Content of one type, either offered or converted.
  public struct Document: Sendable {
    /// The type of the result.
    public let typeIdentifier: String
    /// The file that was written; nil for a stream.
    public let path: FilePath?
    /// The losses and warnings of the conversion; nil if there was no conversion.
    public let report: StepReport?
  }

  /// The destination.
  public var destination: Destination
  /// The accepted types, most wanted first; if empty, the type that the destination implies, or the best one.
  public var accepted: [TypeReference] = []
  /// Whether to convert if no offered type matches.
  public var converts = false
  /// Whether to refuse a conversion that loses anything.
  public var isStrict = false
  /// Whether a bundle includes undeclared types.
  public var takesUnknownTypes = false
  /// Whether sensitive content, such as a password, may be written to a bundle or folder.
  public var takesSensitive = false
  /// Whether to replace an existing file.
  public var replaces = false
  /// The file name, without an extension, for content that has no name.
  public var fileStem: String
  /// How long the other program may be idle; nil means 10 seconds.
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

  /// The limits for the size of a type and for the idle time of the other program.
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
