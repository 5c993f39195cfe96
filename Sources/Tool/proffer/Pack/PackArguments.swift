import ArgumentParsing
import FileSystem
import ItemProviders

/// The command line of `pack`, word by word: what a word speaks of depends on those around it.
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
        representations, best first. --type, --as, --visibility and --in-place speak of the next file; --name and
        --promise of the item they stand in, or of the next file where there is none. A folder is packed with
        everything in it. After -- every word is a file.
        """,
      examples: [
        "proffer pack a.txt b.png -o two.dragbundle": "Two items of one representation each.",
        "proffer pack --item notes.rtf notes.html notes.txt -o notes.dragbundle":
          "One item in three forms, best first.",
        "date | proffer pack --type public.plain-text - -o now.dragbundle": "What a program prints.",
      ]
    ) {
      Option(
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.output, isRequired: true,
        help: "Write the bundle there; - is standard output.")
      PackWord.parameters(appendingTo: \.words)
      PackWord.audienceParameters(team: \.team, group: \.group)
      Flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder.")
      Flag("--no-times", to: \.omitsTimes, help: "Leave out when things were last changed.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      Operands(
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
}
