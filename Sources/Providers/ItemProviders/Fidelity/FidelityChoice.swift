import UniformTypes

/// The result of the selection rule: the chosen representation, and the reason for each decision.
public struct FidelityChoice: Sendable, Equatable {
  /// The rule by which a representation satisfies an accepted type.
  public enum Rule: Sendable, Hashable {
    /// The identifiers are the same.
    case exactIdentifier
    /// The offered type conforms to the accepted type.
    ///
    /// `path` is a chain of conforming types: it begins with the offered identifier and ends with the
    /// accepted identifier. It is nil if the registry does not declare such a chain.
    case conformance(path: [String]?)
  }

  /// The chosen representation.
  public struct Winner: Sendable, Hashable {
    /// The index of the representation in the registered order.
    public let index: Int
    /// The index of the accepted type that the representation satisfies.
    public let acceptedIndex: Int
    /// The rule by which the representation satisfies the accepted type.
    public let rule: Rule

    /// Creates a winner.
    ///
    /// - Parameters:
    ///   - index: the index of the representation in the list of offers.
    ///   - acceptedIndex: the index of the accepted type that the representation satisfies.
    ///   - rule: the rule by which the representation satisfies the accepted type.
    package init(index: Int, acceptedIndex: Int, rule: Rule) {
      self.index = index
      self.acceptedIndex = acceptedIndex
      self.rule = rule
    }
  }

  /// The reason why a representation was not chosen.
  public enum Reason: Sendable, Hashable {
    /// The representation's type does not conform to any accepted type.
    case conformsToNothingAccepted
    /// The winner satisfies an accepted type that the receiver prefers to all those that this representation
    /// satisfies.
    ///
    /// The associated value is the accepted type that this representation satisfies best.
    case acceptedLater(String)
    /// The representation's type conforms to the accepted type, but the winner has exactly the accepted
    /// identifier.
    case exactIdentifierPreferred(over: String)
    /// The representation also satisfies an accepted type, but the winner was registered earlier.
    case registeredLater
    /// The representation is only a URL of the contents, but the winner is the contents.
    case urlOfContents
    /// The representation is not visible to the receiver.
    case notVisible(RepresentationVisibility)
  }

  /// The decision about one representation, with its reason.
  public enum Verdict: Sendable, Hashable, CustomStringConvertible {
    /// The representation was chosen because it satisfies the accepted type by the rule.
    case chosen(Rule, accepted: String)
    /// The representation was not chosen.
    case lost(Reason)
  }

  /// The chosen representation, if any.
  public let winner: Winner?
  /// The verdict on each representation, in registered order.
  public let verdicts: [Verdict]
}

extension FidelityChoice.Verdict {
  /// The verdict in one line of English, without the name of the representation.
  public var description: String {
    switch self {
    case .chosen(.exactIdentifier, let accepted): "chosen: receiver prefers \(TypeNames.name(of: accepted))"
    case .chosen(.conformance(let path), let accepted):
      "chosen: receiver accepts \(TypeNames.name(of: accepted)), and this is the first representation that conforms to it"
        + (path.map { $0.count > 2 ? " (\(TypeNames.list($0, separator: " → ")))" : "" } ?? "")
    case .lost(let reason): "rejected: \(reason)"
    }
  }
}

extension FidelityChoice.Reason: CustomStringConvertible {
  /// The reason in one line of English.
  public var description: String {
    switch self {
    case .conformsToNothingAccepted: "receiver does not accept it"
    case .acceptedLater(let type):
      "receiver accepts it as \(TypeNames.name(of: type)), but prefers another type"
    case .exactIdentifierPreferred(let type):
      "another representation has exactly the type \(TypeNames.name(of: type))"
    case .registeredLater: "an earlier representation matches"
    case .urlOfContents: "it contains only the URL of the contents"
    case .notVisible(.team): "only receivers of the same team may see it"
    case .notVisible(.group): "only receivers of the same group may see it"
    case .notVisible: "only its own process may see it"
    }
  }
}

// MARK: - Choosing

