import ArgumentParsing
import ItemProviders
import JSONText
import ProfferActions
import ProfferFileSystem
import ProviderBundles

/// `list`: what a bundle contains.
struct ListArguments: ProgramCommand {
  var bundles: [PathArgument] = []
  var showsExactSizes = false
  var showsPreviews = false
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<ListArguments> {
    CommandDeclaration(
      summary: "List the items of a bundle and their representations, best first.",
      details: """
        Items are numbered from 1, and so are the representations of each: 2.1 is the best representation of the second
        item. Several bundles are listed one after the other; one that cannot be read does not stop the others.

        With --previews, the picture of an item is shown below it, in terminals that have kitty's graphics protocol or
        sixel: the stored preview, or one made of the item where it is a picture or a color.
        """,
      examples: [
        "proffer list trip.dragbundle": "A line for each item and each of its representations.",
        "proffer list trip.dragbundle --previews": "The same with pictures.",
        "proffer ls *.dragbundle --json": "All bundles of a folder, for a script.",
      ]
    ) {
      flag("--bytes", to: \.showsExactSizes, help: "Show exact sizes in bytes.")
      flag("--previews", to: \.showsPreviews, help: "Show pictures, in terminals that can.")
      option("--team", "NAME", to: \.team, as: .text, help: "Include what is visible to this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Include what is visible to this group.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "BUNDLE", appendingTo: \.bundles, as: PathArgument.bundle, help: "A bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if showsPreviews, asJSON { throw ArgumentProblem("--json has no pictures; omit it or --previews") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let receiver = ReceiverIdentity(team: team, group: group)
    var pictures: ItemPictures?
    if showsPreviews {
      try context.types.install()
      pictures = PictureScreen.asked(for: "--previews").map { ItemPictures(on: $0) }
    }
    if bundles.count == 1 {
      let bundle = try bundles[0].openBundle(in: context)
      if asJSON {
        try BundleReport.printJSONList(bundle, to: receiver)
      } else {
        try BundleReport.printList(bundle, to: receiver, exactly: showsExactSizes, with: pictures)
      }
      return .done
    }
    var nodes: [JSONNode] = []
    let status = try bundles.forEachBundle(asJSON: asJSON) { argument in
      let bundle = try argument.openBundle(in: context)
      if asJSON { return nodes.append(.object(BundleReport.members(of: bundle, to: receiver))) }
      try BundleReport.printList(bundle, to: receiver, exactly: showsExactSizes, with: pictures)
    } onFailure: { argument, error in
      nodes.append(
        .object([
          JSONMember("bundle", .string(argument.description)),
          JSONMember("error", JSONEnvelope.errorNode(error)),
        ]))
    }
    if asJSON {
      try Console.shared.print(JSONEnvelope.result(of: "list", [JSONMember("bundles", .array(nodes))]))
    }
    return status
  }
}

extension [PathArgument] {
  /// Runs a function for each of several bundles, with the name of the bundle before what it prints; one that fails is
  /// reported and does not stop the others.
  func forEachBundle(
    asJSON: Bool, _ body: (PathArgument) throws -> Void, onFailure: (PathArgument, any Error) -> Void
  ) throws -> ExitStatus {
    var status = ExitStatus.done
    for (index, argument) in enumerated() {
      if !asJSON {
        if index > 0 { try Console.shared.print("") }
        try Console.shared.print("\(argument):", style: .bold)
      }
      do {
        try body(argument)
      } catch let error where !JSONEnvelope.isReported(error) {
        status = .failure
        Console.shared.error(String(describing: error))
        onFailure(argument, error)
      }
    }
    return status
  }
}

/// Descriptions of bundles, as text and as JSON.
enum BundleReport {
  /// Prints the items and representations of a bundle as lines with columns.
  static func printList(
    _ bundle: ProviderBundle, to receiver: ReceiverIdentity, exactly: Bool, with pictures: ItemPictures?
  ) throws {
    var table = TextTable(rightAligned: [2])
    for (index, item) in bundle.items.enumerated() {
      for row in rows(of: item, at: index, in: bundle, to: receiver, exactly) { table.measure(row) }
    }
    var lines = PrintedLines(on: .shared)
    for (index, item) in bundle.items.enumerated() {
      for row in rows(of: item, at: index, in: bundle, to: receiver, exactly) {
        try lines.add(table.line(row), style: row.count == 2 ? .bold : nil)
      }
      if let pictures {
        try lines.finish()
        try pictures.show(item, at: index, in: bundle, to: receiver)
      }
    }
    try lines.finish()
  }

  private static func rows(
    of item: BundledItem, at index: Int, in bundle: ProviderBundle, to receiver: ReceiverIdentity,
    _ exactly: Bool
  ) -> [[String]] {
    let visible = bundle.visible(in: item, to: receiver)
    return [["\(index + 1)", item.displayName(showing: visible.map(\.representation))]]
      + visible.map { place, representation in
        [
          "  \(index + 1).\(place + 1)", representation.typeIdentifier, size(of: representation, exactly),
          representation.name?.description ?? "-", remarks(on: representation).joined(separator: ", "),
        ]
      }
  }

  /// Prints the same as JSON.
  static func printJSONList(
    _ bundle: ProviderBundle, to receiver: ReceiverIdentity
  ) throws {
    try PrintedJSON.object(
      on: .shared,
      JSONEnvelope.head("list") + JSONMember.name("bundle", bundle.path.bytes), "items",
      of: bundle.items.enumerated()
    ) { index, item in
      node(of: item, at: index, in: bundle, to: receiver)
    }
  }

  /// The same of one of several bundles.
  static func members(of bundle: ProviderBundle, to receiver: ReceiverIdentity) -> [JSONMember] {
    let items = bundle.items.enumerated().map { node(of: $1, at: $0, in: bundle, to: receiver) }
    return JSONMember.name("bundle", bundle.path.bytes) + [JSONMember("items", .array(items))]
  }

  private static func node(
    of item: BundledItem, at index: Int, in bundle: ProviderBundle, to receiver: ReceiverIdentity
  ) -> JSONNode {
    let visible = bundle.visible(in: item, to: receiver)
    let isForOthers = visible.isEmpty && !item.representations.isEmpty
    return .object([
      JSONMember("item", .integer(index + 1)),
      JSONMember("name", isForOthers ? .null : item.suggestedName.map(JSONNode.string) ?? .null),
      JSONMember("preview", isForOthers ? .null : item.preview.map(preview) ?? .null),
      JSONMember("representations", .array(visible.map { representation($0.1, at: $0.0) })),
    ])
  }

  /// The stored preview of an item as JSON.
  private static func preview(_ preview: BundledPreview) -> JSONNode {
    var members = [
      JSONMember("type", .string(preview.typeIdentifier)),
      JSONMember("byteCount", .integer(preview.byteCount)),
    ]
    if let size = preview.pixelSize {
      members += [
        JSONMember("width", .integer(Int(size.width))), JSONMember("height", .integer(Int(size.height))),
      ]
    }
    return .object(members + [JSONMember("path", .string(preview.payload.path))])
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

  private static func size(of representation: BundledRepresentation, _ exactly: Bool) -> String {
    guard let count = representation.byteCount.map({ ByteCount($0) }) else { return "promised" }
    return exactly ? count.exactText : count.text
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
