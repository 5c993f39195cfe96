import FileSystem
import JSONText
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
    /// The archive that holds the bundle breaks a rule of the format that has no code of its own.
    ///
    /// What an archive as such does wrong has the codes below, from ``truncated`` to ``unsupportedFeature``.
    public static let damagedArchive = Code(rawValue: "damagedArchive")
    /// The archive's end is missing.
    public static let truncated = Code(rawValue: "truncated")
    /// Something follows the archive's end record, or it has a comment.
    public static let trailingData = Code(rawValue: "trailingData")
    /// The archive has two end records.
    public static let severalEndRecords = Code(rawValue: "severalEndRecords")
    /// The archive is one of several pieces.
    public static let severalDisks = Code(rawValue: "severalDisks")
    /// The archive's directory is not where or what the end record says.
    public static let directoryDisagrees = Code(rawValue: "directoryDisagrees")
    /// Where the archive's directory places an entry's local header stands something else.
    public static let missingLocalHeader = Code(rawValue: "missingLocalHeader")
    /// An entry's local header says something else than the directory.
    public static let localHeaderDisagrees = Code(rawValue: "localHeaderDisagrees")
    /// Two entries share bytes.
    public static let overlappingEntries = Code(rawValue: "overlappingEntries")
    /// The archive's directory places an entry beyond the place of all entries.
    public static let offsetOutOfBounds = Code(rawValue: "offsetOutOfBounds")
    /// An entry says that it is longer than what is there of all entries.
    public static let sizeOutOfBounds = Code(rawValue: "sizeOutOfBounds")
    /// The archive has bytes that belong to no entry.
    public static let hiddenData = Code(rawValue: "hiddenData")
    /// An entry has an extra field that is neither padding nor the numbers of ZIP64.
    public static let forbiddenExtraField = Code(rawValue: "forbiddenExtraField")
    /// Two entries have the same name.
    public static let duplicateName = Code(rawValue: "duplicateName")
    /// Two names that some file system takes for one, or a file's name that is a folder's too.
    public static let ambiguousName = Code(rawValue: "ambiguousName")
    /// An entry's name is empty or has an empty part.
    public static let unsafeName = Code(rawValue: "unsafeName")
    /// An entry's name begins at the root.
    public static let absoluteName = Code(rawValue: "absoluteName")
    /// An entry's name has a part `.` or `..`.
    public static let dotsInName = Code(rawValue: "dotsInName")
    /// An entry's name has a backslash.
    public static let backslashInName = Code(rawValue: "backslashInName")
    /// An entry's name begins with a drive letter.
    public static let driveLetterInName = Code(rawValue: "driveLetterInName")
    /// An entry's name has a NUL.
    public static let nulInName = Code(rawValue: "nulInName")
    /// An entry's name has another control character.
    public static let controlCharacterInName = Code(rawValue: "controlCharacterInName")
    /// An entry's name is not UTF-8, or is not marked so.
    public static let nameNotUTF8 = Code(rawValue: "nameNotUTF8")
    /// An entry's name is one that not every system can give to a file.
    public static let reservedName = Code(rawValue: "reservedName")
    /// An entry is encrypted.
    public static let encrypted = Code(rawValue: "encrypted")
    /// An entry is compressed.
    public static let compressed = Code(rawValue: "compressed")
    /// An entry's sizes stand behind it.
    public static let dataDescriptor = Code(rawValue: "dataDescriptor")
    /// An entry is a link, a device or the like.
    public static let specialFile = Code(rawValue: "specialFile")
    /// ZIP64 records that are missing, needless, or say something else than the plain ones.
    public static let zip64Contradiction = Code(rawValue: "zip64Contradiction")
    /// The archive uses a feature of the format that bundles do not.
    public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
    /// The bundle is of a version that this reader does not know.
    public static let unknownVersion = Code(rawValue: "unknownVersion")
    /// The manifest is no JSON, or lacks something, or says something that cannot be.
    ///
    /// What it does wrong in other ways has the codes below, from ``duplicateKey`` to ``malformedType``.
    public static let malformedManifest = Code(rawValue: "malformedManifest")
    /// The manifest names a member of an object twice.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// Objects and arrays stand too deep inside one another in the manifest.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The manifest has a value of another kind than its key asks for.
    public static let wrongKind = Code(rawValue: "wrongKind")
    /// The manifest has a path that is not below `items/`.
    public static let pathOutsideItems = Code(rawValue: "pathOutsideItems")
    /// The manifest claims one entry with two sizes or checksums.
    public static let claimedTwice = Code(rawValue: "claimedTwice")
    /// The type of a representation is not a type identifier.
    public static let malformedType = Code(rawValue: "malformedType")
    /// The manifest and what is stored disagree in path, size or checksum.
    public static let manifestDisagrees = Code(rawValue: "manifestDisagrees")
    /// Something is stored under `items/` that the manifest does not name.
    public static let unnamedEntry = Code(rawValue: "unnamedEntry")
    /// A limit of the reader is exceeded.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// A bundle that names the same bytes again and again would be written out as more than its reader allows.
    public static let expandsTooFar = Code(rawValue: "expandsTooFar")
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
    /// A file outside the bundle was asked for, and references are not followed.
    public static let referenceRefused = Code(rawValue: "referenceRefused")
    /// Another program is changing the bundle.
    public static let beingChanged = Code(rawValue: "beingChanged")
    /// What should be packed breaks a rule of the format, such as a promise of a promise.
    public static let invalidDraft = Code(rawValue: "invalidDraft")
    /// A promised representation was asked for and nobody can make it.
    public static let promiseUnkept = Code(rawValue: "promiseUnkept")
    /// The file system refused; the cause says why.
    public static let fileSystem = Code(rawValue: "fileSystem")
  }

  /// What went wrong.
  public let code: Code
  /// What happened, to which thing, and what can be done: one line without controls, whatever a bundle calls its things.
  public let message: String
  /// The error below this one, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = PrintableText.line(message)
    self.cause = cause
  }

  /// What is printed for it.
  public var description: String { message }
}

extension BundleError {
  /// What is wrong with the archive that holds a bundle.
  init(_ error: ZipError, in path: FilePath) {
    self.init(Code(error.code), "\(path): \(error.message)", cause: error)
  }
}

extension BundleError {
  /// An error of this module as it is; any other comes from the system below.
  init(describing error: any Error) {
    self = error as? BundleError ?? BundleError(.fileSystem, String(describing: error), cause: error)
  }
}

extension BundleError.Code {
  /// The code for what is wrong with an archive.
  init(_ code: ZipError.Code) {
    switch code {
    case .notAnArchive: self = .notABundle
    case .unsupported: self = .unsupportedFeature
    // All others have one name here and there.
    default: self.init(rawValue: code.rawValue)
    }
  }
}

extension JSONError.Code {
  /// A value of another kind than its key asks for.
  static let wrongKind = Self(rawValue: "wrongKind")
}

extension BundleError.Code {
  /// The code for what is wrong with the text of a manifest.
  init(_ code: JSONError.Code) {
    switch code {
    case .duplicateKey, .tooDeep, .wrongKind: self.init(rawValue: code.rawValue)
    default: self = .malformedManifest
    }
  }
}
