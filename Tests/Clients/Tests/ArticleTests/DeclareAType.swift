import Foundation
import Proffer

extension UTType {
  /// A recipe; its bytes are JSON.
  static let recipe = UTType(exportedAs: "org.example.recipe", conformingTo: .json)
}

/// A provider that is given the type knows what it conforms to.
func offer(recipe: Data) -> ItemProvider {
  let provider = ItemProvider()
  provider.registerDataRepresentation(for: .recipe) { completion in
    completion(recipe, nil)
    return nil
  }
  return provider
}

/// The standard types with a declaration of one more: its parent, its extension and its description.
func registryWithRecipes() throws -> TypeRegistry {
  let recipe = TypeDeclaration(
    identifier: "org.example.recipe", parents: ["public.json"],
    tags: [.filenameExtension: ["recipe"], .mimeType: ["application/vnd.example.recipe+json"]],
    description: "recipe", origin: .exported)
  return try TypeRegistry.standard.adding([recipe])
}

/// The type of a file name, as a registry knows it.
func type(ofFileNamed name: String, in registry: TypeRegistry) -> UTType? {
  UTType(filenameExtension: URL(fileURLWithPath: name).pathExtension, in: registry)
}

/// A registry that is current for the time of a call, also in the loads that it starts.
func description(ofFileNamed name: String, in registry: TypeRegistry) -> String? {
  TypeRegistry.withCurrent(registry) {
    type(ofFileNamed: name, in: .current)?.localizedDescription
  }
}
