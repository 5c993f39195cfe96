import Foundation
import TestSupport

/// The growth of the time of several works when their input is twice as large.
///
/// The largest ratio counts. Each run has its own process, as a conversion has. In a used process, a small
/// input would reuse memory and a large one would get new memory from the system, so that the ratio would
/// measure the allocator.
protocol GrowthBenchmark: Benchmark {
  /// The works, in the order of measurement.
  var works: [GrowthWork] { get }
}

/// A work with an input of a variable size.
struct GrowthWork: Sendable {
  let name: String
  /// Prepares an input of size 1 or 2 and returns the work; the work returns the number of bytes that it
  /// read.
  let prepare: @Sendable (_ size: Int) throws -> () throws -> Int
}

extension GrowthBenchmark {
  /// Twice the time, plus a tenth because the larger input may exceed the caches.
  private var limit: Double { 2.2 }

  func run() throws -> BenchmarkOutcome {
    var results: [(ratio: Double, name: String)] = []
    for (place, work) in works.enumerated() {
      var small = GrowthTimes()
      var large = GrowthTimes()
      // Doubtful results are measured again, because other work on the machine only makes them slower.
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
    // Memory is allocated first, so that its allocation is not measured.
    ProcessMemory.keep()
    let work = try works[place].prepare(size)
    let start = ProcessorTime.ofProcess
    let byteCount = try work()
    let time = ProcessorTime.ofProcess - start
    return GrowthTime(nanoseconds: time / .nanoseconds(1), byteCount: byteCount)
  }
}

/// The time of one run.
struct GrowthTime: Codable {
  var nanoseconds: Double
  var byteCount: Int
}

/// The fastest of several runs, because other work on the machine disturbed it least.
private struct GrowthTimes {
  var perByte = Double.infinity

  mutating func add(_ time: GrowthTime) {
    perByte = min(perByte, time.nanoseconds / Double(time.byteCount))
  }
}

/// Runs a work in a new process.
enum FreshProcess {
  /// The first argument of the program in that process.
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
