import ByteTools
import Foundation

/// What waits to be done on the main actor, and the loads that will bring more.
///
/// Whoever has a run loop, a main queue or an `await` gets it done by itself. Whoever has none, a plain
/// program or a test that must not wait, lets a driver do it by `wait(until:)`.
package final class MainActorQueue: Sendable {
  package typealias Job = @MainActor @Sendable () -> Void

  private struct State {
    /// What waits begins at `next`; what lies before is done.
    var jobs: [Job] = []
    var next = 0
    var isEmpty: Bool { next == jobs.count }

    mutating func take() -> Job? {
      if isEmpty {
        (jobs, next) = ([], 0)
        return nil
      }
      next += 1
      return jobs[next - 1]
    }

    var loadCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// For views outside of every application.
  package static let detached = MainActorQueue()

  private let state = Locked(State())
  /// Says that something changed, for those that block.
  private let changed = DispatchSemaphore(value: 0)

  /// Whether nothing waits and nothing runs.
  var isIdle: Bool { state.withLock { $0.isEmpty && $0.loadCount == 0 } }

  package func begin() { state.withLock { $0.loadCount += 1 } }

  package func end() {
    state.withLock { $0.loadCount -= 1 }
    wake()
  }

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

  /// Does what waits, in the order in which it was posted.
  @MainActor func run() {
    while true {
      guard let job = state.withLock({ $0.take() }) else { return }
      job()
    }
  }

  /// Does what waits and what comes, until nothing is left or the time is over.
  @MainActor func wait(until deadline: DispatchTime) -> Bool {
    while true {
      run()
      if isIdle { return true }
      if changed.wait(timeout: deadline) == .timedOut { return false }
    }
  }

  /// Does what waits and what comes, until nothing is left.
  @MainActor func finish() async {
    while true {
      run()
      if isIdle { return }
      await withCheckedContinuation { continuation in
        let isChanged = state.withLock { state in
          if state.isEmpty && state.loadCount > 0 {
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
