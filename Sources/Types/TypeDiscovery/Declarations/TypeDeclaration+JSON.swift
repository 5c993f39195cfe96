package import JSONText
package import UniformTypes

extension TypeDeclaration {
  /// The declaration as an object with the keys of an Info.plist, in a fixed order.
  ///
  /// Reading the object creates an equal declaration, with two exceptions. The object does not contain the
  /// origin, which depends on the list in the file. The object also does not contain a spelling that
  /// differs from the identifier.
  package var jsonNode: JSONNode {
    var members = [JSONMember(DeclarationKey.identifier, .string(identifier))]
    if !parents.isEmpty {
      members.append(JSONMember(DeclarationKey.parents, .array(parents.map(JSONNode.string))))
    }
    let classes = DeclarationKey.tagClasses.compactMap { tagClass -> JSONMember? in
      guard let tags = tags[tagClass], !tags.isEmpty else { return nil }
      return JSONMember(tagClass.rawValue, .array(tags.map(JSONNode.string)))
    }
    if !classes.isEmpty { members.append(JSONMember(DeclarationKey.tags, .object(classes))) }
    if let description { members.append(JSONMember(DeclarationKey.description, .string(description))) }
    if let referenceURLString {
      members.append(JSONMember(DeclarationKey.reference, .string(referenceURLString)))
    }
    if let version { members.append(JSONMember(DeclarationKey.version, .integer(version))) }
    if isWildcard { members.append(JSONMember(DeclarationKey.isWildcard, .boolean(true))) }
    return .object(members)
  }

  /// Reads a declaration from an object.
  ///
  /// - Parameters:
  ///   - origin: the origin of the declaration, which the object does not contain.
  ///   - place: the name that messages use for the object.
  package init(json: JSONNode, origin: Origin, at place: String) throws(DiscoveryError) {
    var reader = DeclarationReader(fileName: place)
    let declaration = reader.declaration(PropertyValue(json), at: "the declaration", origin: origin)
    guard let declaration else {
      throw reader.mistakes.first
        ?? DiscoveryError(.wrongShape, subject: place, reason: "this is not a declaration")
    }
    self = declaration
  }
}

extension DeclarationFile {
  /// Returns the JSON text of a file with the given declarations; carried declarations are written as
  /// imported.
  package static func json(of declarations: [TypeDeclaration]) -> [UInt8] {
    let exported = declarations.filter { $0.origin == .exported }
    let imported = declarations.filter { $0.origin != .exported }
    var members: [JSONMember] = []
    for (key, list) in [(DeclarationKey.exported, exported), (DeclarationKey.imported, imported)]
    where !list.isEmpty {
      members.append(JSONMember(key, .array(list.map(\.jsonNode))))
    }
    return JSONNode.object(members).write(.pretty) + [UInt8(ascii: "\n")]
  }
}
