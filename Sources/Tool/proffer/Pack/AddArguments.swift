import ArgumentParsing
import FileSystem
import ProviderBundles
import UniformTypes

/// `add`: more items in a bundle, or more representations of one of its items.
struct AddArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var words: [PackWord] = []
  var place: Int?
  var item: Int?
  var omitsTimes = false
  var team: String?
  var group: String?

  static var declaration: CommandDeclaration<AddArguments> {
    CommandDeclaration(
      summary: "Add files to a bundle.", usage: "BUNDLE FILE…",
      details: """
        The words are those of pack: each file is an item of its own, unless --item starts one. With --to, the files become
        representations of an item that exists, after those it has; reorder makes one the best. What the bundle
        holds already is moved by the system and not read.
        """,
      examples: [
        "proffer add trip.dragbundle map.pdf": "A further item, the last.",
        "proffer add trip.dragbundle --to 1 notes.md": "A further form of the first item.",
      ]
    ) {
      option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "The number that the first new item gets.")
      option(
        "--to", "N", to: \.item, as: .integer(in: 1 ... .max),
        help: "Add representations to this item instead of items.")
      PackWord.parameters(appendingTo: \.words)
      PackWord.audienceParameters(team: \.team, group: \.group)
      flag("--no-times", to: \.omitsTimes, help: "Leave out when things were last changed.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      operands(
        "FILE", appendingTo: \.words, as: PathArgument.input.map { .file($0) }, count: 0 ... .max,
        help: "A file or folder to add; - is standard input and needs --type.")
    }
  }

  func check() throws(ArgumentProblem) {
    try PackWord.requireSource(in: words, for: "add")
    if place != nil, item != nil {
      throw ArgumentProblem("--at places items, and --to adds to one that is there")
    }
    let startsItem = words.contains { if case .item = $0 { true } else { false } }
    if item != nil, startsItem {
      throw ArgumentProblem("--item starts an item, and --to adds to one that is there")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    // With --to, all words describe one item, whose representations are added to the one that exists.
    let added = try DraftComposer.list(
      of: item == nil ? words : [.item] + words, team: team, group: group, types: types
    ).drafted()
    try types.install()
    try ProviderBundleWriter.program(omittingTimes: omitsTimes).edit(bundle) { draft in
      if let item {
        try draft.add(added.items.flatMap(\.representations), toItemAt: item - 1)
      } else {
        try draft.add(added.items, at: place.map { $0 - 1 })
      }
      draft.carry(added.typeDeclarations)
      draft.carryDeclarations(from: types.registry)
    }
    return .done
  }
}
