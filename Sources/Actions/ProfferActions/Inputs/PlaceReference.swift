package import ItemProviders
package import ProfferFileSystem
package import ProviderBundles

/// A reference to an item of a bundle or to a representation: a place, or the name of an item.
public enum PlaceReference: Sendable, Hashable, CustomStringConvertible {
  /// A place.
  case place(BundlePlace)
  /// The name of an item, as ``ListedItem/name`` shows it.
  case name(String)

  /// Creates a reference to an item, or to a representation of an item.
  ///
  /// - Parameters:
  ///   - item: the number of the item, from 1.
  ///   - representation: the number of the representation, from 1; nil for the whole item.
  public init(item: Int, representation: Int? = nil) {
    self = .place(BundlePlace(item: item, representation: representation))
  }

  /// Parses a place such as `2` or `2.1`, or a name; nil if the text is empty, or a number such as `0` or `2.0`.
  ///
  /// A number is always a place, even if an item has this name.
  package init?(_ text: String) {
    if let place = BundlePlace(text) {
      self = .place(place)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    if isNumber { return nil }
    self = .name(text)
  }

  /// The place as a number, or the name.
  public var description: String {
    switch self {
    case .place(let place): "\(place)"
    case .name(let name): PrintableText.escaped(name.utf8)
    }
  }

  /// The number of the item; nil for a name, which can only be found among all items.
  package var itemNumber: Int? { if case .place(let place) = self { place.item } else { nil } }
  /// The number of the representation; nil for an item.
  package var representation: Int? { if case .place(let place) = self { place.representation } else { nil } }

  /// Throws a usage error if the reference is not to a whole item.
  func requireItem() throws {
    guard representation == nil else {
      throw ActionError.usage("\(self) is a representation; expected the number or name of an item")
    }
  }

  /// Returns the place in a bundle; all items must be open if the reference is a name.
  ///
  /// - Parameter receiver: the receiver, whose visible names are compared.
  /// - Throws: ``ActionError`` with the code `noSuchPlace` if no item has the name, or `severalItems` if
  ///   several items have it. A place is returned unchanged, even if the bundle has no such place.
  package func resolved(in bundle: ProviderBundle, for receiver: ReceiverIdentity) throws -> BundlePlace {
    switch self {
    case .place(let place): return place
    case .name(let name):
      let places = bundle.openedItems.filter { place in
        let item = bundle.items[place - bundle.openedItems.lowerBound]
        return item.isNamed(name, showing: bundle.visible(in: item, to: receiver).map(\.representation))
      }
      guard let first = places.first else {
        let all = bundle.names(ofItemsAt: Array(bundle.openedItems), to: receiver)
        throw ActionError.failure(
          "\(bundle.path) has no item named \(self)" + (all.isEmpty ? "" : "; it has \(all)"),
          code: .noSuchPlace)
      }
      guard places.count == 1 else {
        throw ActionError.failure(
          "several items of \(bundle.path) are named \(self): \(bundle.names(ofItemsAt: places, to: receiver))",
          code: .severalItems)
      }
      return BundlePlace(item: first + 1)
    }
  }

  /// Returns the place in the bundle at a path.
  ///
  /// The bundle is read only if the reference is a name.
  ///
  /// - Throws: the errors of ``resolved(in:for:)``, or the error of opening the bundle.
  package func resolved(inBundleAt path: FilePath, in context: ActionContext) throws -> BundlePlace {
    if case .place(let place) = self { return place }
    return try resolved(in: ProviderBundle(opening: path, limits: context.limits), for: context.identity)
  }
}

extension BundledItem {
  /// Returns whether a receiver that may see the given representations sees the item under a name.
  fileprivate func isNamed(_ name: String, showing visible: [BundledRepresentation]) -> Bool {
    if visible.isEmpty, !representations.isEmpty { return false }
    if let suggestedName { return suggestedName == name || displayName(showing: visible) == name }
    // The display name of an unnamed item is only a placeholder.
    return visible.contains { $0.name != nil } && displayName(showing: visible) == name
  }
}
