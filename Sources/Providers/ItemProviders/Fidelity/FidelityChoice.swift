import UniformTypes

/// The result of the rule of choice: the chosen representation, and why each one was chosen or not.
public struct FidelityChoice: Sendable, Equatable {
  /// The rule by which a representation satisfies an accepted type.
  public enum Rule: Sendable, Hashable {
    /// The identifiers are the same.
    case exactIdentifier
    /// The offered type conforms to the accepted one. The path leads from the offered to the accepted identifier, both
    /// included; nil where the registry does not know the steps between them.
    case conformance(path: [String]?)
  }

  /// The chosen representation.
  public struct Winner: Sendable, Hashable {
    /// Its index in the registered order.
    public let index: Int
    /// The index of the accepted type that it satisfies.
    public let acceptedIndex: Int
    /// The rule by which it does.
    public let rule: Rule

    /// Makes a winner.
    ///
    /// - Parameters:
    ///   - index: the place of the representation among those offered.
    ///   - acceptedIndex: the place of the accepted type that it satisfies.
    ///   - rule: by which rule it does.
    package init(index: Int, acceptedIndex: Int, rule: Rule) {
      self.index = index
      self.acceptedIndex = acceptedIndex
      self.rule = rule
    }
  }

  /// Why a representation was not chosen.
  public enum Reason: Sendable, Hashable {
    /// Its type conforms to no accepted type.
    case conformsToNothingAccepted
    /// It satisfies only an accepted type later in the receiver's order than the winner's.
    case acceptedLater(String)
    /// It conforms to the accepted type, and another representation has exactly that identifier.
    case exactIdentifierPreferred(over: String)
    /// It satisfies the same request, and the winner was registered earlier.
    case registeredLater
    /// It is only a URL, and another representation is the contents.
    case urlOfContents
    /// The receiver cannot see it.
    case notVisible(RepresentationVisibility)
  }

  /// Whether one representation was chosen, and why.
  public enum Verdict: Sendable, Hashable, CustomStringConvertible {
    /// It was chosen for this accepted type.
    case chosen(Rule, accepted: String)
    /// It was not chosen.
    case lost(Reason)
  }

  /// The chosen representation, if any.
  public let winner: Winner?
  /// A verdict for each representation, in registered order.
  public let verdicts: [Verdict]
}

extension FidelityChoice.Verdict {
  /// The verdict in one line of English, without the name of the representation.
  public var description: String {
    switch self {
    case .chosen(.exactIdentifier, let accepted): "chosen: it is exactly the accepted \(accepted)"
    case .chosen(.conformance(let path), let accepted):
      "chosen: first registered type that conforms to the accepted \(accepted)"
        + (path.map { $0.count > 2 ? " (\($0.joined(separator: " → ")))" : "" } ?? "")
    case .lost(let reason): "rejected: \(reason)"
    }
  }
}

extension FidelityChoice.Reason: CustomStringConvertible {
  /// The reason in one line of English.
  public var description: String {
    switch self {
    case .conformsToNothingAccepted: "its type conforms to no accepted type"
    case .acceptedLater(let type): "it satisfies only \(type), which the receiver accepts later"
    case .exactIdentifierPreferred(let type): "it conforms to \(type), and another is exactly that type"
    case .registeredLater: "it fits as well, and the winner was registered earlier"
    case .urlOfContents: "it fits only as a URL, and another is the contents"
    case .notVisible(.team): "only receivers of the same team may see it"
    case .notVisible(.group): "only receivers of the same group may see it"
    case .notVisible: "only its own process may see it"
    }
  }
}

// MARK: - Choosing

extension FidelityOrder {
  /// Chooses, and says why each offer was chosen or not.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  /// - Returns: the winner, and the verdict on each offer.
  public func choice(among offers: [String], accepting accepted: [String]) -> FidelityChoice {
    choice(
      among: offers.enumerated().map { RepresentationOffer(index: $0.offset, typeIdentifier: $0.element) },
      accepting: accepted)
  }

  /// Chooses among the representations that a receiver can see; the others are lost by their visibility.
  ///
  /// - Parameters:
  ///   - offers: the representations in registered order; the indices in the result are indices of this list.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  ///   - receiver: the receiver.
  ///   - team: the team of the program that made the offer.
  ///   - group: its group.
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

  /// Why an offer was not chosen: how the pair that it satisfies first compares with the winner's.
  private func reason(for offer: String, at index: Int, against winner: Place, accepting accepted: [String])
    -> FidelityChoice.Reason
  {
    guard let own = satisfaction(of: offer, at: index, accepting: accepted) else {
      return .conformsToNothingAccepted
    }
    let isAfterContents = own.match == .urlOfContents && winner.match != .urlOfContents
    let type = accepted[own.acceptedIndex]
    // With the provider's order outside, only the order of registration decides between two that fit.
    if outerLoop == .receiver {
      if own.acceptedIndex > winner.acceptedIndex { return .acceptedLater(type) }
      if own.match != .exact, winner.match == .exact { return .exactIdentifierPreferred(over: type) }
    }
    return isAfterContents && index < winner.index ? .urlOfContents : .registeredLater
  }

  /// A shortest path up the conformance graph, breadth first, direct parents in declared order.
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
