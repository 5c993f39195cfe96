import ByteTools

/// Declarations that accompany data, for readers whose registry does not contain them.
///
/// If the reader's registry declares the same identifier, the declaration in the registry takes precedence.
/// Data therefore cannot change the meaning of a type that the reader declares. If two carried declarations
/// have the same identifier, the first is used. Carried declarations never contradict the standard types or
/// each other. If they contradict other types in the reader's registry, all of them are ignored.
package final class CarriedTypes: Sendable {
  /// No declarations.
  package static let none = CarriedTypes([], [], (.standard, .success(.standard)))

  /// A registry, and the result of adding the declarations to it.
  private typealias Extended = (base: TypeRegistry, registry: Result<TypeRegistry, TypeError>)

  /// The declarations, one for each identifier, all with the origin `carried`.
  package let declarations: [TypeDeclaration]
  private let identifiers: Set<TypeIdentifier>
  /// A cache of the last registry that was created.
  ///
  /// One registry is sufficient, because the readers in a process usually share one registry.
  private let latest: Locked<Extended>

  private init(_ declarations: [TypeDeclaration], _ identifiers: Set<TypeIdentifier>, _ latest: Extended) {
    self.declarations = declarations
    self.identifiers = identifiers
    self.latest = Locked(latest)
  }

  /// Returns these declarations with further declarations added.
  ///
  /// For each identifier, only the first declaration is kept.
  ///
  /// - Throws: a `TypeError` if a declaration is malformed, or contradicts the others or the standard
  ///   types.
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

  /// Returns the reader's registry, extended by the carried types that the registry does not declare.
  ///
  /// If the carried types contradict the registry, the registry is returned unchanged.
  package func registry(beyond base: TypeRegistry) -> TypeRegistry {
    if declarations.isEmpty { return base }
    switch extended(base) {
    case .success(let registry): return registry
    case .failure: return base
    }
  }

  /// Returns the reason why ``registry(beyond:)`` ignores the carried types; nil if it uses them.
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
  /// Returns this registry, extended by the carried declarations of types that it does not declare.
  ///
  /// - Throws: a `TypeError` that names the first declaration that cannot be added.
  package func addingCarried(_ declarations: [TypeDeclaration]) throws(TypeError) -> TypeRegistry {
    let unknown = declarations.filter { declaredType($0.identifier) == nil }
    return unknown.isEmpty ? self : try adding(unknown, as: .carried)
  }

  /// Returns the declarations to store or send with data of some types.
  ///
  /// These are the declarations of the types and their supertypes that are not in the standard table.
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

  /// Returns a type of this registry as a value that retains the declaration in this registry, even if
  /// another registry is current.
  package func keeping(_ type: UTType) -> UTType {
    guard type.standardPosition == nil, position(of: type) != nil else { return type }
    return UTType(undeclared: type.identifier, knowing: .registry(self))
  }

  /// Returns the registry that is attached to the value of a type, if that registry declares the type.
  func home(of type: UTType) -> TypeRegistry? {
    guard case .registry(let source)? = type.knowledge?.source, let home = source as? TypeRegistry,
      home.position(of: type) != nil
    else { return nil }
    return home
  }
}

extension TypeRegistry: UTType.DeclaringRegistry {}

extension UTType {
  /// The declarations to store or send together with the identifier of this type.
  ///
  /// These are the declarations of the type and its supertypes that are not in the standard table.
  ///
  /// Dynamic types, and types whose identifier is not valid, cannot be declared. If the parent of a type
  /// cannot be declared, the nearest supertype of that parent that can be declared takes its place.
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
        // A parent must be declared, even if only its identifier is known.
        declarations.append(TypeDeclaration(identifier: type.identifier))
      }
    }
    return declarations
  }

  private var isDeclarable: Bool { standardPosition != nil || typeIdentifier.isValid && !isDynamic }

  /// The type itself if a declaration can name it as a parent, otherwise its nearest supertype that a
  /// declaration can name as a parent.
  private var nearestDeclarable: UTType? {
    isDeclarable ? self : TypeRegistry.current.orderedSupertypes(of: self).first(where: \.isDeclarable)
  }
}
