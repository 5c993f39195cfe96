public import ItemProviders
package import JSONText
public import ProfferFileSystem

/// The contents of a `manifest.json` file: the items of a bundle in order.
///
/// The representations of each item are in order of fidelity.
package struct BundleManifest: Sendable, Equatable {
  /// The version of the format.
  package static let version = 1

  /// The items, in the order in which they were packed.
  package var items: [BundledItem]
  /// The declarations of types that are not in the standard table, as JSON objects.
  package var typeDeclarations: [JSONNode]
  /// JSON members that this version does not define; they are kept when the bundle is rewritten.
  package var unknownMembers: [JSONMember]

  package init(items: [BundledItem], typeDeclarations: [JSONNode] = [], unknownMembers: [JSONMember] = []) {
    self.items = items
    self.typeDeclarations = typeDeclarations
    self.unknownMembers = unknownMembers
  }
}

/// An item in a bundle, with all its representations.
public struct BundledItem: Sendable, Equatable {
  /// The suggested name for files that are made from the item, possibly without an extension.
  public var suggestedName: String?
  /// The representations, best first.
  public var representations: [BundledRepresentation]
  /// The preferred presentation of the item, and the data for its team.
  public var metadata: ItemMetadata {
    get { presentation?.metadata ?? ItemMetadata() }
    set { presentation = StoredPresentation(newValue, preview) }
  }
  /// The preview of the item, stored in addition to its representations; nil if there is none.
  public package(set) var preview: BundledPreview? {
    get { presentation?.preview }
    set { presentation = StoredPresentation(metadata, newValue) }
  }
  private var presentation: StoredPresentation?
  package var unknownMembers: [JSONMember] = []

  package init(suggestedName: String?, representations: [BundledRepresentation]) {
    self.suggestedName = suggestedName
    self.representations = representations
  }
}

/// A representation of an item: its type, how it was registered, its audience, and the location of its bytes.
public struct BundledRepresentation: Sendable, Equatable {
  /// The readers that may see a representation in a bundle.
  public enum Audience: Sendable, Equatable {
    /// All readers.
    case all
    /// Readers that name the same team.
    case team(String)
    /// Readers that name the same group.
    case group(String)
  }

  /// The location of the bytes of a representation.
  package enum Storage: Sendable, Equatable {
    /// One entry of the bundle.
    case payload(BundledPayload)
    /// Entries below a path that ends in a slash; folders and links are only in the manifest.
    case folder(path: String, members: FolderMembers)
    /// A file outside the bundle, offered in place.
    case inPlace(BundledReference)
    /// No stored bytes: a coder makes the bytes when they are loaded.
    ///
    /// The coder makes them from another representation of the item, which is identified by its index,
    /// counted from 0.
    case promise(of: Int, coder: String)
  }

  /// The type, spelled as in the manifest.
  public var typeIdentifier: String
  /// The way in which the representation was registered.
  public var kind: RepresentationKind
  /// The readers that may see the representation.
  public var audience: Audience
  /// Whether a receiver may open the file at its original location.
  public var allowsOpenInPlace: Bool
  /// The location of the bytes.
  package var storage: Storage
  /// The name of the file or folder from which the representation was packed.
  public var name: FileName?
  /// The time of the source's last change.
  public var modification: FileTime?
  /// Whether the file is executable; each member of a folder has a flag of its own.
  public var isExecutable = false
  package var unknownMembers: [JSONMember] = []
  /// JSON members of the reference or promise that this version does not define.
  package var unknownSourceMembers: [JSONMember] = []

  package init(
    typeIdentifier: String, kind: RepresentationKind, audience: Audience = .all,
    allowsOpenInPlace: Bool = false,
    storage: Storage, name: FileName? = nil, modification: FileTime? = nil
  ) {
    self.typeIdentifier = typeIdentifier
    self.kind = kind
    self.audience = audience
    self.allowsOpenInPlace = allowsOpenInPlace
    self.storage = storage
    self.name = name
    self.modification = modification
  }

  /// The total size of the representation's files in bytes; nil for a promise.
  public var byteCount: UInt64? {
    switch storage {
    case .payload(let payload): payload.byteCount
    case .folder(_, let members): members.byteCount
    case .inPlace(let reference): reference.byteCount
    case .promise: nil
    }
  }
}

/// The bytes of an entry of a bundle.
package struct BundledPayload: Sendable, Hashable {
  /// The path of the entry in the bundle.
  package var path: String
  /// The number of bytes.
  package var byteCount: UInt64
  /// The CRC-32 of the bytes, as defined for zip archives.
  package var crc32: UInt32

  package init(path: String, byteCount: UInt64, crc32: UInt32) {
    self.path = path
    self.byteCount = byteCount
    self.crc32 = crc32
  }
}

/// A file outside the bundle, with its state at the time of packing.
package struct BundledReference: Sendable, Hashable {
  /// The absolute path.
  package var path: FilePath
  /// The size of the file in bytes at the time of packing.
  package var byteCount: UInt64
  /// The time of the file's last change before packing.
  package var modification: FileTime

  package init(path: FilePath, byteCount: UInt64, modification: FileTime) {
    self.path = path
    self.byteCount = byteCount
    self.modification = modification
  }
}

extension BundledRepresentation {
  /// Whether the bytes are made when they are loaded.
  public var isPromise: Bool {
    if case .promise = storage { true } else { false }
  }

  /// Whether the bytes are in a file outside the bundle.
  var isReference: Bool {
    if case .inPlace = storage { true } else { false }
  }
}

extension BundledItem {
  /// Returns the file outside the bundle from which a representation's bytes are read or made.
  ///
  /// - Parameter representation: one of the representations of this item.
  /// - Returns: the file; nil if the bytes are read or made from the bundle.
  package func reference(for representation: BundledRepresentation) -> BundledReference? {
    switch representation.storage {
    case .inPlace(let reference): reference
    case .promise(let source, _):
      if representations.indices.contains(source),
        case .inPlace(let reference) = representations[source].storage
      {
        reference
      } else {
        nil
      }
    case .payload, .folder: nil
    }
  }
}
