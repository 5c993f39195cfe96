public import FileSystem
public import ItemProviders
package import JSONText

/// What a bundle holds, as its `manifest.json` says it: the items in order, each with its representations in
/// fidelity order.
public struct BundleManifest: Sendable, Equatable {
  /// The version of the format this manifest is written in.
  public static let version = 1

  /// The items, in the order they were packed.
  public var items: [BundledItem]
  /// The declarations of types outside the standard table that the representations use, as JSON objects.
  package var typeDeclarations: [JSONNode]
  /// Members that this version does not know, kept when the bundle is written anew.
  package var unknownMembers: [JSONMember]

  package init(items: [BundledItem], typeDeclarations: [JSONNode] = [], unknownMembers: [JSONMember] = []) {
    self.items = items
    self.typeDeclarations = typeDeclarations
    self.unknownMembers = unknownMembers
  }
}

/// One thing in a bundle, in all the forms it is offered in.
public struct BundledItem: Sendable, Equatable {
  /// The name suggested for files made of the item, without a promise of an extension.
  public var suggestedName: String?
  /// The representations, best first.
  public var representations: [BundledRepresentation]
  package var unknownMembers: [JSONMember] = []

  package init(suggestedName: String?, representations: [BundledRepresentation]) {
    self.suggestedName = suggestedName
    self.representations = representations
  }
}

/// One form of an item: its type, how it was registered, who may see it, and where its bytes are.
public struct BundledRepresentation: Sendable, Equatable {
  /// Who may see a representation in a bundle.
  public enum Audience: Sendable, Equatable {
    /// Everybody.
    case all
    /// A reader that names the same team.
    case team(String)
    /// A reader that names the same group.
    case group(String)
  }

  /// Where the bytes of a representation are.
  public enum Storage: Sendable, Equatable {
    /// In one entry of the bundle.
    case payload(BundledPayload)
    /// In entries below a path that ends in a slash, with folders and links as manifest text.
    case folder(path: String, members: FolderMembers)
    /// In a file outside the bundle, offered in place.
    case inPlace(BundledReference)
    /// Nowhere yet: made of another representation of the item (counted from 0) by a coder when it is asked for.
    case promise(of: Int, coder: String)
  }

  /// The type, as it was spelled.
  public var typeIdentifier: String
  /// How the representation was registered.
  public var kind: RepresentationKind
  /// Who may see it.
  public var audience: Audience
  /// Whether a receiver may open the file where it is.
  public var allowsOpenInPlace: Bool
  /// Where the bytes are.
  public var storage: Storage
  /// The true name of the file or folder it was packed from, with its own bytes.
  public var name: FileName?
  /// When the source was last changed.
  public var modification: FileTime?
  /// Whether the file may be executed; members of a folder have their own.
  public var isExecutable = false
  package var unknownMembers: [JSONMember] = []
  /// The members of the reference or promise that this version does not know.
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

  /// The size of all its files in bytes; nil for what is only promised.
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
public struct BundledPayload: Sendable, Hashable {
  /// The entry's path in the bundle.
  public var path: String
  /// Its size in bytes.
  public var byteCount: UInt64
  /// The CRC-32 of its bytes, as zip has it.
  public var crc32: UInt32

  package init(path: String, byteCount: UInt64, crc32: UInt32) {
    self.path = path
    self.byteCount = byteCount
    self.crc32 = crc32
  }
}

/// A file outside the bundle as it was when it was packed.
public struct BundledReference: Sendable, Hashable {
  /// The absolute path.
  public var path: FilePath
  /// The size in bytes it had.
  public var byteCount: UInt64
  /// When it had last been changed.
  public var modification: FileTime

  package init(path: FilePath, byteCount: UInt64, modification: FileTime) {
    self.path = path
    self.byteCount = byteCount
    self.modification = modification
  }
}
