package import ItemProviders
import ProfferFileSystem
package import ProviderBundles

extension ProviderBundle {
  /// The items an action works on, with their numbers from 1: the one that the user named, or all.
  ///
  /// Each is made when it is read.
  package func items(numbered number: Int?) throws -> LazyMapCollection<
    Range<Int>, (number: Int, item: BundledItem)
  > {
    try places(numbered: number).lazy.map { place in
      (number: place + 1, item: items[place - openedItems.lowerBound])
    }
  }

  /// The places, counted from 0, of the items an action works on.
  package func places(numbered number: Int?) throws -> Range<Int> {
    guard let number else { return openedItems }
    guard openedItems.contains(number - 1) else {
      throw ActionError.failure(
        "\(path) has no item \(number); it has \(BundleError.numbers("item", itemCount))", code: .noSuchPlace
      )
    }
    return number - 1..<number
  }

  /// What messages call an item: its number, and its name as a receiver sees it.
  package func name(ofItemAt place: Int, to receiver: ReceiverIdentity) -> String {
    let item = items[place - openedItems.lowerBound]
    let shown = item.displayName(showing: visible(in: item, to: receiver).map(\.representation))
    return "item \(place + 1) (\(shown))"
  }

  /// What messages call several items; of many, the first ten are named.
  package func names(ofItemsAt places: [Int], to receiver: ReceiverIdentity) -> String {
    let shown = places.prefix(10).map { name(ofItemAt: $0, to: receiver) }.joined(separator: ", ")
    return places.count > 10 ? "\(shown) and \(places.count - 10) more" : shown
  }
}

extension BundledItem {
  /// What to call the item to a receiver that sees these of its representations: its suggested name, else the name of the
  /// first file; an item that is only for others is not named.
  package func displayName(showing visible: [BundledRepresentation]) -> String {
    if visible.isEmpty, !representations.isEmpty { return "(for others)" }
    if let suggestedName { return PrintableText.escaped(suggestedName.utf8) }
    for representation in visible { if let name = representation.name { return name.description } }
    return "(no name)"
  }

  /// The item's name without an extension, for files of another type.
  ///
  /// - Parameter visible: the representations that the receiver sees. If it sees none, the name is not shown either.
  package func stem(showing visible: [BundledRepresentation]) -> String? {
    if visible.isEmpty, !representations.isEmpty { return nil }
    if let suggestedName { return suggestedName }
    guard let name = visible.lazy.compactMap(\.name).first?.string else { return nil }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
