import FileSystem
import ZipArchives

/// Why a bundle could not be written, opened or read.
public struct BundleError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of a name of your own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is something else than a provider bundle.
    public static let notABundle = Code(rawValue: "notABundle")
    /// The archive that holds the bundle is damaged or breaks the rules of the format; the cause says how.
    public static let damagedArchive = Code(rawValue: "damagedArchive")
    /// The bundle is of a version that this reader does not know.
    public static let unknownVersion = Code(rawValue: "unknownVersion")
    /// The manifest is no JSON, or lacks something, or says something that cannot be.
    public static let malformedManifest = Code(rawValue: "malformedManifest")
    /// The manifest and what is stored disagree in path, size or checksum.
    public static let manifestDisagrees = Code(rawValue: "manifestDisagrees")
    /// Something is stored under `items/` that the manifest does not name.
    public static let unnamedEntry = Code(rawValue: "unnamedEntry")
    /// A limit of the reader is exceeded.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The bytes of a payload do not have the checksum that the bundle states.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// There is no such item or representation in the bundle.
    public static let noSuchRepresentation = Code(rawValue: "noSuchRepresentation")
    /// A link in a folder leads out of it, or nowhere.
    public static let linkLeadsOut = Code(rawValue: "linkLeadsOut")
    /// A file that is no regular file, folder or link, such as a pipe or a device.
    public static let unsupportedFile = Code(rawValue: "unsupportedFile")
    /// A source changed while it was packed.
    public static let changedWhilePacking = Code(rawValue: "changedWhilePacking")
    /// A file offered in place is gone or has changed since.
    public static let staleReference = Code(rawValue: "staleReference")
    /// What should be packed breaks a rule of the format, such as a promise of a promise.
    public static let invalidDraft = Code(rawValue: "invalidDraft")
    /// A promised representation was asked for and nobody can make it.
    public static let promiseUnkept = Code(rawValue: "promiseUnkept")
    /// The file system refused; the cause says why.
    public static let fileSystem = Code(rawValue: "fileSystem")
  }

  /// What went wrong.
  public let code: Code
  /// What happened, to which thing, and what can be done.
  public let message: String
  /// The error below this one, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// What is printed for it.
  public var description: String { message }
}

extension BundleError {
  /// What is wrong with the archive that holds a bundle.
  init(_ error: ZipError, in path: FilePath) {
    // What the system refused says nothing about the archive.
    let code: Code = error.cause != nil ? .fileSystem : .damagedArchive
    self.init(code, "\(path): \(error.message)", cause: error)
  }
}
