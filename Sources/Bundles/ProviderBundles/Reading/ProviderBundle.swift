public import FileSystem
public import ItemProviders
package import JSONText
import UniformTypes

/// A provider bundle that was opened: its items, and the way to every payload.
///
/// Opening checks the structure: the archive's directory, the manifest, and that the two name the same payloads with
/// the same sizes and checksums. The bytes of a payload are checked when they are read; ``verify(progress:_:)`` checks
/// all.
///
/// A bundle can be opened for some of its items only, which takes a fraction of the time where there are many: then
/// what the manifest says of the others is not looked at, and not checked either.
public struct ProviderBundle: Sendable {
  /// The file or folder the bundle was opened from.
  public let path: FilePath
  /// The items that were opened, in order.
  public let items: BundledItems
  /// How many items the bundle has.
  public let itemCount: Int
  /// The places, counted from 0, of the items that were opened, which are those in ``items``.
  public let openedItems: Range<Int>
  /// The declarations of types outside the standard table that the representations use, as JSON objects.
  package let typeDeclarations: [JSONNode]
  /// Members of the manifest that this version does not know.
  let unknownMembers: [JSONMember]
  let storage: any BundleStorage
  let limits: BundleLimits
  /// Tells payloads of one opened bundle from those of another.
  let identity = BundleIdentity()

  /// Opens a bundle, be it a file or a folder with the same layout.
  ///
  /// - Parameter limits: what the bundle may ask of its reader.
  /// - Throws: ``BundleError`` that says what is wrong, and the file system's error for what cannot be read.
  public init(opening path: FilePath, limits: BundleLimits = .standard) throws {
    try self.init(ProviderBundle.storage(at: path, limits: limits), at: path, items: nil, limits: limits)
  }

  /// Opens a bundle for some of its items.
  ///
  /// - Parameters:
  ///   - items: the places of the items, counted from 0. Those that the bundle does not have are left out.
  ///   - limits: what the bundle may ask of its reader.
  /// - Throws: ``BundleError`` that says what is wrong with the archive or with these items, and the file system's error
  ///   for what cannot be read.
  public init(opening path: FilePath, items: Range<Int>, limits: BundleLimits = .standard) throws {
    try self.init(ProviderBundle.storage(at: path, limits: limits), at: path, items: items, limits: limits)
  }

  /// Opens a bundle that comes through a pipe; it is kept aside first, as its directory is at its end.
  ///
  /// - Parameter items: the places of the items to open; nil opens all.
  package init(
    reading stream: OpenFile, spoolingIn folder: FilePath, items: Range<Int>? = nil,
    limits: BundleLimits = .standard
  ) throws {
    let spool = try OpenFile.unnamed(in: folder)
    try spool.copyAll(fromStream: stream)
    try self.init(
      ArchiveStorage(spool, at: stream.path, limits: limits), at: stream.path, items: items, limits: limits)
  }

  private static func storage(at path: FilePath, limits: BundleLimits) throws -> any BundleStorage {
    switch try FileStatus.of(path).kind {
    case .folder: try FolderStorage(path)
    case .regular: try ArchiveStorage(OpenFile.readingRegular(path), at: path, limits: limits)
    default: throw BundleError(.notABundle, "\(path) is no file or folder, so it is no provider bundle")
    }
  }

  private init(
    _ storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?, limits: BundleLimits
  ) throws {
    self.path = path
    self.storage = storage
    self.limits = limits
    let opened = try OpenedManifest(of: storage, at: path, items: wanted, limits: limits)
    items = opened.items
    openedItems = opened.openedItems
    itemCount = opened.itemCount
    typeDeclarations = opened.shell.typeDeclarations
    unknownMembers = opened.shell.unknownMembers
  }

  /// A bundle of what is known already.
  init(_ storage: any BundleStorage, at path: FilePath, manifest: BundleManifest, limits: BundleLimits) {
    self.path = path
    self.storage = storage
    self.limits = limits
    items = BundledItems(manifest.items)
    itemCount = manifest.items.count
    openedItems = manifest.items.indices
    typeDeclarations = manifest.typeDeclarations
    unknownMembers = manifest.unknownMembers
  }

  /// The same bundle with all of its items.
  func whole() throws -> ProviderBundle {
    openedItems.count == itemCount
      ? self : try ProviderBundle(storage, at: path, items: nil, limits: limits)
  }

  /// What the bundle holds, as far as it was opened, as one value.
  ///
  /// It is made anew each time, of all items at once, which takes a kilobyte of memory and more for each: where there may
  /// be many, ask ``items``.
  public var manifest: BundleManifest {
    BundleManifest(items: Array(items), typeDeclarations: typeDeclarations, unknownMembers: unknownMembers)
  }

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

/// Which opened bundle something is of.
final class BundleIdentity: Sendable {}
