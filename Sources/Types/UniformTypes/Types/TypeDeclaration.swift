/// What is declared about one type: its identifier, what it conforms to, and its tags.
///
/// A declaration is a plain value and promises nothing about its contents; `TypeRegistry.adding(_:)` checks it.
public struct TypeDeclaration: Sendable, Hashable {
  /// Who makes a declaration.
  ///
  /// It decides between several declarations of one identifier, and between types that share a tag.
  public enum Origin: Sendable, Hashable, CaseIterable {
    /// By the owner of the type.
    case exported
    /// By a user of the type who does not own it.
    case imported
    /// Along with data: the weakest kind of import.
    case carried
  }

  /// The identifier as it is reported.
  ///
  /// The standard table reports lower case, as the system does; a declaration from outside keeps its
  /// spelling.
  public var identifier: String
  /// The identifier as its owner spelled it.
  ///
  /// It differs from `identifier` by case only.
  public var spelling: String
  /// The identifiers of the types that this one conforms to directly.
  ///
  /// Their order decides only whose description is used when this type has none.
  public var parents: [String]
  /// The tags of each class, the preferred one first.
  ///
  /// Extensions are reported in lower case.
  public var tags: [UTTagClass: [String]]
  /// An English description, such as “PNG image”.
  public var description: String?
  /// Where the type is documented: a URL as text.
  public var referenceURLString: String?
  /// The version of the declaration.
  public var version: Int?
  /// Who makes the declaration.
  public var origin: Origin
  /// Whether the system treats the type as a root that many types conform to.
  ///
  /// This library does not use it.
  package var isWildcard = false
  /// Tags that find the type and that `tags` does not report.
  package var unreportedTags: [UTTagClass: [String]] = [:]

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - identifier: the identifier.
  ///   - spelling: the owner's spelling; by default that of `identifier`.
  ///   - parents: the types that it conforms to directly.
  ///   - tags: the tags of each class, the preferred one first.
  ///   - description: what people call the type.
  ///   - referenceURLString: where the type is documented.
  ///   - version: the version of the declaration.
  ///   - origin: who declares it.
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
