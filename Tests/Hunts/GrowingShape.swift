/// An input that can be made of any size: a unit that repeats between a beginning and an end.
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

  /// The input of about that size: never smaller, and no more than one unit larger.
  ///
  /// A beginning and an end that are larger by themselves stay whole.
  func bytes(count: Int) -> [UInt8] {
    var bytes = beginning
    bytes.reserveCapacity(count + unit.count)
    while !unit.isEmpty && bytes.count + end.count < count { bytes += unit }
    return bytes + end
  }
}

/// How the time that a parser takes for each byte grows with the size of its input.
struct Growth {
  /// The sizes that are compared, in bytes.
  static let sizes = (small: 4 << 10, large: 256 << 10)
  /// The growth above which the time is not linear; caches and allocations account for less.
  static let limit = 8.0
  /// The growth up to which one measurement is enough.
  private static let usual = 2.0

  /// The time for a byte of the large input as a multiple of that for a byte of the small one.
  let ratio: Double
  /// The large input.
  let input: [UInt8]

  /// Times a parser with two inputs of one shape.
  ///
  /// The shortest of several times counts, as other work on the machine only ever adds to it. A large ratio is
  /// measured again before it is believed.
  init(of shape: GrowingShape, _ parse: ([UInt8]) throws(Finding) -> Void) throws(Finding) {
    let small = shape.bytes(count: Self.sizes.small)
    input = shape.bytes(count: Self.sizes.large)
    var least = Double.infinity
    for repetitions in [1, 3, 5] where least > Self.usual {
      let smallTime = try Self.time(small, repetitions: 5 * repetitions, parse)
      let largeTime = try Self.time(input, repetitions: repetitions, parse)
      least = min(least, largeTime / Double(input.count) / (smallTime / Double(small.count)))
    }
    ratio = least
  }

  /// The shortest time in seconds, of a clock's step at least.
  private static func time(
    _ input: [UInt8], repetitions: Int, _ parse: ([UInt8]) throws(Finding) -> Void
  ) throws(Finding) -> Double {
    var shortest = Duration.seconds(3600)
    for _ in 0..<repetitions {
      let start = ContinuousClock.now
      try parse(input)
      shortest = min(shortest, start.duration(to: .now))
    }
    return max(shortest / .seconds(1), 1e-7)
  }
}
