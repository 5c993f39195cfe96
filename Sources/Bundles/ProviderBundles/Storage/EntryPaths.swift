import Foundation
import ItemProviders
import ProfferFileSystem
import ZipArchives

/// Makes the paths of entries: portable names that any zip tool can write on any system, unique after folding case and
/// Unicode form.
///
/// The original names are in the manifest; these are for people who open a bundle with another tool.
struct EntryPaths {
  /// The longest portable name in bytes, well below the limit of any file system.
  static let longestName = 120
  /// The entry path of the folder, ending in a slash.
  let folder: String
  /// The folded paths that are taken.
  private var taken: Set<String> = []
  /// The paths of the folders by their numbers.
  private var folders: [Int: String] = [:]
  private var count = 0
  /// The next number to try for a name that is taken, by its folded path.
  private var nextNumbers: [String: Int] = [:]

  init(below folder: String) { self.folder = folder }

  /// The folder of a representation's payloads; both numbers are counted from 1.
  static func folder(item: Int, representation: Int) -> String { "items/\(item)/\(representation)/" }

  /// The path of the next member relative to the packed folder; parents come before their members.
  ///
  /// - Parameters:
  ///   - name: the member's own.
  ///   - parent: the number of the folder that contains the member; nil for the packed folder.
  ///   - isFolder: whether the member may contain others.
  mutating func path(of name: FileName, in parent: Int?, isFolder: Bool) -> String {
    let prefix = parent.flatMap { folders[$0] }.map { $0 + "/" } ?? ""
    let portable = EntryPaths.portable(name)
    var path = prefix + portable
    let folded = EntryPaths.folded(path)
    if !taken.insert(folded).inserted {
      // Many names may fold together; without this, each would try the numbers of all before it.
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

  /// The part after the last slash.
  static func lastComponent(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// The name in a form that every file system, shell and tool accepts.
  static func portable(_ name: FileName) -> String {
    let common = FileNaming.portable(name).bytes
    let text = shortened(
      common.allSatisfy { $0 < 0x80 }
        ? String(decoding: common, as: UTF8.self) : unambiguous(String(decoding: common, as: UTF8.self)))
    // The cut may leave a space or a dot at the end, or the name of a device.
    let cut = FileName(text).map { Array(FileNaming.portable($0).bytes) } ?? [UInt8(ascii: "_")]
    return withoutMeaning(cut)
  }

  /// The name without characters that have a meaning to some tool: a leading dash begins an option, a leading tilde names
  /// a home folder, and unzip removes a version in the manner of VMS.
  private static func withoutMeaning(_ name: [UInt8]) -> String {
    var name = name
    let versionByteCount = ZipEntryName.versionByteCount(of: name)
    if versionByteCount > 0 { name[name.count - versionByteCount] = UInt8(ascii: "_") }
    let isWord = name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: "~")
    return String(decoding: isWord ? [UInt8(ascii: "_")] + name : name, as: UTF8.self)
  }

  /// The text in composed form, without invisible characters and those that change the direction of text, which make one
  /// name look like another, and without those that old Windows programs write as a slash or a backslash.
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

  /// A form that two paths share when some file system treats them as one.
  ///
  /// Upper case first, as `ß` and `ss` are equal only in upper case. Characters that fold to a slash (`／`, `℀`) do not
  /// separate components.
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
