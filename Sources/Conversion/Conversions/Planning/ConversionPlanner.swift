import UniformTypes

// The planner finds the path through readers, bridges and writers that loses the least information.
//
// The graph. The nodes are the kinds of value, and the edges are the bridges. Readers lead into the graph,
// and writers lead out of it. A path consists of a reader, any number of bridges and a writer.
//
// Why not a shortest-path search. The weight of a path is the weight of the *set* of loss kinds it can cause:
// a path that loses fonts twice loses no more than a path that loses them once. Weights therefore do not add
// up along a path. The best path to a kind of value need not begin with the best path to the preceding kind,
// so Dijkstra's algorithm gives wrong results. Trying all paths is exponential in the number of bridges.
//
// Domination. The search keeps several partial paths for each kind of value. It drops a path that is
// dominated by another path to the same kind of value. The dominating path is at least as good in every
// respect that affects later steps (``OpenPath/isDominated(by:)``).
//
// Path A dominates path B if all these conditions are true:
//
//   - A has at most as many steps as B that do not report their losses.
//   - A has at most as many steps as B that reject some values.
//   - The losses of A are a subset of the losses of B.
//   - A has at most as many bridges as B.
//   - The cost of A is at most the cost of B.
//   - A is not closed, or B is closed as well. Only a writer may follow a closed path.
//   - A uses a required converter, or B uses none.
//
// All conditions remain true when the same steps are appended to both paths, so a dropped path cannot become
// better than the path that dominates it. This invariant makes the result exact. The invariant also ends the
// search, because a path that returns to a kind of value is dominated by its own beginning. With the coders
// of this library, only a few paths are kept for each kind.
//
// Among equal paths, the search keeps the path that it finds first. The order of the coders therefore
// decides, and the result is deterministic.
//
// Requirements. A coder may need a system library, and checking for the library means opening it. The search
// therefore first assumes that all coders are usable. Only the coders of the resulting plan are checked. If
// one of these coders lacks a library, the search is repeated without that coder.

extension ConversionRegistry {
  /// Returns the best plan for the conversion of one of the candidates to the given type.
  ///
  /// The best plan loses the least. Among plans with equal losses, it has the fewest steps, and then the
  /// lowest cost. Two counts take precedence over the losses: first the number of steps that do not report
  /// their losses, then the number of steps that accept only some values. A plan without such steps is better
  /// than any plan with such steps. The order of the coders decides between equal plans, so the result is
  /// deterministic.
  ///
  /// Losses are compared only between candidates that are read as the same kind of value, such as HTML and
  /// RTF. Otherwise, a link would be preferred to the page it points to, because a link converts without
  /// loss. Between candidates of different kinds, the two counts are compared first. After that, a candidate
  /// that is read as the kind accepted by the writer is better than a candidate that needs a bridge. If the
  /// candidates are still equal, the earlier one is better.
  ///
  /// - Parameters:
  ///   - candidates: the identifiers of the available representations, best first.
  ///   - destination: the requested type; a writer must list it.
  ///   - writerName: the name of the only writer that may be used; nil to allow all writers.
  ///   - weights: the weight of each kind of loss.
  /// - Returns: the plan. Nothing is converted until the plan is run.
  /// - Throws: ``ConversionError`` with the code `unreadable` if no coder reads a candidate, `unwritable` if
  ///   no allowed coder writes the destination, `noPath` if no path connects them, or `missingRequirement` if
  ///   every path requires something that is not installed.
  public func plan(
    from candidates: [String], to destination: String, by writerName: String? = nil,
    weights: LossWeights = .standard
  ) throws(ConversionError) -> ConversionPlan {
    try plan(from: candidates, to: destination, by: writerName, through: nil, weights: weights)
  }

  /// Returns the best plan that uses at least one of some converters.
  ///
  /// - Parameter converterNames: the names of the converters; nil to require none.
  package func plan(
    from candidates: [String], to destination: String, by writerName: String? = nil,
    through converterNames: Set<String>?, weights: LossWeights = .standard
  ) throws(ConversionError) -> ConversionPlan {
    var usable = self
    var firstMissing: CoderError?
    while true {
      let plan: ConversionPlan
      do throws(ConversionError) {
        plan = try usable.bestPlan(
          from: candidates, to: destination, by: writerName, through: converterNames, weights: weights)
      } catch {
        guard let firstMissing else { throw error }
        throw ConversionError(.missingRequirement, firstMissing.reason, cause: firstMissing)
      }
      guard let missing = usable.removeUnusable(in: plan) else { return plan }
      firstMissing = firstMissing ?? missing
    }
  }

