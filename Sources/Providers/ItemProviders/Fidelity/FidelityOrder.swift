public import UniformTypes

/// The rule of choice: which of the offered representations a receiver gets.
///
/// For each accepted type, in the receiver's order: a representation of exactly that identifier, otherwise the first
/// registered one whose type conforms to it. Never the reverse: an offered `public.image` is not a `public.png`. The
/// rule is implemented only here; every loader, object reading and the program use it.
///
/// A representation that is only a URL (`public.url`, `public.file-url`) is chosen for a more general type only where
/// nothing else fits: `public.file-url` conforms to `public.item`, and a receiver of any item wants the file, not the
/// bytes of its URL. ``URLOrder`` switches that off.
///
/// Apple documents that receivers take the best representation they understand and that earlier registration means
/// higher fidelity. Apple's documentation does not say whether an exact identifier precedes an earlier conforming one,
/// or whether the receiver's order is strict; here both are so. That URLs come last departs from Apple's providers.
public struct FidelityOrder: Sendable {
  /// Whose order decides first.
  public enum OuterLoop: String, Sendable, Hashable, CaseIterable {
    /// The receiver's: its first accepted type that anything satisfies wins.
    case receiver
    /// The provider's: its first representation that satisfies any accepted type wins.
    case provider
  }

  /// The order of a URL when the receiver accepts a type more general than a URL.
  public enum URLOrder: String, Sendable, Hashable, CaseIterable {
    /// After every other representation that fits.
    case afterContents
    /// As it was registered, as in Apple's providers.
    case asRegistered
  }

  /// Whose order decides first.
  public let outerLoop: OuterLoop
  /// The order of URLs.
  public let urlOrder: URLOrder
  /// The registry that answers conformance.
  public let registry: TypeRegistry

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - outerLoop: whose order decides first.
  ///   - urlOrder: the order of URLs.
  ///   - registry: the registry that answers conformance.
  public init(
    outerLoop: OuterLoop = .receiver, urlOrder: URLOrder = .afterContents,
    registry: TypeRegistry = .current
  ) {
    self.outerLoop = outerLoop
    self.urlOrder = urlOrder
    self.registry = registry
  }

  /// The index of the chosen representation, without the reasons.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  /// - Returns: the index; nil where nothing fits.
  /// - Complexity: at most one conformance query for each pair.
  public func index(among offers: [String], accepting accepted: [String]) -> Int? {
    winner(among: offers, accepting: accepted)?.index
  }

  /// A rule by which an offer satisfies an accepted type, without the path that `choice` adds.
  enum Match { case exact, conforming, urlOfContents }

  /// The winner and the accepted type that it satisfies.
  struct Place {
    let index: Int
    let acceptedIndex: Int
    let match: Match
  }

  /// The first pair, in the order of the outer loop, that is satisfied by more than the URL of the contents; otherwise
  /// the first satisfied pair.
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

  /// The first place that is not the URL of the contents, otherwise the first.
  private static func best(of places: some Sequence<Place>) -> Place? {
    var url: Place?
    for place in places {
      if place.match != .urlOfContents { return place }
      url = url ?? place
    }
    return url
  }

  /// The first accepted type, in the receiver's order, that one offer satisfies; one that it satisfies only as the URL
  /// of the contents counts where there is no other.
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

  /// Whether a type is a URL: it says where the contents are.
  static func isURL(_ typeIdentifier: String) -> Bool {
    isSame(typeIdentifier, "public.url") || isSame(typeIdentifier, "public.file-url")
  }

  /// Whether two spellings are the same type identifier.
  static func isSame(_ one: String, _ other: String) -> Bool {
    TypeIdentifier(one) == TypeIdentifier(other)
  }
}
