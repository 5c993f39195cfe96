import ProfferFileSystem
import Synchronization
import TestSupport
import Testing

/// A counter for several threads.
private final class Counter: Sendable {
  let value = Atomic<Int>(0)
}

@Suite struct ParallelWorkTests {
  @Test(arguments: [0, 1, 2, 20])
  func resultsComeInTheOrderOfTheParts(count: Int) {
    expectEqual(ParallelWork.results(count: count) { $0 * $0 }, (0..<count).map { $0 * $0 })
  }

  @Test func aFaultPlanIsInForceInEveryPart() throws {
    let path = try require(FilePath("/dev/null"))
    let plan = FaultPlan(failing: [.open], call: 1, with: .inputOutput, staysBroken: true)
    let codes = plan.whileInForce {
      ParallelWork.results(count: 4) { _ -> FileSystemError.Code? in
        do throws(FileSystemError) {
          _ = try OpenFile.reading(path)
          return nil
        } catch { return error.code }
      }
    }
    expectEqual(codes, [FileSystemError.Code?](repeating: .inputOutput, count: 4))
  }

  @Test(arguments: [0, 1, 2, 3, 1000])
  func everyNumberIsMappedInOrder(count: Int) {
    expectEqual(ParallelWork.map(count: count) { $0 * $0 }, (0..<count).map { $0 * $0 })
  }

  @Test(arguments: [true, false])
  func workAheadIsDoneOnceAndInOrder(onThreads: Bool) {
    let ahead = WorkAhead(count: 5, onThreads: onThreads) { $0 * 10 }
    expectEqual(ahead.results(), [0, 10, 20, 30, 40])
    // The work finishes even for values that are never taken.
    _ = WorkAhead(count: 3, onThreads: onThreads) { $0 }
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 8), (1000, 1), (1000, 3), (1000, 2000)])
  func valuesComeInOrderHoweverFarAheadTheyAreComputed(count: Int, ahead: Int) {
    let values = OrderedPrefetcher(count: count, ahead: ahead) { $0 * 3 }
    expectEqual((0..<count).map { _ in values.next() }, (0..<count).map { $0 * 3 })
  }

  @Test func noMoreValuesAreBegunThanMayBeAhead() {
    let begun = Counter()
    let values = OrderedPrefetcher(count: 100, ahead: 4) { number in
      begun.value.add(1, ordering: .relaxed)
      return number
    }
    for taken in 1...50 {
      _ = values.next()
      expectAtMost(begun.value.load(ordering: .relaxed), taken + 4)
    }
  }

  @Test func releasingAPrefetcherWaitsOnlyForValuesBeingComputed() {
    for taken in 0..<20 {
      let values = OrderedPrefetcher(count: 1_000_000, ahead: 8) { $0 }
      for _ in 0..<taken { _ = values.next() }
    }
  }

  @Test func aFaultPlanIsInForceInOrderedPrefetcher() throws {
    let path = try require(FilePath("/dev/null"))
    let plan = FaultPlan(failing: [.open], call: 1, with: .inputOutput, staysBroken: true)
    let hasOpened = plan.whileInForce {
      let values = OrderedPrefetcher(count: 40, ahead: 8) { _ in (try? OpenFile.reading(path)) != nil }
      return (0..<40).map { _ in values.next() }
    }
    expect(!hasOpened.contains(true), hasOpened)
  }
}
