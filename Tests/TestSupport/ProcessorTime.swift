#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Processor time, which is disturbed less by other work on the machine than elapsed time.
package enum ProcessorTime {
  /// The processor time of all threads of the process so far.
  package static var ofProcess: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time of the calling thread so far.
  private static var ofThread: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of work that stays on the calling thread.
  package static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = ofThread
    try work()
    return ofThread - start
  }

  /// The processor times of the same work for two sizes of its input.
  package struct Growth: CustomStringConvertible {
    /// The larger input is this many times as large as the smaller one.
    fileprivate static let factor = 8
    /// Shorter times are noise.
    private static let shortest = Duration.microseconds(500)

    package fileprivate(set) var small, large: Duration

    /// Whether the larger input took at most 24 times as long.
    ///
    /// Linear work takes 8 times as long, and somewhat more if the input leaves the caches. Quadratic work takes
    /// 64 times as long.
    package var isLinear: Bool { large <= max(small, Self.shortest) * (3 * Self.factor) }

    package var description: String {
      "\(small) of processor time, and \(large) for \(Self.factor) times the input"
    }
  }

  /// Measures work on an input and on one of an eighth of its size.
  ///
  /// Other programs share the caches and the processor. Therefore, the shortest of up to five runs counts for each
  /// size.
  ///
  /// - Parameters:
  ///   - size: the larger size.
  ///   - input: makes an input; not measured.
  ///   - work: the work, which stays on the calling thread.
  package static func growth<Input>(
    to size: Int, of input: (Int) throws -> Input, _ work: (Input) throws -> Void
  ) rethrows -> Growth {
    let (small, large) = (try input(size / Growth.factor), try input(size))
    // The first run also makes the tables that are made once.
    try work(small)
    var growth = Growth(
      small: try measure { try work(small) }, large: try measure { try work(large) })
    for _ in 0..<4 where !growth.isLinear {
      growth.small = min(growth.small, try measure { try work(small) })
      growth.large = min(growth.large, try measure { try work(large) })
    }
    return growth
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else {
      preconditionFailure("the system has no clock of processor time")
    }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
}
