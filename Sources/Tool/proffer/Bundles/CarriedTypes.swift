import FileSystem
import JSONText
import ProviderBundles
import TypeDiscovery
import UniformTypes

extension TypeContext {
  /// Adds the types that a bundle carries below those that are declared here.
  func include(typesOf bundle: ProviderBundle) throws {
    guard !bundle.typeDeclarations.isEmpty else { return }
    let carried = try bundle.carriedDeclarations()
    try extend { try bundle.registry(beyond: $0, carrying: carried) }
  }
}

extension TypeContext: FileTyping {
  func typeIdentifier(
    of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
  ) throws -> String {
    try detect(file, named: name, isExecutable: status.isExecutable, bytes: bytes).type.identifier
  }

  func declarations(of typeIdentifiers: [String]) -> [JSONNode] {
    registry.carriedDeclarations(of: typeIdentifiers)
  }
}

extension ProviderBundle {
  /// Refuses declarations that cannot be read, contradict each other or are repeated.
  ///
  /// They must be valid together with the standard types alone: what a receiver declares is not known.
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

  fileprivate func carriedDeclarations() throws(DiscoveryError) -> [TypeDeclaration] {
    var carried: [TypeDeclaration] = []
    for (index, node) in typeDeclarations.enumerated() {
      let place = "\(path): declaration \(index + 1)"
      carried.append(try TypeDeclaration(json: node, origin: .carried, at: place))
    }
    return carried
  }

  fileprivate func registry(
    beyond registry: TypeRegistry, carrying carried: [TypeDeclaration]
  ) throws(TypeError) -> TypeRegistry {
    // A declaration of the user goes before one that a bundle carries.
    try registry.adding(carried.filter { registry.declaredType($0.identifier) == nil })
  }
}

extension BundleError.Code {
  /// A declaration of a type that the bundle carries cannot be used.
  static let malformedDeclaration = Self(rawValue: "malformedDeclaration")
}

extension BundleDraft {
  /// Carries the declarations of the types that are not in the standard table, and of what they conform to.
  mutating func carryDeclarations(from registry: TypeRegistry) {
    carry(
      registry.carriedDeclarations(of: items.lazy.flatMap(\.representations).map(\.typeIdentifier)))
  }
}

extension TypeRegistry {
  /// The declarations that a bundle of these types carries: those of the types that are not in the standard table, and
  /// of what they conform to.
  fileprivate func carriedDeclarations(of identifiers: some Sequence<String>) -> [JSONNode] {
    if self === TypeRegistry.standard { return [] }
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
