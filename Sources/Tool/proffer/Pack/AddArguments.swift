import ArgumentParsing
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `add`: adds items to a bundle, or representations to an item of the bundle.
struct AddArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var words: [PackWord] = []
  var place: Int?
  var item: PlaceArgument?
  var omitsTimes = false
  var skipsHidden = false
  var makesPreviews = false
  var previewSize: PixelSize?
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<AddArguments> {
    CommandDeclaration(
      summary: "Add files to a bundle.", usage: "BUNDLE FILE…",
      details: """
        Files and options have the same meaning as for proffer pack: each file becomes an item, unless
        --new-item starts one. With --item, the files are added to an existing item, after its other
        representations; proffer reorder can make one of them the best. With --item and --preview, the item
        gets a new preview, made from its best picture.
        """,
      examples: [
        "proffer add trip.dragbundle map.pdf": "Add an item at the end.",
        "proffer add trip.dragbundle --item 1 notes.md": "Add a representation to the first item.",
      ]
    ) {
      option(
        "--at", "N", to: \.place, as: .integer(in: 1 ... .max),
        help: "The number of the first new item; by default after the last.")
      option(
        "--item", "PLACE", to: \.item, as: PlaceArgument.onlyItem,
        help: "Add representations to this item, given by number or name; --new-item starts a new one."
      ).formerly("--to")
      PackWord.parameters(appendingTo: \.words)
      PackWord.audienceParameters(team: \.team, group: \.group)
      PreviewRequest.parameters(isWanted: \.makesPreviews, size: \.previewSize)
      flag("--skip-hidden", to: \.skipsHidden, help: "Leave out hidden files and folders below folders.")
      flag("--no-times", to: \.omitsTimes, help: "Leave out modification times.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operands(
        "FILE", appendingTo: \.words, as: PathArgument.input.map { .file($0) }, count: 0 ... .max,
        help: "A file or folder to add; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    try PackWord.requireSource(in: words, for: "add")
    if place != nil, item != nil {
      throw ArgumentProblem("--at applies to new items, and --item to an existing item; use only one of them")
    }
    let startsItem = words.contains { if case .item = $0 { true } else { false } }
    if item != nil, startsItem {
      throw ArgumentProblem(
        "--new-item starts a new item, and --item adds to an existing item; use only one of them")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    // With --item, all words describe one item, whose representations are added to the existing item.
    let entries = try PackedEntries.entries(
      of: item == nil ? words : [.item] + words, team: team, group: group)
    var addition = BundleAddition(entries, to: bundle)
    addition.position = item.map { .item($0) } ?? place.map { .number($0) } ?? .end
    addition.omitsTimes = omitsTimes
    addition.skipsHidden = skipsHidden
    addition.previews = PreviewRequest.wanted(makesPreviews, size: previewSize)
    let outcome = try program.showingProgress("add") { try addition.run(in: $0) }
    return try outcome.print(as: "add", asJSON: asJSON, on: program.console)
  }
}
