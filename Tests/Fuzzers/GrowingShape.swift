import TestSupport

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

/// How the time that a parser takes grows with the size of its input.
struct Growth {
  /// The sizes that are compared, in bytes.
  static let sizes = (small: 4 << 10, half: 128 << 10, large: 256 << 10)
  /// The growth of a byte's time above which the whole is not linear, if it still grows; caches and allocations account
  /// for less.
  static let limit = 8.0
  /// How many times as long as half of it an input takes at most whose time no longer grows faster than its size.
  ///
  /// Work that took a byte eight times as long, and goes on so, takes at least 2.8 times as long; a small input that is
  /// refused at once, unlike the large one, only seems to grow.
  static let linearDoubling = 2.6
  /// How many times as long as half of it an input may take: caches that it outgrows and memory handed over in larger pieces
  /// account for what is more than twice; quadratic work takes four times as long.
  static let doublingLimit = 3.5
  /// The seconds for the large input below which a ratio says little: the small one may merely have been refused at once.
  static let shortestOfInterest = 0.05
  /// The longest that processors may work on one input of these sizes; what takes longer is a finding by itself.
  static let slowestAllowed = Duration.seconds(60)
  /// The growth up to which one measurement is enough.
  private static let usual = (ratio: 2.0, doubling: 2.3)
  /// The time in seconds that is long enough for other work on the machine to say little: measured once.
  private static let longest = 2.0
  /// The time below which a clock's steps and memory's moods decide.
  private static let shortest = 0.004

  /// The time for a byte of the large input as a multiple of that for a byte of the small one.
  let ratio: Double
  /// The time for the large input as a multiple of that for the half of it; 1 for times too short to say.
  let doubling: Double
  /// The seconds for the large input.
  let largeTime: Double
  /// The large input.
  let input: [UInt8]

  /// Times a parser with three inputs of one shape.
  ///
  /// The shortest of several times counts, as other work on the machine only ever adds to it. A large growth is
  /// measured again before it is believed.
  ///
  /// - Throws: what the parser throws, and a `Finding` for an input that takes longer than ``slowestAllowed``.
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
    (ratio, doubling, largeTime) = least
  }

  /// The shortest time in seconds, of a clock's step at least.
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
