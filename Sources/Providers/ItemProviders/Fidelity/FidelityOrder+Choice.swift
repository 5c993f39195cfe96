import UniformTypes

extension FidelityOrder {
  /// Chooses, and says why each offer won or lost.
  ///
  /// - Parameters:
  ///   - offers: type identifiers in registered order, best first.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  public func choice(among offers: [String], accepting accepted: [String]) -> FidelityChoice {
    choice(
      among: offers.enumerated().map { RepresentationOffer(index: $0.offset, typeIdentifier: $0.element) },
      accepting: accepted)
  }

  /// Chooses among the representations that a receiver may see; the others lose by their visibility.
  ///
  /// - Parameters:
  ///   - offers: the representations in registered order; the places in the answer are places in this list.
  ///   - accepted: type identifiers in the receiver's order, most wanted first.
  ///   - receiver: who asks.
  ///   - team: the team of the program that made the offer.
  ///   - group: its group.
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
    case .conforming, .addressOfContents:
      .conformance(path: conformancePath(from: offer, to: accepted[place.acceptedIndex]))
    }
  }

  /// Why an offer that is not the winner is not: how the pair that it satisfies first compares with the
  /// winning pair.
  private func reason(for offer: String, at index: Int, against winner: Place, accepting accepted: [String])
    -> FidelityChoice.Reason
  {
    guard let own = satisfaction(of: offer, at: index, accepting: accepted) else {
      return .conformsToNothingAccepted
    }
    let isBehindContents = own.match == .addressOfContents && winner.match != .addressOfContents
    let type = accepted[own.acceptedIndex]
    // With the provider's order outside, only the place of registration can decide between two that fit.
    if outerLoop == .receiver {
      if own.acceptedIndex > winner.acceptedIndex { return .acceptedLater(type) }
      if own.match != .exact, winner.match == .exact { return .exactIdentifierPreferred(over: type) }
    }
    return isBehindContents && index < winner.index ? .addressOfContents : .registeredLater
  }

  /// A shortest way up the conformance graph, by breadth, direct parents in declared order.
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