  /// Removes from the registry all coders of a plan that have a missing dependency.
  ///
  /// - Returns: the error for the first missing dependency; nil if the plan can run.
  private mutating func removeUnusable(in plan: ConversionPlan) -> CoderError? {
    var coders = coders
    var first: CoderError?
    if let missing = plan.reader.missing?() {
      first = first ?? missing
      coders.readers.removeAll { $0.name == plan.reader.name }
    }
    for bridge in plan.bridges {
      guard let missing = bridge.missing?() else { continue }
      first = first ?? missing
      coders.bridges.removeAll {
        $0.name == bridge.name && $0.source == bridge.source && $0.destination == bridge.destination
      }
    }
    if let missing = plan.writer.missing?() {
      first = first ?? missing
      coders.writers.removeAll { $0.name == plan.writer.name }
    }
    if first != nil { self = ConversionRegistry(coders, types: types) }
    return first
  }

  /// Returns the best plan, assuming that no coder has missing dependencies.
  private func bestPlan(
    from candidates: [String], to destination: String, by writerName: String?,
    through converterNames: Set<String>?, weights: LossWeights
  ) throws(ConversionError) -> ConversionPlan {
    let writers = writers(of: destination).filter { writerName == nil || $0.name == writerName }
    guard !writers.isEmpty else {
      if let writerName {
        throw ConversionError(
          .unwritable,
          "no converter with the name \(writerName) can write \(TypeNames.name(of: destination, in: types))")
      }
      throw ConversionError(
        .unwritable, "\(TypeNames.name(of: destination, in: types)) is not supported as output")
    }
    var isReadable = false
    /// The best plan for each kind of value into which candidates are read, in the order of the candidates.
    var rivals: [RankedPlan] = []
    for (place, identifier) in candidates.enumerated() {
      let readers = readers(of: identifier)
      isReadable = isReadable || !readers.isEmpty
      var search = PathSearch(bridges: coders.bridges, through: converterNames, weights: weights)
      guard
        let found = search.best(from: readers, to: writers, candidate: identifier, at: place, as: destination)
      else { continue }
      if let rival = rivals.firstIndex(where: { $0.plan.reader.kind == found.plan.reader.kind }) {
        if found.rank < rivals[rival].rank { rivals[rival] = found }
      } else {
        rivals.append(found)
      }
    }
    guard isReadable else {
      let offered = candidates.isEmpty ? "the offered content" : TypeNames.list(candidates, in: types)
      throw ConversionError(.unreadable, "\(offered) is not supported as input")
    }
    // If several plans are equal, the first one is used.
    guard let best = rivals.min(by: { $0.rank.isMoreCertain(than: $1.rank) }) else {
      let names = TypeNames(candidates + [destination], in: types)
      let offered = candidates.map { names[$0] }.joined(separator: ", ")
      throw ConversionError(.noPath, "\(offered) cannot be converted to \(names[destination])")
    }
    return best.plan
  }
}

/// A plan and its rank.
private struct RankedPlan {
  let rank: PlanRank
  let plan: ConversionPlan
}

/// The rank of a plan; the smallest rank is the best.
private struct PlanRank: Comparable {
  let certainty: Certainty
  let weight: Int
  let bridgeCount: Int
  let cost: Int

  static func < (left: PlanRank, right: PlanRank) -> Bool {
    (left.certainty, left.weight, left.bridgeCount, left.cost)
      < (right.certainty, right.weight, right.bridgeCount, right.cost)
  }

  /// Returns whether the plan of this rank is better than a plan whose candidate is read as another kind of
  /// value.
  ///
  /// The losses of the two plans are not compared.
  func isMoreCertain(than other: PlanRank) -> Bool {
    (certainty, bridgeCount.signum()) < (other.certainty, other.bridgeCount.signum())
  }
}

/// The two counts that take precedence over the losses when paths are compared.
private struct Certainty: Comparable {
  /// The number of steps that do not report their losses.
  var unreportedStepCount = 0
  /// The number of steps that reject some values.
  var partialStepCount = 0

  static func < (left: Certainty, right: Certainty) -> Bool {
    (left.unreportedStepCount, left.partialStepCount) < (right.unreportedStepCount, right.partialStepCount)
  }

