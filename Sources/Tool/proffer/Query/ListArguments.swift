import ArgumentParsing
import FileSystem
import ItemProviders
import JSONText
import ProviderBundles

/// `list`: what a bundle contains.
struct ListArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<ListArguments> {
    CommandDeclaration(
      summary: "List the items of a bundle and their representations, best first.",
      examples: ["proffer list trip.dragbundle": "A line for each item and each of its representations."]
    ) {
      option("--team", "NAME", to: \.team, as: .text, help: "Show what is for this team too.")
      option("--group", "NAME", to: \.group, as: .text, help: "Show what is for this group too.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let bundle = try bundle.openBundle()
    let receiver = ReceiverIdentity(team: team, group: group)
    if asJSON {
      try BundleReport.printJSONList(bundle, to: receiver)
    } else {
      try BundleReport.printList(bundle, to: receiver)
    }
    return .done
  }
}

/// Descriptions of bundles, as text and as JSON.
enum BundleReport {
  /// Prints the items and representations of a bundle as lines with columns.
  static func printList(_ bundle: ProviderBundle, to receiver: ReceiverIdentity) throws {
    var table = TextTable()
    for (index, item) in bundle.items.enumerated() {
      for row in rows(of: item, at: index, in: bundle, to: receiver) { table.measure(row) }
    }
    var lines = PrintedLines()
    for (index, item) in bundle.items.enumerated() {
      for row in rows(of: item, at: index, in: bundle, to: receiver) { try lines.add(table.line(row)) }
    }
    try lines.finish()
  }

  private static func rows(
    of item: BundledItem, at index: Int, in bundle: ProviderBundle, to receiver: ReceiverIdentity
  ) -> [[String]] {
    let visible = bundle.visible(in: item, to: receiver)
    return [["\(index + 1)", item.displayName(showing: visible.map(\.representation))]]
      + visible.map { place, representation in
        [
          "  \(index + 1).\(place + 1)", representation.typeIdentifier, size(of: representation),
          representation.name?.description ?? "-", remarks(on: representation).joined(separator: ", "),
        ]
      }
  }

  /// Prints the same as JSON.
  static func printJSONList(
    _ bundle: ProviderBundle, to receiver: ReceiverIdentity
  ) throws {
    try PrintedJSON.object(
      JSONMember.name("bundle", bundle.path.bytes), "items", of: bundle.items.enumerated()
    ) { index, item in
      let visible = bundle.visible(in: item, to: receiver)
      let isForOthers = visible.isEmpty && !item.representations.isEmpty
      return .object([
        JSONMember("item", .integer(index + 1)),
        JSONMember("name", isForOthers ? .null : item.suggestedName.map(JSONNode.string) ?? .null),
        JSONMember("representations", .array(visible.map { representation($0.1, at: $0.0) })),
      ])
    }
  }

  /// One representation as JSON.
  static func representation(_ representation: BundledRepresentation, at place: Int) -> JSONNode {
    var members = [
      JSONMember("representation", .integer(place + 1)),
      JSONMember("type", .string(representation.typeIdentifier)),
      JSONMember("kind", .string(representation.kind.rawValue)),
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
    case .payload(let payload): members.append(JSONMember("path", .string(payload.path)))
    case .folder(let path, let contents):
      members += [
        JSONMember("path", .string(path)), JSONMember("memberCount", .integer(contents.count)),
      ]
    case .inPlace(let reference): members += JSONMember.name("inPlace", reference.path.bytes)
    case .promise(let source, let coder):
      members += [
        JSONMember("promisedOf", .integer(source + 1)), JSONMember("coder", .string(coder)),
      ]
    }
    return .object(members)
  }

  private static func size(of representation: BundledRepresentation) -> String {
    representation.byteCount.map { $0 == 1 ? "1 byte" : "\($0) bytes" } ?? "promised"
  }

  private static func remarks(on representation: BundledRepresentation) -> [String] {
    var remarks: [String] = []
    if representation.kind != .file { remarks.append(representation.kind.rawValue) }
    switch representation.audience {
    case .all: break
    case .team(let team): remarks.append("team \(PrintableText.escaped(team.utf8))")
    case .group(let group): remarks.append("group \(PrintableText.escaped(group.utf8))")
    }
    switch representation.storage {
    case .payload: break
    case .folder(_, let contents):
      remarks.append(contents.count == 1 ? "1 member" : "\(contents.count) members")
    case .inPlace(let reference): remarks.append("in place at \(reference.path)")
    case .promise(let source, let coder): remarks.append("made of \(source + 1) by \(coder)")
    }
    return remarks
  }
}
