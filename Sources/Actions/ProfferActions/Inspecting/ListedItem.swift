import ItemProviders
public import ProfferFileSystem
import ProviderBundles

/// An item of a bundle, as a receiver sees it.
public struct ListedItem: Sendable {
  /// The number of the item, from 1.
  public let number: Int
  /// The name of the item: its suggested name, or the name of its first file.
  public let name: String
  /// The suggested name for files made from the item; nil if it has none, or if the receiver may not see it.
  public let suggestedName: String?
  /// The stored preview; nil if the item has none, or if the receiver may not see it.
  public let preview: ListedPreview?
  /// The representations that the receiver may see, best first.
  public let representations: [ListedRepresentation]

  init(_ item: BundledItem, number: Int, in bundle: ProviderBundle, in context: ActionContext) {
    let visible = bundle.visible(in: item, to: context.identity)
    let isForOthers = visible.isEmpty && !item.representations.isEmpty
    self.number = number
    name = item.displayName(showing: visible.map(\.representation))
    suggestedName = isForOthers ? nil : item.suggestedName
    preview = isForOthers ? nil : item.preview.map { ListedPreview($0) }
    representations = visible.map { ListedRepresentation($0.representation, at: $0.index) }
  }
}

/// A representation of an item of a bundle.
public struct ListedRepresentation: Sendable {
  /// Who may see a representation.
  public enum Audience: Sendable, Equatable {
    /// Everyone may see the representation.
    case all
    /// The members of a team.
    case team(String)
    /// The members of a group.
    case group(String)
  }

  /// Where the bytes of a representation are.
  public enum Storage: Sendable {
    /// In the bundle, under a path.
    case payload(path: String)
    /// In the bundle, as a folder under a path, with this number of members.
    case folder(path: String, memberCount: Int)
    /// In a file outside the bundle.
    case inPlace(FilePath)
    /// Promised: a coder makes them from another representation of the item, which is numbered from 1.
    case promise(ofRepresentation: Int, coder: String)
  }

  /// The number of the representation in its item, from 1.
  public let number: Int
  /// The identifier of its type.
  public let typeIdentifier: String
  /// How it was registered: `data`, `file`, `object` or `item`.
  public let kind: String
  /// The size in bytes; nil for a promise.
  public let byteCount: UInt64?
  /// The name of its file; nil if it has none.
  public let name: FileName?
  /// Who may see it.
  public let audience: Audience
  /// Where its bytes are.
  public let storage: Storage

  init(_ representation: BundledRepresentation, at index: Int) {
    number = index + 1
    typeIdentifier = representation.typeIdentifier
    kind = representation.kind.rawValue
    byteCount = representation.byteCount
    name = representation.name
    switch representation.audience {
    case .all: audience = .all
    case .team(let team): audience = .team(team)
    case .group(let group): audience = .group(group)
    }
    switch representation.storage {
    case .payload(let payload): storage = .payload(path: payload.path)
    case .folder(let path, let contents): storage = .folder(path: path, memberCount: contents.count)
    case .inPlace(let reference): storage = .inPlace(reference.path)
    case .promise(let source, let coder): storage = .promise(ofRepresentation: source + 1, coder: coder)
    }
  }
}

/// The stored preview of an item of a bundle.
public struct ListedPreview: Sendable {
  /// The identifier of its type.
  public let typeIdentifier: String
  /// The size in bytes.
  public let byteCount: UInt64
  /// The size in pixels according to the bundle; nil if the bundle does not contain it.
  public let pixelSize: (width: Int, height: Int)?
  /// Its path in the bundle.
  public let path: String

  init(_ preview: BundledPreview) {
    typeIdentifier = preview.typeIdentifier
    byteCount = preview.byteCount
    pixelSize = preview.pixelSize.map { (width: Int($0.width), height: Int($0.height)) }
    path = preview.payload.path
  }
}
