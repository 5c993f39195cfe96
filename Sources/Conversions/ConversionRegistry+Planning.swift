extension ConversionRegistry {
  /// The way from one of the candidates to a type that loses least, then takes the fewest steps, then costs least.
  ///
  /// Paths that are equal in all three are told apart by order: the earlier candidate (candidates are in fidelity
  /// order, best first), then the earlier coders. So the same question always has the same answer.
  ///
  /// - Parameters:
  ///   - candidates: the identifiers of the representations at hand, best first.
  ///   - destination: the type wanted; a writer must name it.
  ///   - weights: how bad each kind of loss is.
  /// - Throws: a ``ConversionError`` that says which end has no coder, or that no path joins them.
  public func plan(
    from candidates: [String], to destination: String, weights: LossWeights = .standard
  ) throws(ConversionError) -> ConversionPlan {
    let writers = writers(of: destination)
    guard !writers.isEmpty else {
      throw ConversionError(.unwritable, "nothing here writes \(destination)")
    }
    let starts = candidates.enumerated().flatMap { index, identifier in
      readers(of: identifier).map { PathEnd(candidate: index, identifier: identifier, reader: $0) }
    }
    guard !starts.isEmpty else {
      let offered = candidates.isEmpty ? "nothing is offered" : candidates.joined(separator: ", ")
      throw ConversionError(.unreadable, "nothing here reads \(offered)")
    }
    var search = PathSearch(bridges: coders.bridges, weights: weights)
    guard let plan = search.best(from: starts, to: writers, as: destination) else {
      throw ConversionError(
        .noPath, "no conversion leads from \(candidates.joined(separator: ", ")) to \(destination)")
    }
    return plan
  }
}

/// Where a path starts: a candidate and a reader of it.
private struct PathEnd {
  let candidate: Int
  let identifier: String
  let reader: RepresentationReader
}

/// A path that has not been written yet.
private struct OpenPath {
  let start: PathEnd
  /// Places in the list of bridges, in the order they are crossed.
  let crossed: [Int]
  let kind: AnyValueKind
  let losses: Set<LossKind>
  let cost: Int
  let weight: Int
  /// Whether no bridge may follow.
  var isClosed = false

  /// Whether nothing that this path could become is better than what the other could become.
  func isDominated(by other: OpenPath) -> Bool {
    other.losses.isSubset(of: losses) && other.crossed.count <= crossed.count && other.cost <= cost
      && (isClosed || !other.isClosed)
  }
}

/// The search over open paths, cheapest first.
///
/// Losing a kind of thing twice is no worse than losing it once, so the weight of a path is that of the *set* it
/// loses and cannot be added step by step: a kind of value may keep several open paths, none dominated by another.
private struct PathSearch {
  let bridges: [ValueBridge]
  let weights: LossWeights
  private var kept: [AnyValueKind: [OpenPath]] = [:]

  init(bridges: [ValueBridge], weights: LossWeights) {
    self.bridges = bridges
    self.weights = weights
  }

  mutating func best(
    from starts: [PathEnd], to writers: [RepresentationWriter], as destination: String
  ) -> ConversionPlan? {
    var frontier: [OpenPath] = []
    for start in starts {
      keep(
        OpenPath(
          start: start, crossed: [], kind: start.reader.kind, losses: start.reader.mayLose,
          cost: start.reader.cost, weight: weights.weight(of: start.reader.mayLose)), in: &frontier)
    }
    while !frontier.isEmpty {
      let path = frontier.removeFirst()
      if path.isClosed { continue }
      for (place, bridge) in bridges.enumerated() where bridge.source == path.kind {
        let losses = path.losses.union(bridge.mayLose)
        keep(
          OpenPath(
            start: path.start, crossed: path.crossed + [place], kind: bridge.destination, losses: losses,
            cost: path.cost + bridge.cost, weight: weights.weight(of: losses), isClosed: bridge.isLast),
          in: &frontier)
      }
    }
    return closed(with: writers, as: destination)
  }

  /// Keeps a path unless one that is at least as good in every respect leads to the same kind of value.
  private mutating func keep(_ path: OpenPath, in frontier: inout [OpenPath]) {
    let rivals = kept[path.kind, default: []]
    guard !rivals.contains(where: { path.isDominated(by: $0) }) else { return }
    kept[path.kind, default: []].append(path)
    frontier.append(path)
  }

  /// The best of all kept paths once a writer is put at their ends.
  private func closed(with writers: [RepresentationWriter], as destination: String) -> ConversionPlan? {
    var best: (rank: [Int], plan: ConversionPlan)?
    for (writerPlace, writer) in writers.enumerated() {
      for (pathPlace, path) in kept[writer.kind, default: []].enumerated() {
        let weight = weights.weight(of: path.losses.union(writer.mayLose))
        let rank = [
          weight, path.crossed.count, path.cost + writer.cost, path.start.candidate, pathPlace, writerPlace,
        ]
        if let best, best.rank.lexicographicallyPrecedes(rank) || best.rank == rank { continue }
        let plan = ConversionPlan(
          sourceIdentifier: path.start.identifier, sourceIndex: path.start.candidate,
          destinationIdentifier: destination, reader: path.start.reader,
          bridges: path.crossed.map { bridges[$0] }, writer: writer)
        best = (rank, plan)
      }
    }
    return best?.plan
  }
}
