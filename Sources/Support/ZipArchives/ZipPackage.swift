#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Limits for the entries of a package.
package struct ZipPackageLimits: Sendable {
  /// The maximum number of bytes to which entries are expanded, over all reads; by default 256 MiB.
  package var expandedByteCount: Int
  /// The maximum number of entries; by default 10,000.
  package var entryCount: Int

  package init(expandedByteCount: Int = 256 << 20, entryCount: Int = 10_000) {
    self.expandedByteCount = expandedByteCount
    self.entryCount = entryCount
  }

  package static let standard = ZipPackageLimits()
}

/// A document that is a zip archive in memory, such as a Word or OpenDocument file.
///
/// This reader is the third of three. ``StrictZipReader`` accepts only archives in which every byte has one
/// meaning. Documents come from many programs and rarely meet this condition. ``TolerantZipReader`` finds
/// entries even in a damaged archive; its result must not be trusted. A package is read by its central
/// directory, and is rejected if its local headers contradict the directory:
///
/// - Accepted: stored and deflated entries, data descriptors, extra fields, comments, data before and after
///   the archive, ZIP64.
/// - Rejected when the package is opened: two entries with the same name, entries that share bytes, and
///   local headers with another name or method.
/// - Rejected when an entry is read: encryption, other compression methods, and content with a wrong size or
///   checksum.
///
/// Opening reads the directory and the local headers, and expands nothing. The sizes in the headers are
/// never used to allocate memory: they are compared with the content while it is expanded. A limit for the
/// bytes of all reads protects against small archives that expand to a large size.
///
/// Names are kept as the directory has them, and no file is written. Names with `..` or a backslash are
/// therefore harmless here.
package struct ZipPackage {
  struct Entry {
    let name: String
    let method: UInt16
    let isEncrypted: Bool
    let crc32: UInt32
    let byteCount: UInt64
    /// The offsets of the payload in the bytes of the package.
    var payload: Range<Int>
  }

  private let bytes: Data
  private let entries: [Entry]
  /// The index of each entry, by the bytes of its name. (Strings are equal if they are canonically
  /// equivalent, but the names of entries are compared by their bytes.)
  private let numbers: [[UInt8]: Int]
  private let budget: ExpansionBudget
  private let zlib: ZlibLibrary?

  /// Opens a package.
  ///
  /// Copies of a package share the limit for expanded bytes.
  ///
  /// - Throws: `notAnArchive` or `truncated` if there is no end record; `limitExceeded` if there are too many
  ///   entries; `duplicateName`, `overlappingEntries`, `localHeaderDisagrees`, `missingLocalHeader`,
  ///   `offsetOutOfBounds`, `sizeOutOfBounds`, `directoryDisagrees`, `severalDisks` or `nameNotUTF8` if the
  ///   archive contradicts itself.
  package init(_ bytes: Data, limits: ZipPackageLimits = .standard) throws(ZipError) {
    try self.init(bytes, limits: limits, zlib: ZlibLibrary.installed)
  }

  init(_ bytes: Data, limits: ZipPackageLimits, zlib: ZlibLibrary?) throws(ZipError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(ZipError) in try Self.entries(of: bytes, limits: limits) }
    }
    entries = try result.get()
    var numbers: [[UInt8]: Int] = [:]
    numbers.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated()
    where numbers.updateValue(number, forKey: Array(entry.name.utf8)) != nil {
      throw ZipError(.duplicateName, "two entries have the same name", entry: entry.name.utf8)
    }
    self.numbers = numbers
    self.bytes = bytes
    self.zlib = zlib
    budget = ExpansionBudget(byteCount: limits.expandedByteCount)
  }

  /// The names of the entries, in the order of the directory; the name of a folder ends in a slash.
  ///
  /// A name that is not UTF-8 is decoded as code page 437, which the format prescribes for it.
  package var names: [String] { entries.map(\.name) }

  /// Returns whether there is an entry with exactly this name.
  package func contains(_ name: String) -> Bool { entry(named: name) != nil }

  /// Returns whether the entry with exactly this name is encrypted; false if there is no such entry.
  package func isEncrypted(_ name: String) -> Bool { entry(named: name)?.isEncrypted ?? false }

  /// Returns the content of the entry with exactly this name; nil if there is no such entry.
  ///
  /// - Throws: the errors of ``reading(_:)`` and of ``ZipEntryReader/next()``.
  package func content(of name: String) throws(ZipError) -> [UInt8]? {
    guard let reader = try reading(name) else { return nil }
    var content: [UInt8] = []
    while let chunk = try reader.next() {
      if content.isEmpty { content = chunk } else { content += chunk }
    }
    return content
  }

  /// Returns a reader for the content of the entry with exactly this name; nil if there is no such entry.
  ///
  /// - Throws: `encrypted` if the entry is encrypted; `unsupported` if its compression method is neither
  ///   stored nor deflated; `missingLibrary` if the entry is deflated and zlib is not installed.
  package func reading(_ name: String) throws(ZipError) -> ZipEntryReader? {
    guard let entry = entry(named: name) else { return nil }
    if entry.isEncrypted { throw ZipError(.encrypted, "an entry is encrypted", entry: name.utf8) }
    switch entry.method {
    case ZipFormat.storedMethod:
      return ZipEntryReader(entry, in: bytes, budget: budget, stream: nil)
    case ZipFormat.deflatedMethod:
      guard let zlib else { throw ZlibLibrary.missing(neededBy: Self.user) }
      return ZipEntryReader(entry, in: bytes, budget: budget, stream: DeflateStream.expanding(zlib))
    default:
      throw ZipError(
        .unsupported, "an entry has the compression method \(entry.method), which is not supported",
        entry: name.utf8)
    }
  }

  /// Returns the size in bytes after decompression that the directory states for the entry with exactly this
  /// name; nil if the package has no entry with this name.
  package func byteCount(of name: String) -> Int? { entry(named: name).map { Int(clamping: $0.byteCount) } }

  private func entry(named name: String) -> Entry? { numbers[Array(name.utf8)].map { entries[$0] } }

  /// Returns the error that names the package of zlib; nil if zlib is installed.
  ///
  /// - Parameter user: what needs zlib, such as the name of a format.
  package static func missingLibrary(for user: String = ZipPackage.user) -> ZipError? {
    ZlibLibrary.installed == nil ? ZlibLibrary.missing(neededBy: user) : nil
  }

  /// What needs zlib, for messages.
  package static let user = "a compressed zip archive"
}

/// The number of bytes to which entries of a package may still be expanded.
final class ExpansionBudget {
  private let byteCount: Int
  private var rest: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    rest = max(0, byteCount)
  }

  /// Counts expanded bytes.
  ///
  /// - Throws: `limitExceeded` if the limit is exceeded, now and at each later use.
  func spend(_ count: Int) throws(ZipError) {
    guard count <= rest else {
      rest = -1
      throw ZipError(.limitExceeded, "the entries expand to more than \(byteCount) bytes")
    }
    rest -= count
  }
}
