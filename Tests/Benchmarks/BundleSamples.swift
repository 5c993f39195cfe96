import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport

/// Bundles for the benchmarks.
enum BundleSamples {
  /// Items with one short text each, all different.
  static func draft(itemCount: Int) -> BundleDraft {
    BundleDraft(
      items: (1...itemCount).map { number in
        let text = Data("The text of item \(number), which is as short as it looks.".utf8)
        return BundleDraft.Item(
          suggestedName: "Item \(number)",
          representations: [BundleDraft.Representation(.bytes(text), typeIdentifier: "public.plain-text")])
      })
  }

  /// A path in the temporary folder of a benchmark.
  static func path(_ name: String, in folder: TemporaryFolder) throws -> FilePath {
    guard let path = FilePath(folder.path(name)) else { throw CocoaError(.fileNoSuchFile) }
    return path
  }

  /// Opens a bundle for one item and returns the bytes of its first representation.
  static func load(item: Int, of path: FilePath) throws -> Data {
    let bundle = try ProviderBundle(opening: path, items: item..<item + 1)
    guard let representation = bundle.items.first?.representations.first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return try bundle.bytes(of: representation)
  }
}
