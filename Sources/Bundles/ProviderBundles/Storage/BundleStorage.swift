import FileSystem
import ZipArchives

/// What holds the entries of a bundle: an archive, or a folder with the same layout.
protocol BundleStorage: Sendable {
  /// Whether it is a folder.
  var isFolder: Bool { get }
  /// Where the text of `manifest.json` is, which has its checksum where one is known and is not too long.
  func manifest(limits: BundleLimits) throws -> FileRange
  /// Finds the bytes of a payload and refuses them if what is stored is not what the manifest says.
  func stored(_ payload: BundledPayload) throws -> StoredPayload
  /// A number that tells a payload from all others that are stored; nil where only its path does.
  func number(of payload: BundledPayload) throws -> Int?
  /// Refuses a payload that is not stored as the manifest says: not there, or of another size.
  func check(_ payload: BundledPayload) throws
  /// The list of all that is below `items/`, to be held against what the manifest names.
  func roll() throws -> any PayloadInventory
  /// Checks whatever else can be wrong with the storage itself.
  func checkWhole() throws
  /// What is in the bundle beside its mark, its manifest and `items/`.
  func foreignEntries() throws -> [ForeignEntry]
}

/// All that is stored below `items/`, each thing called once or more.
protocol PayloadInventory {
  /// Calls a payload that the manifest names.
  ///
  /// - Returns: whether it is called for the first time.
  /// - Throws: a ``BundleError`` when it is not stored as the manifest says, or was called otherwise before.
  mutating func call(_ payload: BundledPayload) throws -> Bool
  /// Refuses what was never called.
  func finish() throws
}

/// Something in a bundle that is none of its business, kept when the bundle is written anew.
struct ForeignEntry: Sendable {
  /// What it is.
  enum Content: Sendable {
    case folder
    /// An entry of an archive, with the archive.
    case entry(ZipEntry, in: OpenFile)
    /// A file of a bundle folder.
    case file(FilePath)
    /// A part of a file.
    case range(FileRange)
  }

  /// Its path in the bundle, without a slash at the end.
  let path: String
  let content: Content

  /// The length of a file; 0 for a folder.
  func byteCount() throws -> UInt64 {
    switch content {
    case .folder: 0
    case .entry(let entry, _): entry.byteCount
    case .file(let path): try FileStatus.of(path, followingLinks: false).byteCount
    case .range(let range): range.byteCount
    }
  }

  /// Its name in an archive, where that of a folder ends in a slash.
  var entryName: String {
    if case .folder = content { path + "/" } else { path }
  }
}

/// A part of a file.
struct FileRange: Sendable {
  let file: OpenFile
  let offset: UInt64
  let byteCount: UInt64

  func hasSameBytes(as other: FileRange) throws -> Bool {
    guard byteCount == other.byteCount else { return false }
    var done: UInt64 = 0
    while done < byteCount {
      let count = Int(min(byteCount - done, 1 << 20))
      guard
        try file.bytes(at: offset + done, count: count)
          == other.file.bytes(at: other.offset + done, count: count)
      else { return false }
      done += UInt64(count)
    }
    return true
  }
}
