#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Work on files that several processors share.
package enum ParallelWork {
  /// How many parts are worth making: one for each processor, but not so many that they only wait for memory.
  package static var partCount: Int { min(SystemCalls.processorCount, 4) }

  /// Does parts of some work at the same time, each on a thread of its own, and gives their results in order.
  ///
  /// The last part is done by the calling thread, and so are those for which the system gives no thread.
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

  /// Gives a value for each number, computed by all processors, in order.
  ///
  /// Neighbouring numbers are computed by one processor, so that a number is worth little work.
  package static func map<Value: Sendable>(
    count: Int, of value: @Sendable (Int) -> Value
  ) -> [Value] {
    let partCount = min(partCount, count)
    return results(count: partCount) { part in
      (count * part / partCount..<count * (part + 1) / partCount).map(value)
    }.flatMap(\.self)
  }
}

/// Parts of some work that run on threads of their own while the caller does something else.
package final class WorkAhead<Value: Sendable>: Sendable {
  private let part: @Sendable (Int) -> Value
  private let workers: [Worker]

  // Written by one thread, and read by another after the first has ended.
  private final class Worker: @unchecked Sendable {
    var value: Value?
    var thread: RunningThread?
  }

  /// Begins the parts, each on a thread of its own as far as the system gives threads.
  ///
  /// - Parameter onThreads: whether to use threads; otherwise the parts are done by `results()`.
  package init(count: Int, onThreads: Bool = true, of part: @escaping @Sendable (Int) -> Value) {
    let handOn: @Sendable (() -> Value) -> Value = FaultPlan.handingOn()
    self.part = part
    workers = (0..<count).map { index in
      let worker = Worker()
      if onThreads { worker.thread = RunningThread { worker.value = handOn { part(index) } } }
      return worker
    }
  }

  /// Waits for all parts and returns their results in order; called once.
  ///
  /// The parts without a thread are done now, by the caller.
  package func results() -> [Value] {
    workers.enumerated().map { index, worker in
      worker.thread?.join()
      worker.thread = nil
      return worker.value ?? part(index)
    }
  }

  deinit { for worker in workers { worker.thread?.join() } }
}

/// A thread that was started.
package struct RunningThread {
  private let thread: pthread_t

  /// Starts a thread; nil when the system gives none.
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

  /// Lets the thread end without being waited for.
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
