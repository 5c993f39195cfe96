/// A set of declared types and the questions one can ask of it.
///
/// A registry never changes; `adding(_:)` makes another one. Every registry extends the standard one. All queries may
/// be made from any thread. Registries are cheap to keep and not cheap to make: making one copies the table of the
/// one it extends.
///
/// `UTType` asks `TypeRegistry.current`; each of its queries also has a form that is given a registry.
public final class TypeRegistry: Sendable {
  let declared: DeclaredTypes
  let closures: ConformanceClosures
  let tagIndexes = AtomicLazy<TagIndexes>()
  let children = AtomicLazy<TypeChildren>()
  private let identifiers = AtomicLazy<TypeIdentifiers>()

  /// The built-in types and nothing else.
  public static let standard = TypeRegistry(DeclaredTypes(pieces: StandardTypes.pieces))

  convenience init(table: TypeTable) { self.init(DeclaredTypes(table: table)) }

  private init(_ declared: consuming DeclaredTypes) {
    closures = ConformanceClosures(count: declared.count)
    self.declared = declared
  }

  /// The table of the declared types, whole.
  var table: TypeTable { declared.table }

  /// All declared types, in the order of declaration.
  public var allTypes: [UTType] { table.order.map { type(at: Int($0)) } }

  /// The declaration in force for a type; nil when the type is not declared.
  ///
  /// Of several declarations of one identifier exactly one is in force; they are not merged.
  public func declaration(of type: UTType) -> TypeDeclaration? {
    guard let position = position(of: type) else { return nil }
    do {
      return try table.declaration(at: position)
    } catch {
      fatalError("the table of a registry cannot be read: \(error)")
    }
  }

  /// The declared type with that identifier, in whatever case it is written.
  public func declaredType(_ identifier: String) -> UTType? {
    // One name is made sooner than all, and whoever asks by name often asks once.
    position(of: identifier).map { type(declared.identifier(at: $0), at: $0) }
  }

  /// Where a declared type stands in the table.
  ///
  /// Standard types need no search.
  @inline(__always)
  func position(of type: UTType) -> Int? {
    if type.standardPosition >= 0 { return Int(type.standardPosition) }
    return searchedPosition(of: type)
  }

  @inline(never)
  private func searchedPosition(of type: UTType) -> Int? { position(of: type.identifier) }

  /// Where the declared type with that identifier stands in the table.
  func position(of identifier: String) -> Int? {
    FoldedText.withFolded(identifier) { declared.position(of: $0) }
  }

  /// The identifier of a declared type, made once for all answers that hold it.
  func identifier(at position: Int) -> String {
    identifiers.object { TypeIdentifiers(of: table) }.list[position]
  }

  func type(at position: Int) -> UTType { type(identifier(at: position), at: position) }

  private func type(_ identifier: String, at position: Int) -> UTType {
    UTType(identifier, at: position < declared.standardCount ? Int32(position) : -1)
  }
}

/// The identifiers of a table's types as text, in the table's order.
///
/// A process that only asks whether one type conforms to another never makes them.
private final class TypeIdentifiers: Sendable {
  let list: [String]

  init(of table: TypeTable) { list = table.records.indices.map(table.identifier(at:)) }
}
