/// A measurement of time or memory that has a target.
protocol Benchmark: Sendable {
  /// The name on the command line.
  var name: String { get }

  /// Takes the measurement and compares it with the target.
  func run() throws -> BenchmarkOutcome
}

/// The result of a benchmark.
enum BenchmarkOutcome {
  case measured(Measurement)
  /// The reason why this machine cannot measure it.
  case skipped(String)

  /// A number and its target.
  struct Measurement {
    /// The measured number.
    var value: Double
    /// The unit, such as `× the bare hops`.
    var unit: String
    /// The limit of the value.
    var target: Target
    /// The figures that the value was computed from.
    var details: String
  }

  /// An upper or lower limit.
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

  /// The line that the program prints.
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
  /// The number with three significant digits.
  var short: String {
    if self >= 100 || self == rounded() { return String(Int(rounded())) }
    let scale: Double = self >= 10 ? 10 : self >= 1 ? 100 : 1000
    return String((self * scale).rounded() / scale)
  }
}

extension String {
  /// The text, padded with spaces to a width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
