import XMLText

/// The relationships of a part: the parts and addresses that the part refers to.
struct WrittenRelationships {
  /// The last part of a relationship type's name.
  enum Kind: String {
    case officeDocument, extendedProperties = "extended-properties", styles, settings, numbering, footnotes
    case hyperlink, image, worksheet, sharedStrings

    /// The type, as a URI.
    var type: String { "http://schemas.openxmlformats.org/officeDocument/2006/relationships/\(rawValue)" }

    static let coreProperties =
      "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
  }

  private struct Relationship: Hashable {
    let type: String
    let target: String
    let isExternal: Bool
  }

  private var relationships: [Relationship] = []
  private var numbers: [Relationship: Int] = [:]

  var isEmpty: Bool { relationships.isEmpty }

  /// Returns the identifier of a relationship, and adds the relationship if necessary.
  mutating func identifier(_ kind: Kind, _ target: String, isExternal: Bool = false) -> String {
    identifier(kind.type, target, isExternal: isExternal)
  }

  /// Returns the identifier of a relationship, and adds the relationship if necessary.
  mutating func identifier(_ type: String, _ target: String, isExternal: Bool = false) -> String {
    let relationship = Relationship(type: type, target: target, isExternal: isExternal)
    if let number = numbers[relationship] { return "rId\(number)" }
    relationships.append(relationship)
    numbers[relationship] = relationships.count
    return "rId\(relationships.count)"
  }

  /// Returns the content of the relationships part.
  func part(_ losses: inout WrittenCharacterLosses) -> [UInt8] {
    var xml = XMLWriter()
    xml.begin(
      "Relationships", ("xmlns", "http://schemas.openxmlformats.org/package/2006/relationships"))
    for (index, relationship) in relationships.enumerated() {
      let identifier: (StaticString, String) = ("Id", "rId\(index + 1)")
      if relationship.isExternal {
        xml.add(
          "Relationship", identifier, ("Type", relationship.type), ("Target", relationship.target),
          ("TargetMode", "External"))
      } else {
        xml.add("Relationship", identifier, ("Type", relationship.type), ("Target", relationship.target))
      }
    }
    xml.end("Relationships")
    return losses.finish(xml)
  }
}

/// The number of characters that XML does not allow, in all parts of a document.
struct WrittenCharacterLosses {
  private(set) var count = 0

  /// Returns the content of a part, and counts its lost characters.
  mutating func finish(_ xml: XMLWriter) -> [UInt8] {
    count += xml.droppedCount
    return xml.bytes
  }
}
