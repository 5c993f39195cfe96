// The planner: the path through readers, bridges and writers that loses least.
//
// The graph. Kinds of value are the nodes, bridges the edges; readers enter it, writers leave it. A path is a reader,
// any number of bridges and a writer.
//
// Why not a shortest-path search. The weight of a path is that of the *set* of kinds it can lose: a path that loses
// fonts twice loses no more than one that loses them once. So weights do not add up along a path, the best path to a
// kind of value need not begin with the best path to the kind before, and Dijkstra's algorithm gives wrong answers.
// Trying all paths is exponential in the number of bridges.
//
// Domination. The search keeps several open paths for each kind of value and drops a path that another one dominates:
// one that is at least as good in every respect that a later step can build on (``OpenPath/isDominated(by:)``).
//
//   - no more steps that do not report their losses,   - a subset of its losses,
//   - no more steps that refuse some values,           - no more bridges,   - no higher cost,
//   - open, where the other is open: a closed path may only be written.
//
// Every one of these stays true when the same steps are appended to both paths, so a dropped path cannot become better
// than the one that dominates it. That is the invariant which makes the answer exact. It also ends the search: a path
// that visits a kind of value again is dominated by its own beginning. The kept paths of a kind are pairwise
// incomparable; with the coders of this library there are at most a few of them.
//
// Among equal paths the first one found is kept, in the order of the coders, so that the answer is always the same.
//
// Requirements. A coder may need a library of the system, and to find out costs opening it. So the search first takes every
// coder as usable, and only those of its answer are asked; where one lacks something, the search is repeated without it.

extension ConversionRegistry {
  /// The plan from one of the candidates to a type that loses least, then takes the fewest steps, then costs least.
  ///
  /// Two counts come before the losses: steps that do not report their losses, and steps that take only some values. A
  /// plan without such steps is better than any plan with them. Among equal plans the order of the coders decides, so
  /// that the same question always has the same answer.
  ///
  /// Losses are compared only between candidates that are read as the same kind of value, as HTML and RTF are: a link
  /// loses nothing, and yet it is not the page. Among candidates of different kinds, one that is read as the kind that
  /// the writer takes is better than one that needs a bridge; otherwise the earlier one is better.
  ///
  /// - Parameters:
  ///   - candidates: the identifiers of the available representations, best first.
  ///   - destination: the requested type; a writer must name it.
  ///   - writerName: the name of the only writer that may make it; nil allows all.
  ///   - weights: how bad each kind of loss is.
  /// - Returns: the plan; nothing is converted before it runs.
  /// - Throws: a ``ConversionError`` that says which end has no coder, that no path joins them, or what is not installed
  ///   that a path needs.
  public func plan(
    from candidates: [String], to destination: String, by writerName: String? = nil,
    weights: LossWeights = .standard
  ) throws(ConversionError) -> ConversionPlan {
    var usable = self
    var firstMissing: CoderError?
    while true {
      let plan: ConversionPlan
      do throws(ConversionError) {
        plan = try usable.bestPlan(from: candidates, to: destination, by: writerName, weights: weights)
      } catch {
        guard let firstMissing else { throw error }
        throw ConversionError(.missingRequirement, firstMissing.reason, cause: firstMissing)
      }
      guard let missing = usable.removeUnusable(in: plan) else { return plan }
      firstMissing = firstMissing ?? missing
    }
  }

  /// Removes the coders of a plan that lack what they need.
  ///
  /// - Returns: what the first of them lacks; nil where the plan can run.
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

