import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `unpack`: writes the representations of a bundle to files with their own names.
struct UnpackArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var folder = FilePath.currentFolder
  var accepted: [TypeArgument] = []
  var place: PlaceArgument?
  var makesItemFolders = false
  var replaces = false
  var isDryRun = false
  var followsReferences = false
  var team: String?
  var group: String?
  var asJSON = false
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<UnpackArguments> {
    CommandDeclaration(
      summary: "Write the representations of a bundle to files in a folder.",
      details: """
        Each representation is written under its own name, and the paths of the files are printed. A name
        that is used twice in the bundle becomes "name 2". If a name already exists in the folder, the
        command fails and writes nothing, unless --force is given; a link is then replaced, not followed. If
        the command succeeds, all files are on the disk; if it fails, the folder is unchanged. If it is
        killed while it renames the files to their final names, some may be missing; the same command with
        --force completes them. Names that are too long for file systems are shortened, with a note.

        With --type, only representations of these types are written, and the status is 1 if there are none.
        Promised representations are left out; proffer load --convert creates them. A file to which the bundle
        only refers is left out, with exit status 1, unless --allow-references is given.
        """,
      examples: [
        "proffer unpack trip.dragbundle --into trip": "All representations of all items, in the folder trip.",
        "proffer unpack trip.dragbundle --into photos --type public.image": "Only the images.",
        "proffer unpack trip.dragbundle --into trip --by-item": "A folder for each item.",
      ]
    ) {
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is created if needed."
      ).formerly("-o", "--output")
      option(
        "--type", "TYPES", appendingListTo: \.accepted, as: TypeArgument.content,
        help: "Write only representations of these types."
      ).formerly("-t", "--accept")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "Write only this item, given by number or name, or this representation, such as 2.1.")
      flag("--by-item", to: \.makesItemFolders, help: "Make a folder for each item.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite existing files.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Check the bundle and print the paths; write nothing.")
      flag(
        "--allow-references", to: \.followsReferences,
        help: "Also copy files that the bundle refers to but does not contain.")
      option("--team", "NAME", to: \.team, as: .text, help: "Include content visible to this team.").rare
      option(
        "--group", "NAME", to: \.group, as: .text, help: "Include content visible to this visibility group."
      ).rare
      flag("--json", to: \.asJSON, help: "Print JSON.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true, help: "The bundle.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.asMember(ofTeam: team, group: group)
      .expanding(toAtMost: largestSize.byteCount)
    var unpacking = BundleUnpacking(of: bundle.actionInput, into: folder)
    unpacking.accepted = accepted
    unpacking.place = place
    unpacking.makesItemFolders = makesItemFolders
    unpacking.replaces = replaces
    unpacking.isDryRun = isDryRun
    unpacking.followsReferences = followsReferences
    let outcome = try LargestSize.explained {
      try program.showingProgress("unpack") { try unpacking.run(in: $0) }
    }
    for omission in outcome.omissions { omission.print(on: program.console) }
    if asJSON {
      try program.console.printJSON(
        "unpack",
        JSONMember.name("folder", outcome.folder.bytes) + [
          JSONMember("complete", .boolean(outcome.isComplete))
        ], "files", of: outcome.files.forEach
      ) { file in
        .object(
          [
            JSONMember("place", .string(file.place.description)),
            JSONMember("type", .string(file.typeIdentifier)),
          ] + JSONMember.name("path", file.path.bytes))
      }
    } else {
      for file in outcome.files { try program.console.tell(file.path.description) }
    }
    return outcome.isComplete ? .done : .negative
  }
}

extension BundleUnpacking.Omission {
  /// Reports a representation that was not written, with advice on how to obtain it.
  fileprivate func print(on console: Console) {
    let name = TypeNames.name(of: typeIdentifier)
    if let reference {
      console.error(
        "\(place) \(name) was left out: its content is in \(reference), outside the bundle; "
          + "--allow-references copies them")
    } else {
      console.note("\(place) \(name) was left out: it is only promised; load --convert makes it")
    }
  }
}
