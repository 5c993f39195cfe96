import DesktopTransfer
public import ProfferActions
public import ProfferConversions
public import ProfferFileSystem

/// What is taken of what another program offers, and where it goes.
public struct ContentReceipt: Sendable {
  /// Where content goes.
  public enum Destination: Sendable {
    /// A function that gets the bytes piece by piece; text is preferred.
    case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
    /// A file, whose name shows the type that is wanted, a folder that exists or whose path ends with a slash, or a bundle, whose
    /// name ends in `.dragbundle`: everything goes into it.
    case path(FilePath)
    /// A folder, which is made where it does not exist; names that are taken get a number.
    case folder(FilePath)
  }

  /// What was taken.
  public enum Outcome: Sendable {
    /// Everything, into a bundle at this path.
    case bundle(FilePath)
    /// Files that were copied, by the absolute paths of the copies.
    case files([FilePath])
    /// One type.
    case document(Document)
  }

  /// A type that was taken, or what a conversion made of one.
  public struct Document: Sendable {
    /// The type of the result.
    public let typeIdentifier: String
    /// Where it was written; nil is a stream.
    public let path: FilePath?
    /// What the conversion lost; nil where there was none.
    public let report: StepReport?
  }

  /// Where it goes.
  public var destination: Destination
  /// The types that are wanted, most wanted first; none takes the best, or that which the destination implies.
  public var accepted: [TypeReference] = []
  /// Whether a conversion is made where no type matches.
  public var converts = false
  /// Whether a conversion that loses something is refused.
  public var isStrict = false
  /// Whether a bundle takes types that nothing declares.
  public var takesUnknownTypes = false
  /// Whether a bundle or folder takes what a program asks not to keep, such as a password.
  public var takesSensitive = false
  /// Whether a file is replaced.
  public var replaces = false
  /// The name of a file for content that has none, without an extension.
  public var fileStem: String
  /// How long the other program may do nothing; nil is 10 seconds.
  public var timeLimit: Duration?
  /// The most bytes of a type; nil is 4 GiB.
  public var largestByteCount: UInt64?

  /// Makes a receipt for a destination.
  ///
  /// - Parameters:
  ///   - destination: where content goes.
  ///   - fileStem: the name of a file for content that has none, without an extension.
  public init(into destination: Destination, namingFiles fileStem: String = "pasted") {
    self.destination = destination
    self.fileStem = fileStem
  }

  /// How much is taken, and how long the other program may do nothing.
  var limits: TransferLimits {
    var limits = TransferLimits()
    if let timeLimit { limits.idle = timeLimit }
    if let largestByteCount { limits.byteCount = largestByteCount }
    return limits
  }

  /// The destination in messages; nil is a stream.
  var destinationText: String? {
    switch destination {
    case .stream: nil
    case .path(let path), .folder(let path): path.description
    }
  }
}
