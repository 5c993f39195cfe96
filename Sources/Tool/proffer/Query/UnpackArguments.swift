import ArgumentParsing
import ByteTools
import ItemProviders
import JSONText
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// `unpack`: the representations of a bundle, as files under their own names.
struct UnpackArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var folder = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var place: PlaceArgument?
  var makesItemFolders = false
  var replaces = false
  var followsReferences = false
  var team: String?
  var group: String?
  var asJSON = false
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<UnpackArguments> {
    CommandDeclaration(
      summary: "Write the representations of a bundle to files in a folder.",
      details: """
        Each representation is written under its own name, and the paths of the files are printed. A name that is used
        twice in the bundle becomes "name 2". A name that already exists in the folder is an error, and nothing is written,
        unless --force overwrites it; a link is replaced, not followed. If the command succeeds, all files are on the disk;
        if it fails, the folder is unchanged. If it is killed while it names the files, some may be missing; --force completes
        them. Names that are too long for file systems are shortened, with a note.

        With --type, only representations of these types are written, and the status is 1 if there are none. Promised
        representations are left out; load --convert makes them. A file that the bundle refers to but does not contain is
        left out, with the status 1, unless --allow-references copies it.
        """,
      examples: [
        "proffer unpack trip.dragbundle --into trip": "All representations of all items, in the folder trip.",
        "proffer unpack trip.dragbundle --into photos --type public.image": "Only the images.",
        "proffer unpack trip.dragbundle --into trip --by-item": "A folder for each item.",
      ]
    ) {
      option(
        "-o", "--into", "--output", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is created if needed.")
      option(
        "-t", "--type", "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "Write only representations of these types.")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "Write only this item (2) or representation (2.1).")
      flag("--by-item", to: \.makesItemFolders, help: "Make a folder for each item.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite existing files.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Also copy files that the bundle refers to but does not contain.")
      option("--team", "NAME", to: \.team, as: .text, help: "Include what is visible to this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Include what is visible to this group.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, help: "The bundle; - is standard input.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    return try LargestSize.explained {
      let bundle = try bundle.openBundle(in: context, item: place?.item, limits: largestSize.limits)
      try context.types.include(typesOf: bundle)
      return try unpack(bundle, context)
    }
  }

  /// A representation that is written, and the item that it is a part of.
  private struct Part {
    let number: Int
    let item: BundledItem
    let index: Int
    let representation: BundledRepresentation

    var place: String { "\(number).\(index + 1)" }
  }

  private func unpack(_ bundle: ProviderBundle, _ context: ActionContext) throws -> ExitStatus {
    let receiver = ReceiverIdentity(team: team, group: group)
    var context = context
    context.identity = receiver
    let wanted = try accepted.map { try $0.resolved(in: context).identifier }
    let registry = context.types.registry
    var parts: [Part] = []
    var unmatched: [Int] = []
    for (number, item) in try bundle.items(numbered: place?.item) {
      try place?.requireRepresentation(of: item, in: bundle)
      let count = parts.count
      for (index, shown) in bundle.visible(in: item, to: receiver)
      where place?.representationIndex ?? index == index
        && (wanted.isEmpty
          || wanted.contains { registry.conforms(identifier: shown.typeIdentifier, to: $0) })
      {
        parts.append(Part(number: number, item: item, index: index, representation: shown))
      }
      if !wanted.isEmpty, parts.count == count { unmatched.append(number - 1) }
    }
    if parts.isEmpty, !wanted.isEmpty {
      throw ActionError.negative(
        "no representation in \(bundle.path) is \(wanted.joined(separator: " or "))", code: .noMatch)
    }
    bundle.note(leftOutItemsAt: unmatched, in: context)
    try bundle.checkExpansion { count in for part in parts { count(part.representation) } }
    let unpacking = try Unpacking(into: folder, replacing: replaces)
    var isComplete = true
    var written: [JSONNode] = []
    var paths: [FilePath] = []
    // In place: of 100,000 parts a second list would take 35 MB.
    parts.removeAll { part in
      if part.representation.isPromise {
        Console.shared.note(
          "\(part.place) \(part.representation.typeIdentifier) was left out: it is only promised; load --convert makes it"
        )
      } else if case .inPlace(let reference) = part.representation.storage, !followsReferences {
        isComplete = false
        Console.shared.error(
          "\(part.place) \(part.representation.typeIdentifier) was left out: its bytes are in "
            + "\(reference.path), outside the bundle; --allow-references copies them")
      } else {
        part.representation.noteReference(in: context)
        return false
      }
      return true
    }
    let bar = ProgressBar("unpack")
    defer { bar.clear() }
    let total = parts.reduce(into: UInt64(0)) { $0.addSaturating($1.representation.byteCount ?? 0) }
    bar.expect { total }
    for group in groups(of: parts) {
      for (part, path) in try add(Array(parts[group]), to: unpacking, bundle, registry, bar, context) {
        guard asJSON else {
          paths.append(path)
          continue
        }
        written.append(
          .object(
            [
              JSONMember("place", .string(part.place)),
              JSONMember("type", .string(part.representation.typeIdentifier)),
            ] + JSONMember.name("path", path.bytes)))
      }
    }
    try unpacking.commit()
    bar.clear()
    if asJSON {
      try Console.shared.print(
        JSONEnvelope.result(
          of: "unpack",
          JSONMember.name("folder", folder.bytes) + [
            JSONMember("files", .array(written)), JSONMember("complete", .boolean(isComplete)),
          ]))
    } else {
      for path in paths { try Console.shared.tell(path.description) }
    }
    return isComplete ? .done : .negative
  }

  /// The places of the parts that are written together: those of each item, where it has a folder, else each alone.
  private func groups(of parts: [Part]) -> [Range<Int>] {
    guard makesItemFolders else { return parts.indices.map { $0..<$0 + 1 } }
    var groups: [Range<Int>] = []
    for (place, part) in parts.enumerated() {
      if let last = groups.last, parts[last.lowerBound].number == part.number {
        groups[groups.count - 1] = last.lowerBound..<place + 1
      } else {
        groups.append(place..<place + 1)
      }
    }
    return groups
  }

  /// Writes parts, and gives the path of each.
  private func add(
    _ parts: [Part], to unpacking: Unpacking, _ bundle: ProviderBundle, _ types: TypeRegistry,
    _ bar: ProgressBar, _ context: ActionContext
  ) throws -> [(Part, FilePath)] {
    guard makesItemFolders, let first = parts.first else {
      return try parts.map { part in
        let name = try unpacking.add(part.representation.fileName(in: part.item, types: types)) {
          name, folder in
          try bundle.extract(part.representation, as: name, in: folder, bar.add)
        }
        try part.representation.noteShortenedNames(in: context, writtenAs: name)
        return (part, folder.appending(name))
      }
    }
    let shown = first.item.suggestedName ?? first.representation.name?.string ?? "item"
    let wanted = FileNaming.name(
      suggested: "\(first.number) \(shown)", sourceName: nil, typeIdentifier: UTType.folder.identifier,
      isFolder: true, registry: types)
    var names: [FileName] = []
    var taken = TakenNames()
    let itemFolder = try unpacking.add(wanted) { name, folder in
      try folder.createFolder(name)
      let items = try folder.subfolder(name)
      for part in parts {
        let name = taken.freeName(for: part.representation.fileName(in: part.item, types: types))
        try bundle.extract(part.representation, as: name, in: items, bar.add)
        try part.representation.noteShortenedNames(in: context, writtenAs: name)
        names.append(name)
      }
    }
    return zip(parts, names).map { ($0, folder.appending([itemFolder, $1])) }
  }
}
