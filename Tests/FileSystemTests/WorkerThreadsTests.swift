import ByteTools
import Dispatch
import Foundation
import ProfferFileSystem
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
    for _ in blocked { #expect(ended.wait(timeout: .now() + .seconds(20)) == .success) }
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
    for _ in 0..<count { #expect(ended.wait(timeout: .now() + .seconds(20)) == .success) }
    #expect(done.withLock { $0 } == count)
  }

  @Test func whatWorkHoldsIsReleasedWhenItIsDone() {
    final class Held: Sendable {
      let released: DispatchSemaphore
      init(_ released: DispatchSemaphore) { self.released = released }
      deinit { released.signal() }
    }
    for _ in 0..<3 {
      let released = DispatchSemaphore(value: 0)
      let held = Held(released)
      WorkerThreads.shared.run { withExtendedLifetime(held) {} }
      _ = consume held
      // The limit is shorter than the time after which an idle thread ends.
      #expect(released.wait(timeout: .now() + .seconds(3)) == .success)
    }
  }

  @Test func laterWorkWaitsItsTime() {
    let ended = DispatchSemaphore(value: 0)
    let start = ContinuousClock.now
    WorkerThreads.shared.run(afterMilliseconds: 50) { ended.signal() }
    #expect(ended.wait(timeout: .now() + .seconds(20)) == .success)
    #expect(ContinuousClock.now - start >= .milliseconds(45))
  }
}
