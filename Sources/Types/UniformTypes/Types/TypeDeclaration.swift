/// What is declared about one type: its identifier, what it conforms to, and the tags that mean it elsewhere.
///
/// A declaration is a plain value and promises nothing about its contents; `TypeRegistry.adding(_:)` checks it.
public struct TypeDeclaration: Sendable, Hashable {
  /// Who makes a declaration, which decides between several of one identifier and between types that share a tag.
  public enum Origin: Sendable, Hashable, CaseIterable {
    /// By the owner of the type.
    case exported
    /// By somebody who uses the type and does not own it.
    case imported
    /// Travelled along with data: the weakest kind of import.
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
  public var referenceAddress: String?
  /// The version of the declaration.
  public var version: Int?
  /// Who makes the declaration.
  public var origin: Origin
  /// Whether the system treats the type as a root that many types conform to.
  ///
  /// Nothing here depends on it.
  package var isWildcard = false
  /// Tags that lead to the type and that `tags` does not report.
  package var unreportedTags: [UTTagClass: [String]] = [:]

  /// Makes a declaration.
  ///
  /// - Parameter spelling: the owner's spelling; by default that of `identifier`.
  public init(
    identifier: String, spelling: String? = nil, parents: [String] = [], tags: [UTTagClass: [String]] = [:],
    description: String? = nil, referenceAddress: String? = nil, version: Int? = nil,
    origin: Origin = .imported
  ) {
    self.identifier = identifier
    self.spelling = spelling ?? identifier
    self.parents = parents
    self.tags = tags
    self.description = description
    self.referenceAddress = referenceAddress
    self.version = version
    self.origin = origin
  }
}
