import Synchronization

/// A set of declared types, with queries.
///
/// A registry is immutable; `adding(_:)` returns a new registry. Every registry contains the types of the
/// standard registry. Queries can be made from any thread.
///
/// The queries of `UTType` use `TypeRegistry.current`. Each of these queries also has a variant with a
/// registry parameter.
public final class TypeRegistry: Sendable {
  let types: TypeLayers
  /// The supertypes of each type, direct and indirect, by position.
  let closures: AtomicLazyArray<ConformanceClosure>
  private let tagIndexes = AtomicLazyArray<TagIndex>(count: 1)
  private let tagSearchCount = Atomic(0)
  private let childIndexes = AtomicLazyArray<ChildIndex>(count: 1)

  /// The registry of the built-in types only.
  public static let standard = TypeRegistry(TypeLayers())

  init(_ types: TypeLayers) {
    self.types = types
    closures = AtomicLazyArray(count: types.count)
  }

  /// Returns the types with a tag, best first.
  ///
  /// Types in the domain `public` precede other types. Within these two groups, exported types precede
  /// imported types. Otherwise types are in the order of declaration.
  ///
  /// The first look-ups search the table text, and later look-ups use an index. Building the index takes as
  /// long as about thirty searches, and a program that needs the type of one file looks up fewer tags.
  func positions(of tag: TypeTag) -> [Int] {
    if tagSearchCount.load(ordering: .relaxed) < Self.tagSearchLimit,
      let found = TagIndex.search(types, for: tag)
    {
      tagSearchCount.add(1, ordering: .relaxed)
      return found
    }
    return tagIndexes.object(at: 0) { TagIndex(of: types) }[tag]
  }

  /// The number of look-ups that search the table text before the index is built.
  static let tagSearchLimit = 24

  /// The index of children, built when the children of a type are first looked up.
  var childIndex: ChildIndex { childIndexes.object(at: 0) { ChildIndex(of: types) } }

  /// All declared types, in the order of declaration.
  public var allTypes: [UTType] { types.order.map { type(at: $0) } }

  /// Returns the declaration of a type; nil if the type is not declared.
  ///
  /// If an identifier has several declarations, the strongest is returned. Declarations are not merged.
  ///
  /// - Parameter type: any type.
  /// - Returns: the declaration, with its parents spelled as in their own declarations.
  public func declaration(of type: UTType) -> TypeDeclaration? {
    guard let position = position(of: type) else { return nil }
    var declaration = types.declaration(at: position)
    // Parents are spelled as in their own declarations.
    declaration.parents = types.parents(of: position).map { types.identifier(at: $0) }
    return declaration
  }

  /// Returns the declared type with an identifier, ignoring case.
  ///
  /// - Parameter identifier: the identifier.
  /// - Returns: the type as it is declared; nil if it is not declared.
  package func declaredType(_ identifier: String) -> UTType? {
    types.position(of: TypeIdentifier(identifier)).map { type(at: $0) }
  }

  /// Returns the position of a type; nil if it is not declared.
  func position(of type: UTType) -> Int? {
    type.standardPosition ?? types.position(of: type.typeIdentifier)
  }

  func type(at position: Int) -> UTType {
    UTType(types.identifier(at: position), at: types.isStandard(position) ? position : nil)
  }
}
