public import ItemProviders
public import ProfferFileSystem
public import ProviderBundles

/// An item to pack: its representations, best first, and its promises.
public struct PackedItem: Sendable {
  /// The suggested name for files created from the item; if nil, the name of the item's file is used.
  public var name: String?
  /// The files, folders or streams, best first.
  public var representations: [PackedRepresentation]
  /// Additional types that the item offers.
  ///
  /// Built-in coders create the content of these types when it is loaded.
  public var promises: [TypeReference] = []

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - representations: the files, folders or streams, best first.
  ///   - name: the suggested name for files created from the item; if nil, the name of the item's file is
  ///     used.
  public init(_ representations: [PackedRepresentation], name: String? = nil) {
    self.representations = representations
    self.name = name
  }
}

/// A file, folder or stream to pack as a representation of an item.
public struct PackedRepresentation: Sendable {
  /// The file, folder or stream.
  public var input: ActionInput
  /// The type, required for a stream; if nil, the type is detected from the name and contents.
  public var type: TypeReference?
  /// The kind of registration; if nil, `data` for a stream and `file` for other inputs.
  ///
  /// A representation of the kind `object` is also offered in every type to which it can be converted.
  public var kind: RepresentationKind?
  /// The receivers that may see the representation.
  public var audience = BundledRepresentation.Audience.all
  /// Whether to offer the file itself, in place, instead of copying the file into the bundle.
  public var isOfferedInPlace = false

  /// Creates a representation.
  ///
  /// - Parameters:
  ///   - input: the file, folder or stream.
  ///   - type: the type of the input; if nil, the type is detected.
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

  /// Creates a representation from command-line options.
  ///
  /// - Parameter kind: `data`, `file`, `object` or `item`; if nil, `data` for a stream and `file` for other
  ///   inputs.
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
  /// The files below a folder.
  ///
  /// Objects that are neither files nor folders are left out.
  case files(below: FilePath)
}
