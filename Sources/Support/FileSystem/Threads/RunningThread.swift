#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that was started and has to be waited for.
struct RunningThread {
  private let thread: pthread_t

  /// Starts a thread; nil when the system gives none.
  init?(_ work: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(work: work))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, runThread, start.toOpaque()) == 0 else {
      start.release()
      return nil
    }
    #if canImport(Glibc)
      self.thread = thread
    #else
      guard let thread else { return nil }
      self.thread = thread
    #endif
  }

  /// Waits until the thread has ended.
  func join() { _ = pthread_join(thread, nil) }
}

private final class ThreadStart: Sendable {
  let work: @Sendable () -> Void
  init(work: @escaping @Sendable () -> Void) { self.work = work }
}

#if canImport(Darwin)
  private func runThread(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().work()
    return nil
  }
#else
  private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().work()
    return nil
  }
#endif
