import JSONText
import ProfferActions
import ProfferFileSystem

extension JSONNode {
  /// Returns the JSON object for an item of a bundle.
  static func item(_ item: ListedItem) -> JSONNode {
    .object([
      JSONMember("item", .integer(item.number)),
      JSONMember("name", item.suggestedName.map(JSONNode.string) ?? .null),
      JSONMember("preview", item.preview.map(preview) ?? .null),
      JSONMember("representations", .array(item.representations.map(representation))),
    ])
  }

  /// Returns the JSON object for the stored preview of an item.
  private static func preview(_ preview: ListedPreview) -> JSONNode {
    var members = [
      JSONMember("type", .string(preview.typeIdentifier)),
      JSONMember("byteCount", .integer(preview.byteCount)),
    ]
    if let size = preview.pixelSize {
      members += [JSONMember("width", .integer(size.width)), JSONMember("height", .integer(size.height))]
    }
    return .object(members + [JSONMember("path", .string(preview.path))])
  }

  /// Returns the JSON object for a representation of an item.
  static func representation(_ representation: ListedRepresentation) -> JSONNode {
    var members = [
      JSONMember("representation", .integer(representation.number)),
      JSONMember("type", .string(representation.typeIdentifier)),
      JSONMember("kind", .string(representation.kind)),
      JSONMember("byteCount", representation.byteCount.map { .integer($0) } ?? .null),
    ]
    members += JSONMember.name("name", representation.name?.bytes)
    switch representation.audience {
    case .all: members.append(JSONMember("visibility", .string("all")))
    case .team(let team):
      members += [JSONMember("visibility", .string("team")), JSONMember("team", .string(team))]
    case .group(let group):
      members += [JSONMember("visibility", .string("group")), JSONMember("group", .string(group))]
    }
    switch representation.storage {
    case .payload(let path): members.append(JSONMember("path", .string(path)))
    case .folder(let path, let count):
      members += [JSONMember("path", .string(path)), JSONMember("memberCount", .integer(count))]
    case .inPlace(let path): members += JSONMember.name("inPlace", path.bytes)
    case .promise(let source, let coder):
      members += [JSONMember("promisedOf", .integer(source)), JSONMember("coder", .string(coder))]
    }
    return .object(members)
  }
}
