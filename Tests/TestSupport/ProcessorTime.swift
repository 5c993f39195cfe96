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

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else {
      preconditionFailure("the system has no clock of processor time")
    }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
}