  /// The best plan as if no coder lacked anything.
  private func bestPlan(
    from candidates: [String], to destination: String, by writerName: String?, weights: LossWeights
  ) throws(ConversionError) -> ConversionPlan {
    let writers = writers(of: destination).filter { writerName == nil || $0.name == writerName }
    guard !writers.isEmpty else {
      if let writerName {
        throw ConversionError(.unwritable, "no coder here is called \(writerName) and writes \(destination)")
      }
      throw ConversionError(.unwritable, "no coder writes \(destination)")
    }
    var isReadable = false
    /// The best plan from the candidates of each kind, in the order of the first of them.
    var rivals: [RankedPlan] = []
    for (place, identifier) in candidates.enumerated() {
      let readers = readers(of: identifier)
      isReadable = isReadable || !readers.isEmpty
      var search = PathSearch(bridges: coders.bridges, weights: weights)
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
      let offered = candidates.isEmpty ? "nothing is offered" : candidates.joined(separator: ", ")
      throw ConversionError(.unreadable, "no coder reads \(offered)")
    }
    // Of equal ones the first is taken.
    guard let best = rivals.min(by: { $0.rank.isMoreCertain(than: $1.rank) }) else {
      throw ConversionError(
        .noPath, "\(candidates.joined(separator: ", ")) cannot be converted to \(destination)")
    }
    return best.plan
  }
}

/// A plan, and how good it is.
private struct RankedPlan {
  let rank: PlanRank
  let plan: ConversionPlan
}

/// How good a plan is; the smallest rank is the best.
private struct PlanRank: Comparable {
  let certainty: Certainty
  let weight: Int
  let bridgeCount: Int
  let cost: Int

  static func < (left: PlanRank, right: PlanRank) -> Bool {
    (left.certainty, left.weight, left.bridgeCount, left.cost)
      < (right.certainty, right.weight, right.bridgeCount, right.cost)
  }

  /// Whether a plan is better than one from a value of another kind, whose losses cannot be compared.
  func isMoreCertain(than other: PlanRank) -> Bool {
    (certainty, bridgeCount.signum()) < (other.certainty, other.bridgeCount.signum())
  }
}

/// How much is known about the losses of a path before it runs.
private struct Certainty: Comparable {
  /// The steps that do not report what they lose.
  var unreportedStepCount = 0
  /// The steps that refuse some values.
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

/// A path that has not been written yet.
private struct OpenPath {
  let reader: RepresentationReader
  /// Places in the list of bridges, in the order they are crossed.
  let crossed: [Int]
  let kind: AnyValueKind
  let certainty: Certainty
  let losses: Set<LossKind>
  let cost: Int
  /// Whether no bridge may follow.
  var isClosed = false

  /// Whether no continuation of this path is better than the same continuation of the other.
  func isDominated(by other: OpenPath) -> Bool {
    other.certainty.unreportedStepCount <= certainty.unreportedStepCount
      && other.certainty.partialStepCount <= certainty.partialStepCount
      && other.losses.isSubset(of: losses) && other.crossed.count <= crossed.count && other.cost <= cost
      && (isClosed || !other.isClosed)
  }
}

/// The search over open paths from one candidate; the page at the top of the file explains it.
private struct PathSearch {
  let bridges: [ValueBridge]
  let weights: LossWeights
  private var kept: [AnyValueKind: [OpenPath]] = [:]

  init(bridges: [ValueBridge], weights: LossWeights) {
    self.bridges = bridges
    self.weights = weights
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
          losses: reader.mayLose, cost: reader.cost), in: &frontier)
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
            isClosed: bridge.acceptance == .few),
          in: &frontier)
      }
    }
    return closed(with: writers, candidate: identifier, at: place, as: destination)
  }

  /// Keeps a path unless one that is at least as good in every respect leads to the same kind of value.
  private mutating func keep(_ path: OpenPath, in frontier: inout [OpenPath]) {
    let rivals = kept[path.kind, default: []]
    guard !rivals.contains(where: { path.isDominated(by: $0) }) else { return }
    kept[path.kind, default: []].append(path)
    frontier.append(path)
  }

  /// The best of all kept paths once a writer is put at their ends; of equal ones that of the earlier coders.
  private func closed(
    with writers: [RepresentationWriter], candidate identifier: String, at place: Int, as destination: String
  ) -> RankedPlan? {
    var best: RankedPlan?
    for writer in writers {
      for path in kept[writer.kind, default: []] {
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
