import Foundation
import TestSupport

/// How much longer works take when their input is twice as large; the worst of all counts.
///
/// Each run has a process of its own, as a conversion has. In a process that has worked before, a small input finds its
/// memory ready and a large one has to fetch it from the system, so that their ratio would speak of the allocator.
protocol GrowthBenchmark: Benchmark {
  /// The works, in the order in which they are measured.
  var works: [GrowthWork] { get }
}

/// A work whose input can be made in sizes of choice.
struct GrowthWork: Sendable {
  let name: String
  /// Makes the input of a size, 1 or 2, ready; what it returns is the work itself, and answers how many bytes it read.
  let prepare: @Sendable (_ size: Int) throws -> () throws -> Int
}

extension GrowthBenchmark {
  /// Twice as long, and a tenth for caches that the larger input leaves.
  private var limit: Double { 2.2 }

  func run() throws -> BenchmarkOutcome {
    var results: [(ratio: Double, name: String)] = []
    for (place, work) in works.enumerated() {
      var small = GrowthTimes()
      var large = GrowthTimes()
      // Doubtful ones are measured again: whatever else the machine does only makes them slower.
      for round in 0..<12 {
        small.add(try FreshProcess.run(name, work: place, size: 1))
        large.add(try FreshProcess.run(name, work: place, size: 2))
        if round >= 1, large.perByte / small.perByte * 2 < limit - 0.1 { break }
      }
      results.append((large.perByte / small.perByte * 2, work.name))
    }
    results.sort { $0.ratio > $1.ratio }
    return .measured(
      .init(
        value: results.first?.ratio ?? 0, unit: "× for twice the input", target: .atMost(limit),
        details: "\(results.count) works; "
          + results.prefix(4).map { "\($0.name) \($0.ratio.short)" }.joined(separator: "; ")))
  }

  /// Runs one work in this process.
  func measure(work place: Int, size: Int) throws -> GrowthTime {
    // What the larger input needs is there before, so that the system's part in fetching it is not measured.
    ProcessMemory.keep()
    let work = try works[place].prepare(size)
    let start = ProcessorTime.ofProcess
    let byteCount = try work()
    let time = ProcessorTime.ofProcess - start
    return GrowthTime(nanoseconds: time / .nanoseconds(1), byteCount: byteCount)
  }
}

/// What one run of a work took.
struct GrowthTime: Codable {
  var nanoseconds: Double
  var byteCount: Int
}

/// The fastest of several runs: what the work takes when nothing disturbs it.
private struct GrowthTimes {
  var perByte = Double.infinity

  mutating func add(_ time: GrowthTime) {
    perByte = min(perByte, time.nanoseconds / Double(time.byteCount))
  }
}

/// Runs of a work in processes of their own.
enum FreshProcess {
  /// The first of the words by which the program is asked for one run.
  static let word = "--once"

  static func run(_ benchmark: String, work: Int, size: Int) throws -> GrowthTime {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [word, benchmark, "\(work)", "\(size)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(GrowthTime.self, from: text)
  }
}
