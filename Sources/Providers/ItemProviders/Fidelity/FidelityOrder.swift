public import UniformTypes

/// The selection rule: which of the offered representations a receiver gets.
///
/// The accepted types are tried in the receiver's order. For each of them, a representation with
/// exactly that identifier is chosen, otherwise the first registered one whose type conforms to it. The
/// reverse does not apply: an offered `public.image` is not a `public.png`. This is the only
/// implementation of the rule; every loader, object reading and the program use it.
///
/// A representation that is only a URL (`public.url`, `public.file-url`) is chosen for a more general
/// type only if no other representation matches: `public.file-url` conforms to `public.item`, but a
/// receiver of any item expects the file, not the bytes of its URL. ``URLOrder`` can disable this
/// exception.
///
/// Apple documents that receivers use the best representation they understand, and that earlier
/// registration means higher fidelity. Apple does not document whether an exact identifier precedes an
/// earlier conforming one, or whether the receiver's order is strict; both are the case here. The order
/// of URLs differs from Apple's providers.
public struct FidelityOrder: Sendable {
  /// The order that decides first.
  public enum OuterLoop: String, Sendable, Hashable, CaseIterable {
    /// The receiver's order: its first accepted type that a representation satisfies is chosen.
    case receiver
    /// The provider's order: its first representation that satisfies an accepted type is chosen.
    case provider
  }

  /// The order of a URL when the receiver accepts a type more general than a URL.
  public enum URLOrder: String, Sendable, Hashable, CaseIterable {
    /// After every other matching representation.
    case afterContents
    /// In the registered order, as in Apple's providers.
    case asRegistered
  }

  /// The order that decides first.
  public let outerLoop: OuterLoop
  /// The order of URLs.
  public let urlOrder: URLOrder
  /// The registry for conformance queries.
  public let registry: TypeRegistry

  /// Creates a selection rule.
  ///
  /// - Parameters:
  ///   - outerLoop: the order that decides first.
  ///   - urlOrder: the order of URLs.
  ///   - registry: the registry for conformance queries.
  public init(
    outerLoop: OuterLoop = .receiver, urlOrder: URLOrder = .afterContents,
    registry: TypeRegistry = .current
  ) {
    self.outerLoop = outerLoop
    self.urlOrder = urlOrder
    self.registry = registry
  }

  /// Returns the index of the chosen representation, without the reasons.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most preferred first.
  /// - Returns: the index; nil if no representation matches.
  /// - Complexity: at most one conformance query for each pair.
  public func index(among offers: [String], accepting accepted: [String]) -> Int? {
    winner(among: offers, accepting: accepted)?.index
  }

  /// How an offer satisfies an accepted type, without the path that `choice` adds.
  enum Match { case exact, conforming, urlOfContents }

  /// The winner and the accepted type that it satisfies.
  struct Place {
    let index: Int
    let acceptedIndex: Int
    let match: Match
  }

  /// Returns the first matching pair in the order of the outer loop.
  ///
  /// If the receiver's order is the outer loop, a URL of the contents is returned only if no other offer
  /// satisfies the same accepted type. If the provider's order is, it is returned only if there is no
  /// other match.
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

  /// Returns the first place that is not a URL of the contents, otherwise the first place.
  private static func best(of places: some Sequence<Place>) -> Place? {
    var url: Place?
    for place in places {
      if place.match != .urlOfContents { return place }
      url = url ?? place
    }
    return url
  }

  /// Returns the first accepted type, in the receiver's order, that an offer satisfies.
  ///
  /// A type that the offer satisfies only as a URL of the contents is returned only if there is no other.
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
    let isURLOfContents = urlOrder == .afterContents && Self.isURL(offer) && !Self.isURL(type)
    return isURLOfContents ? .urlOfContents : .conforming
  }

  /// Returns whether a type is a URL, which only locates the contents.
  static func isURL(_ typeIdentifier: String) -> Bool {
    isSame(typeIdentifier, "public.url") || isSame(typeIdentifier, "public.file-url")
  }

  /// Returns whether two spellings are the same type identifier.
  static func isSame(_ one: String, _ other: String) -> Bool {
    TypeIdentifier(one) == TypeIdentifier(other)
  }
}
