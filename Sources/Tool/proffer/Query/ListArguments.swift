import ArgumentParsing
import FileSystem
import ItemProviders
import JSONText
import ProviderBundles

/// `list`: what a bundle holds.
struct ListArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var team: String?
  var group: String?
  var asJSON = false

  static var declaration: CommandDeclaration<ListArguments> {
    CommandDeclaration(
      summary: "List the items of a bundle and their representations, best first.",
      examples: ["proffer list trip.dragbundle": "A line for each item and each of its representations."]
    ) {
      Option("--team", "NAME", to: \.team, as: .text, help: "Show what is for this team too.")
      Option("--group", "NAME", to: \.group, as: .text, help: "Show what is for this group too.")
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func run() throws -> ExitStatus {
    let bundle = try bundle.openBundle()
    let receiver = ReceiverIdentity(team: team, group: group)
    let console = Console()
    if asJSON {
      try BundleReport.printJSONList(bundle, to: receiver, console: console)
    } else {
      try BundleReport.printList(bundle, to: receiver, console: console)
    }
    return .done
  }
}
