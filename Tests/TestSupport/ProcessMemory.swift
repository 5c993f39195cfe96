#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of the process.
package enum ProcessMemory {
  /// Makes the allocator keep freed memory, and gives it an initial amount.
  ///
  /// Otherwise large arrays get new pages from the system each time, which can take longer than the work on
  /// them. Input of twice the size then takes four times as long, although the parser is linear. The GNU
  /// allocator keeps blocks up to the size of the largest freed block below 32 MiB (Source: mallopt(3),
  /// `M_MMAP_THRESHOLD`).
  package static func keep() {
    // The first block sets the threshold and is returned to the system; the second, smaller one is kept.
    for mebibytes in [31, 30] {
      let block = [UInt8](repeating: UInt8.random(in: 1...9), count: mebibytes << 20)
      precondition(block.last != 0, "the block is used, so that it is allocated")
    }
  }

  /// The peak of resident memory in bytes; 0 if the system does not report it.
  package static var peakByteCount: Int {
    // `RUSAGE_SELF`, which has a different Swift type in each C library.
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
