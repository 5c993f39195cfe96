import XMLText

/// The parts of a package of Office Open XML that is being written, and their content types.
///
/// Source: ECMA-376, part 2.
struct WrittenPackage {
  private var parts: [(name: String, bytes: [UInt8])] = []
  private var overrides: [(name: String, type: String)] = []
  private var defaults: [(filenameExtension: String, type: String)] = [
    ("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml"),
  ]
  /// The relationships of the package itself.
  var relationships = WrittenRelationships()

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - name: the name, without a slash at the beginning.
  ///   - type: the content type; nil for the type of the filename extension.
  mutating func add(_ name: String, type: String? = nil, _ bytes: [UInt8]) {
    parts.append((name, bytes))
    if let type { overrides.append(("/\(name)", type)) }
  }

  /// Sets the content type of the parts with a filename extension.
  mutating func addDefault(_ filenameExtension: String, _ type: String) {
    defaults.append((filenameExtension, type))
  }

  /// Adds the part that names the program.
  mutating func addApplication() {
    var xml = XMLWriter()
    xml.begin(
      "Properties", ("xmlns", "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"))
    xml.add("Application", text: "Proffer")
    xml.end("Properties")
    add(
      "docProps/app.xml", type: "application/vnd.openxmlformats-officedocument.extended-properties+xml",
      xml.bytes)
    _ = relationships.identifier(.extendedProperties, "docProps/app.xml")
  }

  /// Returns all parts in the order of the archive.
  ///
  /// - Parameter characters: counts the characters in the relationships that XML does not allow.
  func finish(_ characters: inout WrittenCharacterLosses) -> [(name: String, bytes: [UInt8])] {
    [("[Content_Types].xml", contentTypes), ("_rels/.rels", relationships.part(&characters))] + parts
  }

  private var contentTypes: [UInt8] {
    var xml = XMLWriter()
    xml.begin("Types", ("xmlns", "http://schemas.openxmlformats.org/package/2006/content-types"))
    for (filenameExtension, type) in defaults.sorted(by: { $0.filenameExtension < $1.filenameExtension }) {
      xml.add("Default", ("Extension", filenameExtension), ("ContentType", type))
    }
    for (name, type) in overrides { xml.add("Override", ("PartName", name), ("ContentType", type)) }
    xml.end("Types")
    return xml.bytes
  }
}
