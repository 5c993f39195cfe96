public import FileSystem
public import ItemProviders
import UniformTypes

/// A provider bundle that was opened: its manifest, and the way to every payload.
///
/// Opening checks the structure: the archive's directory, the manifest, and that the two name the same payloads with
/// the same sizes and checksums. The bytes of a payload are checked when they are read; ``verify(_:)`` checks all.
public struct ProviderBundle: Sendable {
  /// The file or folder the bundle was opened from.
  public let path: FilePath
  /// What the bundle holds.
  public let manifest: BundleManifest
  let storage: any BundleStorage

  /// Opens a bundle, be it a file or a folder with the same layout.
  ///
  /// - Parameter limits: what the bundle may ask of its reader.
  /// - Throws: ``BundleError`` that says what is wrong, and the file system's error for what cannot be read.
  public init(opening path: FilePath, limits: BundleLimits = .standard) throws {
    switch try FileStatus.of(path).kind {
    case .folder: try self.init(FolderStorage(path), at: path, limits: limits)
    case .regular:
      try self.init(
        ArchiveStorage(OpenFile.readingRegular(path), at: path, limits: limits), at: path, limits: limits)
    default:
      throw BundleError(.notABundle, "\(path) is no file or folder, so it is no provider bundle")
    }
  }

  /// Opens a bundle that comes through a pipe; it is kept aside first, as its directory is at its end.
  package init(
    reading stream: OpenFile, spoolingIn folder: FilePath, limits: BundleLimits = .standard
  ) throws {
    let spool = try OpenFile.unnamed(in: folder)
    try spool.copyAll(fromStream: stream)
    try self.init(ArchiveStorage(spool, at: stream.path, limits: limits), at: stream.path, limits: limits)
  }

  private init(_ storage: any BundleStorage, at path: FilePath, limits: BundleLimits) throws {
    self.path = path
    self.storage = storage
    let bytes = try storage.manifest(limits: limits)
    do {
      manifest = try bytes.withUnsafeBytes { try BundleManifest(decoding: $0, limits: limits) }
    } catch let error as BundleError {
      throw BundleError(error.code, "\(path): \(error.message)", cause: error)
    }
    try storage.check(manifest.payloads)
  }

  /// The items, in order.
  public var items: [BundledItem] { manifest.items }

  /// Finds the bytes of a payload.
  package func stored(_ payload: BundledPayload) throws -> StoredPayload { try storage.stored(payload) }

  /// The representations of an item that a receiver may see, with their places in the manifest.
  ///
  /// This is an agreement, not a lock: who reads the archive with another tool sees everything.
  public func visible(
    in item: BundledItem, to receiver: ReceiverIdentity
  ) -> [(index: Int, representation: BundledRepresentation)] {
    item.representations.enumerated().filter { _, representation in
      switch representation.audience {
      case .all: receiver.sees(.all, ofTeam: nil, group: nil)
      case .team(let team): receiver.sees(.team, ofTeam: team, group: nil)
      case .group(let group): receiver.sees(.group, ofTeam: nil, group: group)
      }
    }.map { (index: $0.offset, representation: $0.element) }
  }
}
