import ByteTools

/// Values that are consumed in order and computed ahead on other threads.
///
/// A consumer that would have to wait for a value computes one instead, so that no processor is idle
/// while there is work.
package final class OrderedPrefetcher<Value: Sendable> {
  private let work: OrderedWork<Value>
  private let threads: [RunningThread]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: the number of values.
  ///   - ahead: the maximum number of values that are computed or being computed before they are
  ///     consumed.
  ///   - value: computes the value with an index from 0; called at most once for each index, on any
  ///     thread.
  package init(count: Int, ahead: Int, of value: @escaping @Sendable (Int) -> Value) {
    let work = OrderedWork(count: count, ahead: ahead, of: value)
    self.work = work
    let handOn: @Sendable (() -> Void) -> Void = FaultPlan.handingOn()
    // The consumer computes values as well, so a single value needs no thread.
    threads = (1..<max(1, min(ParallelWork.partCount, count))).compactMap { _ in
      RunningThread { handOn { work.doAhead() } }
    }
  }

  /// Returns the next value, starting with index 0; to be called by one thread only.
  package func next() -> Value { work.take() }

  /// Stops starting computations and waits for running ones.
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

  /// Computes values until all are started.
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

  /// Computes a value without holding the lock; returns false if all permitted values are already
  /// started.
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
