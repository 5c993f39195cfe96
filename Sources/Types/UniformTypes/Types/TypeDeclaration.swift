/// The declaration of one type: its identifier, its parents, and its tags.
///
/// Creating a declaration does not check its contents. `TypeRegistry.adding(_:)` validates them.
public struct TypeDeclaration: Sendable, Hashable {
  /// The relation of the declaring party to the type.
  ///
  /// The origin determines which declaration of an identifier is used, and which type takes precedence if
  /// several types have the same tag.
  public enum Origin: Sendable, Hashable, CaseIterable {
    /// A declaration by the owner of the type.
    case exported
    /// A declaration by a user of the type who does not own it.
    case imported
    /// A declaration that accompanies data; weaker than an imported declaration.
    case carried
  }

  /// The identifier as it is reported.
  ///
  /// The identifiers in the standard table are in lower case, as the system reports them. The identifier of
  /// any other declaration keeps its case.
  public var identifier: String
  /// The identifier as its owner spelled it.
  ///
  /// The spelling differs from `identifier` only in case.
  public var spelling: String
  /// The identifiers of the types that this type conforms to directly.
  ///
  /// The order of the parents determines only which description is used if this type has no description.
  public var parents: [String]
  /// The tags of each class, with the preferred tag first.
  ///
  /// Extensions are reported in lower case.
  public var tags: [UTTagClass: [String]]
  /// An English description, such as “PNG image”.
  public var description: String?
  /// A short name for sentences, such as “PDF”; nil if the description is suitable.
  package var shortName: String?
  /// The URL of the type's documentation, as text.
  public var referenceURLString: String?
  /// The version of the declaration.
  public var version: Int?
  /// The relation of the declaring party to the type.
  public var origin: Origin
  /// Whether the system treats the type as a root that many types conform to.
  ///
  /// This library does not use this property.
  package var isWildcard = false
  /// Tags by which look-ups find the type, but which are not included in `tags`.
  package var unreportedTags: [UTTagClass: [String]] = [:]

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - identifier: the identifier.
  ///   - spelling: the owner's spelling of the identifier; nil if it is the same as `identifier`.
  ///   - parents: the identifiers of the types that the type conforms to directly.
  ///   - tags: the tags of each class, with the preferred tag first.
  ///   - description: a human-readable description.
  ///   - referenceURLString: the URL of the type's documentation.
  ///   - version: the version of the declaration.
  ///   - origin: the relation of the declaring party to the type.
  public init(
    identifier: String, spelling: String? = nil, parents: [String] = [],
    tags: [UTTagClass: [String]] = [:],
    description: String? = nil, referenceURLString: String? = nil, version: Int? = nil,
    origin: Origin = .imported
  ) {
    self.identifier = identifier
    self.spelling = spelling ?? identifier
    self.parents = parents
    self.tags = tags
    self.description = description
    self.referenceURLString = referenceURLString
    self.version = version
    self.origin = origin
  }
}
