public import UniformTypes

/// The rule of choice: which of the offered representations answers a receiver.
///
/// For each accepted type, in the receiver's order: a representation of exactly that identifier, otherwise
/// the first registered one whose type conforms to it. Never the reverse: an offered `public.image` is no
/// `public.png`. This is the only place where the rule is written; every loader, object reading and the
/// program ask here.
///
/// A representation that is only an address (`public.url`, `public.file-url`) answers a request for a more
/// general type only where nothing else does: `public.file-url` conforms to `public.item`, and a receiver
/// that asks for any item wants the file, not the bytes of its address. ``AddressOrder`` switches that off.
///
/// Apple documents that receivers take the best representation they understand and that earlier registration
/// means higher fidelity. That an exact identifier beats an earlier conforming one, and that the receiver's
/// order is strict, are decisions where Apple's documentation is silent; that addresses come last is a
/// departure.
public struct FidelityOrder: Sendable {
  /// Whose order decides first.
  public enum OuterLoop: String, Sendable, Hashable, CaseIterable {
    /// The receiver's: its first accepted type that anything satisfies wins.
    case receiver
    /// The provider's: its first representation that satisfies any accepted type wins.
    case provider
  }

  /// Where an address stands when the receiver asks for something more general than an address.
  public enum AddressOrder: String, Sendable, Hashable, CaseIterable {
    /// Behind every other representation that fits.
    case behindContents
    /// Where it was registered, as Apple's providers have it.
    case asRegistered
  }

  /// Whose order decides first.
  public let outerLoop: OuterLoop
  /// Where addresses stand.
  public let addressOrder: AddressOrder
  /// Where conformance is looked up.
  public let registry: TypeRegistry

  /// Makes an order.
  public init(
    outerLoop: OuterLoop = .receiver, addressOrder: AddressOrder = .behindContents,
    registry: TypeRegistry = .current
  ) {
    self.outerLoop = outerLoop
    self.addressOrder = addressOrder
    self.registry = registry
  }

  /// The place of the representation that answers, without the reasons.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  /// - Complexity: one conformance query for each pair at most.
  public func index(among offers: [String], accepting accepted: [String]) -> Int? {
    winner(among: offers, accepting: accepted)?.index
  }

  /// A rule by which an offer satisfies an accepted type, without the path that `choice` adds.
  enum Match { case exact, conforming, addressOfContents }

  /// Where the winner stands and what it satisfies.
  struct Place {
    let index: Int
    let acceptedIndex: Int
    let match: Match
  }

  /// The walk in the order of the outer loop; the first satisfied pair that is no address for its contents
  /// ends it.
  func winner(among offers: [String], accepting accepted: [String]) -> Place? {
    switch outerLoop {
    case .receiver:
      for (acceptedIndex, type) in accepted.enumerated() {
        if let index = offers.firstIndex(where: { Self.isSame($0, type) }) {
          return Place(index: index, acceptedIndex: acceptedIndex, match: .exact)
        }
        let places = offers.indices.lazy.compactMap { index -> Place? in
          match(of: offers[index], with: type).map {
            Place(index: index, acceptedIndex: acceptedIndex, match: $0)
          }
        }
        if let place = Self.best(of: places) { return place }
      }
      return nil
    case .provider:
      return Self.best(
        of: offers.indices.lazy.compactMap { satisfaction(of: offers[$0], at: $0, accepting: accepted) })
    }
  }

  /// The first place that is no address for its contents, otherwise the first.
  private static func best(of places: some Sequence<Place>) -> Place? {
    var address: Place?
    for place in places {
      if place.match != .addressOfContents { return place }
      address = address ?? place
    }
    return address
  }

  /// The first accepted type, in the receiver's order, that one offer satisfies; one that it satisfies only
  /// as an address counts when there is no other.
  func satisfaction(of offer: String, at index: Int, accepting accepted: [String]) -> Place? {
    Self.best(
      of: accepted.indices.lazy.compactMap { acceptedIndex in
        match(of: offer, with: accepted[acceptedIndex]).map {
          Place(index: index, acceptedIndex: acceptedIndex, match: $0)
        }
      })
  }

  private func match(of offer: String, with type: String) -> Match? {
    if Self.isSame(offer, type) { return .exact }
    guard registry.conforms(identifier: offer, to: type) else { return nil }
    let isAddressOfContents =
      addressOrder == .behindContents && Self.isAddress(offer) && !Self.isAddress(type)
    return isAddressOfContents ? .addressOfContents : .conforming
  }

  /// Whether a type says where a thing is instead of being the thing.
  static func isAddress(_ typeIdentifier: String) -> Bool {
    isSame(typeIdentifier, "public.url") || isSame(typeIdentifier, "public.file-url")
  }

  /// Whether two spellings are one identifier; ASCII letters compare without case.
  static func isSame(_ one: String, _ other: String) -> Bool {
    TypeIdentifier.areEqual(one, other)
  }
}
