import Synchronization

/// A set of declared types and the questions one can ask of it.
///
/// A registry never changes; `adding(_:)` makes another one. Every registry extends the standard one. All queries may
/// be made from any thread.
///
/// `UTType` asks `TypeRegistry.current`; each of its queries also has a form that takes a registry.
public final class TypeRegistry: Sendable {
  let types: TypeLayers
  /// What each type conforms to, directly or not, by position.
  let closures: AtomicLazyArray<ConformanceClosure>
  private let tagIndexes = AtomicLazyArray<TagIndex>(count: 1)
  private let tagSearchCount = Atomic(0)
  private let childIndexes = AtomicLazyArray<ChildIndex>(count: 1)

  /// The built-in types and nothing else.
  public static let standard = TypeRegistry(TypeLayers())

  init(_ types: TypeLayers) {
    self.types = types
    closures = AtomicLazyArray(count: types.count)
  }

  /// The types that carry a tag, best first: `public` types before others, exported before imported ones, and then in the
  /// order of declaration.
  ///
  /// To make the index takes as long as some thirty searches of the text of the table, and a program that asks for the
  /// type of one file asks for fewer tags.
  func positions(of tag: TypeTag) -> [Int] {
    if tagSearchCount.load(ordering: .relaxed) < Self.tagSearchLimit,
      let found = TagIndex.search(types, for: tag)
    {
      tagSearchCount.add(1, ordering: .relaxed)
      return found
    }
    return tagIndexes.object(at: 0) { TagIndex(of: types) }[tag]
  }

  /// How many tags are searched for before the index is made.
  static let tagSearchLimit = 24

  /// The index of children, made when the children of a type are looked up for the first time.
  var childIndex: ChildIndex { childIndexes.object(at: 0) { ChildIndex(of: types) } }

  /// All declared types, in the order of declaration.
  public var allTypes: [UTType] { types.order.map { type(at: $0) } }

  /// The declaration in force for a type; nil when the type is not declared.
  ///
  /// Of several declarations of one identifier exactly one is in force; they are not merged.
  ///
  /// - Parameter type: any type.
  /// - Returns: the declaration, with its parents as they spell themselves.
  public func declaration(of type: UTType) -> TypeDeclaration? {
    guard let position = position(of: type) else { return nil }
    var declaration = types.declaration(at: position)
    // A parent has the spelling of its own declaration.
    declaration.parents = types.parents(of: position).map { types.identifier(at: $0) }
    return declaration
  }

  /// The declared type with that identifier, in whatever case it is written.
  ///
  /// - Parameter identifier: the identifier.
  /// - Returns: the type as it is declared; nil where it is not.
  package func declaredType(_ identifier: String) -> UTType? {
    types.position(of: TypeIdentifier(identifier)).map { type(at: $0) }
  }

  /// The position of a type, nil when it is not declared.
  func position(of type: UTType) -> Int? {
    type.standardPosition ?? types.position(of: type.typeIdentifier)
  }

  func type(at position: Int) -> UTType {
    UTType(types.identifier(at: position), at: types.isStandard(position) ? position : nil)
  }
}
