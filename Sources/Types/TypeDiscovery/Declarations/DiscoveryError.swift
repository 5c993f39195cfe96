package import FileSystem
import UniformTypes

/// Why types could not be found out, or a file of declarations could not be taken.
public struct DiscoveryError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure this is.
  ///
  /// The list is open: later versions may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file system failed; the cause is its error.
    public static let fileSystem = Code(rawValue: "fileSystem")
    /// The file is neither a property list nor JSON, or a broken one.
    public static let malformedFile = Code(rawValue: "malformedFile")
    /// The file is larger than any sensible one of its kind.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Lists and dictionaries stand too deep inside one another.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The file has neither of the two keys that declare types.
    public static let noDeclarations = Code(rawValue: "noDeclarations")
    /// A value is of another kind than its key asks for.
    public static let wrongShape = Code(rawValue: "wrongShape")
    /// A declaration has no identifier.
    public static let missingIdentifier = Code(rawValue: "missingIdentifier")
    /// A text that should be a type identifier is none, or is in the domain `dyn.`.
    public static let malformedIdentifier = Code(rawValue: "malformedIdentifier")
    /// One list declares an identifier twice.
    public static let duplicateDeclaration = Code(rawValue: "duplicateDeclaration")
    /// The declarations do not fit together or onto the registry; the cause is a `TypeError`.
    public static let contradictoryDeclarations = Code(rawValue: "contradictoryDeclarations")
    /// A file of the shared MIME database is not in its format.
    public static let malformedDatabase = Code(rawValue: "malformedDatabase")
  }

  /// What kind of failure this is.
  public let code: Code
  /// What happened, to which file and where in it, and what to do about it; one line without a full stop.
  public let message: String
  /// The failure behind this one, if there was one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The error for what the file system refused; its words say enough.
  package init(_ cause: FileSystemError) { self.init(.fileSystem, cause.message, cause: cause) }

  /// The error for declarations that a registry refused.
  ///
  /// - Parameter place: the files that they came from.
  init(_ cause: TypeError, in place: String) {
    self.init(.contradictoryDeclarations, "\(place): \(cause.message)", cause: cause)
  }

  /// The message.
  public var description: String { message }

  /// Does something with a file; its failure becomes the cause of ours.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(DiscoveryError) -> Value {
    do { return try body() } catch { throw DiscoveryError(error) }
  }
}
