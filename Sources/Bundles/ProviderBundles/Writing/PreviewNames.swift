import ByteTools
import ItemProviders
import ProfferFileSystem
import UniformTypes
import ZipArchives

/// The paths of the entries of previews.
///
/// A name is derived from the bytes, as in `previews/da0b7945-5120.png`, and not from the index of the item.
/// An index could become wrong, because programs that do not support previews merge and reorder items without
/// renaming the entries of previews.
struct PreviewNames {
  private let foreign: [ForeignEntry]
  /// The folded paths that are used, including the folders in them; nil until the first path is requested.
  private var taken: Set<String>?
  /// The next number to try for each path that is already used.
  ///
  /// A CRC-32 is easily forged, so many previews may have the same first path.
  private var nextNumbers: [String: Int] = [:]
  /// Whether a foreign entry is a file that has the name of the folder for previews.
  private var isBlocked = false

  /// - Parameter foreign: the foreign entries of the bundle, whose names are kept.
  init(besides foreign: [ForeignEntry]) { self.foreign = foreign }

  /// Returns a path that is not used yet.
  ///
  /// - Throws: ``BundleError/Code/invalidDraft`` if a foreign file has the name of the folder for previews.
  mutating func path(
    of crc32: UInt32, byteCount: UInt64, typeIdentifier: String, registry: TypeRegistry
  ) throws(BundleError) -> String {
    let taken = lookUp()
    if isBlocked {
      throw BundleError(
        .invalidDraft,
        "the bundle contains a file 'previews', which conflicts with the folder for previews; remove the file"
      )
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

  /// Marks a path as used, so that it is not used for other bytes.
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
      // A path that is a folder for a foreign entry cannot be used for a file.
      for place in path.indices where path[place] == UInt8(ascii: "/") {
        names.insert(String(decoding: path[..<place], as: UTF8.self))
      }
      names.insert(String(decoding: path, as: UTF8.self))
    }
    taken = names
    return names
  }
}
