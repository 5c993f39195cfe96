import ByteTools

/// Declarations that travel with data, for readers whose registry does not have them.
///
/// A declaration of the reader's registry goes before a carried one of the same identifier, so that data changes the
/// meaning of no type that the reader knows. Of two carried ones the first counts. Together with the standard types
/// carried ones are free of contradictions; where they contradict the other types of a reader, they are left out.
package final class CarriedTypes: Sendable {
  /// No declarations.
  package static let none = CarriedTypes([], [], (.standard, .success(.standard)))

  /// What a registry makes of the declarations.
  private typealias Extended = (base: TypeRegistry, registry: Result<TypeRegistry, TypeError>)

  /// The declarations, each identifier once, all of them of the origin `carried`.
  package let declarations: [TypeDeclaration]
  private let identifiers: Set<TypeIdentifier>
  /// The registry that was made last: the readers of one process mostly have one registry.
  private let latest: Locked<Extended>

  private init(_ declarations: [TypeDeclaration], _ identifiers: Set<TypeIdentifier>, _ latest: Extended) {
    self.declarations = declarations
    self.identifiers = identifiers
    self.latest = Locked(latest)
  }

  /// These declarations and further ones, of which only the first of an identifier is kept.
  ///
  /// - Throws: a `TypeError` when one is malformed, or contradicts the others or the standard types.
  package func adding(_ added: some Sequence<TypeDeclaration>) throws(TypeError) -> CarriedTypes {
    var (declarations, identifiers) = (declarations, identifiers)
    for var declaration in added where identifiers.insert(TypeIdentifier(declaration.identifier)).inserted {
      declaration.origin = .carried
      declarations.append(declaration)
    }
    if declarations.count == self.declarations.count { return self }
    let registry = try TypeRegistry.standard.addingCarried(declarations)
    return CarriedTypes(declarations, identifiers, (.standard, .success(registry)))
  }

  /// A reader's registry with the carried types that it does not declare itself, or without any where they contradict it.
  package func registry(beyond base: TypeRegistry) -> TypeRegistry {
    if declarations.isEmpty { return base }
    switch extended(base) {
    case .success(let registry): return registry
    case .failure: return base
    }
  }

  /// Why the carried types are left out of the registry that ``registry(beyond:)`` makes; nil where they are not.
  package func contradiction(with base: TypeRegistry) -> TypeError? {
    if case .failure(let error) = extended(base) { error } else { nil }
  }

  private func extended(_ base: TypeRegistry) -> Result<TypeRegistry, TypeError> {
    let latest = latest.withLock { $0 }
    if latest.base === base { return latest.registry }
    let registry = Result { () throws(TypeError) in try base.addingCarried(declarations) }
    self.latest.withLock { $0 = (base, registry) }
    return registry
  }
}

extension TypeRegistry {
  /// A registry with the carried declarations of types that this one does not declare.
  ///
  /// - Throws: a `TypeError` that names the first declaration that cannot be added.
  package func addingCarried(_ declarations: [TypeDeclaration]) throws(TypeError) -> TypeRegistry {
    let unknown = declarations.filter { declaredType($0.identifier) == nil }
    return unknown.isEmpty ? self : try adding(unknown, as: .carried)
  }

  /// What data of some types carries: the declarations of those that are not in the standard table, and of what they
  /// conform to.
  package func carriedDeclarations(of identifiers: some Sequence<String>) -> [TypeDeclaration] {
    if self === TypeRegistry.standard { return [] }
    var seen: Set<UTType> = []
    var declarations: [TypeDeclaration] = []
    for identifier in identifiers {
      guard let type = declaredType(identifier) else { continue }
      for needed in [type] + orderedSupertypes(of: type)
      where TypeRegistry.standard.declaredType(needed.identifier) == nil && seen.insert(needed).inserted {
        if let declaration = declaration(of: needed) { declarations.append(declaration) }
      }
    }
    return declarations
  }

  /// A type of this registry as a value that knows it also where the current registry does not declare it.
  package func keeping(_ type: UTType) -> UTType {
    guard type.standardPosition == nil, position(of: type) != nil else { return type }
    return UTType(undeclared: type.identifier, knowing: .registry(self))
  }

  /// The registry that a value knows, for a type that this one does not declare.
  func home(of type: UTType) -> TypeRegistry? {
    guard case .registry(let source)? = type.knowledge?.source, let home = source as? TypeRegistry,
      home.position(of: type) != nil
    else { return nil }
    return home
  }
}

extension TypeRegistry: UTType.DeclaringRegistry {}

extension UTType {
  /// What this value says about its type to those that have only the identifier: the declarations of the type, and of
  /// what it conforms to, that are not in the standard table.
  ///
  /// Text that is not an identifier, and a dynamic type, cannot be declared; a type whose parent is one of these is
  /// declared with the parents of that.
  package var carriedDeclarations: [TypeDeclaration] {
    var declarations: [TypeDeclaration] = []
    var next: UTType? = self
    while let type = next, type.standardPosition == nil {
      next = nil
      let current = TypeRegistry.current
      if current.position(of: type) != nil {
        declarations += current.carriedDeclarations(of: [type.identifier])
      } else if let home = current.home(of: type) {
        declarations += home.carriedDeclarations(of: [type.identifier])
      } else if case .parent(let parent)? = type.knowledge?.source {
        next = parent.nearestDeclarable
        if type.isDeclarable {
          declarations.append(
            TypeDeclaration(identifier: type.identifier, parents: next.map { [$0.identifier] } ?? []))
        }
      } else if type.isDeclarable, !declarations.isEmpty {
        // A parent has to be declared; of the type itself nothing is known.
        declarations.append(TypeDeclaration(identifier: type.identifier))
      }
    }
    return declarations
  }

  private var isDeclarable: Bool { standardPosition != nil || typeIdentifier.isValid && !isDynamic }

  /// The type, or the nearest that it conforms to, that a declaration can name as a parent.
  private var nearestDeclarable: UTType? {
    isDeclarable ? self : TypeRegistry.current.orderedSupertypes(of: self).first(where: \.isDeclarable)
  }
}
