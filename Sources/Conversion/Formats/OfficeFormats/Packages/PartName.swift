import Foundation

/// The name of a part of an Open Packaging Conventions package, such as `word/document.xml`.
///
/// Part names are compared without regard to ASCII case (Source: ISO/IEC 29500-2, 6.2.2.3).
struct PartName: Sendable {
  /// The path from the root of the package, without a slash at the beginning.
  let path: String
  /// The path in ASCII lower case, for comparison.
  let key: String

  /// Makes a name from the path of a file in the archive.
  init(path: String) {
    self.path = path
    key = String(decoding: path.utf8.map(Self.lowercase), as: UTF8.self)
  }

  /// Resolves the target of a relationship; nil if the target is not the path of a part in the package.
  ///
  /// - Parameters:
  ///   - target: a URI reference, relative to the folder of the source part, or absolute with a slash at its
  ///     beginning.
  ///   - source: the part that contains the relationship; nil for the package.
  init?(target: String, from source: PartName?) {
    let reference = target.prefix { $0 != "#" && $0 != "?" }
    guard !reference.isEmpty, !Self.hasScheme(reference), !reference.hasPrefix("//"),
      let decoded = String(reference).removingPercentEncoding,
      !decoded.utf8.contains(0), !decoded.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    var segments: [Substring] = []
    if let source, !decoded.hasPrefix("/") {
      segments = source.path.split(separator: "/").dropLast()
    }
    for segment in decoded.split(separator: "/") {
      switch segment {
      case ".": continue
      case "..":
        // A target above the root does not exist.
        guard segments.popLast() != nil else { return nil }
      default: segments.append(segment)
      }
    }
    guard !segments.isEmpty else { return nil }
    self.init(path: segments.joined(separator: "/"))
  }

  /// The part that contains the relationships of this part.
  var relationships: PartName {
    let segments = path.split(separator: "/")
    let folder = segments.dropLast().map { $0 + "/" }.joined()
    return PartName(path: "\(folder)_rels/\(segments.last ?? "").rels")
  }

  /// The part that contains the relationships of the package.
  static let packageRelationships = PartName(path: "_rels/.rels")

  /// The text after the last period of the name, in lower case; nil if there is none.
  var filenameExtension: String? {
    guard let dot = key.lastIndex(of: "."), !key[dot...].contains("/") else { return nil }
    let text = key[key.index(after: dot)...]
    return text.isEmpty ? nil : String(text)
  }

  private static func hasScheme(_ reference: Substring) -> Bool {
    guard let colon = reference.firstIndex(of: ":") else { return false }
    return !reference[..<colon].contains("/")
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension PartName: Hashable {
  static func == (first: PartName, second: PartName) -> Bool { first.key == second.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
