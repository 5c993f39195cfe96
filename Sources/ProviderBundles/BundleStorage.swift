import FileSystem
import ZipArchives

/// What holds the entries of a bundle: an archive, or a folder with the same layout.
protocol BundleStorage: Sendable {
  /// Whether it is a folder.
  var isFolder: Bool { get }
  /// The bytes of `manifest.json`.
  func manifest(limits: BundleLimits) throws -> [UInt8]
  /// Finds the bytes of a payload and refuses them if what is stored is not what the manifest says.
  func stored(_ payload: BundledPayload) throws -> StoredPayload
  /// Refuses payloads that are not stored as the manifest says: not there, or of another size.
  func check(_ payloads: [BundledPayload]) throws
  /// Refuses what is below `items/` and is none of the payloads, which are all that the manifest names.
  func checkNothingBut(_ payloads: [BundledPayload]) throws
  /// Checks whatever else can be wrong with the storage itself.
  func checkWhole() throws
  /// What is in the bundle beside its mark, its manifest and `items/`.
  func foreignEntries() throws -> [ForeignEntry]
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
