import TestSupport

/// An input of any size: a unit that is repeated between a beginning and an end.
struct GrowingShape {
  var beginning: [UInt8] = []
  let unit: [UInt8]
  var end: [UInt8] = []

  init(beginning: [UInt8] = [], unit: [UInt8], end: [UInt8] = []) {
    self.beginning = beginning
    self.unit = unit
    self.end = end
  }

  init(_ beginning: String = "", repeating unit: String, _ end: String = "") {
    self.init(beginning: Array(beginning.utf8), unit: Array(unit.utf8), end: Array(end.utf8))
  }

  /// The input with at least the given size, and at most one unit more.
  ///
  /// The beginning and the end are never cut, even if they are larger than the size.
  func bytes(count: Int) -> [UInt8] {
    var bytes = beginning
    bytes.reserveCapacity(count + unit.count)
    while !unit.isEmpty && bytes.count + end.count < count { bytes += unit }
    return bytes + end
  }
}

/// The growth of a parser's time with the size of its input.
struct Growth {
  /// The compared sizes, in bytes.
  static let sizes = (small: 4 << 10, half: 128 << 10, large: 256 << 10)
  /// The ratio of times per byte above which a parser that keeps slowing down is not linear.
  ///
  /// Caches and allocations explain only smaller ratios.
  static let limit = 8.0
  /// The highest ratio of times for an input and its half that still counts as linear.
  ///
  /// Work that became eight times slower per byte, and continues to, has a ratio of at least 2.8. The time
  /// only seems to grow if the small input is rejected at once and the large one is not.
  static let linearDoubling = 2.6
  /// The highest allowed ratio of times for an input and its half.
  ///
  /// Small caches and larger allocations explain slightly more than 2; quadratic work has a ratio of 4.
  static let doublingLimit = 3.5
  /// The time of the large input, in seconds, below which a ratio means little.
  ///
  /// The small input may have been rejected at once.
  static let shortestOfInterest = 0.05
  /// The limit of processor time for an input of these sizes; more is a finding.
  static let slowestAllowed = Duration.seconds(60)
  /// The highest ratios for which one measurement suffices.
  private static let usual = (ratio: 2.0, doubling: 2.3)
  /// The time in seconds above which one measurement suffices, since other work on the machine matters
  /// little.
  private static let longest = 2.0
  /// The time in seconds below which a ratio is noise.
  private static let shortest = 0.004

  /// The time per byte of the large input, divided by the time per byte of the small one.
  let ratio: Double
  /// The time for the large input, divided by the time for half of it; 1 if the times are too short to
  /// compare.
  let doubling: Double
  /// The seconds for the large input.
  let largeTime: Double
  /// The large input.
  let input: [UInt8]

  /// Times a parser with three inputs of one shape.
  ///
  /// The shortest of several times counts, because other work on the machine only adds to the time. A large
  /// ratio is measured again.
  ///
  /// - Throws: the findings of the parser, and a `Finding` for an input that takes longer than
  ///   ``slowestAllowed``.
  init(of shape: GrowingShape, _ parse: ([UInt8]) throws(Finding) -> Void) throws(Finding) {
    let small = shape.bytes(count: Self.sizes.small)
    let half = shape.bytes(count: Self.sizes.half)
    input = shape.bytes(count: Self.sizes.large)
    var least = (ratio: Double.infinity, doubling: Double.infinity, time: Double.infinity)
    for repetitions in [1, 3, 5]
    where repetitions == 1
      || least.time < Self.longest
        && (least.ratio > Self.usual.ratio || least.doubling > Self.usual.doubling)
    {
      let smallTime = try Self.time(small, repetitions: 5 * repetitions, parse)
      let halfTime = try Self.time(half, repetitions: repetitions, parse)
      let largeTime = try Self.time(input, repetitions: repetitions, parse)
      least.time = min(least.time, largeTime)
      least.ratio = min(least.ratio, largeTime / Double(input.count) / (smallTime / Double(small.count)))
      least.doubling = min(
        least.doubling,
        halfTime < Self.shortest
          ? 1 : largeTime / halfTime * 2 * Double(half.count) / Double(input.count))
    }
    if least.doubling > Self.linearDoubling, least.time < Self.longest {
      // Growth that is not linear continues at every larger size. A single step does not: the larger of two
      // sizes may contain a part of a fixed length three times instead of once.
      var smaller = (byteCount: input.count, time: try Self.time(input, repetitions: 3, parse))
      for factor in [2, 4, 8] {
        let larger = shape.bytes(count: factor * Self.sizes.large)
        let time = try Self.time(larger, repetitions: 3, parse)
        least.doubling = min(
          least.doubling, time / smaller.time * 2 * Double(smaller.byteCount) / Double(larger.count))
        smaller = (larger.count, time)
      }
    }
    (ratio, doubling, largeTime) = least
  }

  /// The shortest time in seconds, but at least one tick of the clock.
  private static func time(
    _ input: [UInt8], repetitions: Int, _ parse: ([UInt8]) throws(Finding) -> Void
  ) throws(Finding) -> Double {
    var shortest = Duration.seconds(3600)
    for _ in 0..<repetitions {
      let start = ProcessorTime.ofProcess
      try parse(input)
      let time = ProcessorTime.ofProcess - start
      try Finding.unless(time <= slowestAllowed, "it took \(time)")
      shortest = min(shortest, time)
    }
    return max(shortest / .seconds(1), 1e-7)
  }
}
