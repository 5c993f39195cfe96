import TestSupport

/// Runs one fuzzer until the time is up or an input causes a finding.
struct FuzzerRun {
  /// The limit of processor time for an input of at most 64 KiB; far more than any input needs.
  static let slowestAllowed = Duration.seconds(5)
  /// The limit of the process's memory growth: 2,048 times the largest input.
  static let memoryAllowed = 512 << 20

  let name: String
  let seed: UInt64
  private let fuzzer: any Fuzzer
  private let currentInput: CurrentInput
  private var inputCount = 0
  private var slowest = (time: Duration.zero, byteCount: 0)
  private let memoryAtBeginning = ProcessMemory.peakByteCount
  private var shapeCount = 0
  /// The number of tried extremes, and of all extremes.
  private var extremes = (done: 0, all: 0)
  private var worstGrowth = 0.0
  private var worstDoubling = 0.0

  init(_ fuzzer: any Fuzzer, name: String, seed: UInt64) throws {
    self.fuzzer = fuzzer
    self.name = name
    self.seed = seed
    currentInput = try CurrentInput(fuzzer: name, seed: seed)
  }

  /// The file with the current input; it remains after a finding or a trap.
  var inputPath: String { currentInput.path }

  /// The number of inputs made at once.
  private static let batchCount = 16

  /// Runs until the time is up.
  ///
  /// A quarter of the time is used for growing inputs; half of the other inputs contain an extreme number.
  ///
  /// - Returns: a one-line summary of the run.
  /// - Throws: `FuzzerFinding`.
  mutating func run(seconds: Double) throws -> String {
    // Inputs and shapes use separate random numbers, so that the inputs do not depend on the speed of the
    // machine.
    var mutator = Mutator(fuzzer.material, seed: seed)
    var shapes = Mutator(fuzzer.material, seed: ~seed)
    var order = SeededGenerator(seed: seed)
    var plannedShapes = fuzzer.material.shapes.shuffled(using: &order)[...]
    for seed in fuzzer.material.seeds { try check(seed) }
    let extremes = Extremes(fuzzer.material, seed: seed)
    self.extremes = (0, extremes.count)
    let start = ContinuousClock.now
    var growthTime = Duration.zero
    // Every planned shape is tried, unless that takes five times the requested time.
    let patience = seconds * 5
    while case let passed = start.duration(to: .now),
      passed < .seconds(seconds) || (!plannedShapes.isEmpty && passed < .seconds(patience))
    {
      if passed < .seconds(seconds) {
        try checkExtremes(extremes)
        if growthTime * 4 > passed {
          for _ in 0..<Self.batchCount { try check(mutator.input()) }
          continue
        }
      }
      let growthStart = ContinuousClock.now
      try grow(plannedShapes.popFirst() ?? shapes.shape())
      growthTime += growthStart.duration(to: .now)
    }
    try currentInput.remove()
    return summary
  }

  /// Tries the next extremes.
  private mutating func checkExtremes(_ all: Extremes) throws {
    for _ in 0..<Self.batchCount where extremes.done < all.count {
      if let input = all.input(extremes.done) { try check(input) }
      extremes.done += 1
    }
  }

  private mutating func check(_ input: [UInt8]) throws {
    try currentInput.keep(input)
    var time = try time(of: input)
    // The first execution of code is slower, so the shorter of two times counts.
    if time > slowest.time { time = min(time, try self.time(of: input)) }
    inputCount += 1
    if time > slowest.time { slowest = (time, input.count) }
    if time > Self.slowestAllowed {
      throw FuzzerFinding("it took \(milliseconds(time)) ms", input: input, path: inputPath)
    }
    try checkMemory(after: input)
  }

  /// Throws if the input exceeds the memory limit; the peak never falls, so this input is the cause.
  private func checkMemory(after input: [UInt8]) throws(FuzzerFinding) {
    let growth = ProcessMemory.peakByteCount - memoryAtBeginning
    if growth > Self.memoryAllowed {
      throw FuzzerFinding("it took \(growth >> 20) MiB of memory", input: input, path: inputPath)
    }
  }

  private func time(of input: [UInt8]) throws(FuzzerFinding) -> Duration {
    let start = ProcessorTime.ofProcess
    do throws(Finding) {
      try fuzzer.check(input)
    } catch {
      throw FuzzerFinding(error.message, input: input, path: inputPath)
    }
    return ProcessorTime.ofProcess - start
  }

  private mutating func grow(_ shape: GrowingShape) throws {
    let large = shape.bytes(count: Growth.sizes.large)
    try currentInput.keep(large)
    let growth: Growth
    do throws(Finding) {
      growth = try Growth(of: shape) { (input) throws(Finding) in try fuzzer.check(input) }
    } catch {
      throw FuzzerFinding(
        "an input of this shape that grows: \(error.message)", input: large, path: inputPath)
    }
    shapeCount += 1
    try checkMemory(after: large)
    worstGrowth = max(worstGrowth, growth.ratio)
    if growth.ratio > Growth.limit, growth.doubling > Growth.linearDoubling,
      growth.largeTime > Growth.shortestOfInterest
    {
      throw FuzzerFinding(
        "a byte takes \(tenths(growth.ratio)) times as long as in \(Growth.sizes.small) bytes of the same shape, "
          + "and twice the input \(tenths(growth.doubling)) times as long",
        input: growth.input, path: inputPath)
    }
    worstDoubling = max(worstDoubling, growth.doubling)
    if growth.doubling > Growth.doublingLimit {
      throw FuzzerFinding(
        "it takes \(tenths(growth.doubling)) times as long as half of it", input: growth.input,
        path: inputPath)
    }
  }

  private var summary: String {
    "\(name): \(inputCount) inputs, slowest \(milliseconds(slowest.time)) ms for \(slowest.byteCount) bytes, "
      + "\(extremes.done) of \(extremes.all) extremes, "
      + "\(shapeCount) growing shapes, worst \(tenths(worstGrowth)), "
      + "doubled \(tenths(worstDoubling)), seed \(seed)"
  }

  private func milliseconds(_ time: Duration) -> String { tenths(time / .milliseconds(1)) }

  private func tenths(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}

/// A finding and the input that causes it.
struct FuzzerFinding: Error, CustomStringConvertible {
  let description: String

  init(_ message: String, input: [UInt8], path: String) {
    let longest = 256
    let digits = input.prefix(longest).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let shown = digits.joined() + (input.count > longest ? "…" : "")
    description = "\(message)\n  input of \(input.count) bytes, in \(path): \(shown)"
  }
}
