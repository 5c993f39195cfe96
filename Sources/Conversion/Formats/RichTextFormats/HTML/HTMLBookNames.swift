import Foundation

/// The names of the documents of a book in the names of anchors.
struct HTMLBookNames: Sendable {
  private var byPath: [String: String] = [:]
  private var used: Set<String> = []
  /// The last number that was added to a name.
  private var number = 1

  /// The maximum number of bytes of a document's name.
  private static let byteLimit = 40

  /// Adds a document.
  mutating func add(_ path: String) {
    let last = path.split(separator: "/").last ?? "document"
    let bytes = last.utf8.prefix(Self.byteLimit).map { byte in
      byte.isHTMLLetter || byte.isHTMLDigit || byte == UInt8(ascii: ".") ? byte : UInt8(ascii: "-")
    }
    let start = String(decoding: bytes, as: UTF8.self)
    var name = start
    // The number only grows, so that few numbers are tried for all documents together.
    while !used.insert(name).inserted {
      number += 1
      name = "\(start)-\(number)"
    }
    byPath[path] = name
  }

  /// Whether the book has a document with a path.
  func contains(_ path: String) -> Bool { byPath[path] != nil }

  /// Returns the name of the anchor for a place in a document of the book.
  func anchor(_ place: HTMLBook.Place) -> String {
    let name = byPath[place.path] ?? ""
    return place.fragment.isEmpty ? name : "\(name)_\(place.fragment)"
  }

  /// Returns the place that a reference leads to; nil if the reference leads out of the book.
  ///
  /// - Parameters:
  ///   - reference: a URL, relative to the folder of the document.
  ///   - path: the path of the document.
  static func place(of reference: String, from path: String) -> HTMLBook.Place? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let start = parts.first ?? ""
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    let decoded = fragment.removingPercentEncoding ?? fragment
    if start.isEmpty { return HTMLBook.Place(path: path, fragment: decoded) }
    let file = start.prefix { $0 != "?" }
    if file.hasPrefix("//") || hasScheme(file) { return nil }
    // A place without a path is in no document.
    guard file.utf8.count <= HTMLBook.pathByteLimit, let name = file.removingPercentEncoding,
      !name.utf8.contains(0)
    else { return HTMLBook.Place(path: "", fragment: decoded) }
    var segments: [Substring] = name.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for segment in name.split(separator: "/") {
      switch segment {
      case ".": continue
      case "..":
        guard segments.popLast() != nil else { return HTMLBook.Place(path: "", fragment: decoded) }
      default: segments.append(segment)
      }
    }
    return HTMLBook.Place(path: segments.joined(separator: "/"), fragment: decoded)
  }

  private static func hasScheme(_ reference: Substring) -> Bool {
    guard let colon = reference.firstIndex(of: ":") else { return false }
    return !reference[..<colon].contains("/")
  }
}
