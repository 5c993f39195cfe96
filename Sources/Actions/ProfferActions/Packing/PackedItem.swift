public import ItemProviders
public import ProfferFileSystem
public import ProviderBundles

/// What becomes an item of a bundle: its representations, best first, and what it promises.
public struct PackedItem: Sendable {
  /// The name that is suggested for files made of the item; nil takes that of its file.
  public var name: String?
  /// The files or streams, best first.
  public var representations: [PackedRepresentation]
  /// Further types in which the item is offered, made by the library's coders when they are loaded.
  public var promises: [TypeReference] = []

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - representations: the files or streams, best first.
  ///   - name: the name that is suggested for files made of the item.
  public init(_ representations: [PackedRepresentation], name: String? = nil) {
    self.representations = representations
    self.name = name
  }
}

/// A file, a folder or a stream that becomes a representation of an item.
public struct PackedRepresentation: Sendable {
  /// The file, the folder or the stream.
  public var input: ActionInput
  /// The type, which a stream needs; nil finds it by the name and the contents.
  public var type: TypeReference?
  /// How it is registered; nil is a file, or data for a stream.
  ///
  /// An object is offered in every type that it can be written as.
  public var kind: RepresentationKind?
  /// Who may see it.
  public var audience = BundledRepresentation.Audience.all
  /// Whether a file is offered in place instead of as a copy.
  public var isOfferedInPlace = false

  /// Makes a representation.
  ///
  /// - Parameters:
  ///   - input: the file, the folder or the stream.
  ///   - type: its type; nil finds it.
  public init(_ input: ActionInput, type: TypeReference? = nil) {
    self.input = input
    self.type = type
  }
}

extension PackedRepresentation {
  /// Who may see a representation, as a command line says it.
  package enum NamedAudience: Sendable {
    case all
    case team(String)
    case group(String)
  }

  /// A representation as a command line describes it.
  ///
  /// - Parameter kind: `data`, `file`, `object` or `item`; nil is a file, or data for a stream.
  package init(
    _ input: ActionInput, type: TypeReference?, kind: String?, audience: NamedAudience, isInPlace: Bool
  ) {
    self.init(input, type: type)
    self.kind = kind.flatMap(RepresentationKind.init(rawValue:))
    isOfferedInPlace = isInPlace
    switch audience {
    case .all: self.audience = .all
    case .team(let team): self.audience = .team(team)
    case .group(let group): self.audience = .group(group)
    }
  }
}

/// What is packed: an item, or every file below a folder as an item of its own.
public enum PackedEntry: Sendable {
  /// An item.
  case item(PackedItem)
  /// The files below a folder, except what is neither a file nor a folder.
  case files(below: FilePath)
}
