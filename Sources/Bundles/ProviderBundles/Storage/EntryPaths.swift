import Foundation
import ItemProviders
import ProfferFileSystem
import ZipArchives

/// Makes the paths of entries from portable names.
///
/// Every zip tool can write portable names on every system. The paths are unique even after case and Unicode
/// forms are folded. The manifest contains the original names. Portable names are for people who open a
/// bundle with another tool.
struct EntryPaths {
  /// The maximum length of a portable name in bytes, well below the limit of any file system.
  static let longestName = 120
  /// The path of the folder that contains the entries, ending in a slash.
  let folder: String
  /// The folded forms of the paths that are already used.
  private var taken: Set<String> = []
  /// The paths of the folders by index.
  private var folders: [Int: String] = [:]
  private var count = 0
  /// The next number to try for a path that is already used, by folded path.
  private var nextNumbers: [String: Int] = [:]

  init(below folder: String) { self.folder = folder }

  /// Returns the path of the folder for a representation's payloads; both numbers count from 1.
  static func folder(item: Int, representation: Int) -> String { "items/\(item)/\(representation)/" }

  /// Returns a path for the next member, relative to the packed folder; a folder must precede its members.
  ///
  /// - Parameters:
  ///   - name: the original name of the member.
  ///   - parent: the index of the folder that contains the member; nil for the packed folder.
  ///   - isFolder: whether the member is a folder.
  mutating func path(of name: FileName, in parent: Int?, isFolder: Bool) -> String {
    let prefix = parent.flatMap { folders[$0] }.map { $0 + "/" } ?? ""
    let portable = EntryPaths.portable(name)
    var path = prefix + portable
    let folded = EntryPaths.folded(path)
    if !taken.insert(folded).inserted {
      // Many names may have the same folded form. Without `nextNumbers`, each name would try the numbers of
      // all names before it.
      var number = nextNumbers[folded] ?? 2
      repeat {
        path = prefix + EntryPaths.numbered(portable, number)
        number += 1
      } while !taken.insert(EntryPaths.folded(path)).inserted
      nextNumbers[folded] = number
    }
    if isFolder { folders[count] = path }
    count += 1
    return path
  }

  /// Returns the part of a path after the last slash.
  static func lastComponent(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// Returns the name in a form that every file system, shell and tool accepts.
  static func portable(_ name: FileName) -> String {
    let common = FileNaming.portable(name).bytes
    let text = shortened(
      common.allSatisfy { $0 < 0x80 }
        ? String(decoding: common, as: UTF8.self) : unambiguous(String(decoding: common, as: UTF8.self)))
    // The shortened name may end in a space or a dot, or be the name of a device.
    let cut = FileName(text).map { Array(FileNaming.portable($0).bytes) } ?? [UInt8(ascii: "_")]
    return withoutMeaning(cut)
  }

  /// Returns the name without characters that have a special meaning to some tools.
  ///
  /// A leading dash begins an option, and a leading tilde begins a home folder. The unzip program removes a
  /// VMS version at the end of a name.
  private static func withoutMeaning(_ name: [UInt8]) -> String {
    var name = name
    let versionByteCount = ZipEntryName.versionByteCount(of: name)
    if versionByteCount > 0 { name[name.count - versionByteCount] = UInt8(ascii: "_") }
    let isWord = name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: "~")
    return String(decoding: isWord ? [UInt8(ascii: "_")] + name : name, as: UTF8.self)
  }

  /// Returns the text in composed form, without ambiguous characters.
  ///
  /// Invisible characters, and characters that change the direction of text, can make one name look like
  /// another. Old Windows programs write some other characters as a slash or a backslash.
  private static func unambiguous(_ text: String) -> String {
    let hasSlashes = text.decomposedStringWithCompatibilityMapping.utf8.contains(where: isSlash)
    let plain = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return "_"
      default:
        guard hasSlashes, !scalar.isASCII else { return scalar }
        let folded = String(Character(scalar)).decomposedStringWithCompatibilityMapping
        return folded.utf8.contains(where: isSlash) ? "_" : scalar
      }
    }
    return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// Returns the folded form of a path.
  ///
  /// If some file system treats two paths as equal, their folded forms are equal.
  ///
  /// The text is first converted to upper case, because `ß` and `ss` are equal only in upper case. Characters
  /// that fold to a slash (`／`, `℀`) do not separate components.
  static func folded(_ path: String) -> String {
    if path.utf8.allSatisfy({ $0 < 0x80 }) { return path.lowercased() }
    let folded = foldedAll(path)
    func slashCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "/") } }
    if slashCount(folded) == slashCount(path) { return folded }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { foldedAll(String($0)).replacing("/", with: "\u{FF0F}") }.joined(separator: "/")
  }

  private static func foldedAll(_ text: String) -> String {
    text.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
      .decomposedStringWithCompatibilityMapping
  }

  /// Returns the name, cut to the maximum portable length; a short extension is kept.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    let fromDot = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    let ending = fromDot.utf8.count <= 16 ? String(fromDot) : ""
    var stem = String(name.dropLast(ending.count))
    while stem.utf8.count + ending.utf8.count > longestName { stem.unicodeScalars.removeLast() }
    return stem + ending
  }

  /// Returns the name with a number before its extension.
  private static func numbered(_ name: String, _ number: Int) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)~\(number)" }
    return "\(name[..<dot])~\(number)\(name[dot...])"
  }
}
