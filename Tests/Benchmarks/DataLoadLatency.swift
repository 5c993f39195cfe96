/// The time to load 1 KiB, compared with the queue hops that a load needs.
struct DataLoadLatency: Benchmark {
  let name = "data-load-latency"

  func run() -> BenchmarkOutcome {
    let bench = LoadBench()
    let count = 2000
    let comparison = Comparison(rounds: 21, operations: count) {
      bench.loads(count)
    } against: {
      bench.hops(count)
    }
    return .measured(
      .init(
        value: comparison.ratio, unit: "× the bare hops", target: .atMost(1.5),
        details: "\(comparison.subject.short) ns, hops \(comparison.reference.short) ns"))
  }
}
