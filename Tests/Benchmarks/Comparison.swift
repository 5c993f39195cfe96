/// Two operations that are measured alternately, so that other work on the machine disturbs both equally.
struct Comparison {
  /// Nanoseconds per operation: the median of the rounds.
  let subject: Double
  /// Nanoseconds per operation in the fastest round, for targets in absolute time.
  let fastest: Double
  /// Nanoseconds per operation of the reference: the median of the rounds.
  let reference: Double
  /// The median of the rounds' ratios.
  let ratio: Double

  /// Runs rounds of both operations.
  ///
  /// - Parameters:
  ///   - rounds: the number of measured pairs; an additional pair is the warm-up.
  ///   - operations: the number of operations in each round.
  init(
    rounds: Int, operations: Int, of subject: () throws -> Void, against reference: () throws -> Void
  ) rethrows {
    var pairs: [(subject: Double, reference: Double)] = []
    for round in 0...rounds {
      let pair = (try Self.nanoseconds(subject), try Self.nanoseconds(reference))
      if round > 0 { pairs.append(pair) }
    }
    let count = Double(operations)
    self.subject = Self.median(pairs.map(\.subject)) / count
    fastest = (pairs.map(\.subject).min() ?? 0) / count
    self.reference = Self.median(pairs.map(\.reference)) / count
    ratio = Self.median(pairs.map { $0.subject / $0.reference })
  }

  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return start.duration(to: .now) / .nanoseconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Keeps a result from being optimized away.
@inline(never) @_optimize(none)
func use<Value>(_ value: Value) {}
