import ByteTools

/// A sequence of values that are computed in advance on several threads and consumed in order.
///
/// If the next value is not ready, the consumer also computes values, so that no processor is idle while
/// there is work.
package final class OrderedPrefetcher<Value: Sendable> {
  private let work: OrderedWork<Value>
  private let threads: [RunningThread]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: the number of values.
  ///   - ahead: the maximum number of values that are computed or being computed, but not yet consumed.
  ///   - value: computes the value for an index, which starts at 0; called at most once for each index, on
  ///     any thread.
  package init(count: Int, ahead: Int, of value: @escaping @Sendable (Int) -> Value) {
    let work = OrderedWork(count: count, ahead: ahead, of: value)
    self.work = work
    let handOn: @Sendable (() -> Void) -> Void = FaultPlan.handingOn()
    // The consumer computes values as well, so a single value needs no thread.
    threads = (1..<max(1, min(ParallelWork.partCount, count))).compactMap { _ in
      RunningThread { handOn { work.doAhead() } }
    }
  }

  /// Returns the next value, starting with index 0; only one thread may call this method.
  package func next() -> Value { work.take() }

  /// Stops scheduling computations and waits for running computations.
  deinit {
    work.stop()
    for thread in threads { thread.join() }
  }
}

/// The shared state of the threads of ``OrderedPrefetcher``.
private final class OrderedWork<Value: Sendable>: @unchecked Sendable {
  private let count: Int
  private let value: @Sendable (Int) -> Value
  // The lock guards the mutable state.
  private let lock = Lock()
  /// A ring buffer of the values from index `taken` on.
  private var ring: [Value?]
  private var begun = 0
  private var taken = 0
  private var isStopped = false
  private var waitingThreads = 0

  init(count: Int, ahead: Int, of value: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.value = value
    ring = Array(repeating: nil, count: max(1, min(count, ahead)))
  }

  func take() -> Value {
    lock.lock()
    defer { lock.unlock() }
    precondition(taken < count, "no more values are taken than there are")
    while true {
      if let value = ring[taken % ring.count].take() {
        taken += 1
        wakeOthers()
        return value
      }
      if !doOne() { wait() }
    }
  }

  /// Computes values until the computation of every value has started.
  func doAhead() {
    lock.lock()
    while !isStopped && begun < count {
      if !doOne() { wait() }
    }
    lock.unlock()
  }

  func stop() {
    lock.lock()
    isStopped = true
    wakeOthers()
    lock.unlock()
  }

  /// Computes the next value without holding the lock.
  ///
  /// Returns false if no further computation may start now.
  private func doOne() -> Bool {
    guard begun < count, begun < taken + ring.count else { return false }
    let number = begun
    begun += 1
    lock.unlock()
    let value = value(number)
    lock.lock()
    ring[number % ring.count] = value
    wakeOthers()
    return true
  }

  private func wait() {
    waitingThreads += 1
    lock.wait()
    waitingThreads -= 1
  }

  private func wakeOthers() {
    if waitingThreads > 0 { lock.wakeAll() }
  }
}
