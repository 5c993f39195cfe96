public import DescribedErrors
package import ProfferFileSystem
import UniformTypes

/// An error in determining a type, or in reading a declaration file or a MIME database.
public struct DiscoveryError: DescribedError, Sendable {
  /// The kind of error.
  ///
  /// Later versions may add kinds.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, identical to the name of the constant.
    public let rawValue: String

    /// Makes a code with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A file system error occurred; that error is the `cause`.
    public static let fileSystem = Code(rawValue: "fileSystem")
    /// The file is not a valid property list or JSON.
    public static let malformedFile = Code(rawValue: "malformedFile")
    /// The file exceeds the size limit of its kind.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Lists and dictionaries are nested too deeply.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The file has neither of the two keys for type declarations.
    public static let noDeclarations = Code(rawValue: "noDeclarations")
    /// The type of a value is wrong for its key.
    public static let wrongShape = Code(rawValue: "wrongShape")
    /// A declaration has no identifier.
    public static let missingIdentifier = Code(rawValue: "missingIdentifier")
    /// A text that must be a type identifier is invalid, or is in the domain `dyn.`.
    public static let malformedIdentifier = Code(rawValue: "malformedIdentifier")
    /// A list declares an identifier twice.
    public static let duplicateDeclaration = Code(rawValue: "duplicateDeclaration")
    /// The declarations contradict each other or the registry; the cause is a `TypeError`.
    public static let contradictoryDeclarations = Code(rawValue: "contradictoryDeclarations")
    /// A file of the shared MIME database is malformed.
    public static let malformedDatabase = Code(rawValue: "malformedDatabase")
  }

  /// The kind of the error.
  public let code: Code
  /// The file as the caller specified it, and the position in the file; nil if the reason names the file.
  public let subject: String?
  /// The reason for the error and a possible remedy.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// Makes the error for a file system error.
  ///
  /// The message of the file system error names the file.
  package init(_ cause: FileSystemError) { self.init(.fileSystem, reason: cause.message, cause: cause) }

  /// Makes the error for declarations that a registry rejected.
  ///
  /// - Parameter files: the files that contain the declarations.
  init(_ cause: TypeError, in files: String) {
    self.init(.contradictoryDeclarations, subject: files, reason: cause.message, cause: cause)
  }

  /// The error message in one line without a full stop: the file, the position in the file, the error and a
  /// possible remedy.
  public var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The name that reports use for the code.
  ///
  /// If the cause is a file system error, this is the name of that error's code, as in the reports of all
  /// modules.
  package var codeName: String { (cause as? FileSystemError)?.codeName ?? code.rawValue }

  /// The message.
  public var description: String { message }

  /// Calls a function, and wraps a file system error in a `DiscoveryError`.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(DiscoveryError) -> Value {
    do { return try body() } catch { throw DiscoveryError(error) }
  }
}