extension FidelityOrder {
  /// Chooses a representation, and returns the reason for each decision.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most preferred first.
  /// - Returns: the winner, and the verdict on each offer.
  public func choice(among offers: [String], accepting accepted: [String]) -> FidelityChoice {
    choice(
      among: offers.enumerated().map { RepresentationOffer(index: $0.offset, typeIdentifier: $0.element) },
      accepting: accepted)
  }

  /// Chooses among the representations that a receiver can see.
  ///
  /// All other representations are rejected with the reason `notVisible`.
  ///
  /// - Parameters:
  ///   - offers: the representations in registered order; the winner's index refers to this list, and the
  ///     verdicts are in the same order.
  ///   - accepted: type identifiers in the receiver's order, most preferred first.
  ///   - receiver: the receiver.
  ///   - team: the team of the program that made the offer.
  ///   - group: the group of the program that made the offer.
  /// - Returns: the winner, and the verdict on each offer.
  public func choice(
    among offers: [RepresentationOffer], accepting accepted: [String],
    for receiver: ReceiverIdentity = .ownProcess,
    team: String? = nil, group: String? = nil
  ) -> FidelityChoice {
    let visible = offers.indices.filter { receiver.sees(offers[$0].visibility, ofTeam: team, group: group) }
    let place = winner(among: visible.map { offers[$0].typeIdentifier }, accepting: accepted)
    var verdicts = offers.map { FidelityChoice.Verdict.lost(.notVisible($0.visibility)) }
    guard let place else {
      for index in visible { verdicts[index] = .lost(.conformsToNothingAccepted) }
      return FidelityChoice(winner: nil, verdicts: verdicts)
    }
    let rule = self.rule(place, offer: offers[visible[place.index]].typeIdentifier, accepted: accepted)
    for (position, index) in visible.enumerated() {
      verdicts[index] =
        position == place.index
        ? .chosen(rule, accepted: accepted[place.acceptedIndex])
        : .lost(reason(for: offers[index].typeIdentifier, at: position, against: place, accepting: accepted))
    }
    return FidelityChoice(
      winner: .init(index: visible[place.index], acceptedIndex: place.acceptedIndex, rule: rule),
      verdicts: verdicts)
  }

  private func rule(_ place: Place, offer: String, accepted: [String]) -> FidelityChoice.Rule {
    switch place.match {
    case .exact: .exactIdentifier
    case .conforming, .urlOfContents:
      .conformance(path: conformancePath(from: offer, to: accepted[place.acceptedIndex]))
    }
  }

  /// Returns the reason why an offer was not chosen.
  ///
  /// This method compares two accepted types: the best type that the offer satisfies, and the winner's type.
  private func reason(for offer: String, at index: Int, against winner: Place, accepting accepted: [String])
    -> FidelityChoice.Reason
  {
    guard let own = satisfaction(of: offer, at: index, accepting: accepted) else {
      return .conformsToNothingAccepted
    }
    let isAfterContents = own.match == .urlOfContents && winner.match != .urlOfContents
    let type = accepted[own.acceptedIndex]
    // If the provider's order is the outer loop, only the registered order decides between two matches.
    if outerLoop == .receiver {
      if own.acceptedIndex > winner.acceptedIndex { return .acceptedLater(type) }
      if own.match != .exact, winner.match == .exact { return .exactIdentifierPreferred(over: type) }
    }
    return isAfterContents && index < winner.index ? .urlOfContents : .registeredLater
  }

  /// Returns a shortest path in the conformance graph from an offered type to an accepted type.
  ///
  /// The search is breadth-first and visits direct parents in declared order.
  private func conformancePath(from offer: String, to accepted: String) -> [String]? {
    guard let start = UTType(offer, in: registry) else { return nil }
    var steps: [(type: UTType, previous: Int?)] = [(start, nil)]
    var seen: Set<UTType> = [start]
    var next = 0
    while next < steps.count {
      let type = steps[next].type
      if Self.isSame(type.identifier, accepted) {
        var path: [String] = []
        var position: Int? = next
        while let here = position {
          path.append(steps[here].type.identifier)
          position = steps[here].previous
        }
        return path.reversed()
      }
      for parent in registry.parents(of: type) where seen.insert(parent).inserted {
        steps.append((parent, next))
      }
      next += 1
    }
    return nil
  }
}
