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

  /// Has the process keep what memory it is given, as far as its allocator learns that.
  ///
  /// Else large arrays get fresh pages from the system again and again, which may take longer than what is done with
  /// them: an input of twice the size then takes four times as long, though its parser is linear. The GNU allocator
  /// serves from what it keeps all that is no larger than the largest block, below 32 MiB, that was given back
  /// (Source: mallopt(3), `M_MMAP_THRESHOLD`).
  static func keepMemory() {
    let block = [UInt8](repeating: UInt8.random(in: 1...9), count: 31 << 20)
    precondition(block.last != 0, "the block is used, so that it is really there")
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