  func adding(_ mayLose: Set<LossKind>, _ acceptance: Acceptance) -> Certainty {
    Certainty(
      unreportedStepCount: unreportedStepCount + (mayLose.contains(.unreported) ? 1 : 0),
      partialStepCount: partialStepCount + (acceptance == .every ? 0 : 1))
  }
}

/// A path without its writer.
private struct OpenPath {
  let reader: RepresentationReader
  /// The indices of the path's bridges in the list of all bridges, in the order in which the bridges run.
  let crossed: [Int]
  let kind: AnyValueKind
  let certainty: Certainty
  let losses: Set<LossKind>
  let cost: Int
  /// Whether the next step must be a writer, not a bridge.
  var isClosed = false
  /// Whether the path uses one of the required converters, or none is required.
  var meetsRequirement: Bool

  /// Returns whether the other path remains at least as good as this path when the same steps follow both.
  func isDominated(by other: OpenPath) -> Bool {
    other.certainty.unreportedStepCount <= certainty.unreportedStepCount
      && other.certainty.partialStepCount <= certainty.partialStepCount
      && other.losses.isSubset(of: losses) && other.crossed.count <= crossed.count && other.cost <= cost
      && (isClosed || !other.isClosed) && (other.meetsRequirement || !meetsRequirement)
  }
}

/// The search over partial paths from one candidate; see the comment at the top of the file.
private struct PathSearch {
  let bridges: [ValueBridge]
  /// The names of converters, at least one of which a path must use; nil if none is required.
  let converterNames: Set<String>?
  let weights: LossWeights
  private var kept: [AnyValueKind: [OpenPath]] = [:]

  init(bridges: [ValueBridge], through converterNames: Set<String>?, weights: LossWeights) {
    self.bridges = bridges
    self.converterNames = converterNames
    self.weights = weights
  }

  private func isRequired(_ bridge: ValueBridge) -> Bool {
    bridge.converterName.map { converterNames?.contains($0) ?? false } ?? false
  }

  mutating func best(
    from readers: [RepresentationReader], to writers: [RepresentationWriter], candidate identifier: String,
    at place: Int, as destination: String
  ) -> RankedPlan? {
    var frontier: [OpenPath] = []
    for reader in readers {
      keep(
        OpenPath(
          reader: reader, crossed: [], kind: reader.kind,
          certainty: Certainty().adding(reader.mayLose, .every),
          losses: reader.mayLose, cost: reader.cost, meetsRequirement: converterNames == nil), in: &frontier)
    }
    var next = 0
    while next < frontier.count {
      let path = frontier[next]
      next += 1
      if path.isClosed { continue }
      for (place, bridge) in bridges.enumerated() where bridge.source == path.kind {
        keep(
          OpenPath(
            reader: path.reader, crossed: path.crossed + [place], kind: bridge.destination,
            certainty: path.certainty.adding(bridge.mayLose, bridge.acceptance),
            losses: path.losses.union(bridge.mayLose), cost: path.cost + bridge.cost,
            isClosed: bridge.acceptance == .few, meetsRequirement: path.meetsRequirement || isRequired(bridge)
          ),
          in: &frontier)
      }
    }
    return closed(with: writers, candidate: identifier, at: place, as: destination)
  }

  /// Keeps a path unless it is dominated by a kept path to the same kind of value.
  private mutating func keep(_ path: OpenPath, in frontier: inout [OpenPath]) {
    let rivals = kept[path.kind, default: []]
    guard !rivals.contains(where: { path.isDominated(by: $0) }) else { return }
    kept[path.kind, default: []].append(path)
    frontier.append(path)
  }

  /// Returns the best combination of a kept path and a writer; nil if there is none.
  ///
  /// The order of the coders decides between equal combinations.
  private func closed(
    with writers: [RepresentationWriter], candidate identifier: String, at place: Int, as destination: String
  ) -> RankedPlan? {
    var best: RankedPlan?
    for writer in writers {
      for path in kept[writer.kind, default: []] where path.meetsRequirement {
        let rank = PlanRank(
          certainty: path.certainty.adding(writer.mayLose, writer.acceptance),
          weight: weights.weight(of: path.losses.union(writer.mayLose)), bridgeCount: path.crossed.count,
          cost: path.cost + writer.cost)
        if let best, best.rank <= rank { continue }
        best = RankedPlan(
          rank: rank,
          plan: ConversionPlan(
            sourceIdentifier: identifier, sourceIndex: place, destinationIdentifier: destination,
            reader: path.reader, bridges: path.crossed.map { bridges[$0] }, writer: writer))
      }
    }
    return best
  }
}
