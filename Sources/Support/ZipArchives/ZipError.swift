import DescribedErrors
package import ProfferFileSystem

/// An error that occurred while an archive was read or written.
package struct ZipError: DescribedError, Sendable {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let code: Code
  /// The name of the affected entry; nil if the error concerns the whole archive.
  package let subject: String?
  /// The reason for the error.
  package let reason: String
  /// The error of the file system; nil unless the code is `fileSystem`.
  package let fileError: FileSystemError?

  /// The reason for the error and the name of the entry, or the message of the file system error.
  ///
  /// The name of the archive is not included. The caller can add the name in the form that the user gave.
  package var message: String {
    fileError?.message ?? subject.map { "\(reason): \($0)" } ?? reason
  }

  package var description: String { message }

  /// The error of the file system; nil unless the code is `fileSystem`.
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

  /// Makes an error for an entry.
  init(_ code: Code, _ reason: String, entry name: some Sequence<UInt8>) {
    self.code = code
    self.reason = reason
    subject = PrintableText.escaped(name)
    fileError = nil
  }

  /// Runs a closure that uses a file; a file system error becomes the cause of a `ZipError`.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(ZipError) -> Value {
    do { return try body() } catch { throw ZipError(error) }
  }
}

extension ZipError.Code {
  /// The file could not be read or written; the cause is the file system error.
  ///
  /// This error does not mean that the archive is damaged.
  package static let fileSystem = Self(rawValue: "fileSystem")
  /// The bytes are not a zip archive.
  package static let notAnArchive = Self(rawValue: "notAnArchive")
  /// The end of the archive is missing.
  package static let truncated = Self(rawValue: "truncated")
  /// Data follows the end record, or the archive has a comment.
  package static let trailingData = Self(rawValue: "trailingData")
  /// The archive has two end records.
  package static let severalEndRecords = Self(rawValue: "severalEndRecords")
  /// The archive is one part of a multi-volume archive.
  package static let severalDisks = Self(rawValue: "severalDisks")
  /// The directory disagrees with the end record, or does not consist of complete records.
  package static let directoryDisagrees = Self(rawValue: "directoryDisagrees")
  /// There is no local header at the offset stated in the directory.
  package static let missingLocalHeader = Self(rawValue: "missingLocalHeader")
  /// A local header disagrees with the directory.
  package static let localHeaderDisagrees = Self(rawValue: "localHeaderDisagrees")
  /// Two entries overlap.
  package static let overlappingEntries = Self(rawValue: "overlappingEntries")
  /// The stated offset of an entry is outside the part of the file that contains the entries.
  package static let offsetOutOfBounds = Self(rawValue: "offsetOutOfBounds")
  /// The stated size of an entry exceeds the part of the file that contains the entries.
  package static let sizeOutOfBounds = Self(rawValue: "sizeOutOfBounds")
  /// Some bytes belong to no entry, padding is not zero, or an entry has a comment.
  package static let hiddenData = Self(rawValue: "hiddenData")
  /// An entry has an extra field that gives it another name, content or type in some programs.
  package static let forbiddenExtraField = Self(rawValue: "forbiddenExtraField")
  /// Two entries have the same name.
  package static let duplicateName = Self(rawValue: "duplicateName")
  /// A name is empty or has an empty component.
  ///
  /// This code is also used if a component becomes empty, `.` or `..` when its VMS version is removed.
  package static let unsafeName = Self(rawValue: "unsafeName")
  /// A name begins with a slash.
  package static let absoluteName = Self(rawValue: "absoluteName")
  /// A name has a component `.` or `..`.
  package static let dotsInName = Self(rawValue: "dotsInName")
  /// A name contains a backslash.
  package static let backslashInName = Self(rawValue: "backslashInName")
  /// A name begins with a drive letter.
  package static let driveLetterInName = Self(rawValue: "driveLetterInName")
  /// A name contains NUL.
  package static let nulInName = Self(rawValue: "nulInName")
  /// A name contains a control character other than NUL.
  package static let controlCharacterInName = Self(rawValue: "controlCharacterInName")
  /// A name is not UTF-8, or is not marked as UTF-8.
  package static let nameNotUTF8 = Self(rawValue: "nameNotUTF8")
  /// An entry is encrypted.
  package static let encrypted = Self(rawValue: "encrypted")
  /// An entry is compressed.
  package static let compressed = Self(rawValue: "compressed")
  /// The sizes of an entry are in a data descriptor instead of its header.
  package static let dataDescriptor = Self(rawValue: "dataDescriptor")
  /// An entry is a link, a device or another special file.
  package static let specialFile = Self(rawValue: "specialFile")
  /// A feature of the format is not supported.
  package static let unsupported = Self(rawValue: "unsupported")
  /// ZIP64 records are missing, are unnecessary or contradict the plain records.
  package static let zip64Contradiction = Self(rawValue: "zip64Contradiction")
  /// A count or a length exceeds a limit of the caller or of the format.
  package static let limitExceeded = Self(rawValue: "limitExceeded")
  /// The content of an entry is longer or shorter than the directory states.
  package static let sizeMismatch = Self(rawValue: "sizeMismatch")
  /// The payload of an entry is not data of its compression method, or ends early.
  package static let malformedContent = Self(rawValue: "malformedContent")
  /// The library that expands compressed entries is not installed.
  package static let missingLibrary = Self(rawValue: "missingLibrary")
  /// The checksum of a payload is wrong.
  package static let checksumMismatch = Self(rawValue: "checksumMismatch")
}

extension ZipError.Code {
  /// Returns the code for a flaw of a name.
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

/// Limits for the size of an archive's directory.
///
/// The standard limits are far above the size of real archives and far below the resources of a computer.
package struct ZipLimits: Sendable {
  /// The maximum number of entries; by default 4,000,000.
  package var entryCount: UInt64
  /// The maximum length of the directory in bytes; by default 512 MiB.
  ///
  /// The directory is read into memory as a whole.
  package var directoryByteCount: UInt64
  /// The maximum length of a name in bytes; by default 4096, the maximum length of a path on Linux.
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
