package import ProviderBundles

/// A place in a bundle: for example, `2` is the second item, and `2.1` is its first representation.
public struct BundlePlace: Sendable, Hashable, CustomStringConvertible {
  /// The number of the item, from 1.
  public let item: Int
  /// The number of the representation, from 1; nil for the whole item.
  public let representation: Int?

  /// Creates the place of an item, or of a representation of an item.
  ///
  /// - Parameters:
  ///   - item: the number of the item, from 1.
  ///   - representation: the number of the representation, from 1; nil for the whole item.
  public init(item: Int, representation: Int? = nil) {
    self.item = item
    self.representation = representation
  }

  /// Parses a place such as `2` or `2.1`; nil if the text is not a place.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard let item = parts.first, parts.count <= 2, parts.allSatisfy({ $0 > 0 }) else { return nil }
    self.init(item: item, representation: parts.count == 2 ? parts[1] : nil)
  }

  /// The place as text: `2` or `2.1`.
  public var description: String { representation.map { "\(item).\($0)" } ?? "\(item)" }

  /// The index of the item, from 0.
  package var itemIndex: Int { item - 1 }
  /// The index of the representation, from 0; nil for the whole item.
  package var representationIndex: Int? { representation.map { $0 - 1 } }
}

extension BundlePlace {
  /// Throws `noSuchPlace` if the item has no representation with the number of this place.
  package func requireRepresentation(of item: BundledItem, in bundle: ProviderBundle) throws {
    guard let index = representationIndex, index >= item.representations.count else { return }
    throw ActionError.failure(
      "\(bundle.path) has no representation \(self); item \(self.item) has "
        + BundleError.numbers("representation", item.representations.count),
      code: .noSuchPlace)
  }
}
