public import UniformTypes

/// The rule of choice: which of the offered representations answers a receiver.
///
/// For each accepted type, in the receiver's order: a representation of exactly that identifier, otherwise
/// the first registered one whose type conforms to it. Never the reverse: an offered `public.image` is no
/// `public.png`. This is the only place where the rule is written; every loader, object reading and the
/// program ask here.
///
/// Apple documents that receivers take the best representation they understand and that earlier registration
/// means higher fidelity. That an exact identifier beats an earlier conforming one, and that the receiver's
/// order is strict, are decisions where Apple's documentation is silent.
public struct FidelityOrder: Sendable {
  /// Whose order decides first.
  public enum OuterLoop: String, Sendable, Hashable, CaseIterable {
    /// The receiver's: its first accepted type that anything satisfies wins.
    case receiver
    /// The provider's: its first representation that satisfies any accepted type wins.
    case provider
  }

  /// Whose order decides first.
  public let outerLoop: OuterLoop
  /// Where conformance is looked up.
  public let registry: TypeRegistry

  /// Makes an order.
  public init(outerLoop: OuterLoop = .receiver, registry: TypeRegistry = .current) {
    self.outerLoop = outerLoop
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
  enum Match { case exact, conforming }

  /// Where the winner stands and what it satisfies.
  struct Place {
    let index: Int
    let acceptedIndex: Int
    let match: Match
  }

  /// The walk in the order of the outer loop; the first satisfied pair ends it.
  func winner(among offers: [String], accepting accepted: [String]) -> Place? {
    switch outerLoop {
    case .receiver:
      for (acceptedIndex, type) in accepted.enumerated() {
        if let index = offers.firstIndex(where: { Self.isSame($0, type) }) {
          return Place(index: index, acceptedIndex: acceptedIndex, match: .exact)
        }
        if let index = offers.firstIndex(where: { registry.conforms(identifier: $0, to: type) }) {
          return Place(index: index, acceptedIndex: acceptedIndex, match: .conforming)
        }
      }
    case .provider:
      for index in offers.indices {
        if let place = satisfaction(of: offers[index], at: index, accepting: accepted) { return place }
      }
    }
    return nil
  }

  /// The first accepted type, in the receiver's order, that one offer satisfies.
  func satisfaction(of offer: String, at index: Int, accepting accepted: [String]) -> Place? {
    for (acceptedIndex, type) in accepted.enumerated() {
      if Self.isSame(offer, type) { return Place(index: index, acceptedIndex: acceptedIndex, match: .exact) }
      if registry.conforms(identifier: offer, to: type) {
        return Place(index: index, acceptedIndex: acceptedIndex, match: .conforming)
      }
    }
    return nil
  }

  /// Whether two spellings are one identifier; ASCII letters compare without case.
  static func isSame(_ one: String, _ other: String) -> Bool {
    TypeIdentifier.areEqual(one, other)
  }
}
