package import ItemProviders
public import ProfferFileSystem
public import UniformTypes

/// An open provider bundle, with access to its items and payloads.
///
/// Opening a bundle checks its structure. The directory of the archive and the manifest must be valid, and
/// must name the same payloads with the same sizes and checksums. Opening does not read the bytes of
/// payloads; ``verify(progress:_:)`` checks all of them.
///
/// A bundle can be opened for only some of its items. If the bundle has many items, this takes a fraction of
/// the time and memory. The other items are then not checked.
public struct ProviderBundle: Sendable {
  /// The file or folder from which the bundle was opened.
  public let path: FilePath
  /// The manifest, which contains only the items that were opened.
  package let manifest: BundleManifest
  /// The number of all items in the bundle.
  public let itemCount: Int
  /// The indices of ``items`` in the bundle, counted from 0.
  public let openedItems: Range<Int>
  let storage: any BundleStorage
  let limits: BundleLimits
  /// The identity of this open bundle, which distinguishes its payloads from those of other open bundles.
  let identity = BundleIdentity()
  /// The types that the bundle declares.
  let types: BundledTypes

  /// The items that were opened, in order.
  public var items: [BundledItem] { manifest.items }

  /// The bundle's declarations of types outside the standard table, in the order of the manifest.
  ///
  /// Providers made from the bundle use these declarations. For other queries, use ``typeRegistry(beyond:)``.
  /// A bundle with invalid declarations can still be opened.
  ///
  /// - Throws: ``BundleError/Code/malformedDeclaration`` if a declaration cannot be decoded.
  public var typeDeclarations: [TypeDeclaration] {
    get throws(BundleError) { try types.declarations() }
  }

  /// Returns a registry that also contains the types of the bundle.
  ///
  /// If the registry and the bundle declare the same identifier, the registry's declaration takes precedence.
  ///
  /// - Parameter registry: the registry to extend.
  /// - Returns: the extended registry; the given registry itself if the bundle declares no further types.
  /// - Throws: ``BundleError/Code/malformedDeclaration`` if a declaration cannot be decoded, or contradicts
  ///   another declaration or the registry.
  public func typeRegistry(beyond registry: TypeRegistry = .current) throws(BundleError) -> TypeRegistry {
    let carried = try types.carried().get()
    if let error = carried.contradiction(with: registry) {
      throw BundleError(.malformedDeclaration, of: path, error.message, cause: error)
    }
    return carried.registry(beyond: registry)
  }

  /// Opens a bundle, which is a file or a folder with the same layout.
  ///
  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - limits: the limits for the bundle.
  /// - Throws: ``BundleError`` if the bundle is invalid; a file system error if it cannot be read.
  public init(opening path: FilePath, limits: BundleLimits = .standard) throws {
    let (storage, opened) = try ProviderBundle.opened(path, items: nil, limits: limits)
    self.init(storage, at: path, opened, limits: limits)
  }

  /// Opens a bundle for some of its items.
  ///
  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - items: the indices of the items, counted from 0; indices beyond the last item are ignored.
  ///   - limits: the limits for the bundle.
  /// - Throws: ``BundleError`` if the archive or one of these items is invalid; a file system error if the
  ///   bundle cannot be read.
  public init(opening path: FilePath, items: Range<Int>, limits: BundleLimits = .standard) throws {
    let (storage, opened) = try ProviderBundle.opened(path, items: items, limits: limits)
    self.init(storage, at: path, opened, limits: limits)
  }

  /// Opens a bundle.
  ///
  /// If another program replaces a bundle folder meanwhile, the error is `beingChanged`, and not an error for
  /// a missing file.
  private static func opened(
    _ path: FilePath, items: Range<Int>?, limits: BundleLimits
  ) throws -> (any BundleStorage, OpenedManifest) {
    let before = try FileStatus.of(path)
    do {
      let storage = try storage(at: path, before.kind, limits: limits)
      return (storage, try OpenedManifest(of: storage, at: path, items: items, limits: limits))
    } catch  where before.kind == .folder {
      if let now = try FileStatus.ifPresent(path), now.isSameFile(as: before) { throw error }
      throw BundleError(
        .beingChanged, "another program is changing \(path); try again when it has finished", cause: error)
    }
  }

  /// Opens a bundle that was read from a pipe.
  ///
  /// - Parameters:
  ///   - file: the contents of the pipe, in a file that no other program changes.
  ///   - path: the path that messages use for the bundle.
  ///   - items: the indices of the items to open; nil to open all items.
  package init(
    contents file: OpenFile, of path: FilePath, items: Range<Int>? = nil, limits: BundleLimits = .standard
  ) throws {
    try self.init(ArchiveStorage(file, at: path, limits: limits), at: path, items: items, limits: limits)
  }

  private static func storage(
    at path: FilePath, _ kind: FileKind, limits: BundleLimits
  ) throws -> any BundleStorage {
    switch kind {
    case .folder: try FolderStorage(path)
    case .regular: try ArchiveStorage(OpenFile.readingRegular(path), at: path, limits: limits)
    default:
      throw BundleError(.notABundle, "\(path) is not a file or a folder, so it is not a provider bundle")
    }
  }

  private init(
    _ storage: any BundleStorage, at path: FilePath, items wanted: Range<Int>?, limits: BundleLimits
  ) throws {
    self.init(
      storage, at: path, try OpenedManifest(of: storage, at: path, items: wanted, limits: limits),
      limits: limits)
  }

  private init(
    _ storage: any BundleStorage, at path: FilePath, _ opened: OpenedManifest, limits: BundleLimits
  ) {
    self.path = path
    self.storage = storage
    self.limits = limits
    manifest = opened.manifest
    types = BundledTypes(opened.manifest.typeDeclarations, of: path)
    openedItems = opened.openedItems
    itemCount = opened.itemCount
  }

  /// Makes a bundle whose manifest is already known.
  init(_ storage: any BundleStorage, at path: FilePath, manifest: BundleManifest, limits: BundleLimits) {
    self.path = path
    self.storage = storage
    self.limits = limits
    self.manifest = manifest
    types = BundledTypes(manifest.typeDeclarations, of: path)
    itemCount = manifest.items.count
    openedItems = manifest.items.indices
  }

  /// Returns the same bundle with all of its items opened.
  func whole() throws -> ProviderBundle {
    openedItems.count == itemCount
      ? self : try ProviderBundle(storage, at: path, items: nil, limits: limits)
  }

  /// Returns the location of the bytes of a payload.
  package func stored(_ payload: BundledPayload) throws -> StoredPayload { try storage.stored(payload) }

  /// Returns the representations of an item that a receiver may see, with their indices in the item.
  ///
  /// Readers are expected to respect the audience, but nothing prevents other tools from reading all
  /// representations.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - receiver: the receiver.
  /// - Returns: the representations, in the order of the item.
  package func visible(
    in item: BundledItem, to receiver: ReceiverIdentity
  ) -> [(index: Int, representation: BundledRepresentation)] {
    var visible: [(index: Int, representation: BundledRepresentation)] = []
    visible.reserveCapacity(item.representations.count)
    for (index, representation) in item.representations.enumerated() {
      let isVisible =
        switch representation.audience {
        case .all: receiver.sees(.all, ofTeam: nil, group: nil)
        case .team(let team): receiver.sees(.team, ofTeam: team, group: nil)
        case .group(let group): receiver.sees(.group, ofTeam: nil, group: group)
        }
      if isVisible { visible.append((index, representation)) }
    }
    return visible
  }
}

/// The identity of an open bundle.
final class BundleIdentity: Sendable {}
