package import ItemProviders
public import ProfferFileSystem
public import UniformTypes

/// An open provider bundle: its items, and access to every payload.
///
/// Opening checks the structure: the archive's directory, the manifest, and that both name the same payloads with the
/// same sizes and checksums. The bytes of a payload are checked when they are read; ``verify(progress:_:)`` checks all.
///
/// A bundle can be opened for some of its items, which takes a fraction of the time and memory where there are many. The
/// other items are then not checked.
public struct ProviderBundle: Sendable {
  /// The file or folder the bundle was opened from.
  public let path: FilePath
  /// The manifest, with the items that were opened.
  package let manifest: BundleManifest
  /// The number of items in the bundle.
  public let itemCount: Int
  /// The places of ``items`` in the bundle, counted from 0.
  public let openedItems: Range<Int>
  let storage: any BundleStorage
  let limits: BundleLimits
  /// Distinguishes the payloads of one open bundle from those of another.
  let identity = BundleIdentity()
  /// The types that the bundle declares.
  let types: BundledTypes

  /// The items that were opened, in order.
  public var items: [BundledItem] { manifest.items }

  /// The declarations of the types outside the standard table that the bundle carries, in the order of the manifest.
  ///
  /// Providers made from the bundle know these types; ``typeRegistry(beyond:)`` gives them to other queries. A bundle
  /// whose declarations cannot be used opens all the same.
  ///
  /// - Throws: ``BundleError/Code/malformedDeclaration`` when a declaration cannot be read.
  public var typeDeclarations: [TypeDeclaration] {
    get throws(BundleError) { try types.declarations() }
  }

  /// A registry that has the types of the bundle too.
  ///
  /// A declaration of the registry goes before one of the bundle with the same identifier.
  ///
  /// - Parameter registry: the registry to extend.
  /// - Returns: the registry itself where the bundle declares nothing that it does not know.
  /// - Throws: ``BundleError/Code/malformedDeclaration`` when a declaration cannot be read, or contradicts the others or
  ///   the registry.
  public func typeRegistry(beyond registry: TypeRegistry = .current) throws(BundleError) -> TypeRegistry {
    let carried = try types.carried().get()
    if let error = carried.contradiction(with: registry) {
      throw BundleError(.malformedDeclaration, of: path, error.message, cause: error)
    }
    return carried.registry(beyond: registry)
  }

  /// Opens a bundle, a file or a folder with the same layout.
  ///
  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - limits: the largest bundle that is accepted.
  /// - Throws: ``BundleError`` that says what is wrong, and the file system's error for what cannot be read.
  public init(opening path: FilePath, limits: BundleLimits = .standard) throws {
    let (storage, opened) = try ProviderBundle.opened(path, items: nil, limits: limits)
    self.init(storage, at: path, opened, limits: limits)
  }

  /// Opens a bundle for some of its items.
  ///
  /// - Parameters:
  ///   - path: the path of the bundle.
  ///   - items: the places of the items, counted from 0; places beyond the last item are ignored.
  ///   - limits: the largest bundle that is accepted.
  /// - Throws: ``BundleError`` that says what is wrong with the archive or with these items, and the file system's
  ///   error for what cannot be read.
  public init(opening path: FilePath, items: Range<Int>, limits: BundleLimits = .standard) throws {
    let (storage, opened) = try ProviderBundle.opened(path, items: items, limits: limits)
    self.init(storage, at: path, opened, limits: limits)
  }

  /// Opens a bundle; a folder that another program replaces meanwhile is reported as such, and not as a file missing in it.
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

  /// Opens a bundle from a pipe; it is first copied to a temporary file, as its directory is at its end.
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

  /// A bundle whose manifest is known.
  init(_ storage: any BundleStorage, at path: FilePath, manifest: BundleManifest, limits: BundleLimits) {
    self.path = path
    self.storage = storage
    self.limits = limits
    self.manifest = manifest
    types = BundledTypes(manifest.typeDeclarations, of: path)
    itemCount = manifest.items.count
    openedItems = manifest.items.indices
  }

  /// The same bundle with all of its items.
  func whole() throws -> ProviderBundle {
    openedItems.count == itemCount
      ? self : try ProviderBundle(storage, at: path, items: nil, limits: limits)
  }

  /// Finds the bytes of a payload.
  package func stored(_ payload: BundledPayload) throws -> StoredPayload { try storage.stored(payload) }

  /// The representations of an item that a receiver may see, with their places in the item.
  ///
  /// This is an agreement, not a lock: a reader that uses another tool sees everything.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - receiver: the receiver.
  /// - Returns: the representations in their order.
  package func visible(
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

/// The identity of an open bundle.
final class BundleIdentity: Sendable {}
