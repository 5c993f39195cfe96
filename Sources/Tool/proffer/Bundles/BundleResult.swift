import FileSystem
import JSONText
import ProviderBundles

/// What a command that writes a bundle prints as JSON: the bundle, and how many items it has now.
enum BundleResult {
  static func print(_ command: String, _ path: FilePath) throws {
    try Console.print(JSONEnvelope.result(of: command, members(of: path)))
  }

  static func members(of path: FilePath) throws -> [JSONMember] {
    // Without items, only the directory and the manifest are read.
    let bundle = try ProviderBundle(opening: path, items: 0..<0)
    return JSONMember.name("bundle", path.bytes) + [JSONMember("items", .integer(bundle.itemCount))]
  }
}
