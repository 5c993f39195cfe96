public import DescribedErrors
import JSONText
import ProfferFileSystem
import ZipArchives

/// Why a bundle could not be written, opened or read.
public struct BundleError: DescribedError, Sendable {
  /// What went wrong; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of a name of your own.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is not a provider bundle.
    public static let notABundle = Code(rawValue: "notABundle")
    /// The archive breaks a rule of bundles that has no code of its own.
    ///
    /// The codes from ``truncated`` to ``unsupportedFeature`` are those of zip archives in general.
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
    /// An entry's local header is not where the archive's directory says.
    public static let missingLocalHeader = Code(rawValue: "missingLocalHeader")
    /// An entry's local header disagrees with the directory.
    public static let localHeaderDisagrees = Code(rawValue: "localHeaderDisagrees")
    /// Two entries share bytes.
    public static let overlappingEntries = Code(rawValue: "overlappingEntries")
    /// The archive's directory places an entry outside the entries.
    public static let offsetOutOfBounds = Code(rawValue: "offsetOutOfBounds")
    /// An entry's size reaches beyond the entries.
    public static let sizeOutOfBounds = Code(rawValue: "sizeOutOfBounds")
    /// The archive has bytes that belong to no entry.
    public static let hiddenData = Code(rawValue: "hiddenData")
    /// An entry has an extra field that is neither padding nor the numbers of ZIP64.
    public static let forbiddenExtraField = Code(rawValue: "forbiddenExtraField")
    /// Two entries have the same name.
    public static let duplicateName = Code(rawValue: "duplicateName")
    /// Two names that a file system may treat as one, or one name for a file and a folder.
    public static let ambiguousName = Code(rawValue: "ambiguousName")
    /// An entry's name is empty or has an empty part.
    public static let unsafeName = Code(rawValue: "unsafeName")
    /// An entry's name begins with a slash.
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
    /// An entry's name is reserved on some systems.
    public static let reservedName = Code(rawValue: "reservedName")
    /// An entry is encrypted.
    public static let encrypted = Code(rawValue: "encrypted")
    /// An entry is compressed.
    public static let compressed = Code(rawValue: "compressed")
    /// An entry's sizes follow its data.
    public static let dataDescriptor = Code(rawValue: "dataDescriptor")
    /// An entry is a link, a device or the like.
    public static let specialFile = Code(rawValue: "specialFile")
    /// ZIP64 records are missing, needless, or contradict the plain ones.
    public static let zip64Contradiction = Code(rawValue: "zip64Contradiction")
    /// The archive uses a feature of the format that bundles do not.
    public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
    /// The bundle has a version that this reader does not know.
    public static let unknownVersion = Code(rawValue: "unknownVersion")
    /// The manifest is not JSON, or a value is missing or impossible.
    ///
    /// The codes from ``duplicateKey`` to ``malformedType`` are other faults of a manifest.
    public static let malformedManifest = Code(rawValue: "malformedManifest")
    /// An object of the manifest has a key twice.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// Objects and arrays of the manifest are nested too deeply.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// A value of the manifest has the wrong kind for its key.
    public static let wrongKind = Code(rawValue: "wrongKind")
    /// A path in the manifest is not below `items/`.
    public static let pathOutsideItems = Code(rawValue: "pathOutsideItems")
    /// The path of a preview in the manifest is not below `previews/`.
    public static let pathOutsidePreviews = Code(rawValue: "pathOutsidePreviews")
    /// The type of a preview does not conform to `public.image`.
    public static let previewNotImage = Code(rawValue: "previewNotImage")
    /// The manifest gives one entry two sizes or checksums.
    public static let claimedTwice = Code(rawValue: "claimedTwice")
    /// The type of a representation is not a type identifier.
    public static let malformedType = Code(rawValue: "malformedType")
    /// A declaration of a type that the bundle carries cannot be used.
    public static let malformedDeclaration = Code(rawValue: "malformedDeclaration")
    /// The manifest and what is stored disagree in path, size or checksum.
    public static let manifestDisagrees = Code(rawValue: "manifestDisagrees")
    /// Something is stored under `items/` that the manifest does not name.
    public static let unnamedEntry = Code(rawValue: "unnamedEntry")
    /// A limit of the reader is exceeded.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The bundle names the same bytes so often that it would be written out as more than the limit allows.
    public static let expandsTooFar = Code(rawValue: "expandsTooFar")
    /// The bytes of a payload do not have the checksum that the bundle states.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// The bundle does not have this item or representation.
    public static let noSuchRepresentation = Code(rawValue: "noSuchRepresentation")
    /// A link in a folder leads out of it, or nowhere.
    public static let linkLeadsOut = Code(rawValue: "linkLeadsOut")
    /// A file is not a regular file, a folder or a link, but a pipe or a device.
    public static let unsupportedFile = Code(rawValue: "unsupportedFile")
    /// A source changed while it was packed.
    public static let changedWhilePacking = Code(rawValue: "changedWhilePacking")
    /// A file offered in place is gone or has changed since.
    public static let staleReference = Code(rawValue: "staleReference")
    /// The bytes are in a file outside the bundle, and references are not followed.
    public static let referenceRefused = Code(rawValue: "referenceRefused")
    /// Another program is changing the bundle.
    public static let beingChanged = Code(rawValue: "beingChanged")
    /// The draft breaks a rule of the format, such as a promise made of a promise.
    public static let invalidDraft = Code(rawValue: "invalidDraft")
    /// A promised representation cannot be made.
    public static let promiseUnkept = Code(rawValue: "promiseUnkept")
    /// The file system failed; the cause says why.
    public static let fileSystem = Code(rawValue: "fileSystem")
  }

  /// What went wrong.
  public let code: Code
  /// What it happened to, as the user wrote it, such as the path of a bundle; nil where ``reason`` names it.
  public let subject: String?
  /// What happened and what can be done.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - subject: what the error is about; nil where the reason names it.
  ///   - reason: what happened, and what can be done.
  ///   - cause: the underlying error, if any.
  package init(
    _ code: Code, of subject: (some CustomStringConvertible)? = String?.none, _ reason: String,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.subject = subject?.description
    self.reason = reason
    self.cause = cause
  }

  /// The subject and the reason in one line without control characters, whatever names a bundle contains.
  public var message: String { PrintableText.line(subject.map { "\($0): \(reason)" } ?? reason) }

  /// The name of the code; that of the file system's error if it is the cause, in reports of all modules.
  package var codeName: String { (cause as? FileSystemError)?.codeName ?? code.rawValue }

  /// The same as ``message``.
  public var description: String { message }

  /// The same error about a thing that only the caller can name.
  func of(_ subject: some CustomStringConvertible) -> BundleError {
    BundleError(code, of: self.subject ?? subject.description, reason, cause: cause)
  }

  /// An error of this module as it is; any other is the file system's.
  init(describing error: any Error) {
    self = error as? BundleError ?? BundleError(.fileSystem, String(describing: error), cause: error)
  }

  /// The error for an archive that breaks a rule of the zip format.
  init(_ error: ZipError, of path: FilePath) {
    self.init(Code(error.code), of: path, error.message, cause: error)
  }

  /// The error for text that is not a manifest.
  init(_ error: JSONError) {
    self.init(Code(error.code), "manifest.json, \(error.message)", cause: error)
  }

  /// The error for a source that another program writes to.
  static func changedWhilePacking(_ path: FilePath) -> BundleError {
    BundleError(
      .changedWhilePacking, "\(path) changed while it was packed; pack it again when no program writes to it")
  }
}

