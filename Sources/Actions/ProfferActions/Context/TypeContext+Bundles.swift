package import ProfferFileSystem
package import ProviderBundles
import TypeDiscovery
package import UniformTypes

extension TypeContext {
  /// Adds the types that a bundle declares.
  ///
  /// The existing types take precedence.
  package func include(typesOf bundle: ProviderBundle) throws {
    try extend { try bundle.typeRegistry(beyond: $0) }
  }
}

extension TypeContext: FileTyping {
  package func typeIdentifier(
    of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
  ) throws -> String {
    try detect(file, named: name, isExecutable: status.isExecutable, bytes: bytes).type.identifier
  }

  package func declarations(of typeIdentifiers: [String]) -> [TypeDeclaration] {
    registry.carriedDeclarations(of: typeIdentifiers)
  }
}

extension BundleDraft {
  /// Adds the declarations of all types outside the standard table, and of the types to which they conform.
  package mutating func carryDeclarations(from registry: TypeRegistry) {
    carry(
      registry.carriedDeclarations(of: items.lazy.flatMap(\.representations).map(\.typeIdentifier)))
  }
}
