/// The number of loads of 1 KiB per second, with 64 in flight.
struct DataLoadThroughput: Benchmark {
  let name = "data-load-throughput"

  func run() -> BenchmarkOutcome {
    let bench = LoadBench()
    let count = 20_000
    let comparison = Comparison(rounds: 11, operations: count) {
      bench.loads(count, inFlight: 64)
    } against: {
      bench.hops(count, inFlight: 64)
    }
    return .measured(
      .init(
        value: 1e9 / comparison.fastest, unit: "loads a second", target: .atLeast(100_000),
        details:
          "median \((1e9 / comparison.subject).short), \(comparison.ratio.short) × the bare hops, which do \((1e9 / comparison.reference).short)"
      ))
  }
}
