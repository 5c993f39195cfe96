public import DescribedErrors
import JSONText
import ProfferFileSystem
import ZipArchives

/// An error that occurred while a bundle was written, opened or read.
public struct BundleError: DescribedError, Sendable {
  /// A kind of error; other modules can add their own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a custom code.
    ///
    /// - Parameter rawValue: the name of the code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is not a provider bundle.
    public static let notABundle = Code(rawValue: "notABundle")
    /// The archive violates a rule of bundles that has no code of its own.
    ///
    /// The codes from ``truncated`` to ``unsupportedFeature`` apply to zip archives in general.
    public static let damagedArchive = Code(rawValue: "damagedArchive")
    /// The end of the archive is missing.
    public static let truncated = Code(rawValue: "truncated")
    /// Data follows the end record of the archive, or the archive has a comment.
    public static let trailingData = Code(rawValue: "trailingData")
    /// The archive has two end records.
    public static let severalEndRecords = Code(rawValue: "severalEndRecords")
    /// The archive is one part of a multi-volume archive.
    public static let severalDisks = Code(rawValue: "severalDisks")
    /// The directory of the archive disagrees with the end record, or does not consist of complete records.
    public static let directoryDisagrees = Code(rawValue: "directoryDisagrees")
    /// There is no local header at the offset stated in the directory of the archive.
    public static let missingLocalHeader = Code(rawValue: "missingLocalHeader")
    /// The local header of an entry disagrees with the directory of the archive.
    public static let localHeaderDisagrees = Code(rawValue: "localHeaderDisagrees")
    /// Two entries overlap.
    public static let overlappingEntries = Code(rawValue: "overlappingEntries")
    /// The stated offset of an entry is outside the part of the archive that contains the entries.
    public static let offsetOutOfBounds = Code(rawValue: "offsetOutOfBounds")
    /// The stated size of an entry exceeds the part of the archive that contains the entries.
    public static let sizeOutOfBounds = Code(rawValue: "sizeOutOfBounds")
    /// The archive has bytes that belong to no entry, padding that is not zero, or an entry with a comment.
    public static let hiddenData = Code(rawValue: "hiddenData")
    /// An entry has an extra field other than padding and ZIP64 numbers.
    public static let forbiddenExtraField = Code(rawValue: "forbiddenExtraField")
    /// Two entries have the same name.
    public static let duplicateName = Code(rawValue: "duplicateName")
    /// Two names are the same name on some systems, or a file and a folder have the same name.
    ///
    /// This code is also used for a name that some programs decode in another encoding.
    public static let ambiguousName = Code(rawValue: "ambiguousName")
    /// The name of an entry is empty or has an empty component.
    public static let unsafeName = Code(rawValue: "unsafeName")
    /// The name of an entry begins with a slash.
    public static let absoluteName = Code(rawValue: "absoluteName")
    /// The name of an entry has a component `.` or `..`.
    public static let dotsInName = Code(rawValue: "dotsInName")
    /// The name of an entry contains a backslash.
    public static let backslashInName = Code(rawValue: "backslashInName")
    /// The name of an entry begins with a drive letter.
    public static let driveLetterInName = Code(rawValue: "driveLetterInName")
    /// The name of an entry contains NUL.
    public static let nulInName = Code(rawValue: "nulInName")
    /// The name of an entry contains a control character other than NUL.
    public static let controlCharacterInName = Code(rawValue: "controlCharacterInName")
    /// The name of an entry is not UTF-8, or is not marked as UTF-8.
    public static let nameNotUTF8 = Code(rawValue: "nameNotUTF8")
    /// The name of an entry is reserved on some systems.
    public static let reservedName = Code(rawValue: "reservedName")
    /// An entry is encrypted.
    public static let encrypted = Code(rawValue: "encrypted")
    /// An entry is compressed.
    public static let compressed = Code(rawValue: "compressed")
    /// The sizes of an entry are in a data descriptor instead of its header.
    public static let dataDescriptor = Code(rawValue: "dataDescriptor")
    /// An entry is a link, a device or another special file.
    public static let specialFile = Code(rawValue: "specialFile")
    /// ZIP64 records are missing, are unnecessary or contradict the plain records.
    public static let zip64Contradiction = Code(rawValue: "zip64Contradiction")
    /// The archive uses a feature of the zip format that bundles do not use.
    public static let unsupportedFeature = Code(rawValue: "unsupportedFeature")
    /// The bundle has a version that this reader does not support.
    public static let unknownVersion = Code(rawValue: "unknownVersion")
    /// The manifest is not JSON, or a value in the manifest is missing or invalid.
    ///
    /// The codes from ``duplicateKey`` to ``malformedType`` are for other errors in a manifest.
    public static let malformedManifest = Code(rawValue: "malformedManifest")
    /// An object in the manifest has the same key twice.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// Objects and arrays in the manifest are nested too deeply.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// A value in the manifest has the wrong JSON type for its key.
    public static let wrongKind = Code(rawValue: "wrongKind")
    /// A path in the manifest is not below `items/`.
    public static let pathOutsideItems = Code(rawValue: "pathOutsideItems")
    /// The path of a preview in the manifest is not below `previews/`.
    public static let pathOutsidePreviews = Code(rawValue: "pathOutsidePreviews")
    /// The type of a preview does not conform to `public.image`.
    public static let previewNotImage = Code(rawValue: "previewNotImage")
    /// The manifest states two different sizes or checksums for the same entry.
    public static let claimedTwice = Code(rawValue: "claimedTwice")
    /// The type of a representation is not a type identifier.
    public static let malformedType = Code(rawValue: "malformedType")
    /// A type declaration in the bundle is invalid.
    public static let malformedDeclaration = Code(rawValue: "malformedDeclaration")
    /// The manifest and the stored entries disagree about a path, size or checksum.
    public static let manifestDisagrees = Code(rawValue: "manifestDisagrees")
    /// There is an entry below `items/` that the manifest does not name.
    public static let unnamedEntry = Code(rawValue: "unnamedEntry")
    /// A limit of the reader is exceeded.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The bundle refers to the same bytes so often that writing out its contents would exceed the limit.
    public static let expandsTooFar = Code(rawValue: "expandsTooFar")
    /// The bytes of a payload do not have the checksum that the bundle states.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// The bundle does not have the requested item or representation.
    public static let noSuchRepresentation = Code(rawValue: "noSuchRepresentation")
    /// A link in a folder does not resolve inside that folder.
    public static let linkLeadsOut = Code(rawValue: "linkLeadsOut")
    /// A bundle cannot contain a file, because of its kind (such as a pipe or a device) or its name.
    public static let unsupportedFile = Code(rawValue: "unsupportedFile")
    /// A source changed while it was packed.
    public static let changedWhilePacking = Code(rawValue: "changedWhilePacking")
    /// A file that is offered in place no longer exists, or has changed since it was packed.
    public static let staleReference = Code(rawValue: "staleReference")
    /// The bytes are in a file outside the bundle, but the reader does not follow references.
    public static let referenceRefused = Code(rawValue: "referenceRefused")
    /// Another program is changing the bundle.
    public static let beingChanged = Code(rawValue: "beingChanged")
    /// The draft violates a rule of the format, such as a promise that is made from another promise.
    public static let invalidDraft = Code(rawValue: "invalidDraft")
    /// A promised representation cannot be made.
    public static let promiseUnkept = Code(rawValue: "promiseUnkept")
    /// An operation of the file system failed; the cause is the error of the file system.
    public static let fileSystem = Code(rawValue: "fileSystem")
  }

  /// The kind of error.
  public let code: Code
  /// The affected bundle or file, as the user wrote its name; nil if ``reason`` names it.
  public let subject: String?
  /// The reason for the error, and a possible solution.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - subject: the affected bundle or file; nil if the reason names it.
  ///   - reason: the reason for the error, and a possible solution.
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

  /// The subject and the reason in one line, in which control characters are escaped.
  public var message: String { PrintableText.line(subject.map { "\($0): \(reason)" } ?? reason) }

  /// The name of the code in reports; if the cause is a file system error, the name of that error's code.
  package var codeName: String { (cause as? FileSystemError)?.codeName ?? code.rawValue }

  /// The same text as ``message``.
  public var description: String { message }

  /// Returns the same error with the given subject; an existing subject is kept.
  func of(_ subject: some CustomStringConvertible) -> BundleError {
    BundleError(code, of: self.subject ?? subject.description, reason, cause: cause)
  }

  /// Converts any error to a `BundleError`.
  ///
  /// A `BundleError` is returned unchanged. Any other error becomes the cause of an error with the code
  /// `fileSystem`.
  init(describing error: any Error) {
    self = error as? BundleError ?? BundleError(.fileSystem, String(describing: error), cause: error)
  }

  /// Makes the error for an archive that violates a rule of the zip format.
  init(_ error: ZipError, of path: FilePath) {
    self.init(Code(error.code), of: path, error.message, cause: error)
  }

  /// Makes the error for text that is not a manifest.
  init(_ error: JSONError) {
    self.init(Code(error.code), "manifest.json, \(error.message)", cause: error)
  }

  /// Returns the error for a source that changed while it was being packed.
  static func changedWhilePacking(_ path: FilePath) -> BundleError {
    BundleError(
      .changedWhilePacking, "\(path) changed while it was packed; pack it again when no program writes to it")
  }
}

extension BundleError.Code {
  /// Makes the code for an archive that violates a rule of the zip format.
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

  /// Makes the code for text that is not a manifest.
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
  /// A value has the wrong JSON type for its key.
  static let wrongKind = Self(rawValue: "wrongKind")
}

extension BundleError {
  /// Returns the range of valid numbers as text for a message, such as "items 1 to 3".
  package static func numbers(_ noun: String, _ count: Int) -> String {
    switch count {
    case 0: "no \(noun)s"
    case 1: "only \(noun) 1"
    default: "\(noun)s 1 to \(count)"
    }
  }
}
