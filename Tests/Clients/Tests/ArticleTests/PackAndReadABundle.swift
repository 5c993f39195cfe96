import Foundation
import Proffer

/// Writes the content of a provider to a bundle, and returns the types that were not stored.
func pack(_ provider: ItemProvider, at bundle: URL) async throws -> [String] {
  let leftOut = try await ProviderBundleWriter().write([provider], to: bundle)
  return leftOut.map(\.typeIdentifier)
}

/// Reads the text of the first item of a bundle.
func firstText(inBundleAt url: URL) async throws -> String {
  let bundle = try ProviderBundle(opening: url)
  let provider = bundle.provider(for: bundle.items[0], verifying: true)
  return try await provider.loadObject(ofClass: String.self)
}

/// Renames the first item and appends an item with a file, in one edit.
func addFile(at file: URL, of type: UTType, toBundleAt bundle: URL) throws {
  try ProviderBundleWriter().edit(bundle) { draft in
    try draft.rename(itemAt: 0, to: "Letter")
    let content = try BundleDraft.Content.file(at: file)
    let representation = BundleDraft.Representation(content, typeIdentifier: type.identifier)
    draft.items.append(BundleDraft.Item(suggestedName: "Enclosure", representations: [representation]))
  }
}

/// Checks every payload of a bundle, and returns the paths of the damaged payloads.
func damagedPaths(inBundleAt url: URL) throws -> [String] {
  var damaged: [String] = []
  try ProviderBundle(opening: url).verify { result in
    if result.failure != nil { damaged.append(result.path) }
  }
  return damaged
}
