import ArgumentParsing
import ProfferActions
import ProfferFileSystem

/// The command `pack`: packs files into a new bundle.
struct PackArguments: ProgramCommand {
  var words: [PackWord] = []
  var output: PathArgument?
  var replaces = false
  var omitsTimes = false
  var skipsHidden = false
  var makesFolder = false
  var makesPreviews = false
  var previewSize: PixelSize?
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<PackArguments> {
    CommandDeclaration(
      summary: "Pack files into a new bundle.", usage: "FILE… -o BUNDLE",
      details: """
        Each file becomes an item. With --new-item, the files up to the next --new-item become the
        representations of one item, best first. --from, --kind, --visibility and --in-place apply to the next
        file. --name and --promise apply to the item that --new-item starts, or otherwise to the next file. A
        folder is packed with everything in it; --skip-hidden leaves out hidden files. A bundle that is a
        folder is packed as an archive. After --, every word is a file.

        Your group and other users can read a new bundle only if they can read every file in it.
        """,
      examples: [
        "proffer pack a.txt b.png -o two.dragbundle": "Two items with one representation each.",
        "proffer pack --new-item notes.rtf notes.html notes.txt -o notes.dragbundle":
          "One item in three representations, best first.",
        "date | proffer pack --from public.plain-text - -o now.dragbundle": "The output of a program.",
      ]
    ) {
      option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle to this file; - is standard output.")
      PackWord.parameters(appendingTo: \.words, formerItemFlag: "--item")
      PackWord.audienceParameters(team: \.team, group: \.group)
      PreviewRequest.parameters(isWanted: \.makesPreviews, size: \.previewSize)
      flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder instead of an archive.")
      flag("--skip-hidden", to: \.skipsHidden, help: "Leave out hidden files and folders below folders.")
      flag("--no-times", to: \.omitsTimes, help: "Leave out modification times.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite an existing file.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.words, as: PathArgument.input.map { .file($0) }, count: 0 ... .max,
        help: "A file or folder to pack; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    try PackWord.requireSource(in: words, for: "pack")
    if makesFolder, output == .standardStream {
      throw ArgumentProblem(
        "--folder needs the name of a folder; a folder cannot be written to standard output")
    }
    if asJSON, output == .standardStream {
      throw ArgumentProblem(
        "--json requires a path after -o, because the report is written to standard output")
    }
  }

  /// Packs the files.
  ///
  /// Prints notes, and the result if JSON is requested.
  func run(in program: ProgramContext) throws -> ExitStatus {
    var packing = BundlePacking(
      try PackedEntries.entries(of: words, team: team, group: group),
      to: try output.bundleDestination(asFolder: makesFolder, on: program.console))
    packing.replaces = replaces
    packing.omitsTimes = omitsTimes
    packing.skipsHidden = skipsHidden
    packing.previews = PreviewRequest.wanted(makesPreviews, size: previewSize)
    let outcome = try program.showingProgress("pack") { try packing.run(in: $0) }
    return try outcome.print(as: "pack", asJSON: asJSON, on: program.console)
  }
}
