import Foundation

/// Runs the benchmarks named by the arguments, or all of them, and prints a line for each.
enum BenchmarkProgram {
  private static let usage = """
    usage: Benchmarks [NAME…] [--check]
    --check ends with status 1 when a target is missed; a debug build says nothing about speed
    NAME is one of: \(benchmarks.map(\.name).joined(separator: ", "))

    """

  /// All benchmarks in the order of execution; a new benchmark needs a file and a line here.
  private static let benchmarks: [any Benchmark] =
    [
      ConformanceQuery(), ExtensionLookup(),
      DataLoadLatency(), DataLoadThroughput(), DataLoadMemory(), ConcurrentLoads(), LargeFileAsData(),
      SharedExtents(), BundleOpening(), BundleGrowth(), TableConversion(), ConversionGrowth(),
      RichTextGrowth(),
    ] + PropertyListConversion.all + ConversionMemory.all

  /// Runs the program.
  ///
  /// - Returns: the exit status: 1 if `--check` finds a missed target, 2 if a benchmark fails, 64 for wrong
  ///   arguments.
  static func run(_ words: [String]) -> Int32 {
    if words.first == FreshProcess.word { return runOnce(Array(words.dropFirst())) }
    let names = words.filter { $0 != "--check" }
    let known = Set(benchmarks.map(\.name))
    if let unknown = names.first(where: { !known.contains($0) }) {
      FileHandle.standardError.write(Data("there is no benchmark \(unknown)\n\(usage)".utf8))
      return 64
    }
    var missedCount = 0
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      do {
        let outcome = try benchmark.run()
        // Unbuffered output, so that a pipe receives each line at once.
        FileHandle.standardOutput.write(Data("\(outcome.line(for: benchmark.name))\n".utf8))
        if outcome.isMissed { missedCount += 1 }
      } catch {
        FileHandle.standardError.write(Data("\(benchmark.name): \(error)\n".utf8))
        return 2
      }
    }
    return missedCount > 0 && words.contains("--check") ? 1 : 0
  }

  /// Runs one work of a growth benchmark and prints its time.
  ///
  /// Called in the process that `FreshProcess` starts.
  private static func runOnce(_ words: [String]) -> Int32 {
    guard words.count == 3, let work = Int(words[1]), let size = Int(words[2]),
      let benchmark = benchmarks.first(where: { $0.name == words[0] }) as? any GrowthBenchmark
    else {
      FileHandle.standardError.write(Data(usage.utf8))
      return 64
    }
    do {
      let time = try benchmark.measure(work: work, size: size)
      FileHandle.standardOutput.write(try JSONEncoder().encode(time))
      return 0
    } catch {
      FileHandle.standardError.write(Data("\(benchmark.name): \(error)\n".utf8))
      return 2
    }
  }
}
