public import UniformTypes

/// The selection rule: it determines which offered representation a receiver gets.
///
/// The accepted types are tried in the receiver's order. For each accepted type, a representation with
/// exactly that identifier is chosen. If there is none, the first registered representation whose type
/// conforms to the accepted type is chosen. A more general type does not match: an offered `public.image`
/// does not satisfy an accepted `public.png`. All loaders, `loadObject` and the program use this one
/// implementation of the rule.
///
/// A representation that is only a URL (`public.url`, `public.file-url`) is chosen for a more general type
/// only if no other representation matches. For example, `public.file-url` conforms to `public.item`, but a
/// receiver that accepts `public.item` expects the file, not the bytes of the file's URL.
/// ``URLOrder/asRegistered`` disables this exception.
///
/// Apple documents that receivers use the best representation that they support, and that representations
/// registered earlier have higher fidelity. Apple does not document whether an exact identifier takes
/// precedence over a conforming type that was registered earlier, or whether the receiver's order is
/// strict. In this rule, both are true. The default position of URLs is not the same as in Apple's
/// providers.
public struct FidelityOrder: Sendable {
  /// The order in the outer loop of the search: the receiver's or the provider's.
  public enum OuterLoop: String, Sendable, Hashable, CaseIterable {
    /// The receiver's order: the first accepted type that any representation satisfies determines the
    /// result.
    case receiver
    /// The provider's order: the first representation that satisfies any accepted type is the result.
    case provider
  }

  /// The position of a URL among the matching representations, if the receiver accepts a type more general
  /// than a URL.
  public enum URLOrder: String, Sendable, Hashable, CaseIterable {
    /// After every other matching representation.
    case afterContents
    /// In the registered order, as in Apple's providers.
    case asRegistered
  }

  /// The order in the outer loop of the search: the receiver's or the provider's.
  public let outerLoop: OuterLoop
  /// The position of URLs among the matching representations.
  public let urlOrder: URLOrder
  /// The registry for conformance queries.
  public let registry: TypeRegistry

  /// Creates a selection rule.
  ///
  /// - Parameters:
  ///   - outerLoop: the order in the outer loop of the search.
  ///   - urlOrder: the position of URLs among the matching representations.
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
  /// - Complexity: at most one conformance query for each pair of an offer and an accepted type.
  public func index(among offers: [String], accepting accepted: [String]) -> Int? {
    winner(among: offers, accepting: accepted)?.index
  }

  /// The way in which an offer satisfies an accepted type, without the conformance path that `choice` adds.
  enum Match { case exact, conforming, urlOfContents }

  /// The indices of an offer and of the accepted type that the offer satisfies.
  struct Place {
    let index: Int
    let acceptedIndex: Int
    let match: Match
  }

  /// Returns the first matching pair of an offer and an accepted type, in the order of the outer loop.
  ///
  /// If the receiver's order is the outer loop, a URL of the contents is returned only if no other offer
  /// satisfies the same accepted type. If the provider's order is the outer loop, a URL of the contents is
  /// returned only if there is no other match.
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

  /// Returns the first place that is not a URL of the contents; if there is none, the first place.
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
  /// A type that the offer satisfies only as a URL of the contents is returned only if the offer satisfies
  /// no other accepted type.
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

  /// Returns whether a type is one of the URL types, whose bytes only locate the contents.
  static func isURL(_ typeIdentifier: String) -> Bool {
    isSame(typeIdentifier, "public.url") || isSame(typeIdentifier, "public.file-url")
  }

  /// Returns whether two strings are the same type identifier.
  static func isSame(_ one: String, _ other: String) -> Bool {
    TypeIdentifier(one) == TypeIdentifier(other)
  }
}
