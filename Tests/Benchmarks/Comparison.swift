/// Two pieces of work, measured by turns, so that what else the machine does disturbs both.
struct Comparison {
  /// Nanoseconds of one operation: the median of the rounds.
  let subject: Double
  /// Nanoseconds of one operation in the fastest round: what a quiet machine would take, for targets in plain time.
  let fastest: Double
  /// Nanoseconds of one operation of what it is compared with: the median of the rounds.
  let neighbour: Double
  /// The median of the rounds' ratios.
  let ratio: Double

  /// Runs rounds of both.
  ///
  /// - Parameters:
  ///   - rounds: how many pairs count; one more warms up.
  ///   - operations: how many operations each piece of work does.
  init(
    rounds: Int, operations: Int, of subject: () throws -> Void, against neighbour: () throws -> Void
  ) rethrows {
    var pairs: [(subject: Double, neighbour: Double)] = []
    for round in 0...rounds {
      let pair = (try Self.nanoseconds(subject), try Self.nanoseconds(neighbour))
      if round > 0 { pairs.append(pair) }
    }
    let count = Double(operations)
    self.subject = Self.median(pairs.map(\.subject)) / count
    fastest = (pairs.map(\.subject).min() ?? 0) / count
    self.neighbour = Self.median(pairs.map(\.neighbour)) / count
    ratio = Self.median(pairs.map { $0.subject / $0.neighbour })
  }

  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return start.duration(to: .now) / .nanoseconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Keeps a result from being optimised away.
@inline(never) @_optimize(none)
func use<Value>(_ value: Value) {}
