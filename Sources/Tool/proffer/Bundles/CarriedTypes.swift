import JSONText
import ProviderBundles
import TypeDiscovery
import UniformTypes

extension ProviderBundle {
  /// A registry with the types that the bundle declares below all that is declared here.
  func registry(beyond registry: TypeRegistry) throws -> TypeRegistry {
    guard !typeDeclarations.isEmpty else { return registry }
    return try self.registry(beyond: registry, carrying: carriedDeclarations())
  }

  /// Refuses declarations that cannot be read, contradict each other or are there twice.
  ///
  /// They have to stand by themselves beside the standard types, as nobody knows what the receiver declares.
  func checkDeclarations() throws(BundleError) {
    guard !typeDeclarations.isEmpty else { return }
    do {
      let carried = try carriedDeclarations()
      var known: Set<TypeIdentifier> = []
      if let twice = carried.first(where: { !known.insert(TypeIdentifier($0.identifier)).inserted }) {
        throw DiscoveryError(.duplicateDeclaration, reason: "\(path): \(twice.identifier) is declared twice")
      }
      _ = try registry(beyond: .standard, carrying: carried)
    } catch let error as DiscoveryError {
      throw BundleError(.malformedDeclaration, error.message, cause: error)
    } catch {
      throw BundleError(.malformedDeclaration, "\(path): \(error)", cause: error)
    }
  }

  private func carriedDeclarations() throws(DiscoveryError) -> [TypeDeclaration] {
    var carried: [TypeDeclaration] = []
    for (index, node) in typeDeclarations.enumerated() {
      let place = "\(path): declaration \(index + 1)"
      carried.append(try TypeDeclaration(json: node, origin: .carried, at: place))
    }
    return carried
  }

  private func registry(
    beyond registry: TypeRegistry, carrying carried: [TypeDeclaration]
  ) throws(TypeError) -> TypeRegistry {
    // What is declared here counts more than what somebody sent.
    return try registry.adding(carried.filter { registry.declaredType($0.identifier) == nil })
  }
}

extension BundleError.Code {
  /// A declaration of a type that the bundle carries cannot be used.
  static let malformedDeclaration = Self(rawValue: "malformedDeclaration")
}

extension BundleDraft {
  /// Takes along the declarations of the types that are not in the standard table, and of what they conform to.
  mutating func carryDeclarations(from registry: TypeRegistry) {
    carry(
      registry.carriedDeclarations(of: items.lazy.flatMap(\.representations).map(\.typeIdentifier)))
  }
}

extension TypeRegistry {
  /// The declarations that a bundle of these types carries: those of the types that are not in the standard table, and
  /// of what they conform to.
  func carriedDeclarations(of identifiers: some Sequence<String>) -> [JSONNode] {
    var seen: Set<UTType> = []
    var declarations: [JSONNode] = []
    for identifier in identifiers {
      guard let type = declaredType(identifier) else { continue }
      for needed in [type] + orderedSupertypes(of: type)
      where TypeRegistry.standard.declaredType(needed.identifier) == nil && seen.insert(needed).inserted {
        if let declaration = declaration(of: needed) { declarations.append(declaration.jsonNode) }
      }
    }
    return declarations
  }
}
