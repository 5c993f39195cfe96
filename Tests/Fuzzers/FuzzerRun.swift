import TestSupport

/// One fuzzer from its beginning to the end of its time or its first finding.
struct HuntRun {
  /// The longest that processors may work on an input of at most 64 KiB; far above what any takes.
  static let slowestAllowed = Duration.seconds(5)
  /// How much memory the process may come to hold beyond what it has at the beginning: 2,048 times the largest input.
  static let memoryAllowed = 512 << 20

  let name: String
  let seed: UInt64
  private let fuzzer: any Fuzzer
  private var inHand: InputInHand
  private var inputCount = 0
  private var slowest = (time: Duration.zero, byteCount: 0)
  private let memoryAtBeginning = ProcessMemory.peakByteCount
  private var shapeCount = 0
  private var worstGrowth = 0.0
  private var worstDoubling = 0.0

  init(_ fuzzer: any Fuzzer, name: String, seed: UInt64) throws {
    self.fuzzer = fuzzer
    self.name = name
    self.seed = seed
    inHand = try InputInHand(fuzzer: name, seed: seed)
  }

  /// Where the input is that a finding, or the end of the process, leaves behind.
  var inputPath: String { inHand.path }

  /// Fuzzers until the time is over; a quarter of it goes to inputs that grow.
  ///
  /// - Returns: the closing line.
  /// - Throws: `FuzzerFinding`.
  mutating func run(seconds: Double) throws -> String {
    // Each has its own random numbers, so that inputs do not depend on how fast the machine is.
    var mutator = Mutator(fuzzer.material, seed: seed)
    var shapes = Mutator(fuzzer.material, seed: ~seed)
    var order = SeededGenerator(seed: seed)
    var plannedShapes = fuzzer.material.shapes.shuffled(using: &order)[...]
    for seed in fuzzer.material.seeds { try take(seed) }
    let start = ContinuousClock.now
    var growthTime = Duration.zero
    // Every planned shape has its turn in a run of some length; a short one does not grow long for their sake.
    let patience = seconds * 5
    while case let passed = start.duration(to: .now),
      passed < .seconds(seconds) || (!plannedShapes.isEmpty && passed < .seconds(patience))
    {
      guard growthTime * 4 <= passed || passed >= .seconds(seconds) else {
        for _ in 0..<16 { try take(mutator.input()) }
        continue
      }
      let growthStart = ContinuousClock.now
      try grow(plannedShapes.popFirst() ?? shapes.shape())
      growthTime += growthStart.duration(to: .now)
    }
    try inHand.remove()
    return closingLine
  }

  private mutating func take(_ input: [UInt8]) throws {
    try inHand.keep(input)
    var time = try time(of: input)
    // What a process does for the first time takes longer; the shorter of two times counts.
    if time > slowest.time { time = min(time, try self.time(of: input)) }
    inputCount += 1
    if time > slowest.time { slowest = (time, input.count) }
    if time > Self.slowestAllowed {
      throw FuzzerFinding("it took \(milliseconds(time)) ms", input: input, path: inputPath)
    }
    try checkMemory(after: input)
  }

  /// The peak only rises, so the input that it rises too far with is the one to blame.
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
    try inHand.keep(large)
    let growth: Growth
    do throws(Finding) {
      growth = try Growth(of: shape) { (input) throws(Finding) in try fuzzer.check(input) }
    } catch {
      throw FuzzerFinding("grown from a small input: \(error.message)", input: large, path: inputPath)
    }
    shapeCount += 1
    try checkMemory(after: large)
    worstGrowth = max(worstGrowth, growth.ratio)
    if growth.ratio > Growth.limit, growth.doubling > Growth.linearDoubling,
      growth.largeTime > Growth.shortestOfInterest
    {
      throw FuzzerFinding(
        "a byte takes \(tenths(growth.ratio)) times as long as in \(Growth.sizes.small) bytes of the same shape",
        input: growth.input, path: inputPath)
    }
    worstDoubling = max(worstDoubling, growth.doubling)
    if growth.doubling > Growth.doublingLimit {
      throw FuzzerFinding(
        "it takes \(tenths(growth.doubling)) times as long as half of it", input: growth.input,
        path: inputPath)
    }
  }

  private var closingLine: String {
    "\(name): \(inputCount) inputs, slowest \(milliseconds(slowest.time)) ms for \(slowest.byteCount) bytes, "
      + "\(shapeCount) growing shapes, worst \(tenths(worstGrowth)), "
      + "doubled \(tenths(worstDoubling)), seed \(seed)"
  }

  private func milliseconds(_ time: Duration) -> String { tenths(time / .milliseconds(1)) }

  private func tenths(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}

/// A finding with the input that led to it.
struct FuzzerFinding: Error, CustomStringConvertible {
  let description: String

  init(_ message: String, input: [UInt8], path: String) {
    let longest = 256
    let digits = input.prefix(longest).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let shown = digits.joined() + (input.count > longest ? "…" : "")
    description = "\(message)\n  input of \(input.count) bytes, whole in \(path): \(shown)"
  }
}
