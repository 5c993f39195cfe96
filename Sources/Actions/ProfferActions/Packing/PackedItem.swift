public import ItemProviders
public import ProfferFileSystem
public import ProviderBundles

/// An item to pack: its representations, best first, and its promises.
public struct PackedItem: Sendable {
  /// The suggested name for files made from the item; nil uses the name of its file.
  public var name: String?
  /// The files or streams, best first.
  public var representations: [PackedRepresentation]
  /// Further types that the item offers; the library's coders make them when they are loaded.
  public var promises: [TypeReference] = []

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - representations: the files or streams, best first.
  ///   - name: the suggested name for files made from the item.
  public init(_ representations: [PackedRepresentation], name: String? = nil) {
    self.representations = representations
    self.name = name
  }
}

/// A file, folder or stream to pack as a representation of an item.
public struct PackedRepresentation: Sendable {
  /// The file, folder or stream.
  public var input: ActionInput
  /// The type, which is required for a stream; nil detects it by name and contents.
  public var type: TypeReference?
  /// How the representation is registered; nil means a file, or data for a stream.
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
  ///   - input: the file, folder or stream.
  ///   - type: its type; nil detects it.
  public init(_ input: ActionInput, type: TypeReference? = nil) {
    self.input = input
    self.type = type
  }
}

extension PackedRepresentation {
  /// The audience of a representation, as given on a command line.
  package enum NamedAudience: Sendable {
    case all
    case team(String)
    case group(String)
  }

  /// Makes a representation from the options of a command line.
  ///
  /// - Parameter kind: `data`, `file`, `object` or `item`; nil means a file, or data for a stream.
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

/// An entry to pack: an item, or every file below a folder as a separate item.
public enum PackedEntry: Sendable {
  /// An item.
  case item(PackedItem)
  /// The files below a folder; anything that is neither a file nor a folder is left out.
  case files(below: FilePath)
}
