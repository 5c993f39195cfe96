import ByteTools
import ItemProviders
import ProfferFileSystem
import UniformTypes
import ZipArchives

/// The paths of the entries of previews.
///
/// A name is made of the bytes, `previews/da0b7945-5120.png`, and not of the place of the item: a program that does not know
/// previews merges and reorders items without renaming what is beside them.
struct PreviewNames {
  private let foreign: [ForeignEntry]
  /// The folded paths that are taken, and the folded paths of folders; nil until a preview is stored.
  private var taken: Set<String>?
  /// The next number to try for each path that is taken: a CRC-32 is easily forged, so many previews may want one path.
  private var nextNumbers: [String: Int] = [:]
  /// Whether a foreign entry is a file where the folder of previews would be.
  private var isBlocked = false

  /// - Parameter foreign: the foreign entries of the bundle, which keep their names.
  init(besides foreign: [ForeignEntry]) { self.foreign = foreign }

  /// A path that is free.
  ///
  /// - Throws: ``BundleError/Code/invalidDraft`` where a foreign file has the name of the folder of previews.
  mutating func path(
    of crc32: UInt32, byteCount: UInt64, typeIdentifier: String, registry: TypeRegistry
  ) throws(BundleError) -> String {
    let taken = lookUp()
    if isBlocked {
      throw BundleError(
        .invalidDraft,
        "the bundle contains a file previews beside its items, where previews are; remove one of them")
    }
    let digits = String(crc32, radix: 16)
    let stem = String(repeating: "0", count: 8 - digits.utf8.count) + digits + "-\(byteCount)"
    let first = path(stem, typeIdentifier, registry)
    guard taken.contains(EntryPaths.folded(first)) else { return first }
    while true {
      let number = nextNumbers[first, default: 2]
      let path = path("\(stem)~\(number)", typeIdentifier, registry)
      if !taken.contains(EntryPaths.folded(path)) { return path }
      nextNumbers[first] = number + 1
    }
  }

  private func path(_ stem: String, _ typeIdentifier: String, _ registry: TypeRegistry) -> String {
    let name = FileNaming.name(
      suggested: stem, sourceName: nil, typeIdentifier: typeIdentifier, registry: registry)
    return "\(BundleMark.previews)/\(EntryPaths.portable(name))"
  }

  /// Keeps a path from being used for other bytes.
  mutating func take(_ path: String) { taken?.insert(EntryPaths.folded(path)) }

  private mutating func lookUp() -> Set<String> {
    if let taken { return taken }
    var names: Set<String> = []
    for entry in foreign {
      var path = Array(EntryPaths.folded(entry.path).utf8)
      path.removeLast(ZipEntryName.versionByteCount(of: path))
      if path.elementsEqual(BundleMark.previews.utf8) {
        if case .folder = entry.content {} else { isBlocked = true }
      }
      // What is a folder to a foreign entry cannot be a file.
      for place in path.indices where path[place] == UInt8(ascii: "/") {
        names.insert(String(decoding: path[..<place], as: UTF8.self))
      }
      names.insert(String(decoding: path, as: UTF8.self))
    }
    taken = names
    return names
  }
}
