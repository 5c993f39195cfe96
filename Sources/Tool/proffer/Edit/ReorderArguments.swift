import ArgumentParsing
import FileSystem
import ProviderBundles

/// `reorder`: the items of a bundle, or the representations of one, in another order.
struct ReorderArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<ReorderArguments> {
    CommandDeclaration(
      summary: "Put items, or the representations of an item, in another order.",
      details: """
        What is named comes first, in the order of the command line; the others follow in the order they have. The order of
        an item's representations is their fidelity, the best first.
        """,
      examples: [
        "proffer reorder trip.dragbundle 3": "The third item becomes the first.",
        "proffer reorder trip.dragbundle 1.2 1.1": "The second form of the first item becomes its best.",
      ]
    ) {
      Operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      Operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "Items, as 3 1, or representations of one item, as 2.2 2.1.")
    }
  }

  func check() throws(ArgumentProblem) {
    guard Set(places).count == places.count else { throw ArgumentProblem("a place is named twice") }
    let items = Set(places.filter { $0.representation != nil }.map(\.item))
    let isMixed = !items.isEmpty && places.contains { $0.representation == nil }
    guard items.count < 2, !isMixed else {
      throw ArgumentProblem("an order is one of items, or of the representations of one item")
    }
  }

  func run() throws -> ExitStatus {
    try ProviderBundleWriter.program().edit(bundle) { draft in
      guard let item = places.first(where: { $0.representation != nil })?.itemIndex else {
        try draft.reorder(items: order(places.map(\.itemIndex), of: draft.items.count))
        return
      }
      let count = draft.items.indices.contains(item) ? draft.items[item].representations.count : 0
      try draft.reorder(
        representations: order(places.compactMap(\.representationIndex), of: count), ofItemAt: item)
    }
    return .done
  }

  /// All places: those that were named, then the others.
  ///
  /// A place that is not there is refused with its number.
  private func order(_ named: [Int], of count: Int) throws -> [Int] {
    for place in named where place >= count {
      throw Failure("there is no place \(place + 1); there are \(count)")
    }
    let first = Set(named)
    return named + (0..<count).filter { !first.contains($0) }
  }
}
