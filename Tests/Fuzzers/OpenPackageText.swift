/// A package of Office Open XML in the form of ``PackageText``: its parts and their relationships.
struct OpenPackageText {
  /// The members so far.
  private(set) var text: String

  /// Makes a package without parts.
  ///
  /// - Parameter main: the path of the main part.
  init(main: String) {
    text =
      "[Content_Types].xml\u{1F}"
      + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>\u{1E}"
    relate("", to: [("officeDocument", main)])
  }

  /// Adds a part and its relationships, with the identifiers `r1`, `r2` and so on.
  mutating func add(_ path: String, _ xml: String, _ relationships: [(type: String, target: String)] = []) {
    text += "\(path)\u{1F}\(xml)\u{1E}"
    if !relationships.isEmpty { relate(path, to: relationships) }
  }

  /// Adds the relationships of a part that is added later, or of the package if the path is empty.
  ///
  /// A target with a scheme is outside of the package.
  mutating func relate(_ path: String, to relationships: [(type: String, target: String)]) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    text += "\(path[..<slash])_rels/\(path[slash...]).rels\u{1F}"
    text += "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    for (number, relationship) in relationships.enumerated() {
      text += "<Relationship Id=\"r\(number + 1)\" Target=\"\(relationship.target)\" Type=\""
      text += "http://schemas.openxmlformats.org/officeDocument/2006/relationships/\(relationship.type)\""
      text += relationship.target.contains("://") ? " TargetMode=\"External\"/>" : "/>"
    }
    text += "</Relationships>\u{1E}"
  }

  /// The members as bytes.
  var bytes: [UInt8] { Array(text.utf8) }

  /// Returns the package with a further part that can have any size.
  ///
  /// - Parameters:
  ///   - path: the path of the part.
  ///   - beginning: the content of the part before the repeated content.
  ///   - unit: the content that is repeated.
  ///   - end: the content of the part after the repeated content.
  func growing(_ path: String, _ beginning: String, repeating unit: String, _ end: String) -> GrowingShape {
    GrowingShape("\(text)\(path)\u{1F}\(beginning)", repeating: unit, "\(end)\u{1E}")
  }
}
