import ArgumentParsing
import ByteTools
import DesktopActions
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `list`: lists the contents of a bundle.
struct ListArguments: ProgramCommand {
  var bundles: [PathArgument] = []
  var showsExactSizes = false
  var showsPreviews = false
  var showsIdentifiers = false
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<ListArguments> {
    CommandDeclaration(
      summary: "List the items of a bundle and their representations, best first.",
      details: """
        Items are numbered from 1, and so are the representations of each item: 2.1 is the best
        representation of the second item. With --verbose, types are shown by their identifiers instead of
        their short names. Several bundles are listed one after the other; if one cannot be read, the others
        are still listed.

        With --previews, a picture is shown below each item, in terminals that support kitty's graphics
        protocol or sixel: the stored preview or, if the item is a picture or a color, one made from it.
        """,
      examples: [
        "proffer list trip.dragbundle": "A line for each item and each of its representations.",
        "proffer list trip.dragbundle --previews": "The same with pictures.",
        "proffer ls *.dragbundle --json": "All bundles of a folder, for a script.",
      ]
    ) {
      flag("-v", "--verbose", to: \.showsIdentifiers, help: "Show the identifiers of types.")
      flag("--bytes", to: \.showsExactSizes, help: "Show exact sizes in bytes.")
      flag("--previews", to: \.showsPreviews, help: "Show pictures, in terminals that support them.")
      option("--team", "NAME", to: \.team, as: .text, help: "Include content visible to this team.").rare
      option(
        "--group", "NAME", to: \.group, as: .text, help: "Include content visible to this visibility group."
      ).rare
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "BUNDLE", appendingTo: \.bundles, as: PathArgument.bundle, orInput: true, help: "A bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    try bundles.requireOneStream()
    if showsPreviews, asJSON { throw ArgumentProblem("--json and --previews cannot be combined") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    let context = program.actions.asMember(ofTeam: team, group: group)
    let screen = showsPreviews ? screen(console) : nil
    let failedCount = try bundles.forEachBundle(on: console, asJSONOf: asJSON ? "list" : nil) {
      try BundleListing(of: $0.actionInput).run(in: context)
    } print: { _, listing in
      if asJSON {
        try console.printJSON(
          "list", JSONMember.name("bundle", listing.bundle.bytes), "items", of: listing.forEach, JSONNode.item
        )
      } else {
        try print(listing, on: console, screen, registry: context.types.registry)
      }
    }
    if asJSON { try console.printTotals("list", ["bundles": bundles.count, "failed": failedCount]) }
    return failedCount > 0 ? .failure : .done
  }

  /// Prints the items and representations of a bundle as a table.
  private func print(
    _ listing: BundleListing.Outcome, on console: Console, _ screen: TerminalScreen?, registry: TypeRegistry
  ) throws {
    var names = RepeatedTypeNames(in: registry)
    var table = BufferedTable(rightAligned: 2)
    listing.forEach { item in addRows(of: item, to: &table, &names) }
    var lines = PrintedLines(on: console)
    var position = BufferedTable.Position()
    if let screen {
      try listing.forEach { item in
        for _ in 0...item.representations.count { try lines.add(table, at: &position) }
        try lines.finish()
        try show(item, of: listing, on: console, screen)
      }
    } else {
      while !table.isEnd(position) { try lines.add(table, at: &position) }
      try lines.finish()
    }
  }

  /// Adds the row of an item and a row for each of its representations to a table.
  private func addRows(
    of item: ListedItem, to table: inout BufferedTable, _ known: inout RepeatedTypeNames
  ) {
    let names = showsIdentifiers ? TypeNames([]) : known.names(item.representations.map(\.typeIdentifier))
    table.add("\(item.number)")
    table.add(item.name)
    table.endRow()
    for representation in item.representations {
      table.add("  \(item.number).\(representation.number)")
      table.add(names[representation.typeIdentifier])
      table.add(size(of: representation))
      table.add(representation.name?.description ?? "-")
      table.add(representation.remarks.joined(separator: ", "))
      table.endRow()
    }
  }

  private func size(of representation: ListedRepresentation) -> String {
    guard let count = representation.byteCount.map({ ByteCount($0) }) else { return "promised" }
    return showsExactSizes ? count.exactText : count.text
  }

  // MARK: Pictures

  /// Returns the terminal of standard output.
  ///
  /// If the terminal cannot display pictures, prints a note and returns nil.
  private func screen(_ console: Console) -> TerminalScreen? {
    guard console.outputIsTerminal else {
      console.note("--previews needs a terminal, but standard output is not a terminal")
      return nil
    }
    do { return try TerminalScreen(of: .standardOutput, in: .user) } catch {
      console.note("--previews shows no pictures: \(error)")
      return nil
    }
  }

  /// Displays the picture of an item if the item has one.
  private func show(
    _ item: ListedItem, of listing: BundleListing.Outcome, on console: Console, _ screen: TerminalScreen
  ) throws {
    let bytes: [UInt8]
    do {
      guard let picture = try listing.picture(of: item, fitting: screen.size) else { return }
      bytes = try screen.bytes(showing: picture)
    } catch {
      return console.note("item \(item.number) is shown without a picture: \(error)")
    }
    try bytes.withUnsafeBytes { try console.write(payload: $0) }
  }
}

extension ListedRepresentation {
  /// Details of the representation that are listed in addition to its type, size and name.
  fileprivate var remarks: [String] {
    var remarks: [String] = []
    if kind != "file" { remarks.append(kind) }
    switch audience {
    case .all: break
    case .team(let team): remarks.append("team \(PrintableText.escaped(team.utf8))")
    case .group(let group): remarks.append("group \(PrintableText.escaped(group.utf8))")
    }
    switch storage {
    case .payload: break
    case .folder(_, let count): remarks.append(count == 1 ? "1 member" : "\(count) members")
    case .inPlace(let path): remarks.append("in place at \(path)")
    case .promise(let source, let coder): remarks.append("converted from \(source) by \(coder)")
    }
    return remarks
  }
}
