import ByteTools
import Foundation
import TestSupport;
import Testing

@Suite struct LockTests {
  @Test func changesByManyThreadsAllCount() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<5000 { count.withLock { $0 += 1 } }
    }
    expectEqual(count.withLock { $0 }, 20_000)
  }

  @Test func anErrorOfTheBodyIsThrownAndTheLockIsReleased() {
    struct Failure: Error {}
    let lock = Lock()
    expectThrows(Failure.self) { try lock.withLock { throw Failure() } }
    expect(lock.withLock { true })
  }

  /// A thread passes numbers one by one; each side waits until the other has changed the protected value.
  @Test func aHolderWaitsUntilAnotherThreadWakesIt() {
    let exchange = Exchange()
    let giver = Thread { for number in 1...500 { exchange.give(number) } }
    giver.start()
    expectEqual((1...500).map { _ in exchange.take() }, Array(1...500))
  }
}

private final class Exchange: @unchecked Sendable {
  private let lock = Lock()
  private var number: Int?

  func give(_ new: Int) {
    lock.withLock {
      while number != nil { lock.wait() }
      number = new
      lock.wakeAll()
    }
  }

  func take() -> Int {
    lock.withLock {
      while true {
        if let taken = number {
          number = nil
          lock.wakeAll()
          return taken
        }
        lock.wait()
      }
    }
  }
}
