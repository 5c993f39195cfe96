public import DescribedErrors
package import ProfferFileSystem
import UniformTypes

/// Why a type could not be determined, or a file of declarations was refused.
public struct DiscoveryError: DescribedError, Sendable {
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
    /// Lists and dictionaries are nested too deep.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The file has neither of the two keys that declare types.
    public static let noDeclarations = Code(rawValue: "noDeclarations")
    /// A value is of another kind than its key asks for.
    public static let wrongShape = Code(rawValue: "wrongShape")
    /// A declaration has no identifier.
    public static let missingIdentifier = Code(rawValue: "missingIdentifier")
    /// A text that should be a type identifier is not one, or is in the domain `dyn.`.
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
  /// The file, and the place in it, that the failure is about, as it was given; nil when the reason names it.
  public let subject: String?
  /// What is wrong there, and what to do about it.
  public let reason: String
  /// The failure that caused this one, if there was one.
  public let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The error for a failure of the file system, whose message names the file.
  package init(_ cause: FileSystemError) { self.init(.fileSystem, reason: cause.message, cause: cause) }

  /// The error for declarations that a registry refused.
  ///
  /// - Parameter files: the files that they came from.
  init(_ cause: TypeError, in files: String) {
    self.init(.contradictoryDeclarations, subject: files, reason: cause.message, cause: cause)
  }

  /// What happened, to which file and where in it, and what to do about it; one line without a full stop.
  public var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The name of the code; that of the file system's error if it is the cause, in reports of all modules.
  package var codeName: String { (cause as? FileSystemError)?.codeName ?? code.rawValue }

  /// The message.
  public var description: String { message }

  /// Calls a function; an error of the file system becomes the cause of one of ours.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(DiscoveryError) -> Value {
    do { return try body() } catch { throw DiscoveryError(error) }
  }
}
