/// One question about speed or memory that has a target.
protocol Benchmark: Sendable {
  /// The name on the command line.
  var name: String { get }

  /// Measures, and says how the result compares with the target.
  func run() throws -> BenchmarkOutcome
}

/// What a benchmark found.
enum BenchmarkOutcome {
  case measured(Measurement)
  /// It could not be measured on this machine, and why.
  case skipped(String)

  /// A number and where it should be.
  struct Measurement {
    /// What was measured, in its unit.
    var value: Double
    /// The unit, such as `× the bare hops`.
    var unit: String
    /// Where the value should be.
    var target: Target
    /// The figures behind the value, for people.
    var details: String
  }

  /// On which side of a limit a value should be.
  enum Target {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }

  var isMissed: Bool {
    if case .measured(let measurement) = self { return !measurement.target.isMet(by: measurement.value) }
    return false
  }

  /// The one line that the program prints.
  func line(for name: String) -> String {
    let name = name.padding(to: 24)
    switch self {
    case .skipped(let reason): return "\(name)skipped: \(reason)"
    case .measured(let measurement):
      let limit =
        switch measurement.target {
        case .atMost(let limit): "at most \(limit.short)"
        case .atLeast(let limit): "at least \(limit.short)"
        }
      let value = "\(measurement.value.short) \(measurement.unit)".padding(to: 32)
      return "\(name)\(value)\("target: \(limit)".padding(to: 28))\(isMissed ? "MISS" : "pass")  "
        + "(\(measurement.details))"
    }
  }
}

extension Double {
  /// The number with three digits that count.
  var short: String {
    if self >= 100 || self == rounded() { return String(Int(rounded())) }
    let scale: Double = self >= 10 ? 10 : self >= 1 ? 100 : 1000
    return String((self * scale).rounded() / scale)
  }
}

extension String {
  /// The text with spaces up to a width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
