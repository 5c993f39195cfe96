#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of the process.
package enum ProcessMemory {
  /// Has the process keep what memory it is given, as far as its allocator learns that, and gives it some to begin with.
  ///
  /// Else large arrays get fresh pages from the system again and again, which may take longer than what is done with
  /// them: an input of twice the size then takes four times as long, though its parser is linear. The GNU allocator
  /// serves from what it keeps all that is no larger than the largest block, below 32 MiB, that was given back
  /// (Source: mallopt(3), `M_MMAP_THRESHOLD`).
  package static func keep() {
    // The first tells the allocator, and goes back to the system; the second, a smaller one, is kept.
    for mebibytes in [31, 30] {
      let block = [UInt8](repeating: UInt8.random(in: 1...9), count: mebibytes << 20)
      precondition(block.last != 0, "the block is used, so that it is really there")
    }
  }

  /// The most memory that it has held at once, in bytes; 0 where the system does not tell.
  package static var peakByteCount: Int {
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
