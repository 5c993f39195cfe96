package import ItemProviders
import ProfferFileSystem
package import ProviderBundles

extension ProviderBundle {
  /// Returns the item with the given number, or all items if the number is nil.
  ///
  /// Each element contains an item and its number, from 1. An item is created when its element is accessed.
  package func items(numbered number: Int?) throws -> LazyMapCollection<
    Range<Int>, (number: Int, item: BundledItem)
  > {
    try places(numbered: number).lazy.map { place in
      (number: place + 1, item: items[place - openedItems.lowerBound])
    }
  }

  /// Returns the index, from 0, of the item with the given number; if the number is nil, the indexes of all
  /// items.
  package func places(numbered number: Int?) throws -> Range<Int> {
    guard let number else { return openedItems }
    guard openedItems.contains(number - 1) else {
      throw ActionError.failure(
        "\(path) has no item \(number); it has \(BundleError.numbers("item", itemCount))", code: .noSuchPlace
      )
    }
    return number - 1..<number
  }

  /// Returns the name that messages use for an item: its number, and the name that a receiver may see.
  package func name(ofItemAt place: Int, to receiver: ReceiverIdentity) -> String {
    let item = items[place - openedItems.lowerBound]
    let shown = item.displayName(showing: visible(in: item, to: receiver).map(\.representation))
    return "item \(place + 1) (\(shown))"
  }

  /// Returns the names that messages use for several items.
  ///
  /// At most ten items are listed.
  package func names(ofItemsAt places: [Int], to receiver: ReceiverIdentity) -> String {
    let shown = places.prefix(10).map { name(ofItemAt: $0, to: receiver) }.joined(separator: ", ")
    return places.count > 10 ? "\(shown) and \(places.count - 10) more" : shown
  }
}

extension BundledItem {
  /// Returns the display name of the item for a receiver that may see the given representations.
  ///
  /// The display name is the suggested name of the item. If there is no suggested name, the name of the first
  /// file is used. If the item has representations but the receiver may see none of them, the name is hidden.
  package func displayName(showing visible: some Collection<BundledRepresentation>) -> String {
    if visible.isEmpty, !representations.isEmpty { return "(for others)" }
    if let suggestedName { return PrintableText.escaped(suggestedName.utf8) }
    for representation in visible { if let name = representation.name { return name.description } }
    return "(no name)"
  }

  /// Returns the name of the item without an extension, for files of another type; nil if there is none.
  ///
  /// - Parameter visible: the representations that the receiver may see. If the item has representations but
  ///   the receiver may see none, the result is nil.
  package func stem(showing visible: [BundledRepresentation]) -> String? {
    if visible.isEmpty, !representations.isEmpty { return nil }
    if let suggestedName { return suggestedName }
    guard let name = visible.lazy.compactMap(\.name).first?.string else { return nil }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
