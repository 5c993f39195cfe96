package import ItemProviders
import ProfferFileSystem
package import ProviderBundles

extension ProviderBundle {
  /// The items that an action uses, with their numbers from 1: the requested item, or all.
  ///
  /// Each item is made when it is read.
  package func items(numbered number: Int?) throws -> LazyMapCollection<
    Range<Int>, (number: Int, item: BundledItem)
  > {
    try places(numbered: number).lazy.map { place in
      (number: place + 1, item: items[place - openedItems.lowerBound])
    }
  }

  /// The indexes, from 0, of the items that an action uses.
  package func places(numbered number: Int?) throws -> Range<Int> {
    guard let number else { return openedItems }
    guard openedItems.contains(number - 1) else {
      throw ActionError.failure(
        "\(path) has no item \(number); it has \(BundleError.numbers("item", itemCount))", code: .noSuchPlace
      )
    }
    return number - 1..<number
  }

  /// The name of an item in messages: its number, and its name as a receiver sees it.
  package func name(ofItemAt place: Int, to receiver: ReceiverIdentity) -> String {
    let item = items[place - openedItems.lowerBound]
    let shown = item.displayName(showing: visible(in: item, to: receiver).map(\.representation))
    return "item \(place + 1) (\(shown))"
  }

  /// The names of several items in messages; at most ten are listed.
  package func names(ofItemsAt places: [Int], to receiver: ReceiverIdentity) -> String {
    let shown = places.prefix(10).map { name(ofItemAt: $0, to: receiver) }.joined(separator: ", ")
    return places.count > 10 ? "\(shown) and \(places.count - 10) more" : shown
  }
}

extension BundledItem {
  /// The name of the item for a receiver that sees the given representations.
  ///
  /// This is the suggested name, or the name of the first file if there is none. The name is not shown if
  /// only other receivers may see the item.
  package func displayName(showing visible: [BundledRepresentation]) -> String {
    if visible.isEmpty, !representations.isEmpty { return "(for others)" }
    if let suggestedName { return PrintableText.escaped(suggestedName.utf8) }
    for representation in visible { if let name = representation.name { return name.description } }
    return "(no name)"
  }

  /// The item's name without an extension, for files of another type.
  ///
  /// - Parameter visible: the representations that the receiver sees. If it sees none, the name is hidden,
  ///   too.
  package func stem(showing visible: [BundledRepresentation]) -> String? {
    if visible.isEmpty, !representations.isEmpty { return nil }
    if let suggestedName { return suggestedName }
    guard let name = visible.lazy.compactMap(\.name).first?.string else { return nil }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
