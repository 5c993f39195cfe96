import CommandLineArguments
import FileSystem
import ItemProviders

/// The command line of `pack`, word by word: what a word speaks of depends on those around it.
struct PackArguments: CommandArguments {
  /// A word whose place matters.
  enum Word: Sendable {
    case item
    case name(String)
    case type(TypeArgument)
    case kind(RepresentationKind)
    case visibility(RepresentationVisibility)
    case inPlace
    case promise(TypeArgument)
    case file(PathArgument)
    case each(FilePath)
  }

  var words: [Word] = []
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
        "-o", "--output", "BUNDLE", to: \.output, as: PathArgument.file, isRequired: true,
        help: "Write the bundle there; - is standard output.")
      Flag("--item", appendingTo: \.words, value: .item, help: "Start an item of several representations.")
      Option("--name", "TEXT", appendingTo: \.words, as: .text { .name($0) }, help: "Name the item.")
      Option(
        "--type", "TYPE", appendingTo: \.words, as: TypeArgument.value.map { .type($0) },
        help: "Offer the next file as this type.")
      Option(
        "--as", "KIND", appendingTo: \.words,
        as: .choice([
          "data": .kind(.data), "file": .kind(.file), "object": .kind(.object), "item": .kind(.item),
        ]),
        help: "Register the next file like this; an object is offered in every type it can be written in.")
      Option(
        "--visibility", "WHO", appendingTo: \.words,
        as: .choice(["all": .visibility(.all), "team": .visibility(.team), "group": .visibility(.group)]),
        help: "Show the next file to these only; see --team and --group.")
      Flag(
        "--in-place", appendingTo: \.words, value: .inPlace,
        help: "Offer the next file where it is instead of a copy.")
      Option(
        "--promise", "TYPES", appendingListTo: \.words, as: TypeArgument.value.map { .promise($0) },
        help: "Offer the item in these types too, made by the coders when somebody asks.")
      Option(
        "--each", "FOLDER", appendingTo: \.words, as: FilePath.argument(.folder).map { .each($0) },
        help: "Make an item of every file below a folder.")
      Option("--team", "NAME", to: \.team, as: .text, help: "The team that --visibility team means.")
      Option("--group", "NAME", to: \.group, as: .text, help: "The group that --visibility group means.")
      Flag("--folder", to: \.makesFolder, help: "Write the bundle as a folder.")
      Flag("--no-times", to: \.omitsTimes, help: "Leave out when things were last changed.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      Operands(
        "FILE", appendingTo: \.words, as: PathArgument.file.map { .file($0) }, count: 0 ... .max,
        help: "A file or folder to pack; - is standard input and needs --type.")
    }
  }

  func check() throws(ArgumentProblem) {
    let hasSource = words.contains { word in
      switch word {
      case .file, .each: true
      default: false
      }
    }
    if !hasSource { throw ArgumentProblem("nothing to pack: name a file, or a folder after --each") }
    if makesFolder, output == .standardStream {
      throw ArgumentProblem("--folder needs a name: a folder cannot go to standard output")
    }
  }
}

extension ArgumentValue {
  /// The same word, made into something else.
  func map<Other>(_ make: @escaping @Sendable (Value) -> Other) -> ArgumentValue<Other> {
    ArgumentValue<Other>(kind) { word throws(ArgumentProblem) in make(try read(word)) }
  }
}
