import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `merge`: copies the items of several bundles into a new bundle, an archive or a folder.
struct MergeArguments: ProgramCommand {
  var bundles: [PathArgument] = []
  var output: PathArgument?
  var makesFolder = false
  var replaces = false
  var asJSON = false

  static var declaration: CommandDeclaration<MergeArguments> {
    CommandDeclaration(
      summary: "Merge the items of several bundles into a new one.",
      details: """
        Equal payloads are stored once. The original bundles do not change. A single bundle is copied: with
        --folder as a folder, otherwise as an archive.
        """,
      examples: [
        "proffer merge trip.dragbundle maps.dragbundle -o both.dragbundle": "All items, in this order.",
        "proffer merge trip.dragbundle --folder -o trip": "The same bundle as a folder.",
      ]
    ) {
      option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle to this file; - is standard output.")
      flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder instead of an archive.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite an existing file.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "BUNDLE", appendingTo: \.bundles, as: PathArgument.bundle,
        help: "A bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    try bundles.requireOneStream()
    if makesFolder, output == .standardStream {
      throw ArgumentProblem(
        "--folder needs the name of a folder; a folder cannot be written to standard output")
    }
    if asJSON, output == .standardStream {
      throw ArgumentProblem(
        "--json requires a path after -o, because the report is written to standard output")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var merge = BundleMerge(
      of: bundles.map(\.actionInput),
      to: try output.bundleDestination(asFolder: makesFolder, on: program.console))
    merge.replaces = replaces
    let outcome = try program.showingProgress("merge") { try merge.run(in: $0) }
    return try outcome.print(as: "merge", asJSON: asJSON, on: program.console)
  }
}

/// The command `split`: writes each item of a bundle to a separate bundle.
struct SplitArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var folder = FilePath.currentFolder
  var replaces = false
  var isDryRun = false
  var asJSON = false
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<SplitArguments> {
    CommandDeclaration(
      summary: "Write each item of a bundle to a separate bundle.",
      details: """
        Each bundle is named after its item, and the paths of the bundles are printed. The name of an item
        that is only for a team or group is not revealed: its bundle is called "item N". A name that is used
        twice becomes "name 2". If a name already exists in the folder, the command fails and writes
        nothing, unless --force is given; a link is then replaced, not followed. If the command succeeds,
        all bundles are on the disk; if it fails, the folder is unchanged. If it is killed while it renames
        the bundles to their final names, some may be missing; the same command with --force completes them.
        """,
      examples: ["proffer split trip.dragbundle --into parts": "A bundle for each item, in the folder parts."]
    ) {
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder), isRequired: true,
        help: "The folder; it is created if needed."
      ).formerly("-o", "--output")
      flag("-f", "--force", to: \.replaces, help: "Overwrite existing files.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Print the paths of the bundles; write nothing.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true, help: "The bundle.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.expanding(toAtMost: largestSize.byteCount)
    var split = BundleSplit(of: bundle.actionInput, into: folder)
    split.replaces = replaces
    split.isDryRun = isDryRun
    let outcome = try LargestSize.explained {
      try program.showingProgress("split") { try split.run(in: $0) }
    }
    if asJSON {
      try program.console.printJSON(
        "split",
        JSONMember.name("folder", outcome.folder.bytes) + [
          JSONMember("bundles", .array(outcome.bundles.map { .object(JSONMember.name("path", $0.bytes)) }))
        ])
    } else {
      for path in outcome.bundles { try program.console.tell(path.description) }
    }
    return .done
  }
}
