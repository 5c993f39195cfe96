import ArgumentParsing
import ProfferActions
import ProfferFileSystem

/// A command-line word that describes content to pack.
///
/// The meaning of a word depends on its neighbors.
enum PackWord: Sendable {
  case item
  case name(String)
  case type(TypeArgument)
  /// The kind of registration of a file: `data`, `file`, `object` or `item`.
  case kind(String)
  case visibility(Visibility)
  case inPlace
  case promise(TypeArgument)
  case file(PathArgument)
  case each(FilePath)

  /// The receivers that may see a file.
  enum Visibility: Sendable { case all, team, group }

  /// Returns the options that describe the content to pack.
  ///
  /// The words are appended in the order of the command line.
  ///
  /// - Parameter former: the former name of `--new-item`; nil if the command uses that name for another option.
  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    appendingTo words: PropertyPath<Arguments, [PackWord]>, formerItemFlag former: String? = nil
  ) -> [CommandParameter<Arguments>] {
    flag("--new-item", appendingTo: words, value: .item, help: "Start an item with several representations.")
      .formerly(former)
    option("--name", "TEXT", appendingTo: words, as: .text { .name($0) }, help: "The name of the item.")
    option(
      "--from", "TYPE", appendingTo: words, as: TypeArgument.value.map { .type($0) },
      help: "The type of the next file."
    ).formerly("-t", "--type")
    option(
      "--kind", "KIND", appendingTo: words,
      as: .choice([
        "data": .kind("data"), "file": .kind("file"), "object": .kind("object"), "item": .kind("item"),
      ]),
      help:
        "How the next file is registered. An object is offered in every type to which it can be converted."
    ).rare.formerly("--as")
    option(
      "--visibility", "WHO", appendingTo: words,
      as: .choice(["all": .visibility(.all), "team": .visibility(.team), "group": .visibility(.group)]),
      help: "Who can see the next file; see --team and --group."
    ).rare
    flag(
      "--in-place", appendingTo: words, value: .inPlace,
      help: "Offer the next file in place instead of a copy.")
    option(
      "--promise", "TYPES", appendingListTo: words, as: TypeArgument.value.map { .promise($0) },
      help: "Also offer the item as these types; it is converted when one of them is loaded."
    ).rare
    option(
      "--each", "FOLDER", appendingTo: words, as: FilePath.argument(.folder).map { .each($0) },
      help: "Add every file below a folder as an item.")
  }

  /// Returns the options that name the team and the group for `--visibility`.
  @ParameterBuilder<Arguments>
  static func audienceParameters<Arguments: CommandArguments>(
    team: PropertyPath<Arguments, String?>, group: PropertyPath<Arguments, String?>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--team", "NAME", to: team, as: .text,
      help: "The team that can see the representation; requires --visibility team."
    ).rare
    option(
      "--group", "NAME", to: group, as: .text,
      help: "The group that can see the representation; requires --visibility group."
    ).rare
  }

  /// Throws if the words do not name any content to pack.
  static func requireSource(in words: [PackWord], for verb: String) throws(ArgumentProblem) {
    let hasSource = words.contains { word in
      switch word {
      case .file, .each: true
      default: false
      }
    }
    if !hasSource {
      throw ArgumentProblem("give a file to \(verb), or a folder with --each")
    }
  }
}