extension BundleError.Code {
  /// The code for an archive that breaks a rule of the zip format.
  init(_ code: ZipError.Code) {
    self = BundleError.Code.ofArchives[code] ?? .damagedArchive
  }

  private static let ofArchives: [ZipError.Code: BundleError.Code] = [
    .fileSystem: .fileSystem, .notAnArchive: .notABundle, .truncated: .truncated,
    .trailingData: .trailingData, .severalEndRecords: .severalEndRecords, .severalDisks: .severalDisks,
    .directoryDisagrees: .directoryDisagrees, .missingLocalHeader: .missingLocalHeader,
    .localHeaderDisagrees: .localHeaderDisagrees, .overlappingEntries: .overlappingEntries,
    .offsetOutOfBounds: .offsetOutOfBounds, .sizeOutOfBounds: .sizeOutOfBounds, .hiddenData: .hiddenData,
    .forbiddenExtraField: .forbiddenExtraField, .duplicateName: .duplicateName, .unsafeName: .unsafeName,
    .absoluteName: .absoluteName, .dotsInName: .dotsInName, .backslashInName: .backslashInName,
    .driveLetterInName: .driveLetterInName, .nulInName: .nulInName,
    .controlCharacterInName: .controlCharacterInName, .nameNotUTF8: .nameNotUTF8, .encrypted: .encrypted,
    .compressed: .compressed, .dataDescriptor: .dataDescriptor, .specialFile: .specialFile,
    .unsupported: .unsupportedFeature, .zip64Contradiction: .zip64Contradiction,
    .limitExceeded: .limitExceeded, .checksumMismatch: .checksumMismatch,
  ]

  /// The code for text that is not a manifest.
  init(_ code: JSONError.Code) {
    switch code {
    case .duplicateKey: self = .duplicateKey
    case .tooDeep: self = .tooDeep
    case .wrongKind: self = .wrongKind
    default: self = .malformedManifest
    }
  }
}

extension JSONError.Code {
  /// A value of another kind than its key needs.
  static let wrongKind = Self(rawValue: "wrongKind")
}

extension BundleError {
  /// The numbers that some things have, as an error names them: "items 1 to 3".
  package static func numbers(_ noun: String, _ count: Int) -> String {
    switch count {
    case 0: "no \(noun)s"
    case 1: "only \(noun) 1"
    default: "\(noun)s 1 to \(count)"
    }
  }
}
