public import ItemProviders
public import ProfferConversions
public import ProviderBundles

/// What one item of a bundle offers a receiver: a representation, a conversion, or nothing.
public struct RepresentationChoice: Sendable {
  /// The item's number, from 1.
  public let number: Int
  /// The item.
  public let item: BundledItem
  /// The representations that the receiver may see, with their places in the item.
  public let considered: [(index: Int, representation: BundledRepresentation)]
  /// What the rule of choice says about each of them.
  public let verdict: FidelityChoice
  /// The conversion that is offered where nothing registered fits.
  public internal(set) var plan: ConversionPlan?

  /// What to call the item to this receiver.
  public var name: String { item.displayName(showing: considered.map(\.representation)) }

  /// The name of files that are made of the item, without an extension.
  public var stem: String? { item.stem(showing: considered.map(\.representation)) }

  /// Whether the receiver may see nothing of the item.
  public var isForOthers: Bool { considered.isEmpty && !item.representations.isEmpty }

  /// The size of what is loaded or converted; without either, that of the best representation.
  public var byteCount: UInt64 {
    let source = considered.first { $0.representation.typeIdentifier == plan?.sourceIdentifier }
    return (chosen ?? source ?? considered.first)?.representation.byteCount ?? 0
  }

  /// The representation that fits as it is, with its place in the item.
  public var chosen: (index: Int, representation: BundledRepresentation)? {
    guard let winner = verdict.winner else { return nil }
    return considered[winner.index]
  }
}
