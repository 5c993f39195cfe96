import ArgumentParsing
import FileSystem
import ItemProviders
import ProviderBundles

/// `pack`: files in a new bundle.
struct PackArguments: CommandArguments {
  var words: [PackWord] = []
  var output: PathArgument?
  var replaces = false
  var omitsTimes = false
  var makesFolder = false
  var team: String?
  var group: String?

  static var declaration: CommandDeclaration<PackArguments> {
    CommandDeclaration(
      summary: "Pack files into a provider bundle.", usage: "FILE… -o BUNDLE",
      details: """
        Each file is an item of its own, unless --item starts one: the files up to the next --item are then its
        representations, best first. --type, --as, --visibility and --in-place apply to the next file; --name and
        --promise apply to the item they are part of, or to the next file where there is none. A folder is packed with
        everything in it. After -- every word is a file.
        """,
      examples: [
        "proffer pack a.txt b.png -o two.dragbundle": "Two items of one representation each.",
        "proffer pack --item notes.rtf notes.html notes.txt -o notes.dragbundle":
          "One item in three forms, best first.",
        "date | proffer pack --type public.plain-text - -o now.dragbundle": "What a program prints.",
      ]
    ) {
      option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle there; - is standard output.")
      PackWord.parameters(appendingTo: \.words)
      PackWord.audienceParameters(team: \.team, group: \.group)
      flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder.")
      flag("--no-times", to: \.omitsTimes, help: "Leave out when things were last changed.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      operands(
        "FILE", appendingTo: \.words, as: PathArgument.input.map { .file($0) }, count: 0 ... .max,
        help: "A file or folder to pack; - is standard input and needs --type.")
    }
  }

  func check() throws(ArgumentProblem) {
    try PackWord.requireSource(in: words, for: "pack")
    if makesFolder, output == .standardStream {
      throw ArgumentProblem("--folder needs a name: a folder cannot go to standard output")
    }
  }

  /// Packs, and prints nothing unless something is worth a note.
  func run(_ types: TypeContext) throws -> ExitStatus {
    let list = try DraftComposer.list(of: words, team: team, group: group, types: types)
    try types.install()
    try ProviderBundleWriter.program(omittingTimes: omitsTimes)
      .write(list, to: output, asFolder: makesFolder, replacing: replaces)
    return .done
  }
}
