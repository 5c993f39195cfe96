import ArgumentParsing
import FileSystem
import ProviderBundles

/// `remove`: fewer items in a bundle, or fewer representations of one.
struct RemoveArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<RemoveArguments> {
    CommandDeclaration(
      summary: "Remove items or representations from a bundle.",
      details: """
        Places are those that list shows, all as they are before anything is removed. A representation that a promise is made
        of goes only together with the promise.
        """,
      examples: ["proffer remove trip.dragbundle 3 1.2": "The third item, and the second form of the first."]
    ) {
      Operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      Operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "An item, as 2, or a representation, as 2.1.")
    }
  }

  func run() throws -> ExitStatus {
    let whole = Set(places.filter { $0.representation == nil }.map(\.itemIndex))
    let parts = Dictionary(grouping: places.filter { $0.representation != nil }, by: \.itemIndex)
    try ProviderBundleWriter.program().edit(bundle) { draft in
      for (item, places) in parts.sorted(by: { $0.key < $1.key }) {
        try draft.remove(representationsAt: Set(places.compactMap(\.representationIndex)), ofItemAt: item)
      }
      try draft.remove(itemsAt: whole)
    }
    return .done
  }
}
