import ItemProviders
public import ProfferFileSystem
import ProviderBundles

/// An item of a bundle, limited to the information that a receiver may see.
public struct ListedItem: Sendable {
  /// The number of the item, from 1.
  public let number: Int
  /// The name of the item: its suggested name, or the name of its first file.
  public let name: String
  /// The suggested name for files created from the item.
  ///
  /// Nil if there is no suggested name, or if the receiver may not see the item.
  public let suggestedName: String?
  /// The stored preview; nil if there is no preview, or if the receiver may not see the item.
  public let preview: ListedPreview?
  /// The representations that the receiver may see, best first.
  public let representations: [ListedRepresentation]

  /// - Parameter visible: the representations that the receiver may see, with their indices in the item.
  init(
    _ item: BundledItem, number: Int, visible: [(index: Int, representation: BundledRepresentation)]
  ) {
    let isForOthers = visible.isEmpty && !item.representations.isEmpty
    self.number = number
    name = item.displayName(showing: visible.lazy.map(\.representation))
    suggestedName = isForOthers ? nil : item.suggestedName
    preview = isForOthers ? nil : item.preview.map { ListedPreview($0) }
    representations = visible.map { ListedRepresentation($0.representation, at: $0.index) }
  }
}

/// A representation of an item of a bundle.
public struct ListedRepresentation: Sendable {
  /// The receivers that may see a representation.
  public enum Audience: Sendable, Equatable {
    /// All receivers.
    case all
    /// The members of the given team.
    case team(String)
    /// The members of the given group.
    case group(String)
  }

  /// The location of the bytes of a representation.
  public enum Storage: Sendable {
    /// The bytes are in the bundle, at the given path.
    case payload(path: String)
    /// The bytes are in a folder of the bundle, at the given path, with the given number of members.
    case folder(path: String, memberCount: Int)
    /// The bytes are in a file outside the bundle.
    case inPlace(FilePath)
    /// The bytes are promised.
    ///
    /// The given coder converts another representation of the item: the one with the given number, from 1.
    case promise(ofRepresentation: Int, coder: String)
  }

  /// The number of the representation in its item, from 1.
  public let number: Int
  /// The identifier of the type.
  public let typeIdentifier: String
  /// The kind of registration: `data`, `file`, `object` or `item`.
  public let kind: String
  /// The size in bytes; nil for a promise.
  public let byteCount: UInt64?
  /// The file name; nil if there is none.
  public let name: FileName?
  /// The receivers that may see the representation.
  public let audience: Audience
  /// The location of the bytes.
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
  /// The identifier of the type of the preview.
  public let typeIdentifier: String
  /// The size of the preview in bytes.
  public let byteCount: UInt64
  /// The size in pixels as stated in the bundle; nil if the bundle does not state a size.
  public let pixelSize: (width: Int, height: Int)?
  /// The path of the preview in the bundle.
  public let path: String

  init(_ preview: BundledPreview) {
    typeIdentifier = preview.typeIdentifier
    byteCount = preview.byteCount
    pixelSize = preview.pixelSize.map { (width: Int($0.width), height: Int($0.height)) }
    path = preview.payload.path
  }
}
