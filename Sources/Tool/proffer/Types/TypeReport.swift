import JSONText
import UniformTypes

/// The description of a type, as text or as JSON.
enum TypeReport {
  /// Returns the description as lines of text.
  ///
  /// - Parameter claims: the types with the requested tag, best first; empty if no tag was requested.
  static func lines(_ type: UTType, claims: [UTType] = [], in registry: TypeRegistry) -> [String] {
    var rows = [["identifier", type.identifier, ""]]
    if let description = type.localizedDescription(in: registry) {
      rows.append(["description", description, ""])
    }
    rows.append(["declared", status(of: type, in: registry), ""])
    for (tagClass, tags) in sortedTags(of: type, in: registry) {
      rows.append([label(tagClass), tags.joined(separator: ", "), ""])
    }
    let shared = [("claims", claims.count > 1 ? claims : [])]
    for (label, types) in shared + relations(of: type, in: registry) where !types.isEmpty {
      for (index, other) in types.enumerated() {
        rows.append([
          index == 0 ? label : "", other.identifier, other.localizedDescription(in: registry) ?? "",
        ])
      }
    }
    return TextTable.lines(rows)
  }

  /// Returns the description as members of a JSON object.
  ///
  /// - Parameter claims: the types with the requested tag, best first; empty if no tag was requested.
  static func members(_ type: UTType, claims: [UTType] = [], in registry: TypeRegistry) -> [JSONMember] {
    var members = [
      JSONMember("identifier", .string(type.identifier)),
      JSONMember("description", type.localizedDescription(in: registry).map(JSONNode.string) ?? .null),
      JSONMember("isDeclared", .boolean(type.isDeclared(in: registry))),
      JSONMember("isDynamic", .boolean(type.isDynamic)),
      JSONMember(
        "tags",
        .object(
          sortedTags(of: type, in: registry).map { tagClass, tags in
            JSONMember(tagClass.rawValue, .array(tags.map(JSONNode.string)))
          })),
    ]
    for (label, types) in [("claims", claims)] + relations(of: type, in: registry) {
      members.append(JSONMember(label, .array(types.map { .string($0.identifier) })))
    }
    return members
  }

  private static func relations(of type: UTType, in registry: TypeRegistry) -> [(String, [UTType])] {
    [
      ("parents", registry.parents(of: type)), ("supertypes", registry.orderedSupertypes(of: type)),
      ("children", registry.children(of: type)),
    ]
  }

  private static func sortedTags(of type: UTType, in registry: TypeRegistry) -> [(UTTagClass, [String])] {
    type.tags(in: registry).sorted { $0.key.rawValue < $1.key.rawValue }.filter { !$0.value.isEmpty }
  }

  private static func status(of type: UTType, in registry: TypeRegistry) -> String {
    if type.isDynamic { return "no (a dynamic type for an unknown tag)" }
    guard let declaration = registry.declaration(of: type) else { return "no" }
    switch declaration.origin {
    case .exported: return "yes, exported"
    case .imported: return "yes, imported"
    default: return "yes"
    }
  }

  private static func label(_ tagClass: UTTagClass) -> String {
    switch tagClass {
    case .filenameExtension: "extensions"
    case .mimeType: "MIME types"
    default: tagClass.rawValue
    }
  }
}
