/// Whether a million loads leak memory.
struct DataLoadMemory: Benchmark {
  let name = "data-load-memory"

  func run() throws -> BenchmarkOutcome {
    let bench = LoadBench()
    // Warm up: the allocator and the queues reach their full size.
    bench.loads(100_000, inFlight: 64)
    guard let before = try AnonymousMemory.byteCount() else { return AnonymousMemory.unknown }
    let start = ContinuousClock.now
    bench.loads(1_000_000, inFlight: 64)
    let seconds = start.duration(to: .now) / .seconds(1)
    let after = try AnonymousMemory.byteCount() ?? before
    return .measured(
      .init(
        value: max(0, (after - before).mebibytes), unit: "MiB more", target: .atMost(1),
        details: "after 1000000 loads in \(seconds.short) s; \(before.mebibytes.short) MiB before"))
  }
}
