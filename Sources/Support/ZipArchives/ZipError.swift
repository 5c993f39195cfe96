import DescribedErrors
package import ProfferFileSystem

/// Why an archive could not be read or written.
package struct ZipError: DescribedError, Sendable {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let code: Code
  /// The name of the entry that the error is about; nil for the archive as a whole.
  package let subject: String?
  /// What is wrong.
  package let reason: String
  /// The error of the file system, when the code is `fileSystem`.
  package let fileError: FileSystemError?

  /// What is wrong, and with which entry.
  ///
  /// The archive is not named: the caller knows what its user calls it.
  package var message: String {
    fileError?.message ?? subject.map { "\(reason): \($0)" } ?? reason
  }

  package var description: String { message }

  /// The error of the file system, when the code is `fileSystem`.
  package var cause: (any Error)? { fileError }

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
    subject = nil
    fileError = nil
  }

  init(_ cause: FileSystemError) {
    code = .fileSystem
    reason = cause.reason
    subject = nil
    fileError = cause
  }

  /// An error about one entry.
  init(_ code: Code, _ reason: String, entry name: some Sequence<UInt8>) {
    self.code = code
    self.reason = reason
    subject = PrintableText.escaped(name)
    fileError = nil
  }

  /// Runs a body that uses a file; its failure becomes the cause.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(ZipError) -> Value {
    do { return try body() } catch { throw ZipError(error) }
  }
}

extension ZipError.Code {
  /// The file system failed; the cause says how.
  ///
  /// Nothing is known about the archive.
  package static let fileSystem = Self(rawValue: "fileSystem")
  /// The bytes are not a zip archive.
  package static let notAnArchive = Self(rawValue: "notAnArchive")
  /// The archive's end is missing.
  package static let truncated = Self(rawValue: "truncated")
  /// Something follows the end record, or it has a comment.
  package static let trailingData = Self(rawValue: "trailingData")
  /// Two end records in a row.
  package static let severalEndRecords = Self(rawValue: "severalEndRecords")
  /// The archive is a part of one in several pieces.
  package static let severalDisks = Self(rawValue: "severalDisks")
  /// The directory is not where or what the end record says, or is not made of whole records.
  package static let directoryDisagrees = Self(rawValue: "directoryDisagrees")
  /// Where the directory places an entry's local header stands something else.
  package static let missingLocalHeader = Self(rawValue: "missingLocalHeader")
  /// An entry's local header says something else than the directory.
  package static let localHeaderDisagrees = Self(rawValue: "localHeaderDisagrees")
  /// Two entries share bytes.
  package static let overlappingEntries = Self(rawValue: "overlappingEntries")
  /// The directory places an entry beyond the place of all entries.
  package static let offsetOutOfBounds = Self(rawValue: "offsetOutOfBounds")
  /// An entry says that it is longer than what is there of all entries.
  package static let sizeOutOfBounds = Self(rawValue: "sizeOutOfBounds")
  /// Bytes that belong to no entry, or padding and comments that say something.
  package static let hiddenData = Self(rawValue: "hiddenData")
  /// An extra field that gives an entry another name, content or kind to some program.
  package static let forbiddenExtraField = Self(rawValue: "forbiddenExtraField")
  /// Two entries of one name.
  package static let duplicateName = Self(rawValue: "duplicateName")
  /// A name that is empty or has an empty part.
  package static let unsafeName = Self(rawValue: "unsafeName")
  /// A name that begins at the root.
  package static let absoluteName = Self(rawValue: "absoluteName")
  /// A name with a part `.` or `..`.
  package static let dotsInName = Self(rawValue: "dotsInName")
  /// A name with a backslash.
  package static let backslashInName = Self(rawValue: "backslashInName")
  /// A name that begins with a drive letter.
  package static let driveLetterInName = Self(rawValue: "driveLetterInName")
  /// A name with a NUL.
  package static let nulInName = Self(rawValue: "nulInName")
  /// A name with another control character.
  package static let controlCharacterInName = Self(rawValue: "controlCharacterInName")
  /// A name that is not UTF-8, or is not marked so.
  package static let nameNotUTF8 = Self(rawValue: "nameNotUTF8")
  /// An encrypted entry.
  package static let encrypted = Self(rawValue: "encrypted")
  /// A compressed entry.
  package static let compressed = Self(rawValue: "compressed")
  /// An entry whose sizes follow it instead of being in its header.
  package static let dataDescriptor = Self(rawValue: "dataDescriptor")
  /// An entry that is a link, a device or the like.
  package static let specialFile = Self(rawValue: "specialFile")
  /// A feature of the format that is not read here.
  package static let unsupported = Self(rawValue: "unsupported")
  /// ZIP64 records that are missing, needless or say something else than the plain ones.
  package static let zip64Contradiction = Self(rawValue: "zip64Contradiction")
  /// More entries, or longer ones, than the caller allows or the format has room for.
  package static let limitExceeded = Self(rawValue: "limitExceeded")
  /// A payload does not have its checksum.
  package static let checksumMismatch = Self(rawValue: "checksumMismatch")
}

extension ZipError.Code {
  /// The code for what is wrong with a name.
  package init(_ flaw: ZipEntryName.Flaw) {
    switch flaw {
    case .empty, .emptyPart, .onlyVersion: self = .unsafeName
    case .absolute: self = .absoluteName
    case .dots: self = .dotsInName
    case .backslash: self = .backslashInName
    case .driveLetter: self = .driveLetterInName
    case .nul: self = .nulInName
    case .controlCharacter: self = .controlCharacterInName
    case .notUTF8: self = .nameNotUTF8
    }
  }
}

/// How much of an archive's directory a reader takes in before it refuses.
///
/// The standard limits are far above what people make and far below what would exhaust a machine.
package struct ZipLimits: Sendable {
  /// The most entries; 4,000,000 unless told otherwise.
  package var entryCount: UInt64
  /// The most bytes of the directory, which is read as a whole; 512 MiB unless told otherwise.
  package var directoryByteCount: UInt64
  /// The longest name; 4096 bytes unless told otherwise, the longest path that Linux takes.
  package var nameByteCount: Int

  package init(
    entryCount: UInt64 = 4_000_000, directoryByteCount: UInt64 = 512 << 20, nameByteCount: Int = 4096
  ) {
    self.entryCount = entryCount
    self.directoryByteCount = directoryByteCount
    self.nameByteCount = nameByteCount
  }

  package static let standard = ZipLimits()
}
