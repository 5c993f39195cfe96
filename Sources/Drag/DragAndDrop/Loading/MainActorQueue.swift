import ByteTools
import Foundation

/// A first-in, first-out queue of jobs for the main actor.
///
/// The queue also counts the running loads, which will post further jobs.
///
/// Each job is also posted to the main actor. The main actor runs the job if the program runs a run loop or
/// the main queue, or suspends with `await`. Other programs, such as a test that does not suspend, must call
/// ``wait(until:)``.
package final class MainActorQueue: Sendable {
  package typealias Job = @MainActor @Sendable () -> Void

  private struct State {
    var jobs = Queue<Job>()
    var loadCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// The queue for views that are not in an application.
  package static let detached = MainActorQueue()

  private let state = Locked(State())
  /// Wakes threads that are blocked in ``wait(until:)``.
  private let changed = DispatchSemaphore(value: 0)

  /// Whether no job is pending and no load is running.
  var isIdle: Bool { state.withLock { $0.jobs.isEmpty && $0.loadCount == 0 } }

  /// Counts a load that will post a job at its end.
  package func beginLoad() { state.withLock { $0.loadCount += 1 } }

  /// Ends a load that was counted by ``beginLoad()``.
  package func endLoad() {
    state.withLock { $0.loadCount -= 1 }
    wake()
  }

  /// Adds a job to the end of the queue.
  package func post(_ job: @escaping Job) {
    state.withLock { $0.jobs.append(job) }
    Task { @MainActor in self.run() }
    wake()
  }

  private func wake() {
    changed.signal()
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Runs the pending jobs in the order in which they were posted.
  @MainActor func run() {
    while true {
      guard let job = state.withLock({ $0.jobs.popFirst() }) else { return }
      job()
    }
  }

  /// Runs jobs until the queue is idle; returns false if the deadline passes first.
  ///
  /// Blocks the main thread.
  @MainActor func wait(until deadline: DispatchTime) -> Bool {
    while true {
      run()
      if isIdle { return true }
      if changed.wait(timeout: deadline) == .timedOut { return false }
    }
  }

  /// Runs jobs until the queue is idle, and suspends while loads are running.
  @MainActor func finish() async {
    while true {
      run()
      if isIdle { return }
      await withCheckedContinuation { continuation in
        let isChanged = state.withLock { state in
          if state.jobs.isEmpty && state.loadCount > 0 {
            state.waiters.append(continuation)
            return false
          }
          return true
        }
        if isChanged { continuation.resume() }
      }
    }
  }
}
