import FileSystem
import ItemProviders

extension BundleDraft {
  /// Makes a draft of all that a bundle holds, to be changed and written again.
  ///
  /// The bytes stay where they are until the draft is written, and are then moved as they are, without a look at
  /// their checksums: on a file system that shares extents nothing large is copied. What the manifest says that this
  /// version does not know, and what lies in the bundle beside its items, is kept.
  ///
  /// - Parameter bundle: the bundle, which must not be changed before the draft is written. To change a bundle in its own
  ///   place use ``ProviderBundleWriter/edit(_:limits:_:)``.
  /// - Throws: what opening the whole bundle throws, where only some of its items were opened; and the file system's error.
  public init(of bundle: ProviderBundle) throws {
    let bundle = try bundle.whole()
    self.init(items: Items(keeping: bundle))
    typeDeclarations = bundle.typeDeclarations
    unknownMembers = bundle.unknownMembers
    foreignEntries = try bundle.storage.foreignEntries()
  }
}

extension BundleDraft.Item {
  /// An item of a bundle, to be changed and written again.
  init(keeping item: BundledItem, of bundle: ProviderBundle) {
    self.init(
      suggestedName: item.suggestedName,
      representations: item.representations.map { BundleDraft.Representation(keeping: $0, of: bundle) })
    unknownMembers = item.unknownMembers
  }
}

extension BundleDraft.Representation {
  fileprivate init(keeping representation: BundledRepresentation, of bundle: ProviderBundle) {
    let content: BundleDraft.Content
    var place: FilePath?
    switch representation.storage {
    case .payload(let payload): (content, place) = Self.place(payload.path, in: bundle)
    case .folder(let path, _): (content, place) = Self.place(path, in: bundle)
    case .inPlace(let reference): (content, place) = (.reference(reference.path), reference.path)
    case .promise(let source, let coder): content = .promise(of: source, coder: coder)
    }
    self.init(
      content, typeIdentifier: representation.typeIdentifier, kind: representation.kind,
      audience: representation.audience, allowsOpenInPlace: representation.allowsOpenInPlace,
      name: representation.name, modification: representation.modification)
    kept = place.map { ExistingContent(bundle: bundle, representation: representation, place: $0) }
    unknownMembers = representation.unknownMembers
    unknownSourceMembers = representation.unknownSourceMembers
  }

  /// The path by which people may call something inside a bundle.
  private static func place(_ path: String, in bundle: ProviderBundle) -> (BundleDraft.Content, FilePath) {
    let slash: [UInt8] = bundle.path.hasTrailingSlash ? [] : [UInt8(ascii: "/")]
    guard let place = FilePath(bytes: bundle.path.bytes + slash + path.utf8) else {
      preconditionFailure("a checked path has no NUL")
    }
    return (.file(place), place)
  }
}
