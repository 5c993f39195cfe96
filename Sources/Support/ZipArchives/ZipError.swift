import DescribedErrors
package import ProfferFileSystem

/// An error of reading or writing an archive.
package struct ZipError: DescribedError, Sendable {
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let code: Code
  /// The name of the entry with the error; nil for the archive as a whole.
  package let subject: String?
  /// The reason for the error.
  package let reason: String
  /// The error of the file system, when the code is `fileSystem`.
  package let fileError: FileSystemError?

  /// The reason for the error and the name of the entry.
  ///
  /// The name of the archive is not included, because the caller knows how to refer to it.
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

  /// Makes an error for an entry.
  init(_ code: Code, _ reason: String, entry name: some Sequence<UInt8>) {
    self.code = code
    self.reason = reason
    subject = PrintableText.escaped(name)
    fileError = nil
  }

  /// Runs a body that uses a file; a file system error becomes the cause of a `ZipError`.
  static func withFile<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(ZipError) -> Value {
    do { return try body() } catch { throw ZipError(error) }
  }
}

extension ZipError.Code {
  /// A file system error, which is the cause.
  ///
  /// Nothing is known about the archive.
  package static let fileSystem = Self(rawValue: "fileSystem")
  /// The bytes are not a zip archive.
  package static let notAnArchive = Self(rawValue: "notAnArchive")
  /// The end of the archive is missing.
  package static let truncated = Self(rawValue: "truncated")
  /// Data follows the end record, or the archive has a comment.
  package static let trailingData = Self(rawValue: "trailingData")
  /// The archive has two end records.
  package static let severalEndRecords = Self(rawValue: "severalEndRecords")
  /// The archive is a part of a multi-volume archive.
  package static let severalDisks = Self(rawValue: "severalDisks")
  /// The directory differs from its description in the end record, or does not consist of complete
  /// records.
  package static let directoryDisagrees = Self(rawValue: "directoryDisagrees")
  /// There is no local header at the offset that the directory states.
  package static let missingLocalHeader = Self(rawValue: "missingLocalHeader")
  /// A local header disagrees with the directory.
  package static let localHeaderDisagrees = Self(rawValue: "localHeaderDisagrees")
  /// Two entries overlap.
  package static let overlappingEntries = Self(rawValue: "overlappingEntries")
  /// The directory places an entry outside the area of the entries.
  package static let offsetOutOfBounds = Self(rawValue: "offsetOutOfBounds")
  /// The stated size of an entry exceeds the area of the entries.
  package static let sizeOutOfBounds = Self(rawValue: "sizeOutOfBounds")
  /// Bytes that belong to no entry, or padding or comments with content.
  package static let hiddenData = Self(rawValue: "hiddenData")
  /// An extra field from which some programs take another name, content or kind of the entry.
  package static let forbiddenExtraField = Self(rawValue: "forbiddenExtraField")
  /// Two entries have the same name.
  package static let duplicateName = Self(rawValue: "duplicateName")
  /// A name is empty or has an empty component.
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
  /// A name contains another control character.
  package static let controlCharacterInName = Self(rawValue: "controlCharacterInName")
  /// A name is not UTF-8, or not marked as UTF-8.
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
  /// ZIP64 records are missing, unnecessary or contradict the plain records.
  package static let zip64Contradiction = Self(rawValue: "zip64Contradiction")
  /// The number or size of entries exceeds the limit of the caller or of the format.
  package static let limitExceeded = Self(rawValue: "limitExceeded")
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
/// The standard limits are far above the size of real archives and far below the resources of a
/// machine.
package struct ZipLimits: Sendable {
  /// The maximum number of entries; by default 4,000,000.
  package var entryCount: UInt64
  /// The maximum size of the directory in bytes, which is read as a whole; by default 512 MiB.
  package var directoryByteCount: UInt64
  /// The maximum length of a name; by default 4096 bytes, the maximum length of a path in Linux.
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
