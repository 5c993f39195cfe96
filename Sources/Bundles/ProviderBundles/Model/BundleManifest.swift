public import ItemProviders
package import JSONText
public import ProfferFileSystem

/// The contents of a `manifest.json`: the items of a bundle in order, each with its representations in fidelity order.
package struct BundleManifest: Sendable, Equatable {
  /// The version of the format.
  package static let version = 1

  /// The items, in the order they were packed.
  package var items: [BundledItem]
  /// The declarations of types outside the standard table, as JSON objects.
  package var typeDeclarations: [JSONNode]
  /// Members that this version does not know; they are kept when the bundle is rewritten.
  package var unknownMembers: [JSONMember]

  package init(items: [BundledItem], typeDeclarations: [JSONNode] = [], unknownMembers: [JSONMember] = []) {
    self.items = items
    self.typeDeclarations = typeDeclarations
    self.unknownMembers = unknownMembers
  }
}

/// One thing in a bundle, in all its representations.
public struct BundledItem: Sendable, Equatable {
  /// The suggested name of files made of the item, perhaps without an extension.
  public var suggestedName: String?
  /// The representations, best first.
  public var representations: [BundledRepresentation]
  /// How the item is preferably shown, and the data of its team.
  public var metadata: ItemMetadata {
    get { presentation?.metadata ?? ItemMetadata() }
    set { presentation = StoredPresentation(newValue, preview) }
  }
  /// The picture of the item that is stored beside its representations, if any.
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

/// One representation of an item: its type, how it was registered, who may see it, and where its bytes are.
public struct BundledRepresentation: Sendable, Equatable {
  /// Who may see a representation in a bundle.
  public enum Audience: Sendable, Equatable {
    /// Every reader.
    case all
    /// A reader that names the same team.
    case team(String)
    /// A reader that names the same group.
    case group(String)
  }

  /// Where the bytes of a representation are.
  package enum Storage: Sendable, Equatable {
    /// In one entry of the bundle.
    case payload(BundledPayload)
    /// In entries below a path that ends in a slash; folders and links are in the manifest.
    case folder(path: String, members: FolderMembers)
    /// In a file outside the bundle, offered in place.
    case inPlace(BundledReference)
    /// Not stored: a coder makes them of another representation of the item (counted from 0) when they are loaded.
    case promise(of: Int, coder: String)
  }

  /// The type, as it is spelled in the manifest.
  public var typeIdentifier: String
  /// How the representation was registered.
  public var kind: RepresentationKind
  /// Who may see it.
  public var audience: Audience
  /// Whether a receiver may open the file where it is.
  public var allowsOpenInPlace: Bool
  /// Where the bytes are.
  package var storage: Storage
  /// The name of the file or folder it was packed from.
  public var name: FileName?
  /// When the source was last changed.
  public var modification: FileTime?
  /// Whether the file may be executed; members of a folder have their own.
  public var isExecutable = false
  package var unknownMembers: [JSONMember] = []
  /// Members of the reference or promise that this version does not know.
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

  /// The size of all its files in bytes; nil for a promise.
  public var byteCount: UInt64? {
    switch storage {
    case .payload(let payload): payload.byteCount
    case .folder(_, let members): members.byteCount
    case .inPlace(let reference): reference.byteCount
    case .promise: nil
    }
  }
}

/// The bytes of one entry of a bundle.
package struct BundledPayload: Sendable, Hashable {
  /// The entry's path in the bundle.
  package var path: String
  /// Its size in bytes.
  package var byteCount: UInt64
  /// The CRC-32 of its bytes, as zip has it.
  package var crc32: UInt32

  package init(path: String, byteCount: UInt64, crc32: UInt32) {
    self.path = path
    self.byteCount = byteCount
    self.crc32 = crc32
  }
}

/// A file outside the bundle, with its state when it was packed.
package struct BundledReference: Sendable, Hashable {
  /// The absolute path.
  package var path: FilePath
  /// The size in bytes it had.
  package var byteCount: UInt64
  /// When it had last been changed.
  package var modification: FileTime

  package init(path: FilePath, byteCount: UInt64, modification: FileTime) {
    self.path = path
    self.byteCount = byteCount
    self.modification = modification
  }
}

extension BundledRepresentation {
  /// Whether its bytes are made when they are loaded.
  public var isPromise: Bool {
    if case .promise = storage { true } else { false }
  }

  /// Whether its bytes are in a file outside the bundle.
  var isReference: Bool {
    if case .inPlace = storage { true } else { false }
  }
}

extension BundledItem {
  /// The file outside the bundle that contains a representation's bytes, or that they are made of; nil where they are in
  /// the bundle.
  ///
  /// - Parameter representation: one of the representations of this item.
  /// - Returns: the file; nil where the bytes are in the bundle.
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
