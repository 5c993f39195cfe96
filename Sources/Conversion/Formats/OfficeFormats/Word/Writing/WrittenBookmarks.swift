import Foundation
import RichTextFormats

/// The bookmarks of a Word document, which links in the document target.
///
/// A bookmark's name begins with a letter or underscore, has no spaces and at most 40 characters, and is
/// unique even if case is ignored. Other names of anchors are changed, in the anchors and in the links.
struct WrittenBookmarks {
  /// The names of bookmarks; the key is the name of the anchor without percent encoding.
  private var names: [String: String] = [:]
  /// The names in use, in lower case.
  private var usedNames: Set<String> = ["_top"]
  /// The next number to append to a name that several anchors would have.
  private var nextNumbers: [String: Int] = [:]
  /// The names of the bookmarks that have been written.
  private var writtenNames: Set<String> = []
  /// The number of bookmarks that have been written.
  private(set) var count = 0

  /// The loss detail for changed names.
  static let detail = "names of link targets that Word does not allow"

  private static let nameLimit = 40

  /// Returns the name of the bookmark for an anchor, or for a link to the anchor.
  mutating func name(ofAnchor anchor: String) -> String {
    let key = anchor.removingPercentEncoding ?? anchor
    if let name = names[key] { return name }
    let wanted = Self.legalName(key)
    var name = wanted
    while !usedNames.insert(name.lowercased()).inserted {
      let number = nextNumbers[wanted] ?? 2
      nextNumbers[wanted] = number + 1
      let ending = "_\(number)"
      var start = wanted
      while start.utf16.count + ending.utf16.count > Self.nameLimit { start.unicodeScalars.removeLast() }
      name = start + ending
    }
    names[key] = name
    return name
  }

  /// Returns the identifier for the bookmark with a name; nil if the bookmark has already been written.
  mutating func beginBookmark(_ name: String) -> Int? {
    guard writtenNames.insert(name).inserted else { return nil }
    count += 1
    return count - 1
  }

  private static func legalName(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic
      let isPart = isLetter || ("0"..."9").contains(scalar) || "_-.".unicodeScalars.contains(scalar)
      if name.isEmpty, !isLetter, scalar != "_" { name = "_" }
      if isPart { name.unicodeScalars.append(scalar) } else if name.last != "_" { name += "_" }
    }
    if name.isEmpty { name = "_" }
    while name.utf16.count > nameLimit { name.unicodeScalars.removeLast() }
    return name
  }
}
