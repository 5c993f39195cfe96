import UniformTypes

/// The time to test whether one standard type conforms to another.
struct ConformanceQuery: Benchmark {
  let name = "conformance-query"

  func run() -> BenchmarkOutcome {
    let rounds = 100_000
    let comparison = Comparison(rounds: 51, operations: rounds * 8) {
      use(Self.conforming(.png, .html, rounds: rounds))
    } against: {
      use(Self.equal("public.png", "public.html", rounds: rounds))
    }
    return .measured(
      .init(
        value: comparison.fastest, unit: "ns a query", target: .atMost(50),
        details:
          "median \(comparison.subject.short) ns, \(comparison.ratio.short) × comparing two identifiers"))
  }

  // Not inlined, so that the compiler does not know the types.
  @inline(never)
  private static func conforming(_ first: UTType, _ second: UTType, rounds: Int) -> Int {
    var count = 0
    for _ in 0..<rounds {
      if first.conforms(to: .image) { count &+= 1 }
      if second.conforms(to: .image) { count &+= 1 }
      if first.conforms(to: .data) { count &+= 1 }
      if second.conforms(to: .data) { count &+= 1 }
      if first.conforms(to: second) { count &+= 1 }
      if second.conforms(to: first) { count &+= 1 }
      if first.conforms(to: .folder) { count &+= 1 }
      if second.conforms(to: .text) { count &+= 1 }
    }
    return count
  }

  /// The minimum: a comparison of identifiers.
  @inline(never)
  private static func equal(_ first: String, _ second: String, rounds: Int) -> Int {
    var count = 0
    for _ in 0..<rounds {
      if first == "public.image" { count &+= 1 }
      if second == "public.image" { count &+= 1 }
      if first == "public.data" { count &+= 1 }
      if second == "public.data" { count &+= 1 }
      if first == second { count &+= 1 }
      if second == first { count &+= 1 }
      if first == "public.folder" { count &+= 1 }
      if second == "public.text" { count &+= 1 }
    }
    return count
  }
}
