import JSONText
import ProviderBundles
import TypeDiscovery
import UniformTypes

extension ProviderBundle {
  /// A registry with the types that the bundle declares below all that is declared here.
  func registry(beyond registry: TypeRegistry) throws -> TypeRegistry {
    guard !typeDeclarations.isEmpty else { return registry }
    let carried = try typeDeclarations.enumerated().map { index, node throws(DiscoveryError) in
      try TypeDeclaration(json: node, origin: .carried, at: "\(path): declaration \(index + 1)")
    }
    // What is declared here counts more than what somebody sent.
    return try registry.adding(carried.filter { registry.declaredType($0.identifier) == nil })
  }
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
