#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the process has used of the machine so far.
enum ProcessUse {
  /// The time that processors have worked for it; other work on the machine adds little to it, unlike to a clock's.
  static var processorTime: Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }

  /// The most memory that it has held at once, in bytes; 0 where the system does not tell.
  static var peakByteCount: Int {
    // `RUSAGE_SELF`, which is of another Swift type in each library.
    let ownProcess: Int32 = 0
    var usage = rusage()
    guard getrusage(ownProcess, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      // Kibibytes.
      return Int(usage.ru_maxrss) << 10
    #endif
  }
}
