import XMLText

/// The names in the parts that describe a package: content types and relationships.
enum PackageName: String, CaseIterable, Sendable {
  case types = "ct:Types"
  case defaultType = "ct:Default"
  case override = "ct:Override"
  case relationships = "rel:Relationships"
  case relationship = "rel:Relationship"
  case filenameExtension = "Extension"
  case contentType = "ContentType"
  case partName = "PartName"
  case identifier = "Id"
  case type = "Type"
  case target = "Target"
  case targetMode = "TargetMode"

  static let vocabulary = XMLVocabulary<PackageName>([
    "ct": ["http://schemas.openxmlformats.org/package/2006/content-types"],
    "rel": ["http://schemas.openxmlformats.org/package/2006/relationships"],
  ])
}
