import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `drop`: drops the items of a bundle into a folder or another bundle.
struct DropArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var destination = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var profile: String?
  var converts = false
  var isStrict = false
  var isMove = false
  var isDryRun = false
  var item: PlaceArgument?
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
        Into a folder, the best accepted representation of each item is written, under its suggested
        name with the extension of its type; if the name already exists, it becomes "name 2". With
        --convert, an item without an accepted representation is converted to the first accepted type to
        which it can be converted; if there is none, the item is left out. An item that fails is
        reported and does not stop the others; the status is then 1. The status is also 1 if no item has
        an accepted type. Into a bundle, items are copied with all their representations.

        A copy does not change the source. A move removes the dropped items from the source after they are on
        the device; until then, the source is locked against changes by other programs. If a move fails before
        that, it is undone at once. To undo the last drop, run proffer undo. A drop that cannot be recorded
        for undo is not performed, except if neither XDG_STATE_HOME nor HOME is set: then it is performed, and
        a note says that it cannot be undone.

        A bundle can refer to a file anywhere on this computer, without containing it. Such an item is
        dropped into a folder only with --allow-references, and only as a copy: even a move leaves the file
        where it is. Into a bundle, the reference is copied, and the file is not read.
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
        "--into", "FOLDER|BUNDLE", to: \.destination, as: FilePath.argument(.file), isRequired: true,
        help: "A folder, which is created if needed, or a bundle."
      ).formerly("-o", "--output")
      option(
        "--accept", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The accepted types, in order of preference (default: all)."
      ).formerly("-t", "--type", "--to")
      option(
        "--for", "PROFILE", to: \.profile, as: ArgumentValue.text.completed(by: .computed(.profile)),
        help: "The profile of the receiver: a file, or a name listed by proffer help profiles.")
      flag("--convert", to: \.converts, help: "Convert items that have no accepted representation.")
      flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses anything.")
      option(
        "--operation", "WHAT", to: \.isMove, as: .choice(["copy": false, "move": true]),
        help: "Whether to copy or move the items (default: copy).")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Print the paths of the dropped files; change nothing.")
      option(
        "--item", "PLACE", to: \.item, as: PlaceArgument.onlyItem,
        help: "Drop only the item with this number or name.")
      option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "With a bundle as the destination: the number of the first new item.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Into a folder: also copy files that the bundle refers to but does not contain.")
      option("--team", "NAME", to: \.team, as: .text, help: "Drop as a member of this team.").rare
      option("--group", "NAME", to: \.group, as: .text, help: "Drop as a member of this visibility group.")
        .rare
      flag("--json", to: \.asJSON, help: "Print JSON.")
      LargestSize.parameter(to: \.largestSize)
      operand(
        "BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true,
        help: "The bundle whose items are dropped.")
    }
  }

  func check() throws(ArgumentProblem) {
    if !accepted.isEmpty, profile != nil {
      throw ArgumentProblem("--accept and --for both set the accepted types; use only one of them")
    }
    if converts, accepted.isEmpty, profile == nil {
      throw ArgumentProblem("--convert needs --accept TYPES or --for PROFILE")
    }
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.asMember(ofTeam: team, group: group)
      .expanding(toAtMost: largestSize.byteCount)
    var drop = ItemDrop(of: bundle.actionInput, into: destination)
    drop.accepted = profile.map { .profile($0) } ?? (accepted.isEmpty ? nil : .types(accepted))
    drop.converts = converts
    drop.isStrict = isStrict
    drop.isMove = isMove
    drop.isDryRun = isDryRun
    drop.item = item
    drop.place = place
    drop.followsReferences = followsReferences
    do {
      let outcome = try LargestSize.explained {
        try program.showingProgress("drop") { try drop.run(in: $0) }
      }
      try outcome.reportingPrintFailure { try print(outcome, program) }
      return outcome.failedCount == 0 ? .done : .negative
    } catch var error as ActionError {
      if asJSON, let outcome = error.details as? ItemDrop.Outcome {
        try print(outcome, program)
        error.isReported = true
      }
      throw error
    }
  }

  private func print(_ outcome: ItemDrop.Outcome, _ program: ProgramContext) throws {
    let console = program.console
    if asJSON {
      let members = JSONMember.name("destination", outcome.destination.bytes)
      if outcome.isIntoBundle {
        return try console.printJSON("drop", members + [JSONMember("items", .integer(outcome.itemCount))])
      }
      return try console.printJSON("drop", members, "items", of: outcome.forEach, \.json)
    }
    outcome.forEach { $0.report(on: console) }
    try outcome.forEach { item in
      if case .dropped(let path) = item.result { try console.tell(path.description) }
    }
  }
}

extension ItemDrop.Outcome {
  /// Prints the result.
  ///
  /// If printing fails, the error states that the items have been dropped.
  fileprivate func reportingPrintFailure(_ print: () throws -> Void) throws {
    do { try print() } catch let error as FileSystemError where error.code != .brokenPipe {
      let verb = isMove ? "moved" : "dropped"
      let items = isIntoBundle ? "\(itemCount) items" : "\(droppedCount) of \(itemCount) items"
      throw ActionError.failure(
        "\(items) were \(verb) into \(destination) "
          + "(\(isRecorded ? "undo reverts this" : "this cannot be undone")), "
          + "but the result cannot be printed: \(error)",
        cause: error, isReported: true)
    }
  }
}

extension DroppedItem {
  /// Reports that the item was not dropped, or that its bytes are from a file outside the bundle.
  fileprivate func report(on console: Console) {
    switch result {
    case .dropped:
      if let reference {
        console.note(
          "the bytes of \(name) come from \(reference), which the bundle refers to but does not contain")
      }
    case .failed(let error): console.error("\(name) was not dropped: \(error.programText)")
    case .unmatched: break
    }
  }

  fileprivate var json: JSONNode {
    let members = [
      JSONMember("item", .integer(number)),
      JSONMember("type", typeIdentifier.map(JSONNode.string) ?? .null),
    ]
    switch result {
    case .dropped(let path):
      return .object(
        members + [JSONMember("result", .string("dropped"))] + JSONMember.name("path", path.bytes))
    case .failed(let error):
      return .object(members + [JSONMember("result", .string("failed")), .error(error)])
    case .unmatched: return .object(members + [JSONMember("result", .string("unmatched"))])
    }
  }
}
