import ByteTools

/// Values that are taken in order, and computed ahead on other threads while the taker does something else.
///
/// A taker that would have to wait for a value computes one instead, so that no processor is idle while there is work.
package final class OrderedPrefetcher<Value: Sendable> {
  private let work: OrderedWork<Value>
  private let threads: [RunningThread]

  /// Begins.
  ///
  /// - Parameters:
  ///   - count: how many values there are.
  ///   - ahead: how many of them may be ready or at work before they are taken.
  ///   - value: computes the value of a number from 0; called once at most for each, by any thread.
  package init(count: Int, ahead: Int, of value: @escaping @Sendable (Int) -> Value) {
    let work = OrderedWork(count: count, ahead: ahead, of: value)
    self.work = work
    let handOn: @Sendable (() -> Void) -> Void = FaultPlan.handingOn()
    // The taker works as well, so that one value is not worth a thread.
    threads = (1..<max(1, min(ParallelWork.partCount, count))).compactMap { _ in
      RunningThread { handOn { work.doAhead() } }
    }
  }

  /// The next value, from that of 0 on; for one thread.
  package func next() -> Value { work.take() }

  /// Has nothing further begun, and waits for what is at work.
  deinit {
    work.stop()
    for thread in threads { thread.join() }
  }
}

/// What the threads of ``OrderedPrefetcher`` share.
private final class OrderedWork<Value: Sendable>: @unchecked Sendable {
  private let count: Int
  private let value: @Sendable (Int) -> Value
  // All that changes is guarded by the lock.
  private let lock = Lock()
  /// The values from `taken` on, in a ring.
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

  /// Computes values until none is left to begin.
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

  /// Computes a value, without the lock meanwhile; false when all are begun, or as many as may be.
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
