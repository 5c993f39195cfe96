#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time that processors have worked, to which other work on the machine adds little, unlike to a clock's.
package enum ProcessorTime {
  /// That for all threads of the process so far.
  package static var ofProcess: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// That for the calling thread so far.
  private static var ofThread: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// How long a processor works on something that stays on its thread.
  package static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = ofThread
    try work()
    return ofThread - start
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else {
      preconditionFailure("the system has no clock for the work of processors")
    }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
}
