import ByteTools
import Dispatch
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct WorkerThreadsTests {
  @Test func workThatBlocksDelaysNoOtherWork() {
    let blocked = (0..<16).map { _ in DispatchSemaphore(value: 0) }
    let ended = DispatchSemaphore(value: 0)
    for semaphore in blocked {
      WorkerThreads.shared.run {
        semaphore.wait()
        ended.signal()
      }
    }
    // Each of these ends one of the waiting pieces of work.
    for semaphore in blocked { WorkerThreads.shared.run { semaphore.signal() } }
    for _ in blocked { expectEqual(ended.wait(timeout: HangLimit.dispatchTime), .success) }
  }

  @Test func allWorkIsDoneHoweverMuchThereIs() {
    let count = 4 * WorkerThreads.mostThreads
    let done = Locked(0)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      WorkerThreads.shared.run {
        Thread.sleep(forTimeInterval: 0.001)
        done.withLock { $0 += 1 }
        ended.signal()
      }
    }
    for _ in 0..<count { expectEqual(ended.wait(timeout: HangLimit.dispatchTime), .success) }
    expectEqual(done.withLock { $0 }, count)
  }

  @Test func whatWorkHoldsIsReleasedWhenItIsDone() {
    final class Held: Sendable {
      let released: DispatchSemaphore
      init(_ released: DispatchSemaphore) { self.released = released }
      deinit { released.signal() }
    }
    // An idle thread of this pool does not end, which would release its work too.
    let threads = WorkerThreads(idleSeconds: nil)
    for _ in 0..<3 {
      let released = DispatchSemaphore(value: 0)
      let held = Held(released)
      threads.run { withExtendedLifetime(held) {} }
      _ = consume held
      expectEqual(released.wait(timeout: HangLimit.dispatchTime), .success)
    }
  }

  @Test func laterWorkWaitsItsTime() {
    let ended = DispatchSemaphore(value: 0)
    let start = ContinuousClock.now
    WorkerThreads.shared.run(afterMilliseconds: 50) { ended.signal() }
    expectEqual(ended.wait(timeout: HangLimit.dispatchTime), .success)
    expectAtLeast(ContinuousClock.now - start, .milliseconds(45))
  }
}
