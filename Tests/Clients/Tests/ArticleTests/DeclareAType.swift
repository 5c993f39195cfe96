import Foundation
import Proffer

extension UTType {
  /// A recipe, stored as JSON.
  static let recipe = UTType(exportedAs: "org.example.recipe", conformingTo: .json)
}

/// Returns a provider of a recipe; the provider knows that the type conforms to JSON.
func offer(recipe: Data) -> ItemProvider {
  let provider = ItemProvider()
  provider.registerDataRepresentation(for: .recipe) { completion in
    completion(recipe, nil)
    return nil
  }
  return provider
}

/// Returns the standard types and one more type, with its parent, its extension and its description.
func registryWithRecipes() throws -> TypeRegistry {
  let recipe = TypeDeclaration(
    identifier: "org.example.recipe", parents: ["public.json"],
    tags: [.filenameExtension: ["recipe"], .mimeType: ["application/vnd.example.recipe+json"]],
    description: "recipe", origin: .exported)
  return try TypeRegistry.standard.adding([recipe])
}

/// Returns the type for a file name in a registry.
func type(ofFileNamed name: String, in registry: TypeRegistry) -> UTType? {
  UTType(filenameExtension: URL(fileURLWithPath: name).pathExtension, in: registry)
}

/// Makes a registry the current one during a call, and in the loads that the call starts.
func description(ofFileNamed name: String, in registry: TypeRegistry) -> String? {
  TypeRegistry.withCurrent(registry) {
    type(ofFileNamed: name, in: .current)?.localizedDescription
  }
}
