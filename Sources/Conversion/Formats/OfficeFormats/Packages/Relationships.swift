import ProfferConversions
import XMLText

/// A reference from a part of a package to another part, or to a location outside of the package.
struct Relationship {
  /// The type, without the namespace: `image` for both transitional and strict documents; Microsoft's own
  /// types keep their URI.
  let type: String
  /// The target as written.
  let target: String
  /// Whether the target is outside of the package; external targets are never read.
  let isExternal: Bool
  /// The target in the package; nil if the target is external, or is not a valid part name.
  let part: PartName?
}

/// The relationships of a part, or of the package.
struct Relationships {
  private var byIdentifier: [String: Relationship] = [:]
  private var identifiers: [String] = []

  init() {}

  /// Reads the content of a relationships part.
  ///
  /// - Parameter source: the part that the relationships belong to; nil for the package.
  init(_ bytes: [UInt8], of source: PartName?, depthLimit: Int) throws(CoderError) {
    let name = source?.relationships ?? .packageRelationships
    var xml = try PackageXML(bytes, PackageName.vocabulary, part: name.path, depthLimit: depthLimit)
    while let event = try xml.next() {
      guard case .begin(.relationship) = event, let identifier = xml.attribute(.identifier),
        let target = xml.attribute(.target)
      else { continue }
      let isExternal = xml.attribute(.targetMode) == "External"
      let relationship = Relationship(
        type: Self.localType(xml.attribute(.type) ?? ""), target: target, isExternal: isExternal,
        part: isExternal ? nil : PartName(target: target, from: source))
      if byIdentifier.updateValue(relationship, forKey: identifier) == nil { identifiers.append(identifier) }
    }
  }

  subscript(_ identifier: String) -> Relationship? { byIdentifier[identifier] }

  /// The relationships in their order.
  var all: some Sequence<Relationship> { identifiers.lazy.compactMap { byIdentifier[$0] } }

  /// Returns the first relationship of a type.
  func first(ofType type: String) -> Relationship? { all.first { $0.type == type } }

  private static let namespaces = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
    "http://purl.oclc.org/ooxml/officeDocument/relationships/",
    "http://schemas.openxmlformats.org/package/2006/relationships/",
    "http://schemas.microsoft.com/office/2006/relationships/",
  ]

  private static func localType(_ type: String) -> String {
    for namespace in namespaces where type.hasPrefix(namespace) {
      return String(type.dropFirst(namespace.count))
    }
    return type
  }
}
