public import ItemProviders
public import ProfferConversions
public import ProviderBundles

/// The content that one item of a bundle offers a receiver: a representation, a conversion, or nothing.
public struct RepresentationChoice: Sendable {
  /// The item's number, from 1.
  public let number: Int
  /// The item.
  public let item: BundledItem
  /// The representations that the receiver may see, with their places in the item.
  public let considered: [(index: Int, representation: BundledRepresentation)]
  /// The verdict on each of these representations.
  public let verdict: FidelityChoice
  /// The conversion that is offered if no registered representation matches.
  public internal(set) var plan: ConversionPlan?

  /// The name of the item for this receiver.
  public var name: String { item.displayName(showing: considered.map(\.representation)) }

  /// The name for files made from the item, without an extension.
  public var stem: String? { item.stem(showing: considered.map(\.representation)) }

  /// Whether only other receivers may see the item.
  public var isForOthers: Bool { considered.isEmpty && !item.representations.isEmpty }

  /// The size in bytes of the representation to load or convert; if there is none, of the best
  /// representation.
  public var byteCount: UInt64 {
    let source = considered.first { $0.representation.typeIdentifier == plan?.sourceIdentifier }
    return (chosen ?? source ?? considered.first)?.representation.byteCount ?? 0
  }

  /// The representation that matches without conversion, with its index in the item.
  public var chosen: (index: Int, representation: BundledRepresentation)? {
    guard let winner = verdict.winner else { return nil }
    return considered[winner.index]
  }
}
