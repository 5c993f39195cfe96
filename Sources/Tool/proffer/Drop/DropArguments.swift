import ArgumentParsing
import FolderDrops
import ItemProviders
import JSONText
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// `drop`: the items of a bundle, dropped into a folder or another bundle.
struct DropArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var destination = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var profile: String?
  var converts = false
  var isStrict = false
  var operation = FolderDrop.Operation.copy
  var item: Int?
  var place: Int?
  var followsReferences = false
  var team: String?
  var group: String?
  var asJSON = false
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<DropArguments> {
    CommandDeclaration(
      summary: "Drop the items of a bundle into a folder or another bundle.",
      details: """
        Into a folder, each item is written in its best representation that is accepted, under its suggested name with the
        extension of that type; a name that is in use becomes "name 2". With --convert, an item without an accepted
        representation is converted to the first accepted type that it can be converted to; otherwise it is left out. An
        item that fails is reported and does not stop the others; the status is then 1. The status is also 1 if no item
        has an accepted type. Into a bundle, items are copied with all their representations.

        A copy leaves the source as it is. A move removes the dropped items from the source once they are on the device;
        meanwhile no other program can change the source. A move that fails before that is taken back at once. undo
        undoes the last drop. A drop that cannot be recorded for undo is not performed, except if neither XDG_STATE_HOME
        nor HOME is set: then it is performed, and a note says that it cannot be undone.

        A bundle can refer to a file that it does not contain, anywhere on this machine. Such an item is dropped into a
        folder only with --allow-references, and as a copy: a move leaves the file where it is. Into a bundle, the
        reference is copied, and the file is not read.
        """,
      examples: [
        "proffer drop trip.dragbundle --into Desktop --accept public.image,public.text":
          "Images and texts, each in its best representation.",
        "proffer drop trip.dragbundle --into site --accept html --convert": "Every item as HTML.",
        "proffer drop trip.dragbundle --into all.dragbundle --at 1 --operation move":
          "Move all items to the beginning of another bundle.",
      ]
    ) {
      option(
        "-o", "--into", "--output", "PLACE", to: \.destination, as: FilePath.argument(.file),
        isRequired: true,
        help: "A folder, which is created if needed, or a bundle.")
      option(
        "-t", "--accept", "--type", "--to", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The accepted types, most wanted first; by default all.")
      option(
        "--for", "PROFILE", to: \.profile, as: ArgumentValue.text.completed(by: .profile),
        help: "A receiver whose accepted types are known: a profile that help profiles lists, or a file.")
      flag("--convert", to: \.converts, help: "Convert items that have no accepted representation.")
      flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses anything.")
      option(
        "--operation", "WHAT", to: \.operation, as: .choice(["copy": .copy, "move": .move]),
        help: "Whether the originals stay; by default copy.")
      option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "Drop only this item.")
      option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "Into a bundle: the number of the first item there.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Into a folder: also copy files that the bundle refers to but does not contain.")
      option("--team", "NAME", to: \.team, as: .text, help: "Drop as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Drop as a member of this group.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      LargestSize.parameter(to: \.largestSize)
      operand(
        "BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle whose items are dropped.")
    }
  }

  func check() throws(ArgumentProblem) {
    if !accepted.isEmpty, profile != nil {
      throw ArgumentProblem("--accept and --for both name the accepted types; use one")
    }
    if converts, accepted.isEmpty, profile == nil {
      throw ArgumentProblem("--convert needs --accept TYPES or --for PROFILE")
    }
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var context = program.actions
    context.identity = ReceiverIdentity(team: team, group: group)
    // What is moved is locked before it is read, so that nothing changes it before its items are taken out.
    let opened = try FileState.ifPresent(bundle)
    let moved = operation == .move ? try LockedBundle(bundle, limits: largestSize.limits) : nil
    let source = try moved?.bundle ?? ProviderBundle(opening: bundle, limits: largestSize.limits)
    let numbers = try source.places(numbered: item)
    // A killed move may have left unfinished files there, and a repeated move may write nothing there.
    if moved != nil { UnfinishedFiles.sweep(try bundle.resolvingLinks().parent) }
    if try isBundle(destination, context) {
      guard accepted.isEmpty, profile == nil else {
        throw ActionError.usage(
          "--accept and --for need a folder; into a bundle, items are copied with all their representations")
      }
      guard !followsReferences else {
        throw ActionError.usage(
          "--allow-references needs a folder; into a bundle, references are copied as they are")
      }
      UnfinishedFiles.sweep(try destination.resolvingLinks().parent)
      let history = DropHistory(in: context)
      try BundleDrop(
        source: source, moved: moved, opened: opened, items: Array(numbers), history: history,
        context: context
      ).run(into: destination, at: place.map { $0 - 1 })
      let verb = moved == nil ? "dropped" : "moved"
      try history.reporting("\(numbers.count) items were \(verb) into \(destination)") {
        guard asJSON else { return }
        try Console.shared.print(
          JSONEnvelope.result(
            of: "drop",
            JSONMember.name("destination", destination.bytes) + [JSONMember("items", .integer(numbers.count))]
          ))
      }
      return .done
    }
    guard place == nil else {
      throw ActionError.usage("--at needs a bundle, and \(destination) is not one")
    }
    var drop = ItemDrop(
      source: source, moved: moved, opened: opened, destination: destination,
      receiver: ReceiverIdentity(team: team, group: group), followsReferences: followsReferences,
      context: context
    )
    try LargestSize.explained { try drop.checkExpansion(of: numbers) }
    try context.types.include(typesOf: source)
    var words = accepted
    if let profile {
      let profile = try ReceiverProfile(profile, in: context.folders)
      words = profile.accepts
      if profile.prefersProvider {
        drop.order = FidelityOrder(outerLoop: .provider, registry: context.types.registry)
      }
    }
    let wanted = try words.isEmpty ? nil : words.map { try $0.resolved(in: context) }
    try context.types.install()
    return try drop.run(numbers, accepting: wanted, converting: converts, strictly: isStrict, asJSON: asJSON)
  }

  /// Whether the destination is a bundle: any file, which can be nothing else, or a folder that is one.
  private func isBundle(_ path: FilePath, _ context: ActionContext) throws -> Bool {
    guard let status = try FileStatus.ifPresent(path) else {
      guard
        TypeDetector(registry: context.types.registry).detect(name: path.lastComponent, prefix: nil).type
          != .dragBundle
      else {
        throw ActionError.failure("the bundle \(path) does not exist; create it with pack")
      }
      return false
    }
    guard status.kind == .folder else { return true }
    return try context.types.detect(path).type == .dragBundle
  }
}
