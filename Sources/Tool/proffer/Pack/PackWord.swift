import ArgumentParsing
import FileSystem
import ItemProviders

/// A word of a command line that says what to pack; what it applies to depends on the words before and after it.
enum PackWord: Sendable {
  case item
  case name(String)
  case type(TypeArgument)
  case kind(RepresentationKind)
  case visibility(RepresentationVisibility)
  case inPlace
  case promise(TypeArgument)
  case file(PathArgument)
  case each(FilePath)

  /// The options that say what to pack, in the order of the command line.
  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    appendingTo words: PropertyPath<Arguments, [PackWord]>
  ) -> [CommandParameter<Arguments>] {
    flag("--item", appendingTo: words, value: .item, help: "Start an item of several representations.")
    option("--name", "TEXT", appendingTo: words, as: .text { .name($0) }, help: "Name the item.")
    option(
      "--type", "TYPE", appendingTo: words, as: TypeArgument.value.map { .type($0) },
      help: "Offer the next file as this type.")
    option(
      "--as", "KIND", appendingTo: words,
      as: .choice([
        "data": .kind(.data), "file": .kind(.file), "object": .kind(.object), "item": .kind(.item),
      ]),
      help: "Register the next file like this; an object is offered in every type it can be written in.")
    option(
      "--visibility", "WHO", appendingTo: words,
      as: .choice(["all": .visibility(.all), "team": .visibility(.team), "group": .visibility(.group)]),
      help: "Show the next file to these only; see --team and --group.")
    flag(
      "--in-place", appendingTo: words, value: .inPlace,
      help: "Offer the next file where it is instead of a copy.")
    option(
      "--promise", "TYPES", appendingListTo: words, as: TypeArgument.value.map { .promise($0) },
      help: "Offer the item in these types too, made by the coders when they are loaded.")
    option(
      "--each", "FOLDER", appendingTo: words, as: FilePath.argument(.folder).map { .each($0) },
      help: "Make an item of every file below a folder.")
  }

  /// The options that name the team and the group of a visibility.
  @ParameterBuilder<Arguments>
  static func audienceParameters<Arguments: CommandArguments>(
    team: PropertyPath<Arguments, String?>, group: PropertyPath<Arguments, String?>
  ) -> [CommandParameter<Arguments>] {
    option("--team", "NAME", to: team, as: .text, help: "The team that --visibility team means.")
    option("--group", "NAME", to: group, as: .text, help: "The group that --visibility group means.")
  }

  /// Refuses a command line that names nothing to pack.
  static func requireSource(in words: [PackWord], for verb: String) throws(ArgumentProblem) {
    let hasSource = words.contains { word in
      switch word {
      case .file, .each: true
      default: false
      }
    }
    if !hasSource { throw ArgumentProblem("nothing to \(verb): name a file, or a folder after --each") }
  }
}
