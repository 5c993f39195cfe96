public import ItemProviders
public import ProfferConversions
public import ProviderBundles

/// The content that an item of a bundle offers to a receiver: a representation, a conversion, or nothing.
public struct RepresentationChoice: Sendable {
  /// The item's number, from 1.
  public let number: Int
  /// The item.
  public let item: BundledItem
  /// The representations that the receiver may see, with their indexes in the item.
  public let considered: [(index: Int, representation: BundledRepresentation)]
  /// The verdict on each representation in ``considered``.
  public let verdict: FidelityChoice
  /// The conversion that is offered if no registered representation matches.
  public internal(set) var plan: ConversionPlan?

  /// The display name of the item, based on the representations that the receiver may see.
  public var name: String { item.displayName(showing: considered.map(\.representation)) }

  /// The name, without an extension, for files created from the item.
  public var stem: String? { item.stem(showing: considered.map(\.representation)) }

  /// Whether the item has representations, but this receiver may see none of them.
  public var isForOthers: Bool { considered.isEmpty && !item.representations.isEmpty }

  /// The size in bytes of the representation to load or convert.
  ///
  /// If there is no such representation, the size of the best representation that the receiver may see.
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
