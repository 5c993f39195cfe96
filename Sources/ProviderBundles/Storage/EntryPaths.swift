import FileSystem
import Foundation
import ItemProviders

/// Makes the paths of entries: portable names that any zip tool can write anywhere, each once after folding case and
/// Unicode form.
///
/// The true names are in the manifest; these are for people who open a bundle with another tool.
struct EntryPaths {
  /// The longest portable name in bytes, well below what any file system takes.
  private static let longestName = 120
  /// The entry path of the folder, ending in a slash.
  let folder: String
  /// The folded paths that are taken.
  private var taken = NameTable()
  /// The paths of the folders by their numbers.
  private var folders: [Int: String] = [:]
  private var count = 0
  /// The numbers that are tried next for names that are taken, by their folded paths.
  private var nextNumbers: [String: Int] = [:]

  init(below folder: String) { self.folder = folder }

  /// The folder that holds the payloads of a representation; both are counted from 1.
  static func folder(item: Int, representation: Int) -> String { "items/\(item)/\(representation)/" }

  /// The path of the next member relative to the packed folder; members are counted as they are asked for, parents first.
  ///
  /// - Parameters:
  ///   - name: the member's own.
  ///   - parent: the number of the folder that the member is in; nil for the packed folder.
  ///   - isFolder: whether others may be in the member.
  mutating func path(of name: FileName, in parent: Int?, isFolder: Bool) -> String {
    let prefix = parent.flatMap { folders[$0] }.map { $0 + "/" } ?? ""
    let portable = EntryPaths.portable(name)
    var path = prefix + portable
    let folded = EntryPaths.folded(path)
    if !taken.insert(folded).isNew {
      // Many names may fold together, each of which would try the numbers of all before it.
      var number = nextNumbers[folded] ?? 2
      repeat {
        path = prefix + EntryPaths.numbered(portable, number)
        number += 1
      } while !taken.insert(EntryPaths.folded(path)).isNew
      nextNumbers[folded] = number
    }
    if isFolder { folders[count] = path }
    count += 1
    return path
  }

  /// What follows the last slash.
  static func lastComponent(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// The name as every file system takes it, and no shell or tool misunderstands it.
  static func portable(_ name: FileName) -> String {
    let common = FileNaming.portable(name).bytes
    let text = shortened(
      common.allSatisfy { $0 < 0x80 }
        ? String(decoding: common, as: UTF8.self) : unambiguous(String(decoding: common, as: UTF8.self)))
    // A leading dash or tilde would be an option or a home folder.
    return text.hasPrefix("-") || text.hasPrefix("~") ? "_" + text : text
  }

  /// The text in one Unicode form, without characters that turn text around or cannot be seen, which make one name look
  /// like another.
  private static func unambiguous(_ text: String) -> String {
    let visible = text.unicodeScalars.map { $0.properties.generalCategory == .format ? "_" : $0 }
    return String(String.UnicodeScalarView(visible)).precomposedStringWithCanonicalMapping
  }

  /// What two paths share when some file system takes them for one.
  ///
  /// Upper case first, as `ß` and `ss` fold together only on the way up.
  static func folded(_ path: String) -> String {
    if path.utf8.allSatisfy({ $0 < 0x80 }) { return path.lowercased() }
    return path.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
      .decomposedStringWithCompatibilityMapping
  }

  /// The name cut to the longest portable length, its extension kept.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    let dot = name.lastIndex(of: ".")
    let ending = dot.map { name[$0...] }.flatMap { $0.utf8.count <= 16 ? String($0) : nil } ?? ""
    var stem = String(name.dropLast(ending.count))
    while stem.utf8.count + ending.utf8.count > longestName { stem.unicodeScalars.removeLast() }
    return stem + ending
  }

  /// The name with a number before its extension.
  private static func numbered(_ name: String, _ number: Int) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)~\(number)" }
    return "\(name[..<dot])~\(number)\(name[dot...])"
  }
}
