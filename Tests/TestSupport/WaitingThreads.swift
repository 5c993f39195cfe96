import Foundation
package import Testing

/// Runs tests that wait (for a program, a terminal, a window system) on threads of their own.
///
/// Swift's concurrency has one thread for each processor. A test that blocks such a thread leaves a processor
/// idle.
package struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == WaitingThreads {
  /// Marks tests that mostly wait; they run on threads of their own.
  package static var waits: WaitingThreads { WaitingThreads() }
}

/// An executor with more threads than processors, because the threads mostly wait.
private final class WaitingExecutor: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingExecutor(threads: 4 * ProcessInfo.processInfo.activeProcessorCount)

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var first = 0

  private init(threads: Int) {
    for _ in 0..<threads { Thread.detachNewThread { [self] in serve() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func serve() {
    while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      while first == jobs.count { condition.wait() }
      defer {
        first += 1
        if first == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          first = 0
        }
      }
      return jobs[first]
    }
  }
}
