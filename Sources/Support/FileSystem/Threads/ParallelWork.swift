#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Work on files that is divided among several processors.
package enum ParallelWork {
  /// The number of parts for parallel work: one for each processor, but at most four.
  ///
  /// With more parts, memory bandwidth would be the limit.
  package static var partCount: Int { min(SystemCalls.processorCount, 4) }

  /// Runs the parts of a task concurrently, each on its own thread, and returns the results in order.
  ///
  /// The calling thread runs the last part, and all parts for which the system cannot start a thread.
  package static func results<Value: Sendable>(
    count: Int, of part: @Sendable (Int) -> Value
  ) -> [Value] {
    if count <= 1 { return (0..<count).map(part) }
    return withoutActuallyEscaping(part) { part in
      let others = WorkAhead(count: count - 1, of: part)
      let last = part(count - 1)
      return others.results() + [last]
    }
  }

  /// Computes the value for each index on several processors, and returns the values in order.
  ///
  /// Each processor handles a contiguous range of indices, so this is efficient even if a single value takes
  /// little time.
  package static func map<Value: Sendable>(
    count: Int, of value: @Sendable (Int) -> Value
  ) -> [Value] {
    let partCount = min(partCount, count)
    return results(count: partCount) { part in
      (count * part / partCount..<count * (part + 1) / partCount).map(value)
    }.flatMap(\.self)
  }
}

/// Parts of a task that run on their own threads while the caller continues.
package final class WorkAhead<Value: Sendable>: Sendable {
  private let part: @Sendable (Int) -> Value
  private let workers: [Worker]

  // One thread writes the value. Another thread reads the value after the first thread has ended.
  private final class Worker: @unchecked Sendable {
    var value: Value?
    var thread: RunningThread?
  }

  /// Starts each part on its own thread, if the system can start a thread.
  ///
  /// - Parameter onThreads: whether to use threads; otherwise `results()` runs the parts.
  package init(count: Int, onThreads: Bool = true, of part: @escaping @Sendable (Int) -> Value) {
    let handOn: @Sendable (() -> Value) -> Value = FaultPlan.handingOn()
    self.part = part
    workers = (0..<count).map { index in
      let worker = Worker()
      if onThreads { worker.thread = RunningThread { worker.value = handOn { part(index) } } }
      return worker
    }
  }

  /// Waits for all parts and returns their results in order.
  ///
  /// The calling thread now runs the parts that have no thread. Call this method only once.
  package func results() -> [Value] {
    workers.enumerated().map { index, worker in
      worker.thread?.join()
      worker.thread = nil
      return worker.value ?? part(index)
    }
  }

  deinit { for worker in workers { worker.thread?.join() } }
}

/// A started thread.
package struct RunningThread {
  private let thread: pthread_t

  /// Starts a thread; nil if the system cannot create a thread.
  package init?(_ work: @escaping @Sendable () -> Void) {
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
  package func join() { _ = pthread_join(thread, nil) }

  /// Detaches the thread; a detached thread need not be joined.
  package func detach() { _ = pthread_detach(thread) }
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
